"""Units that are validated with exactly the words of a unit that is trained on."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..corpus.model import Corpus
from ..corpus.units.near_duplicates import NearDuplicates
from ..exchange import NamedParts


def text_seen_in_training(corpus: Corpus, parts: NamedParts) -> NDArray[np.int64]:
    """The units, ascending, whose whole text is also that of a unit which is trained on for their part."""
    text = _numbers(corpus)
    present = np.zeros((int(text.max()) + 1, len(parts.names)), dtype=np.bool_)
    present[text, parts.of_unit] = True
    if parts.training is None:
        return np.flatnonzero(present.sum(axis=1)[text] > 1)
    return np.flatnonzero(present[text, parts.training] & (parts.of_unit != parts.training))


def copies(corpus: Corpus, parts: NamedParts, near: NearDuplicates) -> list[dict[str, Any]]:
    """Each validated unit that training nearly has, with the most alike one there: rows and texts."""
    text = _numbers(corpus)
    pairs = dict(parts.validated_among(near.partners).tolist())
    leaked = {
        one: int(np.flatnonzero((text == text[one]) & parts.trained_on(int(parts.of_unit[one])))[0])
        for one in text_seen_in_training(corpus, parts).tolist()
    }
    return [
        {"leaked": one in leaked, **_place(corpus, one, ""), **_place(corpus, other, "training_")}
        for one, other in (leaked | {one: other for one, other in pairs.items() if one not in leaked}).items()
    ]


def _place(corpus: Corpus, unit: int, side: str) -> dict[str, Any]:
    """The name of a unit, the row in its file, from 1, and its text as the file has it, if it does."""
    sentences = corpus.sentences_of([unit])
    words = [word for one in sentences for word in one.columns["word"]]
    written = " ".join(one.fields.get("text", "") for one in sentences)
    row = corpus.sentences.row_in_file(int(np.flatnonzero(corpus.units == unit)[0])) + 1
    text = written if written.strip() else " ".join(words)
    return {f"{side}unit_id": corpus.unit_ids[unit], f"{side}row": row, f"{side}text": text}


def _numbers(corpus: Corpus) -> NDArray[np.int64]:
    """A number of each unit, (n_units,), the same where the texts are."""
    number: dict[bytes | tuple[bytes, ...], int] = {}
    return np.array([number.setdefault(one, len(number)) for one in _texts(corpus)])


def _texts(corpus: Corpus) -> list[bytes] | list[tuple[bytes, ...]]:
    """The words of each unit as one key: the codes of its sentences."""
    sentences = corpus.sentences
    codes = sentences.columns["word"].codes.astype(np.int32).tobytes()
    first = np.flatnonzero(~sentences.repeats)
    bounds = zip(
        (4 * sentences.starts[first]).tolist(), (4 * sentences.starts[first + 1]).tolist(), strict=True
    )
    words = [codes[start:stop] for start, stop in bounds]
    units = corpus.units[first]
    if len(words) == len(corpus):  # a sentence each
        return [words[i] for i in np.argsort(units).tolist()]
    keys: list[list[bytes]] = [[] for _ in corpus.unit_ids]
    for unit, sentence in zip(units.tolist(), words, strict=True):
        keys[unit].append(sentence)
    return list(map(tuple, keys))
