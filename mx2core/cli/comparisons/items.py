"""`test ITEMS`: two models on the same items, with what more items and epochs would buy."""

from __future__ import annotations

import argparse
from functools import partial

from ...errors import UsageError
from ...exchange.canonical import plain
from ...training import ItemComparison, compare_items
from ..options.declared import given_options
from ..options.values import PROPOSED
from ..tables import Paragraphs, Report, columns, lines, listing, said, term
from .question_options import gate

TASKS = columns(
    "task=row.task items=row.test.n_items:, clusters=row.test.n_clusters:, A=row.mean_a:.4f B=row.mean_b:.4f "
    "A_−_B=row.test.mean:+.4f error|standard=row.test.standard_error:.4f lower=row.test.lower:+.4f "
    "upper=row.test.upper:+.4f p_(Holm)=row.holm:.2g p_(FDR)=row.discovery:.2g answer"
)


def run(options: argparse.Namespace, files: list[str]) -> Report:
    if said := given_options(options, ("pairs", "metrics", "mode")):
        raise UsageError("{options} does not apply to scores per item.", options=said)
    if options.margin == PROPOSED:
        raise UsageError("Scores per item need --margin with a number.")
    found = compare_items(
        files,
        *(options.models or (None, None)),
        metric=options.metric,
        alpha=options.alpha,
        alternative=options.alternative or "two-sided",
        margin=options.margin,
    )
    tasks = [{**plain(one), "answer": one.answer, "detectable": one.test.detectable()} for one in found.tasks]
    wanted = {"better": "A better", "equivalent": "equivalent"}.get(options.require or "")
    return Report(
        partial(_words, found, options.require),
        models=[found.a, found.b],
        margin=found.margin,
        tasks=tasks,
        holds=None if wanted is None else all(one.answer == wanted for one in found.tasks),
        warnings=found.notices,
    )


def _words(made: ItemComparison, require: str | None, found: Report) -> Paragraphs:
    if require is not None:
        yield gate(require, found.holds)
        return
    yield said("A: {a}, B: {b}. Larger scores are better.", made)
    yield listing([{"row": one, "answer": one.answer and term(one.answer)} for one in made.tasks], TASKS)
    if len(made.tasks) > 1:
        yield said("{answer}.", answer=made.summary())
    for one in made.tasks:
        answer = said("{answer}.", answer=made.headline(one))
        named = said("{name}: {answer}", name=one.task, answer=answer) if one.task else answer
        yield lines(named, *made.meaning(one))
