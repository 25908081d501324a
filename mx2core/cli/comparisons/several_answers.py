"""`test --pairs` and `test --metrics`: several answers, with an error that all share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

from ...exchange import ScoreTable
from ...inference.mx2 import promise
from ...metrics import default_metric
from ...partition import PartitionSet
from ...training import Comparison, Evaluation, PairAnswer, decide_metrics, decide_pairs
from ..options.declared import clash, given_options
from ..options.models import named
from ..tables import Paragraphs, Report, columns, joined, listing, picked, said
from .question_options import asked_in, direction, single_metric_notice

OTHERWISE = ("orders", "rope", "others", "require", "margin", "by", "examples")  # of one answer only
COLUMNS = columns(
    "is=a better_than=b ahead_by=mean:+.4f lower:+.4f upper:+.4f decision at_m=m p=pvalue:.2g "
    "of_all=adjusted:.2g"
)
SAID = {True: said("yes"), False: said("not shown"), None: said("waits for splits")}


def _row(answer: PairAnswer, more: str = "") -> dict[str, Any]:
    """What JSON has of one answer."""
    lower, upper = answer.decision.interval or (None, None)
    made = picked(answer.decision, f"a b mean m answer {more}")
    return made | {"lower": lower, "upper": upper} | picked(answer, "pvalue adjusted method better")


def _listed(answers: Sequence[PairAnswer], more: str = "") -> list[dict[str, Any]]:
    return [_row(one, more) | {"decision": SAID[one.better]} for one in answers]


def pair_report(
    options: argparse.Namespace,
    results: Comparison | ScoreTable,
    corpus: str | None = None,
    partitions: PartitionSet | None = None,
    clusters: tuple[str, ...] | None = None,
) -> Report:
    """Every pair of models, in both directions."""
    if said := given_options(options, ("alternative", "metrics", "comparisons", *OTHERWISE)):
        raise clash("--pairs", said)
    metric = options.metric or default_metric(results.main_metrics)
    scores = results if isinstance(results, ScoreTable) else None
    known = results.models if isinstance(results, ScoreTable) else results.names
    answers = decide_pairs(
        results,
        models=options.models and named(options.models, known),
        metric=metric,
        **asked_in(options, partitions, clusters),
    )
    return Report(
        partial(_of_pairs, answers),
        corpus=corpus,
        metric=metric,
        smaller_is_better=bool(results.known_direction(metric, options.smaller_is_better)),
        signature=results.signature if partitions is None else partitions.signature,
        alpha=answers[0].decision.question.alpha,
        rule=answers[0].decision.rule,
        pairs=[_row(answer) for answer in answers],
        warnings=single_metric_notice(scores, options.metric, metric) if scores else (),
    )


def metric_report(
    options: argparse.Namespace,
    results: Evaluation | ScoreTable,
    a: str,
    b: str,
    corpus: str | None = None,
    partitions: PartitionSet | None = None,
    clusters: tuple[str, ...] | None = None,
) -> Report:
    """Two models by several metrics."""
    if said := given_options(options, ("metric", *OTHERWISE)):
        raise clash("--metrics", said)
    metrics = None if options.metrics == ["all"] else options.metrics
    answers = decide_metrics(results, a, b, metrics=metrics, **asked_in(options, partitions, clusters))
    signature = results.signature if isinstance(results, ScoreTable) else None
    return Report(
        partial(_of_metrics, answers),
        corpus=corpus,
        signature=signature if partitions is None else partitions.signature,
        **picked(answers[0].decision.question, "alpha alternative"),
        rule=answers[0].decision.rule,
        metrics=[_row(answer, "metric") for answer in answers],
    )


def _of_pairs(answers: Sequence[PairAnswer], found: Report) -> Paragraphs:
    first = answers[0].decision
    if (tested := first.sequential) is None:
        by = said("the out-of-fold test")
        error = said(
            "By {method} the chance of any wrong “yes” among all pairs is meant to be at most alpha = "
            "{alpha:g}; the intervals are those of single pairs.",
            answers[0],
            found,
        )
    else:
        by = said("the scores of splits")
        error = said(
            "All {k} pairs share alpha. {promise} p is that of all splits: decide by the sequential test, or "
            "by Holm if m was fixed beforehand, not by whichever rejects.",
            k=first.rule.comparisons,
            promise=joined(promise.error(tested)),
        )
    rows = _listed(answers)
    yield said(
        "Every pair of {n} models in {metric} ({way}), by {by}:",
        found,
        n=len({one[side] for one in rows for side in ("a", "b")}),
        way=direction(found.smaller_is_better),
        by=by,
    )
    yield listing(rows, COLUMNS)
    yield said("Two-sided. {error} What is not shown is not shown to be equal.", error=error)


def _of_metrics(answers: Sequence[PairAnswer], found: Report) -> Paragraphs:
    yield listing(_listed(answers, "metric"), columns("metric") | COLUMNS)
    k, first = len(answers), answers[0]
    if first.decision.sequential is not None:
        yield said("All {k} metrics share alpha = {alpha:g}, whichever are quoted.", found, k=k)
        return
    yield said(
        "All {k} metrics share alpha = {alpha:g} by {method}, whichever are quoted; intervals are of single "
        "metrics.",
        found,
        first,
        k=k,
    )
