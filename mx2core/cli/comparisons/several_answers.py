"""`test --pairs` and `test --metrics`: several answers, with an error that all share."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from ...errors import UsageError
from ...exchange import ScoreTable
from ...exchange.canonical import plain
from ...inference.mx2 import promise
from ...metrics import default_metric
from ...models.presets import model_names
from ...partition import PartitionSet
from ...training import Comparison, Evaluation, PairAnswer, decide_metrics, decide_pairs
from ..options.declared import clash, given_options
from ..options.values import PROPOSED
from ..text import Report, prose, sentence, term
from .question_options import chosen_margin, decision_settings, direction, other_metrics

OTHERWISE = "orders rope others require by examples"  # of one answer only
COLUMNS = (
    "is=a better_than=b ahead_by=mean:+.4f lower:+.4f upper:+.4f level_%=interval_level!p:.4g decision "
    "at_m=m p=pvalue!v of_all=adjusted!v"
)
EQUIVALENT = "The same holds of “equivalent” within δ = {margin:g}, by Holm."
PAIRS = f"""
Every pair of {{n}} models in {{metric}} ({{way}}), by {{test}}:
{{known}}

[rows] {COLUMNS}

Two-sided. {{error}} What is not shown is not shown to be equal.
"""
METRICS = f"[rows] metric {COLUMNS}\n\n{{error}}"
SHARED = "All {k} metrics share alpha = {alpha:g}, whichever are quoted."
SHARED_BY_MAX_T = (
    "All {k} metrics share alpha = {alpha:g} by {method}, whichever are quoted; intervals are of single "
    "metrics."
)
ANY_WRONG = (
    "By {method} the chance of any wrong “yes” among all pairs is meant to be at most alpha = {alpha:g}; the "
    "intervals are those of single pairs."
)
SEQUENTIAL = (
    "All {k} pairs share alpha. {promise} p is that of all splits, by Holm only if m was fixed beforehand."
)


def report(
    options: Namespace,
    results: Evaluation | ScoreTable,
    pair: tuple[str, str] | None = None,
    *,
    corpus: str | None = None,
    partitions: PartitionSet | None = None,
    clusters: tuple[str, ...] | None = None,
) -> Report:
    """Every pair of models, in both directions; of one `pair` several metrics."""
    others = "metric" if pair else "alternative metrics comparisons"
    scores = results if isinstance(results, ScoreTable) else None
    if given := given_options(options, f"{others} {OTHERWISE}"):
        raise clash("--metrics" if pair else "--pairs", given)
    if pair and options.margin == PROPOSED:
        raise UsageError("Several metrics need --margin with a number.")
    known = results.models if isinstance(results, ScoreTable) else results.names
    metric, margin = options.metric or default_metric(results.main_metrics), None
    if isinstance(results, Evaluation):
        margin = options.margin if pair else chosen_margin(options, results, known, metric)
    settings = decision_settings(options, partitions, clusters, margin)
    answers: Sequence[PairAnswer]
    if pair:
        metrics = None if options.metrics == ["all"] else options.metrics
        answers = decide_metrics(results, *pair, metrics=metrics, **settings)
        if isinstance(results, Evaluation):
            for one in answers:
                chosen_margin(options, results, pair, one.decision.metric)  # refuses a point typed as 1
    else:
        assert isinstance(results, Comparison | ScoreTable), "pairs are of trained models"
        models = options.models and model_names(options.models, known)
        answers = decide_pairs(results, models=models, metric=metric, **settings)
    question, tested = answers[0].decision.question, answers[0].decision.sequential
    smaller = bool(results.known_direction(metric, options.smaller_is_better))
    told = prose(*promise.error(tested)) if tested else None
    of_units, of_scores = (SHARED_BY_MAX_T, SHARED) if pair else (ANY_WRONG, SEQUENTIAL)
    error = sentence(
        of_scores if tested else of_units, answers[0], k=len(answers), alpha=question.alpha, promise=told
    )
    rows = [plain(one) | ({"metric": one.decision.metric} if pair else {}) for one in answers]
    asked: dict[str, object] = {"metrics": rows, "alternative": question.alternative}
    if not pair:
        asked = {"pairs": rows, "metric": metric, "smaller_is_better": smaller}
    return Report(
        METRICS if pair else PAIRS,
        words={
            "n": len({name for one in answers for name in (one.decision.a, one.decision.b)}),
            "way": direction(smaller),
            "test": term("the scores of splits" if tested else "the out-of-fold test"),
            "known": scores and other_metrics(scores.metrics, options.metric),
            "rows": [row | {"decision": one.said} for row, one in zip(rows, answers, strict=True)],
            "error": prose(
                error,
                None if tested or pair else promise.SHARED_ALPHA,
                sentence(EQUIVALENT, margin=question.margin),
            ),
        },
        corpus=corpus,
        signature=scores.signature if scores else partitions and partitions.signature,
        alpha=question.alpha,
        margin=question.margin,
        rule=answers[0].decision.rule,
        **asked,
    )
