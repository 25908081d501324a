"""An existing split, in whatever form it was written down.

Each function gives a mask of the units of a corpus, True = training side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

from ..brief import brief
from ..corpus.joined_files import join
from ..corpus.model import Corpus
from ..errors import InputError
from ..schemes import EMPTY

TRAINING = ("train", "training", "trn", "train.txt", "训练", "训练集")  # what training sides are called


def split_of_files(training: Corpus, *others: Corpus) -> tuple[Corpus, NDArray[np.bool_]]:
    """The files of a split joined into one corpus, and which of its units are from the first.

    Raises
    ------
    CorpusFormatError
        If the files were read in different units.
    """
    corpus = join([training, *others])
    return corpus, np.arange(len(corpus)) < len(training)


def split_by_column(
    corpus: Corpus, name: str, training: str | Sequence[str] | None = None
) -> NDArray[np.bool_]:
    """The split that a column or field says, such as `split` with train, dev and test.

    Parameters
    ----------
    corpus : Corpus
    name : str
        A field of sentences, or a column of tokens whose first value in a sentence counts.
    training : str or sequence of str, optional
        The value of the training side, or its values; if not given, what is called train or
        the like, in capitals or not.

    Raises
    ------
    InputError
        If there is no such column or value, a unit has no value or several, or one
        side would be empty.
    """
    values = unit_values(corpus, name)
    known = tuple(dict.fromkeys(values))
    named = (training,) if isinstance(training, str) else tuple(training or ())
    if not named:
        named = tuple(value for value in known if value.lower() in TRAINING)
        if len({value.lower() for value in named}) != 1:
            raise InputError(
                "none of the values of {name} is called train ({known}). Say which one is the training set.",
                file=corpus.name,
                name=name,
                known=known,
            )
    for value in named:
        if value not in known:
            raise InputError(
                "{name} never has the value {value}. It has {known}.",
                file=corpus.name,
                name=name,
                value=value,
                known=known,
            )
    if set(named) == set(known):
        raise InputError(
            "{name} has the value {value} in all units, so the other side is empty. Choose another column.",
            file=corpus.name,
            name=name,
            value=named,
        )
    return np.array([value in named for value in values], dtype=bool)


def column_values(corpus: Corpus, name: str) -> dict[str, int]:
    """What a column says of the units: each value, and of how many.

    Raises
    ------
    InputError
        If there is no such column, or a unit has no value or several.
    """
    return dict(Counter(unit_values(corpus, name)))


@brief
@dataclass(frozen=True, slots=True, eq=False)
class SharedText:
    """Units whose text stands on the other side of a split too; numbers of units, ascending."""

    training: NDArray[np.int64]
    other: NDArray[np.int64]

    def __bool__(self) -> bool:
        return len(self.other) > 0


def text_on_both_sides(corpus: Corpus, mask: NDArray[np.bool_]) -> SharedText:
    """Units of either side with exactly the words of a unit of the other one."""
    texts = _texts(corpus)
    sides: dict[bytes, int] = {}
    for text, inside in zip(texts, mask.tolist(), strict=True):
        sides[text] = sides.get(text, 0) | (1 if inside else 2)
    shared = np.array([sides[text] == 3 for text in texts], dtype=bool)
    return SharedText(np.flatnonzero(shared & mask), np.flatnonzero(shared & ~mask))


def _texts(corpus: Corpus) -> list[bytes]:
    """The words of each unit as one key: codes, each sentence after its length."""
    sentences = corpus.sentences
    codes = sentences.columns["word"].codes.astype(np.int32)
    keys: list[list[bytes]] = [[] for _ in corpus.unit_ids]
    bounds = sentences.starts.tolist()
    for i in np.flatnonzero(~sentences.repeats).tolist():
        words = codes[bounds[i] : bounds[i + 1]]
        keys[int(corpus.units[i])].append(len(words).to_bytes(4, "little") + words.tobytes())
    return [b"".join(parts) for parts in keys]


def unit_values(corpus: Corpus, name: str) -> list[str]:
    """What the column says of each unit, (n_units,)."""
    said = _sentence_values(corpus, name)
    values: list[str] = [""] * len(corpus)
    for unit, value in zip(corpus.units.tolist(), said, strict=True):
        if not value or value == values[unit]:
            continue
        if values[unit]:
            _refuse_two(corpus, unit, name, values[unit], value)
        values[unit] = value
    without = [unit for unit, value in enumerate(values) if not value]
    if without:
        raise InputError(
            "{n} units have no value in {name}, the first is {unit}. Give a side for every unit.",
            file=corpus.name,
            n=len(without),
            name=name,
            unit=corpus.unit_ids[without[0]],
        )
    return values


def _refuse_two(corpus: Corpus, unit: int, name: str, first: str, second: str) -> NoReturn:
    raise InputError(
        "the unit {unit} has both {one} and {other} as its {name}. A unit belongs to one side.",
        file=corpus.name,
        unit=corpus.unit_ids[unit],
        one=first,
        other=second,
        name=name,
    )


def _sentence_values(corpus: Corpus, name: str) -> list[str]:
    """What the column says of each sentence, empty if nothing."""
    sentences = corpus.sentences
    if name in sentences.fields:
        return [value if value not in EMPTY else "" for value in sentences.fields[name]]
    column = sentences.columns.get(name)
    if column is None:
        raise InputError(
            "there is no column {name}. Choose one of {known}.",
            file=corpus.name,
            name=name,
            known=[*dict.fromkeys([*sentences.fields, *sentences.columns])],
        )
    given = np.array([value not in EMPTY for value in column.values], dtype=bool)[column.codes]
    places = np.flatnonzero(given)
    of = np.searchsorted(sentences.starts, places, side="right") - 1  # the sentence of each
    says = column.codes[places]
    torn = np.flatnonzero((says[1:] != says[:-1]) & (of[1:] == of[:-1]))
    if len(torn):
        at = int(torn[0])
        _refuse_two(corpus, int(corpus.units[of[at]]), name, *(column.values[k] for k in says[at : at + 2]))
    first = np.searchsorted(places, sentences.starts[:-1]).tolist()
    last = np.searchsorted(places, sentences.starts[1:]).tolist()
    codes = says.tolist()
    return [column.values[codes[a]] if a < b else "" for a, b in zip(first, last, strict=True)]
