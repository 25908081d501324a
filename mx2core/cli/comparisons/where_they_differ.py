"""`test --by label,length --examples 5`: groups of units, and units that one model always answers better."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ...exchange.canonical import plain
from ..tables import listing

if TYPE_CHECKING:
    from ...corpus.model import Corpus
    from ...errors import Notice
    from ...inference import GroupDifference, MemoryShare, OutOfFoldTTest
    from ...partition import PartitionSet
    from ...training import Comparison, SeenScore, SteadyUnit

MOST_ROWS = 30  # groups that are printed
SEEN = {"units with nothing unseen": "{on_seen:.4f}", "units with something unseen": "{on_unseen:.4f}"}
CHUNKS = {"F1 of seen chunks": "{chunks_seen:.4f}", "F1 of unseen chunks": "{chunks_unseen:.4f}"}


def add(command: argparse.ArgumentParser) -> None:
    group = command.add_argument_group("where they differ", "of predictions with partitions")
    group.add_argument(
        "--by",
        type=lambda names: [name.strip() for name in names.split(",") if name.strip()],
        default=[],
        metavar="NAMES",
        help="mean difference of groups of units, with intervals that hold together: attributes of the "
        "corpus such as label, target, length, document; unseen for words that were not trained on, "
        "unseen:label+word for entities, both with the scores of each model on what was seen in training and "
        "on what was not, and how much of the difference is memory",
    )
    group.add_argument(
        "--examples",
        type=int,
        metavar="N",
        help="units that one model answers better in every split, at most N of each kind, with right and "
        "predicted answers",
    )


@dataclass(frozen=True, slots=True)
class Memory:
    """Scores on what was seen in training and on what was not, and the share of the difference between."""

    metric: str
    scores: tuple[SeenScore, ...]
    share: MemoryShare
    said: tuple[Notice, ...]

    @property
    def document(self) -> dict[str, Any]:
        tests = ("difference", "on_seen", "on_unseen", "memory")
        return {
            "metric": self.metric,
            "scores": self.scores,
            "said": self.said,
            **plain(self.share, but=tests),
            **{name: _ends(getattr(self.share, name)) for name in tests},
        }

    def lines(self) -> list[str]:
        of_chunks = any(row.chunks_seen is not None for row in self.scores)
        columns = {"model": "{model}", self.metric: "{whole:.4f}", **SEEN, **(CHUNKS if of_chunks else {})}
        return ["", listing(self.scores, columns), " ".join(map(str, self.said))]


@dataclass(frozen=True, slots=True)
class WhereTheyDiffer:
    """Groups of units by each attribute, and units that one model answers better in every split."""

    models: tuple[str, str]
    groups: dict[str, tuple[GroupDifference, ...]]
    memory: dict[str, Memory]
    examples: tuple[SteadyUnit, ...] | None

    def lines(self) -> list[str]:
        a, b = self.models
        said, levels = [], []
        for by, rows in self.groups.items():
            levels += [row.level for row in rows]
            columns = {f"by {by}": "{group}", "units": "{n_units}", f"{a} ahead by": "{mean:+.4f}"}
            columns |= {"from": "{lower:+.4f}", "to": "{upper:+.4f}", "p, adjusted": "{pvalue:.2g}"}
            said += ["", listing(rows[:MOST_ROWS], columns)]
            if len(rows) > MOST_ROWS:
                said.append(f"{len(rows) - MOST_ROWS} further groups with fewer units are in --json.")
            if by in self.memory:
                said += self.memory[by].lines()
        if levels:
            said.append(
                f"The {100 * levels[0]:g}% intervals of one table hold together; a group of fewer than 20 "
                "units has none."
            )
        for unit in self.examples or ():
            name = a if unit.better == "A" else b
            said += ["", f"{unit.unit_id}: {name} is better in every split. {' '.join(unit.words)}"]
            said += _answers(unit, a, b)
        if self.examples == ():
            said += ["", "No unit is answered better by the same model in every split."]
        return said


def run(
    options: argparse.Namespace,
    comparison: Comparison,
    models: tuple[str, str],
    corpus: Corpus,
    partitions: PartitionSet,
    clusters: tuple[str, ...] | None,
    metric: str,
) -> WhereTheyDiffer:
    from ...training import differences_by_group, memory_of, seen_scores, side_by_side
    from ...training.decisions.unit_attributes import is_unseen

    a, b = models
    about: dict[str, Any] = {"corpus": corpus, "partitions": partitions, "metric": metric}
    asked: dict[str, Any] = {"a": a, "b": b, "alpha": options.alpha, "clusters": clusters}
    asked |= about | {"smaller_is_better": options.smaller_is_better}
    groups, memory, examples = {}, {}, None
    for by in options.by:
        groups[by] = tuple(differences_by_group(comparison, by=by, **asked))
        if is_unseen(by):
            share = memory_of(comparison, by=by, **asked)
            scores = tuple(seen_scores(comparison.only(a, b), by=by, **about))
            memory[by] = Memory(metric, scores, share, share.said(a, b))
    if options.examples:
        wins, losses = side_by_side(
            comparison, a, b, corpus=corpus, partitions=partitions, most=options.examples
        )
        examples = (*wins, *losses)
    return WhereTheyDiffer(models, groups, memory, examples)


def _ends(test: OutOfFoldTTest | None) -> dict[str, Any] | None:
    return None if test is None else {name: getattr(test, name) for name in ("mean", "lower", "upper")}


def _answers(unit: SteadyUnit, a: str, b: str) -> list[str]:
    """The items at which the three do not agree."""
    columns = list(zip(unit.words, unit.gold, unit.a, unit.b, strict=True))
    if len(columns) == 1:
        return ["  right {1}, {a} {2}, {b} {3}".format(*columns[0], a=a, b=b)]
    differing = [row for row in columns if len(set(row[1:])) > 1]
    return ["  {0}: right {1}, {a} {2}, {b} {3}".format(*row, a=a, b=b) for row in differing]
