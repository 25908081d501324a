"""Several models on several corpora, from a table of scores; or one difference on several corpora."""

from __future__ import annotations

import argparse
from dataclasses import dataclass

from ... import inference
from ...errors import InputError, UsageError
from ...exchange import read_corpus_scores
from ..options import corpus_options
from ..options.declared import option
from ..tables import Paragraphs, columns, lines, listing, words
from . import several_corpora
from .question_options import DIRECTION

MODELS = {"model": "{model}", "mean rank": "{mean_rank:.2f}", "mean score": "{mean}"}
PAIRS = columns(
    "model=a better_than=b won=wins lost=losses ahead_by=mean Nemenyi_p=nemenyi:.2g Wilcoxon_p=wilcoxon:.2g "
    "by_Holm=holm:.2g P_better=p_better:.3f P_no_matter=p_no_matter:.3f"
)


OPTIONS = (
    option("file", "columns corpus, model, score; may have metric", value="TABLE.csv", nargs="?"),
    option(
        "--differences", "results of `test --json`, one for each corpus, or a table", value="FILE", nargs="+"
    ),
    corpus_options.ALPHA,
    DIRECTION,
    option("--control", "compare the others with this model only, instead of all pairs", value="MODEL"),
    option("--rope", "differences that do not matter, for the Bayesian test", float, "D", default=0.01),
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
    friedman: inference.FriedmanTest | None  # two models need no test of whether any differ at all
    nemenyi: inference.NemenyiTest
    pairs: tuple[RankedPair, ...]


def run(options: argparse.Namespace) -> Ranks | several_corpora.SeveralCorpora:
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
    compared = inference.nemenyi(values, scores.models, alpha=options.alpha)
    row = {model: number for number, model in enumerate(scores.models)}

    def pair(one: inference.SignedRankPair) -> RankedPair:
        a, b = row[one.a], row[one.b]
        posterior = inference.bayesian_signed_rank_test(values[a] - values[b], options.rope)
        tests = (float(compared.pvalues[a, b]), one.pvalue, one.adjusted)
        shares = (posterior.p_better, posterior.p_equivalent, posterior.p_worse)
        return RankedPair(one.a, one.b, one.wins, one.losses, one.mean, *tests, *shares)

    return Ranks(
        scores.corpora,
        scores.metric,
        smaller,
        options.alpha,
        options.rope,
        options.control,
        models=tuple(
            RankedModel(model, compared.ranks[k], float(scores.values[k].mean()))
            for model, k in sorted(row.items(), key=lambda of: compared.ranks[of[1]])
        ),
        friedman=inference.friedman(values, scores.models) if len(row) > 2 else None,
        nemenyi=compared,
        pairs=tuple(map(pair, inference.signed_rank_pairs(values, scores.models, control=options.control))),
    )


@words.register
def _(found: Ranks) -> Paragraphs:
    yield _whether_any_differ(found)
    yield listing(found.models, MODELS)
    yield _groups(found.nemenyi)
    yield listing(found.pairs, PAIRS)
    against = f"against {found.control}" if found.control else "of all pairs"
    name = f" ({found.metric})" if found.metric else ""
    which = "Lower" if found.smaller_is_better else "Higher"
    yield (
        f"{which} scores are better{name}. "
        "A corpus counts as one observation, however many splits its score is the mean of. Wilcoxon's "
        f"signed-rank p-values are two-sided, adjusted by Holm for the comparisons {against}; decide by one "
        "of the tests, chosen beforehand. P better, P no matter: Bayesian signed-rank test with a ROPE of "
        f"{found.rope:g}."
    )


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
    without = test.uncorrected if test.tied else None
    forms = _forms(test, test.df) + (f" {test.notice}" if test.f_statistic is None else "")
    return lines(
        f"Friedman over {n} corpora: {said} (alpha = {result.alpha:g}). {forms}",
        without
        and f"Without the correction for ties, as many textbooks print it: {_forms(without, test.df)}",
    )


def _forms(forms: inference.FriedmanTest | inference.FriedmanForms, df: tuple[int, int]) -> str:
    """Chi-square, and F where it is finite."""
    chi2 = f"Chi-square({df[0]}) = {forms.statistic:.4g}, p = {forms.pvalue:.2g}"
    if forms.f_statistic is None:
        return f"{chi2}."
    return f"{chi2}; F({df[0]}, {df[1]}) = {forms.f_statistic:.4g}, p = {forms.f_pvalue:.2g}."


def _groups(test: inference.NemenyiTest) -> str:
    """Which models are not told apart by their mean ranks."""
    distance = f"Nemenyi: mean ranks further apart than {test.critical_difference:.3f} differ."
    if not test.groups:
        return f"{distance} No two models are closer than that."
    return f"{distance} Not told apart: {'; '.join(', '.join(group) for group in test.groups)}."
