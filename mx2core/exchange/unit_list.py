"""The training side as a list, one unit a line: names of units, or numbers of rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NoReturn

import numpy as np
from numpy.typing import NDArray

from ..brief import brief
from ..corpus.model import Corpus
from ..errors import CutUnitsError, InputError, Notice, PartitionFileError
from ..files import Readable, name_of, read_limited, way_in
from .json_lists import Lines, units_in_json
from .partition_file import MAX_BYTES
from .partition_import import has_fold_columns, is_json
from .unit_names import Reading, finders, has_ids, no_unit, number_of
from .unit_rows import unit_of_rows

Asked = Literal["auto", "names", "rows", "rows-from-0", "units"]
READINGS: tuple[Reading, ...] = ("names", "rows", "rows-from-0", "units")
BEGINNING = 60  # characters of a text that is quoted


@brief
@dataclass(frozen=True, slots=True, eq=False)
class UnitList:
    """A split whose training side is listed, and how the list was read.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"text,label\\n" + b"a good film,pos\\na bad film,neg\\n" * 4)
    >>> listed = mx.exchange.read_unit_list(b"1\\n2\\n8\\n", corpus)
    >>> listed.reading, listed.mask.nonzero()[0].tolist()
    ('rows', [0, 1, 7])
    """

    mask: NDArray[np.bool_]  # (n_units,): True = training side
    reading: Reading
    said: Notice | None  # of a list of numbers: what they were taken for


def is_unit_list(data: bytes, name: str | None) -> bool:
    """Whether a file lists units: one a line, or in JSON."""
    if is_json(data, name):
        return units_in_json(data) is not None
    return not has_fold_columns(data, name)


@way_in(PartitionFileError)
def possible_readings(source: Readable, corpus: Corpus, *, name: str | None = None) -> tuple[Reading, ...]:
    """The ways to read a list under which every line of it is there; empty if there is none.

    Raises
    ------
    PartitionFileError
        If it is not text.
    OSError
        If there is no such file, or it may not be read.
    """
    name = name_of(source, name)
    training, others = _lines(source, name)
    return _fitting([written for _line, written in (*training, *others)], corpus)


@way_in(PartitionFileError)
def read_unit_list(
    source: Readable, corpus: Corpus, *, numbers: Asked = "auto", name: str | None = None
) -> UnitList:
    r"""The split whose training side is listed, one a line or in JSON; all other units are the other side.

    Parameters
    ----------
    source : str, Path, bytes or DataFrame
    corpus : Corpus
    numbers : {"auto", "names", "rows", "rows-from-0", "units"}
        What the lines are: names of units, rows of the corpus file counted from 1 or from 0 (a row is a
        sentence, or a text), or units as partitions in JSON count them, from 0. "auto": names, if all are;
        else rows, counted in the way that fits. Numbers are never taken for groups of rows by themselves.
    name : str, optional
        What to call `source` in messages; the file name by default.

    Raises
    ------
    PartitionFileError
        If a line names no unit of the corpus or one that stood before, numbers fit rows counted from 1
        and from 0, a unit has rows on both sides, one side would be empty, or the lists of a JSON file
        leave units out.
    OSError
        If there is no such file, or it may not be read.

    Examples
    --------
    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"text,label\n" + b"a good film,pos\na bad film,neg\n" * 4)
    >>> mx.exchange.read_unit_list(b"0\n3\n", corpus).mask.nonzero()[0].tolist()
    [0, 3]
    """
    name = name_of(source, name)
    if numbers not in ("auto", *READINGS):
        raise InputError(
            "`numbers` must be one of {known}, got {numbers}.", known=("auto", *READINGS), numbers=numbers
        )
    lines, others = _lines(source, name)
    if not lines:
        raise PartitionFileError(
            "The file names no unit, so the training set is empty. List its units, one a line.", file=name
        )
    reading = _chosen([*lines, *others], corpus, name) if numbers == "auto" else numbers
    listed = _listed(lines, reading, corpus, name)
    if others:
        _check_apart(lines, others, name)
        _check_whole(_listed([*lines, *others], reading, corpus, name), reading, corpus, name)
    mask = _side(listed, corpus, name) if reading in ("rows", "rows-from-0") else _mask(listed, len(corpus))
    if mask.all():
        raise PartitionFileError(
            "The file names all {n_units} units, so the validation set is empty. List the "
            "training units only.",
            file=name,
            n_units=len(corpus),
        )
    return UnitList(mask, reading, _said(lines, listed, reading, corpus, int(mask.sum())))


@way_in(PartitionFileError)
def read_unit_ids(
    source: Readable, corpus: Corpus, *, numbers: Asked = "auto", name: str | None = None
) -> NDArray[np.bool_]:
    """The mask of `read_unit_list`, True = training side."""
    return read_unit_list(source, corpus, numbers=numbers, name=name).mask


def _check_apart(training: Lines, others: Lines, file: str | None) -> None:
    """No unit is in two lists; by what is written, so that the sentence names what the file has."""
    known = {written for _line, written in training}
    both = [(line, written) for line, written in others if written in known]
    if both:
        raise PartitionFileError(
            "{unit} is in the training list and in another one ({n:,} in both). A unit belongs to one side.",
            file=file,
            line=both[0][0],
            unit=both[0][1],
            n=len(both),
        )


def _check_whole(listed: NDArray[np.int64], reading: Reading, corpus: Corpus, file: str | None) -> None:
    """What a JSON file lists beside the training units is all the rest."""
    of_rows = reading in ("rows", "rows-from-0")
    rows = np.unique(corpus.sentences.rows)
    n = len(rows) if of_rows else len(corpus)
    if len(listed) < n:
        first = int(np.flatnonzero(~_mask(listed, n))[0])
        if of_rows:
            named: object = int(rows[first]) + (reading == "rows")
        else:
            named = corpus.unit_ids[first] if reading == "names" else first
        raise PartitionFileError(
            "The lists name {n_listed:,} of {n:,}; what is in none of them, such as {first}, was on no side. "
            "Add what was left out by mistake, or open a corpus without the rest.",
            file=file,
            n_listed=len(listed),
            n=n,
            first=named,
        )


def _lines(source: Readable, name: str | None) -> tuple[Lines, Lines]:
    """The training units and, in a JSON file, all others; each with the line where it stands."""
    data = read_limited(source, MAX_BYTES, name)
    if is_json(data, name) and (found := units_in_json(data)) is not None:
        return found
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as cause:
        raise PartitionFileError(
            "The file is not UTF-8 text. Save it in UTF-8, one unit a line.",
            file=name,
            line=data.count(b"\n", 0, cause.start) + 1,
        ) from cause
    written = ((line, cell.strip()) for line, cell in enumerate(text.split("\n"), start=1))
    return [(line, cell) for line, cell in written if cell], []


def _fitting(written: list[str], corpus: Corpus) -> tuple[Reading, ...]:
    of_reading = finders(corpus)
    fitting = [name for name, find in of_reading.items() if all(find(line) is not None for line in written)]
    if len(np.unique(corpus.sentences.rows)) == len(corpus) and corpus.sentences.kept is None:
        fitting = [name for name in fitting if name != "units"]  # they are the rows, from 0
    return tuple(fitting)


def _chosen(lines: Lines, corpus: Corpus, file: str | None) -> Reading:
    """How a list is read of which nobody said it."""
    find = finders(corpus)["names"]
    ids_count = has_ids(corpus) and any(number_of(unit_id) >= 0 for unit_id in corpus.unit_ids)
    if ids_count or any(find(written) is not None or number_of(written) < 0 for _line, written in lines):
        return "names"
    fitting = _fitting([written for _line, written in lines], corpus)
    if "rows" in fitting and "rows-from-0" in fitting:
        raise PartitionFileError(
            "The numbers can be rows counted from 1 or from 0: all of them are there either way. Say which: "
            "numbers are rows, or rows-from-0.",
            file=file,
        )
    from_0 = "rows-from-0" in fitting or any(number_of(written) == 0 for _line, written in lines)
    return "rows-from-0" if from_0 else "rows"


def _listed(
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
                "The unit {unit} is already in line {earlier}. Name each unit once.",
                file=file,
                line=line,
                unit=written,
                earlier=line_of[found],
            )
        line_of[found] = line
    return np.fromiter(line_of, dtype=np.int64, count=len(line_of))


def _refuse(line: int, written: str, reading: Reading, corpus: Corpus, file: str | None) -> NoReturn:
    if reading == "names":
        said = no_unit(corpus, written)
        raise PartitionFileError(said.message, file=file, line=line, **said.values)
    if reading == "units":
        raise PartitionFileError(
            "{corpus} has no unit {unit}; its units are numbered from 0 to {last}.",
            file=file,
            line=line,
            corpus=corpus.name,
            unit=written,
            last=len(corpus) - 1,
        )
    rows, start = corpus.sentences.rows, int(reading == "rows")
    if corpus.where:
        raise PartitionFileError(
            "Row {row} is not in the part of {corpus} that is open ({n:,} rows). List rows of this part "
            "only, or open the whole file.",
            file=file,
            line=line,
            row=written,
            corpus=corpus.name,
            n=len(np.unique(rows)),
        )
    raise PartitionFileError(
        "{corpus} has no row {row}; its rows are numbered from {first} to {last}.",
        file=file,
        line=line,
        corpus=corpus.name,
        row=written,
        first=int(rows[0]) + start,
        last=int(rows[-1]) + start,
    )


def _mask(units: NDArray[np.int64], n_units: int) -> NDArray[np.bool_]:
    mask = np.zeros(n_units, dtype=bool)
    mask[units] = True
    return mask


def _side(places: NDArray[np.int64], corpus: Corpus, file: str | None) -> NDArray[np.bool_]:
    """The units whose rows are listed; that some are and others not is refused."""
    rows, units = np.unique(corpus.sentences.rows), unit_of_rows(corpus)
    listed = _mask(places, len(rows))
    inside = np.bincount(units, weights=listed, minlength=len(corpus))
    cut = np.flatnonzero((inside > 0) & (inside < np.bincount(units, minlength=len(corpus))))
    if len(cut):
        of_first = units == cut[0]
        raise CutUnitsError(
            "Units with rows on both sides: {n}. In the first, {unit}, row {one} is listed and row {other} "
            "is not (counted from 1). These rows are one unit, as identical texts can be, and the split has "
            "them on both sides. To judge it as it is, read the corpus with the sentence as unit.",
            file=file,
            n=len(cut),
            unit=corpus.unit_ids[int(cut[0])],
            one=int(rows[of_first & listed][0]) + 1,
            other=int(rows[of_first & ~listed][0]) + 1,
        )
    return inside > 0


def _said(
    lines: list[tuple[int, str]],
    listed: NDArray[np.int64],
    reading: Reading,
    corpus: Corpus,
    n_units: int,
) -> Notice | None:
    """What numbers were taken for."""
    if any(number_of(written) < 0 for _line, written in lines):
        return None
    if reading == "names":
        return Notice("The numbers of the list are names of units.")
    sentences = corpus.sentences
    of_place = corpus.units if reading == "units" else np.unique(sentences.rows, return_inverse=True)[1]
    place = int(np.argmax(of_place == listed[0]))
    tokens = slice(int(sentences.starts[place]), int(sentences.starts[place] + BEGINNING))
    tokens = slice(tokens.start, min(tokens.stop, int(sentences.starts[place + 1])))
    values: dict[str, object] = {"number": lines[0][1], "words": " ".join(sentences.columns["word"][tokens])}
    if reading == "units":
        return Notice("The numbers of the list are units, counted from 0. Unit {number}: {words!r}.", values)
    values |= {"start": int(reading == "rows"), "n_rows": len(lines), "n_units": n_units}
    if n_units < len(lines):
        return Notice(
            "The numbers of the list are rows of the corpus file, counted from {start}: {n_rows:,} rows, "
            "which are {n_units:,} of the units. Row {number}: {words!r}.",
            values,
        )
    return Notice(
        "The numbers of the list are rows of the corpus file, counted from {start}. Row {number}: {words!r}.",
        values,
    )
