"""Right and predicted answers as named columns, wherever they came from."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray

from ..brief import frozen
from ..errors import ScoresError


@frozen(eq=False, slots=False)
class AnswerTable:
    """Columns of equal length, as text; numbers are read where they are asked for.

    >>> table = mx.metrics.AnswerTable({"gold": ("1", "0"), "score": ("0.9", "0.2")})
    >>> table.numbers("score").tolist()
    [0.9, 0.2]
    """

    columns: Mapping[str, tuple[str, ...]]
    lines: tuple[int, ...] = ()  # of the file, for messages
    name: str | None = None  # of the file

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    @cached_property
    def size(self) -> int:
        """Its cells and their characters."""
        return sum(len(cells) + sum(map(len, cells)) for cells in self.columns.values())

    @cached_property
    def digest(self) -> str:
        """Tells it from tables with other columns or cells."""
        return sha256(repr(tuple(self.columns.items())).encode()).hexdigest()

    def texts(self, column: str, *, blank: bool = False) -> tuple[str, ...]:
        """The cells of a column; none may be empty unless `blank` ones are let through.

        Raises ScoresError with the line of an empty cell, or if there is no such column or no row.
        """
        cells = self._cells(column)
        if not blank:
            for row, cell in enumerate(cells):
                if not cell.strip():
                    raise ScoresError(
                        "The {name} is empty; fill it in or delete the row.",
                        file=self.name,
                        line=self.line(row),
                        name=column,
                    )
        return cells

    def numbers(self, column: str, *, least: float = -math.inf) -> NDArray[np.float64]:
        """A column of finite numbers, none below `least`.

        Raises ScoresError with the line of the first cell that is something else.
        """
        cells = self._cells(column)
        try:
            values = np.array(cells, dtype=np.float64)
        except ValueError:
            values = np.array([_number(cell) for cell in cells])
        wrong = np.flatnonzero(~np.isfinite(values) | (values < least))
        if len(wrong):
            row = int(wrong[0])
            raise self._wrong_number(column, row, least)
        return values

    def taking(self, columns: Mapping[str, str]) -> AnswerTable:
        """The same answers with some columns under the names that metrics ask for: `{"gold": "class"}`."""
        rest = {name: cells for name, cells in self.columns.items() if name not in columns}
        return AnswerTable(
            {**{name: self._cells(column) for name, column in columns.items()}, **rest}, self.lines, self.name
        )

    def line(self, row: int) -> int | None:
        """Where a row stands in the file."""
        return self.lines[row] if self.lines else row + 1

    def _wrong_number(self, column: str, row: int, least: float) -> ScoresError:
        cell = self.columns[column][row].strip()
        if math.isfinite(_number(cell)):
            return ScoresError(
                "The {name} is {value}; it must be at least {least:g}.",
                file=self.name,
                line=self.line(row),
                name=column,
                value=cell,
                least=least,
            )
        return ScoresError(
            "The {name} is {value}; it must be a number such as 0.8123.",
            file=self.name,
            line=self.line(row),
            name=column,
            value=repr(cell),
        )

    def _cells(self, column: str) -> tuple[str, ...]:
        if column not in self.columns:
            raise ScoresError(
                "There is no column {name}; the table has {columns}.",
                file=self.name,
                name=column,
                columns=list(self.columns),
            )
        cells = self.columns[column]
        if not cells:
            raise ScoresError("The table has no rows.", file=self.name)
        return cells


def _number(cell: str) -> float:
    try:
        return float(cell)
    except ValueError:
        return math.nan
