"""Lines of a table that each name a unit: written one a row of the corpus file, read in the units' order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ..corpus.model import Corpus
from ..errors import PartitionFileError
from .spreadsheet import Rows, unguarded
from .unit_names import id_column, no_unit, unit_finder

T = TypeVar("T")
UNIT, ROW = "unit_id", "row"


def row_table(
    corpus: Corpus, titles: Iterable[str], values: Sequence[Sequence[object]]
) -> Iterator[list[object]]:
    """Lines of a table for each row of the corpus file (a sentence, or a text), and the header before them.

    `unit_id` is the unit that the row belongs to, `row` its number in the file, from 1. `values` are those of
    each unit.
    """
    rows = zip(unit_of_rows(corpus).tolist(), np.unique(corpus.sentences.rows).tolist(), strict=True)
    lines = ([corpus.unit_ids[unit], row + 1, *values[unit]] for unit, row in rows)
    return chain([[UNIT, ROW, *titles]], lines)


def unit_of_rows(corpus: Corpus) -> NDArray[np.int64]:
    """The unit of each row of the corpus, in file order, (n_rows,)."""
    return corpus.units[np.unique(corpus.sentences.rows, return_index=True)[1]]


def rows_of_units(corpus: Corpus) -> dict[str, list[list[int]]]:
    """A member of a document: rows of the file that make each unit, from 0. None where unit k is row k."""
    unit, row = unit_of_rows(corpus), np.unique(corpus.sentences.rows)
    if np.array_equal(unit, np.arange(len(unit))) and np.array_equal(row, unit):
        return {}
    last = np.cumsum(np.bincount(unit))
    return {
        "unit_rows": [rows.tolist() for rows in np.split(row[np.argsort(unit, kind="stable")], last[:-1])]
    }


def other_header(header: list[str], columns: list[str], file: str | None) -> PartitionFileError:
    """What to say of a table without the columns that name units and their parts."""
    return PartitionFileError(
        "The header needs {columns}; it has {header}. Open a table of texts as corpus.",
        file=file,
        line=1,
        columns=columns,
        header=header,
    )


def unit_values(
    header: list[str], rows: Rows, corpus: Corpus, *, read: Callable[[int, list[str]], T], file: str | None
) -> list[T]:
    """What `read` takes from the line and the cells of each unit's row, in corpus order.

    A unit of several sentences may have a row for each of them; they say the same.
    """
    by = id_column(header)
    assert by is not None  # asked by whoever reads the header
    cell, find = header.index(by), unit_finder(corpus, by)
    n_rows = np.bincount(unit_of_rows(corpus)).tolist()
    n_lines: Counter[int] = Counter()
    value_of: dict[int, T] = {}  # no more than the file has cells
    lines: dict[int, int] = {}  # where each unit stands first
    for line, row in rows:
        unit_id = unguarded(row[cell])
        unit = find(unit_id)
        if unit is None:
            notice = no_unit(corpus, unit_id, by)
            raise PartitionFileError(notice.message, file=file, line=line, **notice.values)
        value = read(line, row)
        if n_lines[unit] == n_rows[unit]:
            raise PartitionFileError(
                "This repeats line {earlier}. Keep one.", file=file, line=line, earlier=lines[unit]
            )
        n_lines[unit] += 1
        if unit in value_of and value_of[unit] != value:
            raise PartitionFileError(
                "The unit {unit} has another value in line {earlier}.",
                file=file,
                line=line,
                unit=unit_id,
                earlier=lines[unit],
            )
        if unit not in value_of:
            lines[unit], value_of[unit] = line, value
    if len(value_of) < len(corpus):
        missing = next(unit_id for unit, unit_id in enumerate(corpus.unit_ids) if unit not in value_of)
        raise PartitionFileError(
            "{n_missing} of {n_units} units of {corpus} have no row, such as {unit}.",
            file=file,
            n_missing=len(corpus) - len(value_of),
            n_units=len(corpus),
            corpus=corpus.name,
            unit=missing,
        )
    return [value_of[unit] for unit in range(len(corpus))]
