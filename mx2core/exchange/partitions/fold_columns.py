"""Partitions as columns of a table: one line a row of the corpus file, 1 or 2 for the half it is in.

Fold 1 of a split trains on the units marked 1 and validates on those marked 2;
fold 2 is the other way round.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from ...corpus.model import Corpus
from ...errors import PartitionFileError
from ...files import Readable, name_of, read_limited, way_in, write
from ...partition import PartitionSet
from ..sizes import MAX_PARTITIONS, check_units
from ..spreadsheet import csv_bytes, read_rows
from ..unit_names import id_column
from ..unit_rows import other_header, row_table, unit_values
from .partition_checks import only_parts

MAX_BYTES = 200_000_000
PARTS = ("fold", "part", "split")  # columns that say the part in a table of folds or parts
_SPLIT = re.compile(r"split_([1-9][0-9]{0,5})")


def write_fold_columns(partitions: PartitionSet, corpus: Corpus, *, path: str | Path | None = None) -> bytes:
    """A CSV with the columns unit_id, row, split_1 … split_m, one line for each sentence of the file.

    `row` is the number of the sentence, or text, in the file, from 1, by which the table can be joined to
    it; a unit of several sentences has as many lines.

    Names that a spreadsheet would run or rewrite have an apostrophe in front, see
    `mx2core.exchange.spreadsheet`.

    Raises DesignError if the partitions are not of this corpus's units.

    >>> mx.io.write_fold_columns(halves, corpus).splitlines()[0]
    b'unit_id,row,split_1,split_2'
    """
    check_units(partitions.n_units, corpus)
    halves = np.where(partitions.masks.T, 1, 2).tolist()
    titles = (f"split_{i}" for i in range(1, partitions.m + 1))
    return write(csv_bytes(row_table(corpus, titles, halves)), path)


@way_in(PartitionFileError)
def read_fold_columns(source: Readable, corpus: Corpus, *, name: str | None = None) -> PartitionSet:
    """Partitions from such a CSV, in any order of rows, verified against the corpus.

    Units stand there by name, or all of them by number from 0; a unit of several sentences may have a line
    for each of them. The delimiter may be a comma, semicolon or tab, and columns of other names are passed
    over, so a table that was sorted or commented in a spreadsheet can come back.
    """
    name = name_of(source, name)
    data = read_limited(source, MAX_BYTES, name)
    header, rows = read_rows(data, name)
    split_cells = _columns(header, name)

    def row_halves(line: int, row: list[str]) -> bytes:
        return bytes(_half(row[cell], header[cell], name, line) for cell in split_cells)

    found = unit_values(header, rows, corpus, read=row_halves, file=name)
    halves = np.frombuffer(b"".join(found), dtype=np.uint8)
    masks = (halves == 1).reshape(len(corpus), len(split_cells)).T
    for cell, column in zip(split_cells, masks, strict=True):
        if column.all() or not column.any():
            raise PartitionFileError("In {title} all units are in one half.", file=name, title=header[cell])
    return PartitionSet(masks=masks, method="imported", seed=None)


def has_splits(data: bytes, file: str | None) -> bool:
    return any(_SPLIT.fullmatch(title) for title in read_rows(data, file)[0])


def _columns(header: list[str], file: str | None) -> list[int]:
    """Which cells of a row are its half in split 1 … m."""
    by = id_column(header)
    if by is None or header.count(by) != 1:
        raise other_header(header, ["unit_id"], file)
    numbered: dict[int, int] = {}
    for cell, title in enumerate(header):
        match = _SPLIT.fullmatch(title)
        if match and int(match[1]) in numbered:
            raise PartitionFileError("The column {title} appears twice.", file=file, line=1, title=title)
        if match:
            numbered[int(match[1])] = cell
    if len(numbered) > MAX_PARTITIONS:
        raise PartitionFileError(
            "The table has {m:,} splits; at most {most:,} are read.",
            file=file,
            line=1,
            m=len(numbered),
            most=MAX_PARTITIONS,
        )
    if not numbered and not {*PARTS}.isdisjoint(header):
        raise only_parts(file)
    if not numbered or sorted(numbered) != list(range(1, len(numbered) + 1)):
        raise PartitionFileError(
            "The header needs {columns}, once each; it has {header}.",
            file=file,
            line=1,
            columns=["split_1", "split_2", "…"],
            header=header,
        )
    return [numbered[i] for i in sorted(numbered)]


def _half(cell: str, title: str, file: str | None, line: int) -> int:
    if cell.strip() not in ("1", "2"):
        raise PartitionFileError(
            "{title} is {value}, not 1 or 2.", file=file, line=line, title=title, value=repr(cell)
        )
    return int(cell)


_HEADER = """\
% Partitions {signature} of {corpus}
% rowid: unit, from 0; repeat: partition, from 0
% fold: 0 trains on the first half, 1 on the second
@relation partitions

@attribute type {{TRAIN,TEST}}
@attribute rowid numeric
@attribute repeat numeric
@attribute fold numeric

@data
"""


def write_arff(partitions: PartitionSet, corpus: Corpus, *, path: str | Path | None = None) -> bytes:
    """The `splits.arff` of an OpenML task: repeat = partition, fold = half, all from 0.

    Returns
    -------
    bytes
        ASCII; 2 m n rows. Those of a fold stand together, in the order of the units.

    Raises
    ------
    DesignError
        If the partitions are not of this corpus's units.

    References
    ----------
    .. [1] Vanschoren, van Rijn, Bischl & Torgo (2013), OpenML: networked science in
       machine learning, SIGKDD Explorations 15(2).

    Examples
    --------
    >>> mx.io.write_arff(halves, corpus).splitlines()[0]
    b'% Partitions m:2|n:8|seed:0|id:477284 of corpus'
    """
    check_units(partitions.n_units, corpus)
    rows = np.arange(partitions.n_units).astype("U").tolist()
    name = " ".join(corpus.name.split())
    parts = [_HEADER.format(signature=partitions.signature, corpus=name)]
    for repeat, mask in enumerate(partitions.masks):
        for fold, training in enumerate((mask, ~mask)):
            end = f",{repeat},{fold}\n"
            kinds = np.where(training, "TRAIN,", "TEST,").tolist()
            parts.extend(kind + row + end for kind, row in zip(kinds, rows, strict=True))
    return write("".join(parts).encode("ascii", errors="backslashreplace"), path)
