"""A split as lists of units: the training units one a line, or JSON of train and test.

Units are named, or numbered by their rows.
"""

from __future__ import annotations

from typing import Literal, NoReturn, get_args

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_choice
from ...corpus.model import Corpus
from ...errors import CutUnitsError, Notice, PartitionFileError
from ...files import Readable, name_of, way_in
from ..spreadsheet import as_utf8, text_of
from ..unit_names import Reading, finders, has_ids, no_unit, number_of
from ..unit_rows import unit_of_rows
from .json_lists import Lines, units_in_json
from .named_parts import SIDES, NamedParts
from .partition_file import read_split_file
from .partition_import import has_fold_columns, is_json

RowNumbers = Literal["auto", "names", "rows", "rows-from-0", "units"]
READINGS: tuple[Reading, ...] = get_args(Reading)
BEGINNING = 60  # characters of a text that is quoted


def is_unit_list(data: bytes, name: str | None) -> bool:
    """Whether a file lists units: one a line, or in JSON."""
    if is_json(data, name):
        return units_in_json(data) is not None
    return not has_fold_columns(data, name)


@way_in(PartitionFileError)
def possible_readings(source: Readable, corpus: Corpus, *, name: str | None = None) -> tuple[Reading, ...]:
    """The ways to read a list under which every line of it is there; empty if none is, or it is no list."""
    name = name_of(source, name)
    data = read_split_file(source, name)
    if not is_unit_list(data, name):
        return ()
    lists = _lists(data, name)
    return _fitting([written for lines in lists.values() for _line, written in lines], corpus)


def listed_parts(data: bytes, corpus: Corpus, *, numbers: RowNumbers, name: str | None) -> NamedParts:
    """The parts of such a file, see `read_parts`; `notice` is what numbers were taken for."""
    check_choice("numbers", numbers, ("auto", *READINGS))
    lists = _lists(data, name)
    training, *_others = lists.values()
    problem = PartitionFileError(
        "The list must name some of the {n_units} units, not all.", file=name, n_units=len(corpus)
    )
    if not training:
        raise problem
    lines = [line for some in lists.values() for line in some]
    reading = _choose_reading(lines, corpus, name) if numbers == "auto" else numbers
    listed = _find_units(lines, reading, corpus, name)
    of_rows = reading in ("rows", "rows-from-0")
    rows = np.unique(corpus.sentences.rows)
    # The part of each row or unit that can be listed; of a list of training units the rest is validated.
    part = np.full(len(rows) if of_rows else len(corpus), 1 if len(lists) == 1 else -1)
    part[listed] = np.repeat(np.arange(len(lists)), [len(some) for some in lists.values()])
    left_out = np.flatnonzero(part < 0)
    if len(left_out):
        first = int(left_out[0])
        raise PartitionFileError(
            "The lists name {n_listed:,} of {n:,}, not {first}. Add the rest, or open a corpus without it.",
            file=name,
            n_listed=len(listed),
            n=len(part),
            first=int(rows[first]) + (reading == "rows")
            if of_rows
            else corpus.unit_ids[first]
            if reading == "names"
            else first,
        )
    of_unit = _parts_of_units(part, rows, corpus, name) if of_rows else part
    if not of_unit.any():
        raise problem
    names = list(lists) if len(lists) > 1 else list(SIDES)
    parts = NamedParts.of([names[k] for k in of_unit.tolist()])
    notice = _reading_notice(training, listed, reading, corpus)
    return NamedParts(parts.of_unit, parts.names, parts.training, notice)


def _lists(data: bytes, name: str | None) -> dict[str, Lines]:
    """The units of each list, the training units first, each with the line where it stands."""
    if is_json(data, name) and (found := units_in_json(data)) is not None:
        return found
    text = text_of(as_utf8(data), name, PartitionFileError)
    written = ((line, cell.strip()) for line, cell in enumerate(text.split("\n"), start=1))
    return {SIDES[0]: [(line, cell) for line, cell in written if cell]}


def _fitting(lines: list[str], corpus: Corpus) -> tuple[Reading, ...]:
    of_reading = finders(corpus)
    fitting = [name for name, find in of_reading.items() if all(find(line) is not None for line in lines)]
    if len(np.unique(corpus.sentences.rows)) == len(corpus) and corpus.sentences.kept is None:
        fitting = [name for name in fitting if name != "units"]  # they are the rows, from 0
    return tuple(fitting)


