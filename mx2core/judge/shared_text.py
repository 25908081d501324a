"""Units that are validated with exactly the words of a unit that is trained on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..corpus.model import Corpus
from ..exchange import NamedParts


def text_seen_in_training(corpus: Corpus, parts: NamedParts) -> NDArray[np.int64]:
    """The units, ascending, whose whole text is also that of a unit which is trained on for their part.

    >>> import mx2core as mx
    >>> corpus = mx.read_corpus(b"text,label\\nso good,a\\nso bad,b\\nso good,a\\n")
    >>> text_seen_in_training(corpus, mx.io.NamedParts.of(["train", "test", "test"])).tolist()
    [2]
    """
    number: dict[bytes, int] = {}
    text = np.array([number.setdefault(one, len(number)) for one in _texts(corpus)])
    present = np.zeros((len(number), len(parts.names)), dtype=np.bool_)
    present[text, parts.of_unit] = True
    if parts.training is None:
        return np.flatnonzero(present.sum(axis=1)[text] > 1)
    return np.flatnonzero(present[text, parts.training] & (parts.of_unit != parts.training))


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
