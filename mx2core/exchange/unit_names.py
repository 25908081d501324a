"""Which unit of a corpus a file means: by its id, or by its place where that is asked for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

import numpy as np

from ..corpus.columns.column_names import IDS
from ..corpus.model import Corpus
from ..corpus.units.grouping import MADE, earlier_id
from ..errors import InputError, Notice
from .spreadsheet import unguarded

Reading = Literal["names", "rows", "rows-from-0", "units"]
Find = Callable[[str], int | None]  # what is written -> the unit, or the place of the row, that is meant
PLACES: Mapping[str, Reading] = {"index": "units", "row": "rows"}
"""Columns that count: units as partitions do, from 0; rows of the corpus file as exports do, from 1."""
_WHOLE = re.compile(r"([0-9]{1,11})(?:\.0)?")  # pandas writes 3.0 where a column has gaps


def id_column(names: Iterable[str], requested: str | None = None) -> str | None:
    """The column that says which unit a row is about: the one asked for, an id, or a place."""
    written = list(names)
    if requested is not None and requested in written:
        return requested
    lower = {name.strip().lower(): name for name in reversed(written)}
    return next((lower[name] for name in (*IDS, *PLACES) if name in lower), None)


def finders(corpus: Corpus) -> Mapping[Reading, Find]:
    """By reading: the unit, or the row (its place among those of the corpus), that is meant."""
    unit_of = {earlier_id(unit_id): unit for unit, unit_id in enumerate(corpus.unit_ids)}
    unit_of |= {unit_id: unit for unit, unit_id in enumerate(corpus.unit_ids)}
    place_of = {row: place for place, row in enumerate(np.unique(corpus.sentences.rows).tolist())}
    n_units = len(corpus)

    def named(text: str) -> int | None:
        whole = _WHOLE.fullmatch(text)
        forms = (text, unguarded(text), *(whole.groups() if whole else ()))
        return next((unit_of[form] for form in forms if form in unit_of), None)

    return {
        "names": named,
        "rows": lambda written: place_of.get(number_of(written) - 1),
        "rows-from-0": lambda written: place_of.get(number_of(written)),
        "units": lambda written: number if 0 <= (number := number_of(written)) < n_units else None,
    }


def unit_finder(corpus: Corpus, by: str) -> Find:
    """The unit that a cell of a table means; the table's `id_column` says how."""
    reading = PLACES.get(by.strip().lower(), "names")
    find = finders(corpus)[reading]
    if reading == "names":
        return find
    units = corpus.units[np.unique(corpus.sentences.rows, return_index=True)[1]].tolist()
    ids = (unit_id for unit_id in corpus.unit_ids if number_of(unit_id) >= 0)
    several = reading == "rows" and len(corpus) < len(units)  # then a row is no unit
    if not several and (number := next(ids, None)) is not None:  # is 3 the fourth unit, or that of the id 3?
        raise InputError(
            "{corpus} names units by numbers such as {unit}: give unit_id.", corpus=corpus.name, unit=number
        )
    if reading == "units":
        return find
    return lambda written: None if (place := find(written)) is None else units[place]


def has_ids(corpus: Corpus) -> bool:
    """Whether its units have ids of their own, and are not called by what they contain."""
    return not all(MADE.fullmatch(unit_id) for unit_id in corpus.unit_ids)


def join_notices(by: str, corpus: Corpus) -> tuple[Notice, ...]:
    """What to know of how a table was joined with the corpus, where it is not by unit_id."""
    reading, n, k = PLACES.get(by.strip().lower()), len(corpus), len(corpus.sentences)
    if reading == "units" and n < k:
        told = {"by": by, "n": n, "k": k}
        return (
            Notice("{by} counts the {n:,} units from 0, not the {k:,} sentences: unit_id is safe.", told),
        )
    if reading is not None:
        words = {"by": by, "first": int(reading == "rows")}
        return (Notice("Units were matched by place in {by}, from {first}.", words, plain=True),)
    return () if by == IDS[0] else (Notice("Units were matched by the ids in {by}.", {"by": by}, plain=True),)


def no_unit(corpus: Corpus, name: str, by: str = IDS[0]) -> Notice:
    """What to say of a unit that a file names, in the column `by`, and the corpus does not have."""
    words: dict[str, Any] = {"corpus": corpus.name, "unit": name, "by": by}
    if reading := PLACES.get(by.strip().lower()):
        places = range(len(corpus)) if reading == "units" else corpus.sentences.rows + 1
        return Notice(
            "{corpus} has no unit {unit} ({by} goes from {first} to {last}): another corpus?",
            words | {"first": int(places[0]), "last": int(places[-1])},
        )
    if name in corpus.sentences.fields.get("sent_id", ()):
        return Notice("{corpus} has several units {unit}; ids must differ.", words)
    if number_of(name) >= 0 and not has_ids(corpus):
        return Notice(
            "{corpus} has no unit {unit} ({by}): another corpus? Numbers stand in index (from 0) or row "
            "(from 1).",
            words,
        )
    bare = name.casefold().lstrip("0")
    alike = (unit_id for unit_id in corpus.unit_ids if unit_id.casefold().lstrip("0") == bare)
    return Notice(
        "{corpus} has no unit {unit} ({by}); ids are like {example}: another corpus?",
        words | {"example": next(alike, corpus.unit_ids[0])},
    )


def number_of(text: str) -> int:
    """The number, or -1 of what is none."""
    return int(whole[1]) if (whole := _WHOLE.fullmatch(text)) else -1
