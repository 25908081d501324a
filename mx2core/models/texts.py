"""Whole texts and their classes, as text classification needs them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from ..errors import InputError
from .columns import Codes

if TYPE_CHECKING:
    from ..corpus.model import Corpus
    from ..corpus.sentences import Sentences

GOLD_FIELD = "label"  # what is predicted of a text when nothing is named
NO_CLASS = ("", "_")


def gold_field(corpus: Corpus, name: str | None = None) -> str:
    """Name of the field that holds the class of each text: `name`, or label.

    Raises
    ------
    InputError
        If there is no such field, or a text has no class.
    """
    fields = corpus.sentences.fields
    wanted = name or GOLD_FIELD
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
    return wanted


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
