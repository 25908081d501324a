"""Where two models differ: groups of units, memory, and units that one model always answers better."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...brief import frozen
from ...corpus.model import Corpus
from ...errors import Notice
from ...exchange.canonical import plain
from ...inference import GroupDifference, MemoryShare, OutOfFoldTTest
from ...partition import PartitionSet
from ..decisions.by_group import differences_by_group
from ..decisions.decision import Decision
from ..decisions.seen_and_unseen import SeenScore, memory_of, seen_scores
from ..decisions.steady_answers import SteadyUnit, side_by_side
from ..decisions.unit_attributes import group_names, is_unseen
from ..scores.result import Comparison

TESTS = ("difference", "on_seen", "on_unseen", "memory")


@frozen
class Memory:
    """Scores on what was seen in training and on what was not, and the share of the difference between."""

    metric: str
    scores: tuple[SeenScore, ...]
    share: MemoryShare
    sentences: tuple[Notice, ...]

    @property
    def document(self) -> dict[str, Any]:
        ends = {name: _ends(getattr(self.share, name)) for name in TESTS}
        about = {"metric": self.metric, "scores": self.scores, "said": self.sentences}
        return {**about, **plain(self.share, but=TESTS), **ends}


def _ends(test: OutOfFoldTTest | None) -> dict[str, Any] | None:
    return None if test is None else {name: getattr(test, name) for name in ("mean", "lower", "upper")}


@frozen
class WhereTheyDiffer:
    """Groups of units by each attribute, and units that one model answers better in every split."""

    models: tuple[str, str]
    groups: dict[str, tuple[GroupDifference, ...]]
    names: dict[str, tuple[str | Notice, ...]]  # of these groups, as sentences have them
    memory: dict[str, Memory]
    examples: tuple[SteadyUnit, ...] | None


def where_they_differ(
    comparison: Comparison,
    decision: Decision,
    corpus: Corpus,
    partitions: PartitionSet,
    *,
    by: Sequence[str] = (),
    examples: int | None = None,
    smaller_is_better: bool | None = None,
) -> WhereTheyDiffer:
    """Groups `by` attributes, and at most so many `examples` on each side."""
    a, b, metric = decision.a, decision.b, decision.metric
    about: dict[str, Any] = {"corpus": corpus, "partitions": partitions}
    pair: dict[str, Any] = {
        "a": a,
        "b": b,
        "question": decision.question,
        "smaller_is_better": smaller_is_better,
    }
    groups, names, memory = {}, {}, {}
    shown: tuple[SteadyUnit, ...] | None = None
    for name in by:
        of: dict[str, Any] = {**about, "by": name, "metric": metric}
        groups[name] = differences_by_group(comparison, **of, **pair)
        names[name] = group_names(corpus, name, groups[name])
        if is_unseen(name):
            share = memory_of(comparison, **of, **pair)
            scores = seen_scores(comparison.select(a, b), **of)
            memory[name] = Memory(metric, scores, share, share.sentences(a, b))
    if examples:
        wins, losses = side_by_side(comparison, a, b, **about, most=examples)
        shown = (*wins, *losses)
    return WhereTheyDiffer((a, b), groups, names, memory, shown)
