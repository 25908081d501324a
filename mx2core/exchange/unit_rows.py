"""Rows of a table that each name a unit, or give its row number, in the order of the corpus."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from ..corpus.model import Corpus
from ..errors import PartitionFileError
from .spreadsheet import Rows, unguarded
from .unit_names import UnitNames

T = TypeVar("T")


def by_unit(
    header: list[str],
    rows: Rows,
    corpus: Corpus,
    *,
    read: Callable[[int, list[str]], T],
    file: str | None,
) -> list[T]:
    """What `read` takes from the line and the cells of each unit's row, in corpus order.

    Raises
    ------
    PartitionFileError
        If a row is about no unit of the corpus, a unit has two rows, or one has none.
    """
    cell = header.index("unit_id")
    names = UnitNames(corpus.unit_ids)
    value_of: dict[int, T] = {}  # no more than the file has cells
    lines: dict[int, int] = {}
    for line, row in rows:
        unit_id = unguarded(row[cell])
        unit = names.find(unit_id)
        if unit is None:
            raise PartitionFileError(
                "{corpus} has no unit {unit}. Use the corpus the table was made on; a spreadsheet may also "
                "have rewritten the name, and row numbers are those from 0 to {last}.",
                file=file,
                line=line,
                corpus=corpus.name,
                unit=unit_id,
                last=len(corpus) - 1,
            )
        if unit in value_of:
            raise PartitionFileError(
                "The unit {unit} is already in line {earlier}. Keep one row for each unit.",
                file=file,
                line=line,
                unit=unit_id,
                earlier=lines[unit],
            )
        lines[unit] = line
        value_of[unit] = read(line, row)
    if len(value_of) < len(corpus):
        missing = next(unit_id for unit, unit_id in enumerate(corpus.unit_ids) if unit not in value_of)
        raise PartitionFileError(
            "{n_missing} of the {n_units} units of {corpus} have no row, the first is {unit}.",
            file=file,
            n_missing=len(corpus) - len(value_of),
            n_units=len(corpus),
            corpus=corpus.name,
            unit=missing,
        )
    return [value_of[unit] for unit in range(len(corpus))]
