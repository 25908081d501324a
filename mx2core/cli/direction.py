"""Options that say which way a metric is better, and how that is written."""

from __future__ import annotations

import argparse


def add_direction(command: argparse.ArgumentParser) -> None:
    """Two options that exclude each other; `smaller_is_better` is None without either."""
    either = command.add_mutually_exclusive_group()
    for option, smaller in (("smaller", True), ("larger", False)):
        either.add_argument(
            f"--{option}-is-better",
            dest="smaller_is_better",
            action="store_const",
            const=smaller,
            help=f"of a metric whose name does not tell, {option} values are better",
        )


def words(smaller: bool) -> str:
    return "lower is better" if smaller else "higher is better"
