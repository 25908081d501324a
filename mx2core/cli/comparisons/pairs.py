"""`test --pairs`: every pair of models, in both directions, with an error that all share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

from ...exchange import ScoreTable
from ...inference.mx2 import promise
from ...metrics import default_metric
from ...partition import PartitionSet
from ...training import Comparison, PairAnswer, decide_pairs
from ..options.declared import clash, given_options
from ..options.models import named
from ..tables import Paragraphs, Report, columns, joined, listing, said
from .question_options import direction, of_one_metric, question, rule

OTHERWISE = (
    "alternative",
    "metrics",
    "comparisons",
    "orders",
    "rope",
    "others",
    "require",
    "margin",
    "by",
    "examples",
)
COLUMNS = columns(
    "is=a better_than=b ahead_by=mean:+.4f lower:+.4f upper:+.4f decision at_m=m p=pvalue:.2g "
    "of_all=adjusted:.2g"
)
SAID = {True: said("yes"), False: said("not shown"), None: said("waits for splits")}


def row(answer: PairAnswer) -> dict[str, Any]:
    """What JSON has of one answer."""
    made = answer.decision
    lower, upper = made.interval or (None, None)
    ours = {name: getattr(answer, name) for name in ("pvalue", "adjusted", "method", "better")}
    names = ("a", "b", "mean", "m", "answer")
    return {name: getattr(made, name) for name in names} | {"lower": lower, "upper": upper} | ours


def run(
    options: argparse.Namespace,
    results: Comparison | ScoreTable,
    corpus: str | None = None,
    partitions: PartitionSet | None = None,
    clusters: tuple[str, ...] | None = None,
) -> Report:
    if said := given_options(options, OTHERWISE):
        raise clash("--pairs", said)
    metric = options.metric or default_metric(results.main_metrics)
    known = results.models if isinstance(results, ScoreTable) else results.names
    answers = decide_pairs(
        results,
        models=options.models and named(options.models, known),
        partitions=partitions,
        metric=metric,
        question=question(options, clusters=clusters),
        rule=rule(options),
        smaller_is_better=options.smaller_is_better,
    )
    asked = answers[0].decision
    return Report(
        partial(_words, answers),
        corpus=corpus,
        metric=metric,
        smaller_is_better=bool(results.known_direction(metric, options.smaller_is_better)),
        signature=results.signature if partitions is None else partitions.signature,
        alpha=asked.question.alpha,
        rule=asked.rule,
        pairs=[row(answer) for answer in answers],
        warnings=of_one_metric(results, options.metric, metric) if isinstance(results, ScoreTable) else (),
    )


def _words(answers: Sequence[PairAnswer], found: Report) -> Paragraphs:
    rows = [row(answer) | {"decision": SAID[answer.better]} for answer in answers]
    first = answers[0].decision
    tested, alpha, k = first.sequential, first.question.alpha, first.rule.comparisons
    by = said("the out-of-fold test") if tested is None else said("the scores of splits")
    error = (
        said(
            "By {method} the chance of any wrong “yes” among all pairs is meant to be at most alpha = "
            "{alpha:g}; the intervals are those of single pairs.",
            answers[0],
            alpha=alpha,
        )
        if tested is None
        else said(
            "All {k} pairs share alpha. {promise} p is that of all splits: decide by the sequential test, or "
            "by Holm if m was fixed beforehand, not by whichever rejects.",
            k=k,
            promise=joined(promise.error(tested)),
        )
    )
    n_models = len({one[side] for one in rows for side in ("a", "b")})
    way = direction(found.smaller_is_better)
    yield said("Every pair of {n} models in {metric} ({way}), by {by}:", found, n=n_models, way=way, by=by)
    yield listing(rows, COLUMNS)
    yield said("Two-sided. {error} What is not shown is not shown to be equal.", error=error)