def _choose_reading(lines: Lines, corpus: Corpus, file: str | None) -> Reading:
    """How a list is read without an instruction."""
    find = finders(corpus)["names"]
    ids_count = has_ids(corpus) and any(number_of(unit_id) >= 0 for unit_id in corpus.unit_ids)
    if ids_count or any(find(written) is not None or number_of(written) < 0 for _line, written in lines):
        return "names"
    fitting = _fitting([written for _line, written in lines], corpus)
    if "rows" in fitting and "rows-from-0" in fitting:
        raise PartitionFileError("The numbers fit from 1 and from 0. Choose rows or rows-from-0.", file=file)
    from_0 = "rows-from-0" in fitting or any(number_of(written) == 0 for _line, written in lines)
    return "rows-from-0" if from_0 else "rows"


def _find_units(
    lines: list[tuple[int, str]], reading: Reading, corpus: Corpus, file: str | None
) -> NDArray[np.int64]:
    """The unit or the row of each line."""
    find = finders(corpus)[reading]
    line_of: dict[int, int] = {}
    for line, written in lines:
        found = find(written)
        if found is None:
            _refuse(line, written, reading, corpus, file)
        if found in line_of:
            raise PartitionFileError(
                "This repeats line {earlier}. Keep one.", file=file, line=line, earlier=line_of[found]
            )
        line_of[found] = line
    return np.fromiter(line_of, dtype=np.int64, count=len(line_of))


def _refuse(line: int, cell: str, reading: Reading, corpus: Corpus, file: str | None) -> NoReturn:
    if reading == "names":
        notice = no_unit(corpus, cell)
        raise PartitionFileError(notice.message, file=file, line=line, **notice.values)
    rows, start = corpus.sentences.rows, int(reading == "rows")
    if corpus.where and reading != "units":
        raise PartitionFileError(
            "This subset of {corpus} lacks row {row}. Read the whole file.",
            file=file,
            line=line,
            row=cell,
            corpus=corpus.name,
        )
    raise PartitionFileError(
        "{unit} is not in {corpus}: numbers go from {first} to {last}.",
        file=file,
        line=line,
        corpus=corpus.name,
        unit=cell,
        first=0 if reading == "units" else int(rows[0]) + start,
        last=len(corpus) - 1 if reading == "units" else int(rows[-1]) + start,
    )


def _parts_of_units(
    part: NDArray[np.int64], rows: NDArray[np.int64], corpus: Corpus, file: str | None
) -> NDArray[np.int64]:
    """The part of each unit from those of its rows; that they differ is refused."""
    units = unit_of_rows(corpus)
    of_unit = np.zeros(len(corpus), np.int64)
    of_unit[units[::-1]] = part[::-1]  # of the first row of each
    other = np.flatnonzero(part != of_unit[units])
    if len(other):
        unit = units[other[0]]
        of_first, inside = units == unit, part == part[units == unit].min()
        raise CutUnitsError(
            "Units on both sides: {n}, such as {unit} (rows {one}, {other}). Take sentences as units.",
            file=file,
            n=len(np.unique(units[other])),
            unit=corpus.unit_ids[int(unit)],
            one=int(rows[of_first & inside][0]) + 1,
            other=int(rows[of_first & ~inside][0]) + 1,
        )
    return of_unit


def _reading_notice(
    lines: list[tuple[int, str]], listed: NDArray[np.int64], reading: Reading, corpus: Corpus
) -> Notice | None:
    """What numbers were taken for."""
    if any(number_of(written) < 0 for _line, written in lines):
        return None
    if reading == "names":
        return Notice("The numbers were read as names of units.")
    sentences = corpus.sentences
    of_place = corpus.units if reading == "units" else np.unique(sentences.rows, return_inverse=True)[1]
    place = int(np.argmax(of_place == listed[0]))
    tokens = slice(int(sentences.starts[place]), int(sentences.starts[place] + BEGINNING))
    tokens = slice(tokens.start, min(tokens.stop, int(sentences.starts[place + 1])))
    values: dict[str, object] = {"number": lines[0][1], "words": " ".join(sentences.columns["word"][tokens])}
    if reading == "units":
        return Notice("The numbers were read as units from 0. Unit {number}: {words!r}.", values)
    values["start"] = int(reading == "rows")
    return Notice("The numbers were read as rows from {start}. Row {number}: {words!r}.", values)
