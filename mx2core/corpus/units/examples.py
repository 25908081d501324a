"""Which sentences show how a corpus was read."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...schemes import EMPTY
from ..model import Corpus


def examples_of(corpus: Corpus, n: int) -> list[int]:
    """The first `n` sentences; the first ones with labels of what is counted, where most lack them."""
    labelled = _labelled(corpus)
    if 2 * np.count_nonzero(labelled[:n]) < min(n, len(labelled)) and labelled.any():
        return [int(place) for place in np.flatnonzero(labelled)[:n]]
    return list(range(min(n, len(labelled))))


def _labelled(corpus: Corpus) -> NDArray[np.bool_]:
    """Sentences with a tag of a suggested attribute, (n_sentences,); all where no column has tags."""
    sentences = corpus.sentences
    tagged = [name for name in corpus.suggested if name in sentences.columns]
    has = np.zeros(len(sentences), dtype=bool)
    for name in tagged:
        column = sentences.columns[name]
        given = np.array([value not in EMPTY for value in column.values], dtype=bool)[column.codes]
        has |= np.add.reduceat(given, sentences.starts[:-1]) > 0
    return has if tagged else ~has
