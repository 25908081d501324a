"""`test --metrics`: two models by several metrics, with an error that all share."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from typing import Any

from ...exchange import ScoreTable
from ...partition import PartitionSet
from ...training import Evaluation, PairAnswer, decide_metrics
from ..options.declared import clash, given_options
from ..tables import Paragraphs, Report, columns, listing, said
from .pairs import SAID, row
from .question_options import question, rule

OTHERWISE = ("metric", "orders", "rope", "others", "require", "margin", "by", "examples")
ALL = ["all"]
COLUMNS = columns(
    "metric is=a better_than=b ahead_by=mean:+.4f lower:+.4f upper:+.4f decision at_m=m p=pvalue:.2g "
    "of_all=adjusted:.2g"
)


def _row(answer: PairAnswer) -> dict[str, Any]:
    return {"metric": answer.decision.metric, **row(answer)}


def run(
    options: argparse.Namespace,
    results: Evaluation | ScoreTable,
    a: str,
    b: str,
    corpus: str | None = None,
    partitions: PartitionSet | None = None,
    clusters: tuple[str, ...] | None = None,
) -> Report:
    if said := given_options(options, OTHERWISE):
        raise clash("--metrics", said)
    answers = decide_metrics(
        results,
        a,
        b,
        metrics=None if options.metrics == ALL else options.metrics,
        partitions=partitions,
        question=question(options, clusters=clusters),
        rule=rule(options),
        smaller_is_better=options.smaller_is_better,
    )
    signature = results.signature if isinstance(results, ScoreTable) else None
    asked = answers[0].decision
    return Report(
        partial(_words, answers),
        corpus=corpus,
        signature=signature if partitions is None else partitions.signature,
        alpha=asked.question.alpha,
        alternative=asked.question.alternative,
        rule=asked.rule,
        metrics=[_row(answer) for answer in answers],
    )


def _words(answers: Sequence[PairAnswer], found: Report) -> Paragraphs:
    first = answers[0]
    yield listing([_row(answer) | {"decision": SAID[answer.better]} for answer in answers], COLUMNS)
    of = {"k": len(answers), "alpha": found.alpha, "method": first.method}
    if first.decision.sequential is not None:
        yield said("All {k} metrics share alpha = {alpha:g}, whichever are quoted.", **of)
        return
    yield said(
        "All {k} metrics share alpha = {alpha:g} by {method}, whichever are quoted; intervals are of single "
        "metrics.",
        **of,
    )
