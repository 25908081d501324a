"""Whole texts and their classes, as text classification needs them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..arguments import finite
from ..errors import InputError
from ..metrics import are_amounts
from .columns import NEVER_PREDICTED, Codes

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..corpus.sentences import Sentences

GOLD_FIELD = "label"  # what is predicted of a text when nothing is named
NO_CLASS = ("", "_")
NUMBERS = ":numbers"  # after a field: its classes, such as stars, taken as numbers
MOST_STRAYS = 0.1  # of cells that are no numbers in a field of amounts


def as_numbers(corpus: Corpus, name: str | None) -> bool:
    """Whether a name asks for the classes of a field as numbers: `stars:numbers`."""
    fields = corpus.sentences.fields
    return bool(name and name not in fields and name.removesuffix(NUMBERS) in fields)


def field_of(corpus: Corpus, name: str) -> str:
    """The field that a name is of: `stars` for `stars` and `stars:numbers`."""
    return name.removesuffix(NUMBERS) if as_numbers(corpus, name) else name


def gold_field(corpus: Corpus, name: str | None = None) -> str:
    """Name of the field that holds the class of each text: that of `name`, or label."""
    wanted = filled_field(corpus, name)
    values = corpus.sentences.fields[wanted]
    if len(set(values)) == 1:
        raise _all_the_same(corpus, values[0])
    return wanted


def filled_field(corpus: Corpus, name: str | None = None) -> str:
    """Name of a field of texts, label by default, that has a value for each."""
    fields = corpus.sentences.fields
    wanted = field_of(corpus, name or GOLD_FIELD)
    if wanted not in fields:
        raise InputError(
            "{corpus} has no {wanted}; it has {known}.",
            corpus=corpus.name,
            wanted=wanted,
            known=tuple(fields) or "–",
        )
    for number, value in enumerate(fields[wanted]):
        if value in NO_CLASS:
            raise InputError(
                "The text has no {wanted}; every text needs one.",
                file=corpus.name,
                line=_line(corpus.sentences, number),
                wanted=wanted,
            )
    stray = _no_amount(fields[wanted])
    if stray is not None:
        raise _not_a_number(corpus, wanted, stray)
    return wanted


def _no_amount(values: Sequence[str]) -> int | None:
    """The first of a few cells, such as nan, that are no numbers where all others are amounts."""
    others = {value for value in set(values) if finite(value) is None}
    if not others:
        return None
    places = [number for number, value in enumerate(values) if value in others]
    few = len(places) <= MOST_STRAYS * len(values)
    if not few or not are_amounts([value for value in values if value not in others]):
        return None
    return places[0]


def _not_a_number(corpus: Corpus, name: str, number: int) -> InputError:
    return InputError(
        "The {name} is {value}; it must be a number such as 0.8123.",
        file=corpus.name,
        line=_line(corpus.sentences, number),
        name=name,
        value=repr(corpus.sentences.fields[name][number]),
    )


def _all_the_same(corpus: Corpus, value: str) -> InputError:
    return InputError("All targets are {value}: nothing to predict.", file=corpus.name, value=value)


def gold_fields(corpus: Corpus) -> tuple[str, ...]:
    """Fields that models of texts can predict: label, those that hold amounts, classes as numbers."""
    fields = corpus.sentences.fields
    amounts = [
        name
        for name, values in fields.items()
        if name not in (GOLD_FIELD, *NEVER_PREDICTED)
        and (are_amounts(values) or _no_amount(values) is not None)  # refused with its line when chosen
    ]
    scales = [
        name + NUMBERS
        for name, values in fields.items()
        if name not in (*NEVER_PREDICTED, *amounts) and _is_scale(values)
    ]
    labels = (GOLD_FIELD,) if GOLD_FIELD in fields else ()
    return (*labels, *amounts, *scales)


def _is_scale(values: Sequence[str]) -> bool:
    """Whether classes are numbers, three of them or more, and not amounts already."""
    if are_amounts(values) or len(set(values)) < 3:
        return False
    return all(finite(value) is not None for value in set(values))


def numbers_of(corpus: Corpus, name: str | None = None) -> NDArray[np.float64]:
    """The number of each text in a field that is predicted."""
    wanted = gold_field(corpus, name)
    numbers = np.array([finite(value) for value in corpus.sentences.fields[wanted]], dtype=np.float64)
    wrong = np.flatnonzero(np.isnan(numbers))
    if len(wrong):
        raise _not_a_number(corpus, wanted, int(wrong[0]))
    if not np.ptp(numbers):
        raise _all_the_same(corpus, f"{numbers[0]:g}")
    return numbers


def written_number(value: float) -> str:
    """A predicted number as an answer, the same on every machine.

    >>> written_number(1 / 3)
    '0.333333333'
    """
    return f"{value:.9g}"


def class_codes(values: Sequence[str]) -> Codes:
    """Code of each text's class, and the classes in alphabetical order."""
    classes, codes = np.unique(np.array(values, dtype=object), return_inverse=True)
    return codes.astype(np.int32), tuple(classes.tolist())


def texts(sentences: Sentences) -> tuple[str, ...]:
    """The text of each sentence: as the file has it, else its words with spaces between."""
    if "text" in sentences.fields:
        return sentences.fields["text"]
    words = sentences.columns["word"]
    return tuple(" ".join(words[slice(first, last)]) for first, last in pairwise(sentences.starts))


def _line(sentences: Sentences, number: int) -> int | None:
    first = int(sentences.starts[number])
    return int(sentences.lines[first]) if first < len(sentences.lines) else None
