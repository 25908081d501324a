"""Two values at one place as one label: an entity with its words, a label with the next one.

`A+B` names, for every occurrence of A, its label with what B says there: with `word` the words it
covers (whatever their case), with `next` the label of the next occurrence in the same sentence, with a
field the value of the sentence, with a column the cell of its first token.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...errors import InputError
from ...schemes import EMPTY, Spans, spans
from ..columns.codes import Coder
from ..sentences import Sentences

JOINED = "+"
BETWEEN = " · "  # the two in a label
WORDS, NEXT = "word", "next"
TAGGED = ("IOB2", "IOB1", "BIOES", "BMES")


def pair_names(sentences: Sentences, columns: tuple[str, ...]) -> tuple[str, ...]:
    """The pairs worth asking for in a corpus, of the columns that have labels."""
    names = []
    for name in columns:
        scheme = sentences.schemes.get(name, "plain")
        if name not in sentences.columns or name == WORDS:
            continue
        if scheme in TAGGED:
            names.append(f"{name}{JOINED}{WORDS}")
        if name == "role" and "target" in sentences.fields:
            names.append(f"{name}{JOINED}target")
        if scheme in TAGGED or name == "pos":
            names.append(f"{name}{JOINED}{NEXT}")
    return tuple(names)


def is_pair(sentences: Sentences, name: object) -> bool:
    """Whether that is `A+B` of a column A and a value that can stand beside it."""
    if not isinstance(name, str) or JOINED not in name:
        return False
    one, _, other = name.partition(JOINED)
    second = other == NEXT or other in sentences.fields or other in sentences.columns
    return one in sentences.columns and second


def occurrences_of_pairs(
    sentences: Sentences, name: str
) -> tuple[NDArray[np.int64], NDArray[np.int32], Coder]:
    """The first token of each occurrence of A in `A+B`, the code of the pair, and the pairs."""
    first, _, second = name.partition(JOINED)
    if not is_pair(sentences, name):
        raise InputError(
            "no pair {name}. First part: {columns}; second: {others}.",
            name=name,
            columns=tuple(sentences.columns),
            others=(NEXT, *sentences.columns, *sentences.fields),
        )
    chunks = _occurrences(sentences, first)
    of = np.searchsorted(sentences.starts, chunks.start, side="right") - 1
    labels = [chunks.labels[code] for code in chunks.label.tolist()]
    if second == NEXT:
        following = np.flatnonzero(of[1:] == of[:-1])
        starts = chunks.start[following]
        pairs = [f"{labels[i]}{BETWEEN}{labels[i + 1]}" for i in following.tolist()]
    else:
        starts = chunks.start
        pairs = [
            f"{label}{BETWEEN}{other}"
            for label, other in zip(labels, _labels(sentences, second, chunks, of), strict=True)
        ]
    coder = Coder()
    return starts, coder.encode(pairs, len(pairs)), coder


def _occurrences(sentences: Sentences, name: str) -> Spans:
    column, scheme = sentences.columns[name], sentences.schemes.get(name, "plain")
    chunks = spans(column.codes, column.values, sentences.starts, scheme)
    if scheme in TAGGED:
        return chunks
    given = np.array([label not in EMPTY for label in chunks.labels], dtype=bool)[chunks.label]
    return Spans(chunks.start[given], chunks.end[given], chunks.label[given], chunks.labels)


def _labels(sentences: Sentences, other: str, chunks: Spans, places: NDArray[np.int64]) -> list[str]:
    if other == WORDS:
        words = sentences.columns[WORDS]
        codes = words.codes.tolist()
        return [
            " ".join(words.values[code].casefold() for code in codes[first:last])
            for first, last in zip(chunks.start.tolist(), chunks.end.tolist(), strict=True)
        ]
    if other in sentences.fields:
        values = sentences.fields[other]
        return [values[i] for i in places.tolist()]
    column = sentences.columns[other]
    return [column.values[code] for code in column.codes[chunks.start].tolist()]
