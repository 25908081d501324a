"""`test ITEMS`: two models on the same items, with what more items and epochs would buy."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...errors import UsageError
from ...exchange.canonical import plain
from ..tables import listing

if TYPE_CHECKING:
    from ...errors import Notice
    from ...training import ItemComparison

TASKS = {
    "task": "{task}",
    "items": "{test.n_items:,}",
    "clusters": "{test.n_clusters:,}",
    "A": "{mean_a:.4f}",
    "B": "{mean_b:.4f}",
    "A − B": "{test.mean:+.4f}",
    "error": "{test.standard_error:.4f}",
    "lower": "{test.lower:+.4f}",
    "upper": "{test.upper:+.4f}",
    "p (Holm)": "{holm:.2g}",
    "p (FDR)": "{discovery:.2g}",
    "answer": "{answer}",
}


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

    def text(self) -> str:
        found = self.comparison
        if self.require is not None:
            return f"{self.require}: {'holds' if self.holds else 'does not hold'}."
        lines = [
            f"A: {found.a}, B: {found.b}. Larger scores are better.",
            "",
            listing(found.tasks, TASKS),
            "",
        ]
        if len(found.tasks) > 1:
            lines += [f"{found.summary()}.", ""]
        for one in found.tasks:
            name = f"{one.task}: " if one.task else ""
            lines += [f"{name}{found.headline(one)}.", *map(str, found.meaning(one)), ""]
        return "\n".join(lines[:-1])


def run(options: argparse.Namespace, files: list[str]) -> ItemAnswers:
    from ...training import compare_items

    if options.pairs or options.mode is not None:
        raise UsageError("Scores per item are tested for two models, without --pairs and --mode.")
    if options.margin == "proposed":
        raise UsageError("Scores per item need --margin with a number.")
    a, b = options.models or (None, None)
    found = compare_items(
        files,
        a,
        b,
        metric=options.metric,
        alpha=options.alpha,
        alternative=options.alternative or "two-sided",
        margin=options.margin,
    )
    return ItemAnswers(found, options.require)
