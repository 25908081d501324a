"""Several models on several corpora, from a table of scores; or one difference on several corpora."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ...errors import InputError, UsageError
from ..tables import listing
from . import several_corpora
from .asked import add_direction

if TYPE_CHECKING:
    from ...inference import BayesianSignedRankTest, FriedmanForms, FriedmanTest, NemenyiTest, SignedRankPair

HELP = (
    "Rank models over several corpora: Friedman, Nemenyi, signed ranks with Holm's correction, and the "
    "Bayesian signed-rank test."
)

MODELS = {"model": "{model}", "mean rank": "{mean_rank:.2f}", "mean score": "{mean}"}
PAIRS = {
    "better than": "{a}",
    "": "{b}",
    "won : lost": "{wins} : {losses}",
    "ahead by": "{mean}",
    "Nemenyi p": "{nemenyi:.2g}",
    "Wilcoxon p": "{wilcoxon:.2g}",
    "by Holm": "{holm:.2g}",
    "P better": "{p_better:.3f}",
    "P no matter": "{p_no_matter:.3f}",
}


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file",
        nargs="?",
        metavar="TABLE.csv",
        help="columns corpus, model, score; one row each; optionally metric and smaller_is_better",
    )
    several_corpora.add(command)
    command.add_argument("--alpha", type=float, default=0.05, help="default: 0.05")
    add_direction(command)
    command.add_argument(
        "--control", metavar="MODEL", help="compare the others with this model only, instead of all pairs"
    )
    command.add_argument(
        "--rope",
        type=float,
        default=0.01,
        metavar="D",
        help="differences of scores that do not matter, for the Bayesian test; default: 0.01",
    )


@dataclass(frozen=True, slots=True)
class RankedModel:
    """One model over all corpora."""

    model: str
    mean_rank: float
    mean: float


@dataclass(frozen=True, slots=True)
class RankedPair:
    """What each test says of two models."""

    a: str
    b: str
    wins: int
    losses: int
    mean: float
    nemenyi: float  # p-values
    wilcoxon: float | None
    holm: float | None
    p_better: float
    p_no_matter: float
    p_worse: float


@dataclass(frozen=True, slots=True)
class Ranks:
    """Models over corpora, the best first, and every test of them."""

    corpora: tuple[str, ...]
    metric: str | None
    smaller_is_better: bool
    alpha: float
    rope: float
    control: str | None
    models: tuple[RankedModel, ...]
    friedman: FriedmanTest | None  # two models need no test of whether any differ at all
    nemenyi: NemenyiTest
    pairs: tuple[RankedPair, ...]


def run(options: argparse.Namespace) -> Ranks | several_corpora.SeveralCorpora:
    from ...exchange import read_corpus_scores
    from ...inference import bayesian_signed_rank_test, friedman, nemenyi, signed_rank_pairs

    if (options.file is None) == (options.differences is None):
        raise UsageError("Give a table of scores, or --differences.")
    if options.differences is not None:
        return several_corpora.run(options)
    scores = read_corpus_scores(options.file)
    if options.control is not None and options.control not in scores.models:
        raise InputError(
            "There is no model {model}; there are {known}.",
            model=options.control,
            known=scores.models,
        )
    smaller = scores.smaller_is_better(options.smaller_is_better)
    values = scores.oriented(smaller)
    compared = nemenyi(values, scores.models, alpha=options.alpha)
    row = {model: number for number, model in enumerate(scores.models)}
    return Ranks(
        corpora=scores.corpora,
        metric=scores.metric,
        smaller_is_better=smaller,
        alpha=options.alpha,
        rope=options.rope,
        control=options.control,
        models=tuple(
            RankedModel(model, compared.ranks[k], float(scores.values[k].mean()))
            for model, k in sorted(row.items(), key=lambda of: compared.ranks[of[1]])
        ),
        friedman=friedman(values, scores.models) if len(row) > 2 else None,
        nemenyi=compared,
        pairs=tuple(
            _pair(
                pair,
                float(compared.pvalues[row[pair.a], row[pair.b]]),
                bayesian_signed_rank_test(values[row[pair.a]] - values[row[pair.b]], options.rope),
            )
            for pair in signed_rank_pairs(values, scores.models, control=options.control)
        ),
    )


def _pair(pair: SignedRankPair, nemenyi: float, posterior: BayesianSignedRankTest) -> RankedPair:
    return RankedPair(
        pair.a,
        pair.b,
        pair.wins,
        pair.losses,
        pair.mean,
        nemenyi=nemenyi,
        wilcoxon=pair.pvalue,
        holm=pair.adjusted,
        p_better=posterior.p_better,
        p_no_matter=posterior.p_equivalent,
        p_worse=posterior.p_worse,
    )


def text(result: Ranks | several_corpora.SeveralCorpora) -> str:
    if isinstance(result, several_corpora.SeveralCorpora):
        return several_corpora.text(result)
    parts = [
        _whether_any_differ(result),
        listing(result.models, MODELS),
        _groups(result.nemenyi),
        listing(result.pairs, PAIRS),
        _reading(result),
    ]
    return "\n\n".join(parts)


def _whether_any_differ(result: Ranks) -> str:
    """Friedman's test, which never says that models are equal."""
    test, n = result.friedman, len(result.corpora)
    if test is None:
        return f"Two models on {n} corpora; Friedman's test is for three or more, so see their pair below."
    if test.pvalue is None:
        return str(test.notice)
    p = test.f_pvalue if test.f_pvalue is not None else test.pvalue
    said = (
        "the models differ on corpora like these"
        if p < result.alpha
        else "no difference between the models is shown, which does not show that they are equal"
    )
    statistics = f"Friedman over {n} corpora: {said} (alpha = {result.alpha:g}). {_forms(test, test.df)}"
    if test.f_statistic is None:
        statistics += f" {test.notice}"
    if test.tied and test.uncorrected is not None:
        without = _forms(test.uncorrected, test.df)
        statistics += f"\nWithout the correction for ties, as many textbooks print it: {without}"
    return statistics


def _forms(forms: FriedmanTest | FriedmanForms, df: tuple[int, int]) -> str:
    """Chi-square, and F where it is finite."""
    chi2 = f"Chi-square({df[0]}) = {forms.statistic:.4g}, p = {forms.pvalue:.2g}"
    if forms.f_statistic is None:
        return f"{chi2}."
    return f"{chi2}; F({df[0]}, {df[1]}) = {forms.f_statistic:.4g}, p = {forms.f_pvalue:.2g}."


def _groups(test: NemenyiTest) -> str:
    """Which models are not told apart by their mean ranks."""
    distance = f"Nemenyi: mean ranks further apart than {test.critical_difference:.3f} differ."
    if not test.groups:
        return f"{distance} No two models are closer than that."
    return f"{distance} Not told apart: {'; '.join(', '.join(group) for group in test.groups)}."


def _reading(result: Ranks) -> str:
    against = f"against {result.control}" if result.control else "of all pairs"
    name = f" ({result.metric})" if result.metric else ""
    which = "Lower" if result.smaller_is_better else "Higher"
    return (
        f"{which} scores are better{name}. "
        "A corpus counts as one observation, however many splits its score is the mean of. Wilcoxon's "
        f"signed-rank p-values are two-sided, adjusted by Holm for the comparisons {against}; decide by one "
        "of the tests, chosen beforehand. P better, P no matter: Bayesian signed-rank test with a ROPE of "
        f"{result.rope:g}."
    )
