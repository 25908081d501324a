"""Units that are validated with exactly the words of a unit that is trained on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..corpus.model import Corpus
from ..exchange import NamedParts


def text_seen_in_training(corpus: Corpus, parts: NamedParts) -> NDArray[np.int64]:
    """The units, ascending, whose whole text is also that of a unit which is trained on for their part."""
    number: dict[bytes | tuple[bytes, ...], int] = {}
    text = np.array([number.setdefault(one, len(number)) for one in _texts(corpus)])
    present = np.zeros((len(number), len(parts.names)), dtype=np.bool_)
    present[text, parts.of_unit] = True
    if parts.training is None:
        return np.flatnonzero(present.sum(axis=1)[text] > 1)
    return np.flatnonzero(present[text, parts.training] & (parts.of_unit != parts.training))


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
