"""Several models on several corpora, from a table of scores; or one difference on several corpora."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import InputError, UsageError
from ..exchange.canonical import plain
from . import direction, several_corpora
from .tables import table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..inference import FriedmanForms

HELP = (
    "Rank models over several corpora: Friedman, Nemenyi, signed ranks with Holm's correction, and the "
    "Bayesian signed-rank test."
)


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "file",
        nargs="?",
        metavar="TABLE.csv",
        help="columns corpus, model, score; one row each; optionally metric and smaller_is_better",
    )
    several_corpora.add(command)
    command.add_argument("--alpha", type=float, default=0.05, help="default: 0.05")
    direction.add_direction(command)
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


def run(options: argparse.Namespace) -> dict[str, Any]:
    from ..exchange import read_corpus_scores
    from ..inference import friedman, nemenyi, signed_rank_pairs

    if (options.file is None) == (options.differences is None):
        raise UsageError("Give a table of scores, or differences with --differences.")
    if options.differences is not None:
        return several_corpora.run(options)
    scores = read_corpus_scores(options.file)
    if options.control is not None and options.control not in scores.models:
        raise InputError(
            "There is no model {control} in the table; it has {models}.",
            control=options.control,
            models=scores.models,
        )
    smaller = scores.smaller_is_better(options.smaller_is_better)
    values = scores.oriented(smaller)
    compared = nemenyi(values, scores.models, alpha=options.alpha)
    # Two models need no test of whether any differ at all.
    overall = friedman(values, scores.models) if len(scores.models) > 2 else None
    rows = dict(zip(scores.models, values, strict=True))
    order = sorted(range(len(scores.models)), key=lambda k: compared.ranks[k])
    return {
        "corpora": scores.corpora,
        "alpha": options.alpha,
        "metric": scores.metric,
        "smaller_is_better": smaller,
        "models": [
            {
                "model": scores.models[k],
                "mean_rank": compared.ranks[k],
                "mean": scores.values[k].mean(),
            }
            for k in order
        ],
        "friedman": None
        if overall is None
        else {
            "chi2": overall.statistic,
            "df": overall.df[0],
            "pvalue": overall.pvalue,
            "f": overall.f_statistic,
            "f_df": overall.df,
            "f_pvalue": overall.f_pvalue,
            "tied": overall.tied,
            "uncorrected": _uncorrected(overall.uncorrected),
            "notice": overall.notice,
        },
        "critical_difference": compared.critical_difference,
        "groups": compared.groups,
        "pairs": [
            {
                **plain(pair, but=("pvalue", "adjusted")),
                "nemenyi": compared.pvalues[scores.models.index(pair.a), scores.models.index(pair.b)],
                "wilcoxon": pair.pvalue,
                "holm": pair.adjusted,
                **_bayesian(rows[pair.a] - rows[pair.b], options.rope),
            }
            for pair in signed_rank_pairs(values, scores.models, control=options.control)
        ],
        "control": options.control,
        "rope": options.rope,
    }


def _bayesian(differences: NDArray[np.float64], rope: float) -> dict[str, float]:
    from ..inference import bayesian_signed_rank_test

    posterior = bayesian_signed_rank_test(differences, rope)
    return {
        "p_better": posterior.p_better,
        "p_no_matter": posterior.p_equivalent,
        "p_worse": posterior.p_worse,
    }


def _uncorrected(forms: FriedmanForms | None) -> dict[str, float | None] | None:
    if forms is None:
        return None
    return {
        "chi2": forms.statistic,
        "pvalue": forms.pvalue,
        "f": forms.f_statistic,
        "f_pvalue": forms.f_pvalue,
    }


def text(result: dict[str, Any]) -> str:
    if "several_corpora" in result:
        return several_corpora.text(result)
    models = table(
        ("model", "mean rank", "mean score"),
        [(one["model"], f"{one['mean_rank']:.2f}", one["mean"]) for one in result["models"]],
    )
    pairs = table(
        (
            "better than",
            "",
            "won : lost",
            "ahead by",
            "Nemenyi p",
            "Wilcoxon p",
            "by Holm",
            "P better",
            "P no matter",
        ),
        [
            (
                one["a"],
                one["b"],
                f"{one['wins']} : {one['losses']}",
                one["mean"],
                *(_p(one[name]) for name in ("nemenyi", "wilcoxon", "holm")),
                f"{one['p_better']:.3f}",
                f"{one['p_no_matter']:.3f}",
            )
            for one in result["pairs"]
        ],
    )
    return "\n".join([decision(result), "", models, "", groups(result), "", pairs, "", reading(result)])


def decision(result: dict[str, Any]) -> str:
    """Whether the models differ at all, and never that they are equal."""
    friedman, n = result["friedman"], len(result["corpora"])
    if friedman is None:
        return f"Two models on {n} corpora; Friedman's test is for three or more, so see their pair below."
    if friedman["pvalue"] is None:
        return str(friedman["notice"])
    p = friedman["f_pvalue"] if friedman["f_pvalue"] is not None else friedman["pvalue"]
    said = (
        "the models differ on corpora like these"
        if p < result["alpha"]
        else "no difference between the models is shown, which does not show that they are equal"
    )
    statistics = (
        f"Friedman over {n} corpora: {said} (alpha = {result['alpha']:g}). {_forms(friedman, friedman)}"
    )
    if friedman["f"] is None:
        statistics += f" {friedman['notice']}"
    if friedman["tied"]:
        without = _forms(friedman["uncorrected"], friedman)
        statistics += f"\nWithout the correction for ties, as many textbooks print it: {without}"
    return statistics


def _forms(forms: dict[str, Any], friedman: dict[str, Any]) -> str:
    """Chi-square, and F where it is finite."""
    chi2 = f"Chi-square({friedman['df']}) = {forms['chi2']:.4g}, p = {_p(forms['pvalue'])}"
    if forms["f"] is None:
        return f"{chi2}."
    first, second = friedman["f_df"]
    return f"{chi2}; F({first}, {second}) = {forms['f']:.4g}, p = {_p(forms['f_pvalue'])}."


def groups(result: dict[str, Any]) -> str:
    """Which models are not told apart by their mean ranks."""
    distance = f"Nemenyi: mean ranks further apart than {result['critical_difference']:.3f} differ."
    if not result["groups"]:
        return f"{distance} No two models are closer than that."
    shown = "; ".join(", ".join(group) for group in result["groups"])
    return f"{distance} Not told apart: {shown}."


def reading(result: dict[str, Any]) -> str:
    against = f"against {result['control']}" if result["control"] else "of all pairs"
    name = f" ({result['metric']})" if result["metric"] else ""
    which = "Lower" if result["smaller_is_better"] else "Higher"
    return (
        f"{which} scores are better{name}. "
        "A corpus counts as one observation, however many splits its score is the mean of. Wilcoxon's "
        f"signed-rank p-values are two-sided, adjusted by Holm for the comparisons {against}; decide by one "
        "of the tests, chosen beforehand. P better, P no matter: Bayesian signed-rank test with a ROPE of "
        f"{result['rope']:g}."
    )


def _p(value: float | None) -> str:
    return "–" if value is None else f"{value:.2g}"
