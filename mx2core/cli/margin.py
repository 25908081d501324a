"""`--margin`: a number, or what is proposed for the metric."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..training import Evaluation

PROPOSED = "proposed"


def given(words: str) -> float | str:
    """What stands on the command line."""
    if words == PROPOSED:
        return words
    try:
        return float(words)
    except ValueError:
        raise argparse.ArgumentTypeError(f"a number or {PROPOSED!r}, found {words!r}") from None


def chosen(
    options: argparse.Namespace, evaluation: Evaluation, a: str, b: str | None, metric: str
) -> float | None:
    """The margin of two models; None where none was asked for, or there is one model."""
    from ..training import margin_for

    if options.margin == PROPOSED:
        return margin_for(evaluation, a, b, metric=metric).value if b is not None else None
    return None if options.margin is None else float(options.margin)
