"""A corpus small enough to read, made by hand: what the readers will return."""

import hashlib

import numpy as np

from mx2core.corpus.model import Corpus
from mx2core.corpus.sentences import Column, Sentences


def column(cells):
    values = tuple(dict.fromkeys(cells))
    return Column(np.array([values.index(cell) for cell in cells], dtype=np.int32), values)


def corpus_of(sentences, names, *, fields=None, schemes=None, units=None):
    """A corpus from sentences of rows, one cell a column."""
    rows = [row for sentence in sentences for row in sentence]
    columns = {name: column([row[i] for row in rows]) for i, name in enumerate(names)}
    starts = np.cumsum([0, *(len(sentence) for sentence in sentences)]).astype(np.int64)
    n = len(sentences)
    units = np.arange(n, dtype=np.int64) if units is None else np.asarray(units, dtype=np.int64)
    digest = hashlib.sha256(repr(sentences).encode()).hexdigest()
    held = Sentences(
        columns, starts, fields or {}, np.arange(1, len(rows) + 1), np.zeros(n, dtype=bool), schemes or {}
    )
    ids = tuple(str(i) for i in range(int(units.max()) + 1))
    return Corpus("small", "columns", "utf-8", "sentence", held, units, ids, digest, digest, {}, ())


SPOKEN = [
    [
        ("他", "r", "_", "B-说话者"),
        ("说", "v", "说", "O"),
        ("天气", "n", "_", "B-信息"),
        ("好", "a", "_", "I-信息"),
    ],
    [("昨天", "t", "_", "O"), ("宣布", "v", "宣布", "O")],
    [("好", "a", "_", "O")],
]


def example_corpus():
    """Three sentences with words, parts of speech, target words and roles; the last has no target."""
    return corpus_of(SPOKEN, ("word", "pos", "target", "role"), schemes={"role": "IOB2"})


def classified(texts, labels):
    sentences = [[(text,)] for text in texts]
    return corpus_of(sentences, ("word",), fields={"text": tuple(texts), "label": tuple(labels)})
