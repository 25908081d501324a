"""`test --by label,length --examples 5`: groups of units, and units that one model always answers better."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..exchange.canonical import plain
from .tables import table

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..inference import OutOfFoldTTest
    from ..partition import PartitionSet
    from ..training import Comparison, SteadyUnit

MOST_ROWS = 30  # groups that are printed


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
        default=0,
        metavar="N",
        help="units that one model answers better in every split, at most N of each kind, with right and "
        "predicted answers",
    )


def run(
    options: argparse.Namespace,
    comparison: Comparison,
    models: tuple[str, str],
    corpus: Corpus,
    partitions: PartitionSet,
    clusters: tuple[str, ...] | None,
    metric: str,
) -> dict[str, Any]:
    from ..training import differences_by_group, side_by_side
    from ..training.unit_attributes import is_unseen

    groups, memory = {}, {}
    for by in options.by:
        groups[by] = differences_by_group(
            comparison,
            a=models[0],
            b=models[1],
            corpus=corpus,
            partitions=partitions,
            by=by,
            metric=metric,
            alpha=options.alpha,
            clusters=clusters,
            smaller_is_better=options.smaller_is_better,
        )
        if is_unseen(by):
            memory[by] = _memory(options, comparison, models, corpus, partitions, clusters, metric, by)
    result: dict[str, Any] = {"groups": groups, "memory": memory, "examples": None}
    if options.examples > 0:
        wins, losses = side_by_side(
            comparison, *models, corpus=corpus, partitions=partitions, most=options.examples
        )
        result["examples"] = [_example(unit) for unit in (*wins, *losses)]
    return result


def _memory(
    options: argparse.Namespace,
    comparison: Comparison,
    models: tuple[str, str],
    corpus: Corpus,
    partitions: PartitionSet,
    clusters: tuple[str, ...] | None,
    metric: str,
    by: str,
) -> dict[str, Any]:
    """Scores on what was seen and on what was not, and the share of the difference that is memory."""
    from ..training import memory_of, seen_scores

    a, b = models
    about: dict[str, Any] = {"corpus": corpus, "partitions": partitions, "metric": metric, "by": by}
    memory = memory_of(
        comparison,
        a=a,
        b=b,
        alpha=options.alpha,
        clusters=clusters,
        smaller_is_better=options.smaller_is_better,
        **about,
    )
    tests = ("difference", "on_seen", "on_unseen", "memory")
    return {
        "metric": metric,
        "scores": plain(seen_scores(comparison.only(a, b), **about)),
        **plain(memory, but=tests),
        **{name: _ends(getattr(memory, name)) for name in tests},
        "said": [str(notice) for notice in memory.said(a, b)],
    }


def _ends(test: OutOfFoldTTest | None) -> dict[str, Any] | None:
    return None if test is None else plain({name: getattr(test, name) for name in ("mean", "lower", "upper")})


def _memory_lines(memory: dict[str, Any]) -> list[str]:
    metric = memory["metric"]
    of_chunks = any(row["chunks_seen"] is not None for row in memory["scores"])
    rows = []
    for row in memory["scores"]:
        apart = ["whole", "on_seen", "on_unseen", *(("chunks_seen", "chunks_unseen") if of_chunks else ())]
        rows.append((row["model"], *("–" if row[name] is None else f"{row[name]:.4f}" for name in apart)))
    header = ["model", metric, "units with nothing unseen", "units with something unseen"]
    header += ["F1 of seen chunks", "F1 of unseen chunks"] if of_chunks else []
    return ["", table(header, rows), " ".join(memory["said"])]


def _example(unit: SteadyUnit) -> dict[str, Any]:
    return {
        "unit_id": unit.unit_id,
        "better": unit.better,
        "errors": {"a": unit.errors_a, "b": unit.errors_b},
        "words": unit.words,
        "gold": unit.gold,
        "a": {"predicted": unit.a, "times": unit.times_a},
        "b": {"predicted": unit.b, "times": unit.times_b},
    }


def lines(result: dict[str, Any]) -> list[str]:
    """Of the result of `run` under `where`, with the models' names beside it."""
    a, b = result["models"]
    said = []
    for by, rows in result["where"]["groups"].items():
        table_rows = [
            (
                row["group"],
                row["n_units"],
                f"{row['mean']:+.4f}",
                _sided(row["lower"]),
                _sided(row["upper"]),
                "–" if row["pvalue"] is None else f"{row['pvalue']:.2g}",
            )
            for row in rows[:MOST_ROWS]
        ]
        said += ["", table((f"by {by}", "units", f"{a} ahead by", "from", "to", "p, adjusted"), table_rows)]
        if len(rows) > MOST_ROWS:
            said.append(f"{len(rows) - MOST_ROWS} further groups with fewer units are in --json.")
        if by in result["where"]["memory"]:
            said += _memory_lines(result["where"]["memory"][by])
    levels = [row["level"] for rows in result["where"]["groups"].values() for row in rows]
    if levels:
        said += [
            f"The {100 * levels[0]:g}% intervals of one table hold together; a group of fewer than 20 units "
            "has none."
        ]
    for unit in result["where"]["examples"] or ():
        name = a if unit["better"] == "A" else b
        said += ["", f"{unit['unit_id']}: {name} is better in every split. {' '.join(unit['words'])}"]
        said += _answers(unit, a, b)
    if result["where"]["examples"] == []:
        said += ["", "No unit is answered better by the same model in every split."]
    return said


def _answers(unit: dict[str, Any], a: str, b: str) -> list[str]:
    """The items at which the three do not agree."""
    columns = list(
        zip(unit["words"], unit["gold"], unit["a"]["predicted"], unit["b"]["predicted"], strict=True)
    )
    differing = [row for row in columns if len(set(row[1:])) > 1]
    if len(columns) == 1:
        return ["  right {1}, {a} {2}, {b} {3}".format(*columns[0], a=a, b=b)]
    return ["  {0}: right {1}, {a} {2}, {b} {3}".format(*row, a=a, b=b) for row in differing]


def _sided(value: float | None) -> str:
    return "–" if value is None else f"{value:+.4f}"
