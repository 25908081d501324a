"""Files annotated by people as populations: corpora are random parts of a large one, whose truth is known.

    python -m benchmarks.inference_benchmark --real Banking77=train.csv:label --real en_ewt-ud-dev.conllu:pos

Texts have the words that most texts hold, of the most frequent classes; of tagged sentences the first
eight tokens are taken.
"""

from collections import Counter as Frequencies
from functools import partial
from pathlib import Path

import numpy as np

from mx2core import read_corpus
from mx2core.simulation.learners import Batch, Codes, Floats, naive_bayes_batch, nearest
from mx2core.simulation.numbers import Numbers
from mx2core.simulation.populations import Learner, accuracy

from ..trials.batch_learners import linear_discriminant, tagger
from ..trials.populations import TOKENS, f_of_chunks
from .populations import Draw, Model, Population

WORDS, CLASSES, TAG_WORDS = 150, 12, 400
TEXTS, SENTENCES = 200, 120  # units of a corpus
LEAST = 5  # times as many units as a corpus has must stand in the file
UNKNOWN = 0  # the number of a rare word


def of_file(named: str) -> tuple[Population, ...]:
    """Populations of FILE:FIELD or NAME=FILE:FIELD; a field of tokens gives sentences, one of units texts.

    Raises
    ------
    InputError
        If the file cannot be read.
    SystemExit
        If it has no such field, or is too short for its truth to be known.
    """
    where, _, field = named.rpartition(":")
    name, _, path = where.rpartition("=")
    corpus = read_corpus(path)
    name, sentences = name or Path(path).name, corpus.sentences
    words = [[str(word) for word in sentences.sentence(i).columns["word"]] for i in range(len(sentences))]
    if field in sentences.fields:
        return _of_texts(name, words, sentences.fields[field])
    if field not in sentences.columns:
        raise SystemExit(f"{name}: no field {field}; there are {[*sentences.fields, *sentences.columns]}")
    tags = [[str(tag) for tag in sentences.sentence(i).columns[field]] for i in range(len(sentences))]
    return _of_sentences(name, words, tags)


def _of_texts(name: str, words: list[list[str]], labels: tuple[str, ...]) -> tuple[Population, ...]:
    classes = [label for label, _ in Frequencies(labels).most_common(CLASSES)]
    kept = [unit for unit, label in enumerate(labels) if label in classes]
    frequent = [
        word for word, _ in Frequencies(w for unit in kept for w in set(words[unit])).most_common(WORDS)
    ]
    place = {word: number for number, word in enumerate(frequent)}
    x = np.zeros((len(kept), len(frequent)))
    for row, unit in enumerate(kept):
        x[row, [place[word] for word in words[unit] if word in place]] = 1
    y = np.array([classes.index(labels[unit]) for unit in kept])
    pairs: tuple[tuple[str, Model, Model], ...] = (
        ("naive Bayes, all words against 60", accuracy(naive_bayes_batch),
         accuracy(partial(naive_bayes_batch, n_words=60))),
        ("naive Bayes against 5-NN", accuracy(naive_bayes_batch), accuracy(partial(nearest, k=5))),
        ("LDA against naive Bayes", accuracy(linear_discriminant), accuracy(naive_bayes_batch)),
    )  # fmt: skip
    draw = _parts(name, TEXTS, (x,), y, len(classes))
    return tuple(Population(f"{name}: {pair}", "real corpora", TEXTS, draw, a, b) for pair, a, b in pairs)


def _of_sentences(name: str, words: list[list[str]], tags: list[list[str]]) -> tuple[Population, ...]:
    """Words by number; tags without their place in a chunk, O or the most frequent first."""
    long = [unit for unit, tokens in enumerate(words) if len(tokens) >= TOKENS]
    short = [
        [tag.rpartition("-")[2] if tag[1:2] == "-" else tag for tag in tags[unit][:TOKENS]] for unit in long
    ]
    known = Frequencies(word for unit in long for word in words[unit]).most_common(TAG_WORDS - 1)
    number = {word: place for place, (word, _) in enumerate(known, start=1)}
    inventory = [tag for tag, _ in Frequencies(tag for row in short for tag in row).most_common()]
    x = np.array([[number.get(word, UNKNOWN) for word in words[unit][:TOKENS]] for unit in long], dtype=float)
    y = np.array([[inventory.index(tag) for tag in row] for row in short])
    chunks = "O" in inventory
    score = f_of_chunks if chunks else token_accuracy
    draw = _parts(name, SENTENCES, (x,), y, len(inventory))
    title = f"{name}: tagger with and without the tag before"
    models = score(tagger), score(partial(tagger, memory=False))
    return (Population(title, "real corpora", SENTENCES, draw, *models),)


def token_accuracy(learner: Learner) -> Model:
    def counted(batch: Batch, train: Codes, ask: Codes) -> Floats:
        right = (learner(batch, train, ask) == batch.y[:, ask]).sum(axis=2).astype(float)
        return np.stack([right, np.full_like(right, TOKENS)], axis=-1)

    return counted


def _parts(name: str, n_units: int, views: tuple[Floats, ...], y: Codes, n_classes: int) -> Draw:
    if len(y) < LEAST * n_units:
        raise SystemExit(f"{name}: {len(y)} units, {LEAST * n_units} are needed for corpora of {n_units}")

    def draw(numbers: Numbers, corpora: int, n: int) -> Batch:
        units = numbers.uniform(corpora, len(y)).argsort(axis=1)[:, :n]
        return Batch(tuple(view[units] for view in views), y[units], n_classes)

    return draw
