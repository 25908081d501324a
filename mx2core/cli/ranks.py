"""Several models on several corpora, from a table of scores."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import InputError
from ..exchange.canonical import rounded
from .tables import table

if TYPE_CHECKING:
    from ..exchange import CorpusScores

HELP = "Rank models over several corpora: Friedman, Nemenyi, signed ranks by Holm, and their Bayesian kin."


def add(command: argparse.ArgumentParser) -> None:
    command.add_argument("file", metavar="TABLE.csv", help="columns corpus, model, score; one row each")
    command.add_argument("--alpha", type=float, default=0.05, help="default: 0.05")
    command.add_argument(
        "--smaller-is-better", action="store_true", help="the scores are errors: rank the smallest first"
    )
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

    scores = read_corpus_scores(options.file)
    if options.control is not None and options.control not in scores.models:
        raise InputError(
            "There is no model {control} in the table; it has {models}.",
            control=options.control,
            models=scores.models,
        )
    values = -scores.values if options.smaller_is_better else scores.values
    compared = nemenyi(values, scores.models, options.alpha)
    # Two models need no test of whether any differ at all.
    overall = friedman(values, scores.models) if len(scores.models) > 2 else None
    order = sorted(range(len(scores.models)), key=lambda k: compared.ranks[k])
    return {
        "corpora": list(scores.corpora),
        "alpha": options.alpha,
        "smaller_is_better": options.smaller_is_better,
        "models": [
            {
                "model": scores.models[k],
                "mean_rank": rounded(compared.ranks[k]),
                "mean": rounded(float(scores.values[k].mean())),
            }
            for k in order
        ],
        "friedman": None
        if overall is None
        else {
            "chi2": _rounded(overall.statistic),
            "df": overall.df[0],
            "pvalue": _rounded(overall.pvalue),
            "f": _rounded(overall.f_statistic),
            "f_df": list(overall.df),
            "f_pvalue": _rounded(overall.f_pvalue),
            "notice": None if overall.notice is None else str(overall.notice),
        },
        "critical_difference": rounded(compared.critical_difference),
        "groups": [list(group) for group in compared.groups],
        "pairs": [
            {
                "a": pair.a,
                "b": pair.b,
                "wins": pair.wins,
                "losses": pair.losses,
                "mean": rounded(pair.mean if not options.smaller_is_better else -pair.mean),
                "nemenyi": rounded(
                    float(compared.pvalues[scores.models.index(pair.a), scores.models.index(pair.b)])
                ),
                "wilcoxon": _rounded(pair.pvalue),
                "holm": _rounded(pair.adjusted),
                **_bayesian(scores, pair.a, pair.b, options),
            }
            for pair in signed_rank_pairs(values, scores.models, options.control)
        ],
        "control": options.control,
        "rope": options.rope,
    }


def _bayesian(scores: CorpusScores, a: str, b: str, options: argparse.Namespace) -> dict[str, float]:
    from ..inference import bayesian_signed_rank_test

    first, second = (scores.values[scores.models.index(name)] for name in (a, b))
    found = bayesian_signed_rank_test(
        second - first if options.smaller_is_better else first - second, options.rope
    )
    return {
        "p_better": rounded(found.p_better),
        "p_no_matter": rounded(found.p_equivalent),
        "p_worse": rounded(found.p_worse),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else rounded(value)


def text(result: dict[str, Any]) -> str:
    models = table(
        ("model", "mean rank", "mean score"),
        [(one["model"], f"{one['mean_rank']:.2f}", one["mean"]) for one in result["models"]],
    )
    pairs = table(
        (
            "better than",
            "",
            "won : lost",
            "mean",
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
    found, n = result["friedman"], len(result["corpora"])
    if found is None:
        return f"Two models on {n} corpora; Friedman's test is for three or more, so see their pair below."
    if found["pvalue"] is None:
        return str(found["notice"])
    p = found["f_pvalue"] if found["f_pvalue"] is not None else found["pvalue"]
    said = (
        "the models differ on corpora like these"
        if p < result["alpha"]
        else "no difference between the models is shown, which does not show that they are equal"
    )
    form = (
        f"F({found['f_df'][0]}, {found['f_df'][1]}) = {found['f']:.4g}, p = {_p(found['f_pvalue'])}"
        if found["f"] is not None
        else str(found["notice"])
    )
    return (
        f"Friedman over {n} corpora: {said} (alpha = {result['alpha']:g}). "
        f"Chi-square({found['df']}) = {found['chi2']:.4g}, p = {_p(found['pvalue'])}; {form}"
    )


def groups(result: dict[str, Any]) -> str:
    """Which models are not told apart by their mean ranks."""
    distance = f"Nemenyi: mean ranks further apart than {result['critical_difference']:.3f} differ."
    if not result["groups"]:
        return f"{distance} No two models are closer than that."
    shown = "; ".join(", ".join(group) for group in result["groups"])
    return f"{distance} Not told apart: {shown}."


def reading(result: dict[str, Any]) -> str:
    against = f"against {result['control']}" if result["control"] else "of all pairs"
    return (
        "A corpus counts as one observation, however many splits its score is the mean of. Wilcoxon's "
        f"signed-rank p-values are two-sided, adjusted by Holm for the comparisons {against}; decide by one "
        "of the tests, chosen beforehand. P better, P no matter: Bayesian signed-rank test with a ROPE of "
        f"{result['rope']:g}."
    )


def _p(value: float | None) -> str:
    return "–" if value is None else f"{value:.2g}"
