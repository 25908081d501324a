"""`test --pairs` and `test --metrics`: several answers, with an error that all share."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from typing import Any

from ...errors import UsageError
from ...exchange import ScoreTable
from ...inference.mx2 import promise
from ...metrics import default_metric
from ...models.presets import model_names
from ...partition import PartitionSet
from ...training import Comparison, Evaluation, PairAnswer, decide_metrics, decide_pairs
from ..options.declared import clash, given_options
from ..options.values import PROPOSED
from ..text import Report, Text, columns, listing, picked_fields, prose, sentence, term
from .question_options import chosen_margin, decision_settings, direction, other_metrics

OTHERWISE = "orders rope others require by examples"  # of one answer only
COLUMNS = columns(
    "is=a better_than=b ahead_by=mean:+.4f lower:+.4f upper:+.4f level_%=interval_level!p:.4g decision "
    "at_m=m p=pvalue!v of_all=adjusted!v"
)
DECISIONS = {True: term("yes"), False: term("not shown"), None: term("waits for splits")}
EQUIVALENT = "The same holds of “equivalent” within δ = {margin:g}, by Holm."
PAIRS = """
Every pair of {n} models in {metric} ({way}), by {test}:
{metrics}

{answers}

Two-sided. {error} What is not shown is not shown to be equal.
"""
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


def pair_report(
    options: Namespace,
    results: Comparison | ScoreTable,
    corpus: str | None = None,
    partitions: PartitionSet | None = None,
    clusters: tuple[str, ...] | None = None,
) -> Report:
    """Every pair of models, in both directions."""
    of_scores = "margin" if isinstance(results, ScoreTable) else ""
    if others := given_options(options, f"alternative metrics comparisons {of_scores} {OTHERWISE}"):
        raise clash("--pairs", others)
    known = results.models if isinstance(results, ScoreTable) else results.names
    metric = options.metric or default_metric(results.main_metrics)
    margin = None if isinstance(results, ScoreTable) else chosen_margin(options, results, known, metric)
    answers = decide_pairs(
        results,
        models=options.models and model_names(options.models, known),
        metric=metric,
        **decision_settings(options, partitions, clusters, margin),
    )
    smaller = bool(results.known_direction(metric, options.smaller_is_better))
    first = answers[0].decision
    alpha = first.question.alpha
    if (tested := first.sequential) is None:
        test, error = term("the out-of-fold test"), sentence(ANY_WRONG, answers[0], alpha=alpha)
    else:
        told = prose(*promise.error(tested))
        test = term("the scores of splits")
        error = sentence(SEQUENTIAL, k=first.rule.comparisons, promise=told)
    return Report(
        PAIRS,
        words={
            "n": len({name for one in answers for name in (one.decision.a, one.decision.b)}),
            "way": direction(smaller),
            "test": test,
            "metrics": other_metrics(results.metrics, options.metric)
            if isinstance(results, ScoreTable)
            else None,
            "answers": _table(answers),
            "error": prose(error, sentence(EQUIVALENT, margin=margin)),
        },
        corpus=corpus,
        metric=metric,
        smaller_is_better=smaller,
        signature=results.signature if partitions is None else partitions.signature,
        alpha=alpha,
        margin=margin,
        rule=first.rule,
        pairs=[_row(answer) for answer in answers],
    )


def metric_report(
    options: Namespace,
    results: Evaluation | ScoreTable,
    a: str,
    b: str,
    corpus: str | None = None,
    partitions: PartitionSet | None = None,
    clusters: tuple[str, ...] | None = None,
) -> Report:
    """Two models by several metrics."""
    of_scores = "margin" if isinstance(results, ScoreTable) else ""
    if others := given_options(options, f"metric {of_scores} {OTHERWISE}"):
        raise clash("--metrics", others)
    if options.margin == PROPOSED:
        raise UsageError("Several metrics need --margin with a number.")
    margin = None if options.margin is None else float(options.margin)
    metrics = None if options.metrics == ["all"] else options.metrics
    settings = decision_settings(options, partitions, clusters, margin)
    answers = decide_metrics(results, a, b, metrics=metrics, **settings)
    if isinstance(results, Evaluation):
        for one in answers:
            chosen_margin(options, results, (a, b), one.decision.metric)  # refuses a point typed as 1
    signature = results.signature if isinstance(results, ScoreTable) else None
    first = answers[0].decision
    shared = SHARED if first.sequential is not None else SHARED_BY_MAX_T
    return Report(
        "{answers}\n\n{error}",
        words={
            "answers": _table(answers, "metric"),
            "error": prose(
                sentence(shared, answers[0], k=len(answers), alpha=first.question.alpha),
                sentence(EQUIVALENT, margin=margin),
            ),
        },
        corpus=corpus,
        signature=signature if partitions is None else partitions.signature,
        **picked_fields(first.question, "alpha alternative margin"),
        rule=first.rule,
        metrics=[_row(answer, "metric") for answer in answers],
    )


def _row(answer: PairAnswer, more: str = "") -> dict[str, Any]:
    """What JSON has of one answer."""
    lower, upper = answer.decision.interval or (None, None)
    made = picked_fields(answer.decision, f"a b mean m interval_level {more}")
    ends = {"lower": lower, "upper": upper}
    return made | ends | picked_fields(answer, "answer pvalue adjusted method better equivalence")


def _table(answers: Sequence[PairAnswer], more: str = "") -> Text:
    equivalent = term("equivalent")
    rows = [
        _row(one, more) | {"decision": equivalent if one.answer == "equivalent" else DECISIONS[one.better]}
        for one in answers
    ]
    return listing(rows, columns(more) | COLUMNS)
