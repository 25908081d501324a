"""Strings to codes: how a column of text becomes an array."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ..sentences import Column

PADDING = " \t\r"


class Coder(dict[str, int]):
    """Numbers values in the order in which they first appear."""

    def __missing__(self, value: str) -> int:
        code = self[value] = len(self)
        return code

    def encode(self, values: Iterable[str], count: int = -1) -> NDArray[np.int32]:
        return np.fromiter(map(self.__getitem__, values), dtype=np.int32, count=count)


def column(codes: NDArray[np.int32], coder: Coder) -> Column:
    """The column, with blanks around values removed ("O " and "O" are one tag)."""
    values = tuple(coder)
    stripped = [value.strip(PADDING) for value in values]
    if tuple(stripped) != values:
        merged = Coder()
        codes = merged.encode(stripped)[codes]
        values = tuple(merged)
    return Column(codes, values)


def column_of(values: Iterable[str]) -> Column:
    coder = Coder()
    codes = coder.encode(values)
    return column(codes, coder)
