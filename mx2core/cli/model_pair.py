"""Which two models of a file are compared."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..errors import ScoresError


def pair(options: argparse.Namespace, models: Sequence[str]) -> tuple[str, str | None]:
    """The models named, or those in the file: two of them, or one."""
    if options.models is not None:
        a, b = options.models
        return a, b
    if len(models) > 2:
        raise ScoresError(
            "The file has {n_models} models ({models}). Name the two to compare with --models A B.",
            file=str(options.file),
            n_models=len(models),
            models=", ".join(models),
        )
    first, *rest = models
    return first, rest[0] if rest else None


def difference_of(a: str, b: str, difference: float) -> str:
    """Who is ahead and by how much, as A minus B: the sign of the interval that follows."""
    if difference < 0:
        return f"{a} minus {b} is {difference:+.4f}"
    return f"{a} is ahead by {difference:+.4f}"
