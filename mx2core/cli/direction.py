"""Options that say which way a metric is better, and how that is written."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from ..errors import Notice
from . import corpus_options

if TYPE_CHECKING:
    from ..exchange import ScoreTable


def add_direction(command: argparse.ArgumentParser) -> None:
    """Two options that exclude each other; `smaller_is_better` is None without either."""
    either = command.add_mutually_exclusive_group()
    for option, smaller in (("smaller", True), ("larger", False)):
        either.add_argument(
            f"--{option}-is-better",
            dest="smaller_is_better",
            action="store_const",
            const=smaller,
            help=f"for a metric whose name does not tell: {option} values are better",
        )


def words(smaller: bool) -> str:
    return "lower is better" if smaller else "higher is better"


def warnings(scores: ScoreTable, asked: str | None, metric: str) -> list[dict[str, Any]]:
    """That a table with errors and accuracies was tested in one of its metrics, if nobody said in which."""
    directions = {scores.known_direction(name) for name in scores.metrics}
    if asked is not None or len(directions) < 2:
        return []
    notice = Notice(
        "The table has scores of {metrics}, of which some are better when higher and some when lower. Only "
        "{metric} was tested; choose another one with --metric.",
        {"metrics": ", ".join(scores.metrics), "metric": metric},
    )
    return corpus_options.warnings([notice])
