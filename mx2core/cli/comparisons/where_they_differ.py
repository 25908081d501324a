"""`test --by label,length --examples 5`: groups of units, and units that one model always answers better."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import Any

from ... import training
from ...corpus.model import Corpus
from ...errors import Notice, Whole
from ...exchange.canonical import plain
from ...inference import GroupDifference, MemoryShare, OutOfFoldTTest
from ...partition import PartitionSet
from ...training.decisions.unit_attributes import OTHERS, UNSEEN, is_unseen
from ..tables import Paragraphs, Said, lines, listing, said, titled, words

MOST_ROWS = 30  # groups that are printed
SEEN = {"units with nothing unseen": "{on_seen:.4f}", "units with something unseen": "{on_unseen:.4f}"}
CHUNKS = {"F1 of seen chunks": "{chunks_seen:.4f}", "F1 of unseen chunks": "{chunks_unseen:.4f}"}
TESTS = ("difference", "on_seen", "on_unseen", "memory")


@dataclass(frozen=True, slots=True)
class Memory:
    """Scores on what was seen in training and on what was not, and the share of the difference between."""

    metric: str
    scores: tuple[training.SeenScore, ...]
    share: MemoryShare
    sentences: tuple[Notice, ...]

    @property
    def document(self) -> dict[str, Any]:
        ends = {name: _ends(getattr(self.share, name)) for name in TESTS}
        about = {"metric": self.metric, "scores": self.scores, "said": self.sentences}
        return {**about, **plain(self.share, but=TESTS), **ends}


@dataclass(frozen=True, slots=True)
class WhereTheyDiffer:
    """Groups of units by each attribute, and units that one model answers better in every split."""

    models: tuple[str, str]
    groups: dict[str, tuple[GroupDifference, ...]]
    memory: dict[str, Memory]
    examples: tuple[training.SteadyUnit, ...] | None


def run(
    options: argparse.Namespace,
    comparison: training.Comparison,
    decision: training.Decision,
    corpus: Corpus,
    partitions: PartitionSet,
) -> WhereTheyDiffer:
    a, b, metric = decision.a, decision.b, decision.metric
    about: dict[str, Any] = {"corpus": corpus, "partitions": partitions}
    asked: dict[str, Any] = {"a": a, "b": b, "question": decision.question}
    asked["smaller_is_better"] = options.smaller_is_better
    groups, memory, examples = {}, {}, None
    for by in options.by:
        of = {**about, "by": by, "metric": metric}
        groups[by] = training.differences_by_group(comparison, **of, **asked)
        if is_unseen(by):
            share = training.memory_of(comparison, **of, **asked)
            memory[by] = Memory(
                metric, training.seen_scores(comparison.only(a, b), **of), share, share.sentences(a, b)
            )
    if options.examples:
        wins, losses = training.side_by_side(comparison, a, b, **about, most=options.examples)
        examples = (*wins, *losses)
    return WhereTheyDiffer((a, b), groups, memory, examples)


def _ends(test: OutOfFoldTTest | None) -> dict[str, Any] | None:
    return None if test is None else {name: getattr(test, name) for name in ("mean", "lower", "upper")}


@words.register
def _(found: WhereTheyDiffer) -> Paragraphs:
    a, b = found.models
    for by, rows in found.groups.items():
        columns = {titled("by {by}", by=by): "{group}", "units": "{row.n_units}"}
        columns |= {titled("{a} ahead by", a=a): "{row.mean:+.4f}"}
        columns |= {"from": "{row.lower:+.4f}", "to": "{row.upper:+.4f}", "p, adjusted": "{row.pvalue:.2g}"}
        yield listing([{"row": row, "group": _group(by, row.group)} for row in rows], columns, MOST_ROWS)
        if memory := found.memory.get(by):
            of_chunks = any(row.chunks_seen is not None for row in memory.scores)
            columns = {"model": "{model}", Whole(memory.metric): "{whole:.4f}", **SEEN}
            yield lines(listing(memory.scores, columns | (CHUNKS if of_chunks else {})), *memory.sentences)
    levels = [row.level for rows in found.groups.values() for row in rows]
    if levels:
        yield said(
            "The {level:g}% intervals of one table hold together; a group of fewer than 20 units has none.",
            level=100 * levels[0],
        )
    for unit in found.examples or ():
        name, text = a if unit.better == "A" else b, " ".join(unit.words)
        better = said(
            "{unit}: {model} is better in every split. {text}", unit=unit.unit_id, model=name, text=text
        )
        yield lines(better, *_answers(unit, a, b))
    if found.examples == ():
        yield said("No unit is answered better by the same model in every split.")


def _group(by: str, name: str) -> object:
    """What a group is called: a label, or whether something was seen in training."""
    if not is_unseen(by):
        return said("others") if name == OTHERS else name
    what = by.removeprefix(f"{UNSEEN}:")
    kinds = {
        "unseen words": said("unseen words"),
        "seen words only": said("seen words only"),
        f"unseen {what}": said("unseen {what}", what=what),
        f"seen {what} only": said("seen {what} only", what=what),
        f"no {what}": said("no {what}", what=what),
    }
    return kinds.get(name, name)


def _answers(unit: training.SteadyUnit, a: str, b: str) -> list[Said]:
    """The items at which the three do not agree."""
    columns = list(zip(unit.words, unit.gold, unit.a, unit.b, strict=True))
    names = ("word", "right", "of_a", "of_b")
    rows = [dict(zip(names, cells, strict=True), a=a, b=b) for cells in columns]
    if len(rows) == 1:
        return [said("  right {right}, {a} {of_a}, {b} {of_b}", *rows)]
    differ = [row for row in rows if len({row["right"], row["of_a"], row["of_b"]}) > 1]
    return [said("  {word}: right {right}, {a} {of_a}, {b} {of_b}", row) for row in differ]
