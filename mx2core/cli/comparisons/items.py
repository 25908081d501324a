"""`test ITEMS`: two models on the same items, with what more items and epochs would buy."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from ...errors import Notice, UsageError
from ...exchange.canonical import plain
from ...training import ItemComparison, compare_items
from ..options.declared import given_options
from ..options.values import PROPOSED
from ..tables import Paragraphs, columns, lines, listing, said, term, words
from .question_options import gate

TASKS = columns(
    "task=row.task items=row.test.n_items:, clusters=row.test.n_clusters:, A=row.mean_a:.4f B=row.mean_b:.4f "
    "A_−_B=row.test.mean:+.4f error|standard=row.test.standard_error:.4f lower=row.test.lower:+.4f "
    "upper=row.test.upper:+.4f p_(Holm)=row.holm:.2g p_(FDR)=row.discovery:.2g answer"
)


@dataclass(frozen=True, slots=True)
class ItemAnswers:
    """The answer for each task, and whether what was required holds."""

    comparison: ItemComparison
    require: str | None

    @property
    def holds(self) -> bool | None:
        wanted = {"better": "A better", "equivalent": "equivalent"}.get(self.require or "")
        return None if wanted is None else all(one.answer == wanted for one in self.comparison.tasks)

    @property
    def warnings(self) -> tuple[Notice, ...]:
        return self.comparison.notices

    @property
    def document(self) -> dict[str, Any]:
        found = self.comparison
        tasks = [
            {**plain(one), "answer": one.answer, "detectable": one.test.detectable()} for one in found.tasks
        ]
        return {"models": [found.a, found.b], "margin": found.margin, "tasks": tasks, "holds": self.holds}


def run(options: argparse.Namespace, files: list[str]) -> ItemAnswers:
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
    return ItemAnswers(found, options.require)


@words.register
def _(found: ItemAnswers) -> Paragraphs:
    made = found.comparison
    if found.require is not None:
        yield gate(found.require, found.holds)
        return
    yield said("A: {a}, B: {b}. Larger scores are better.", a=made.a, b=made.b)
    yield listing([{"row": one, "answer": one.answer and term(one.answer)} for one in made.tasks], TASKS)
    if len(made.tasks) > 1:
        yield said("{answer}.", answer=made.summary())
    for one in made.tasks:
        answer = said("{answer}.", answer=made.headline(one))
        named = said("{name}: {answer}", name=one.task, answer=answer) if one.task else answer
        yield lines(named, *made.meaning(one))
