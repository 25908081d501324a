"""Populations that corpora are drawn from, so that the true score of a model is known."""

from __future__ import annotations

import csv
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Units of a corpus: what a model sees of them and the class of each."""

    x: np.ndarray | csr_array  # (n_units, n_features)
    y: np.ndarray  # (n_units,) int


def equal_weights(n_classes):
    return np.full(n_classes, 1 / n_classes)


def zipf_weights(n_classes):
    weights = 1 / np.arange(1, n_classes + 1)
    return weights / weights.sum()


@dataclass(frozen=True, slots=True, eq=False)
class Gaussians:
    """Normal classes of unit variance; labels and noise of a seed do not depend on the separation."""

    weights: np.ndarray  # (n_classes,)
    separation: float  # standard deviation of a coordinate of the class means
    n_dimensions: int = 20
    seed: int = 1

    def draw(self, n_units, seed):
        n_classes = len(self.weights)
        means = np.random.default_rng(self.seed).standard_normal((n_classes, self.n_dimensions))
        rng = np.random.default_rng(seed)
        y = rng.choice(n_classes, n_units, p=self.weights)
        return Sample(self.separation * means[y] + rng.standard_normal((n_units, self.n_dimensions)), y)


@dataclass(frozen=True, slots=True, eq=False)
class GeneratedTexts:
    """Texts of Poisson length whose words follow Zipf's law, tilted in each class.

    The probability of the word of rank r is proportional to exp(tilt * z) / (r + 2.7)
    with z normal, drawn once for each word and class.
    """

    weights: np.ndarray  # (n_classes,)
    tilt: float = 1.0
    n_words: int = 2000
    mean_length: float = 12.0
    seed: int = 1

    def draw(self, n_units, seed):
        n_classes = len(self.weights)
        tilts = np.random.default_rng(self.seed).standard_normal((n_classes, self.n_words))
        words = np.exp(self.tilt * tilts) / (np.arange(1, self.n_words + 1) + 2.7)
        cumulated = np.cumsum(words / words.sum(axis=1, keepdims=True), axis=1)
        rng = np.random.default_rng(seed)
        y = rng.choice(n_classes, n_units, p=self.weights)
        lengths = 1 + rng.poisson(self.mean_length - 1, n_units)
        unit = np.repeat(np.arange(n_units), lengths)
        uniform = rng.random(len(unit))
        word = np.empty(len(unit), np.int64)
        for label in range(n_classes):
            of_class = y[unit] == label
            word[of_class] = np.searchsorted(cumulated[label], uniform[of_class])
        word = np.minimum(word, self.n_words - 1)  # the last sum may be a hair below 1
        ones = np.ones(len(unit))
        return Sample(csr_array((ones, (unit, word)), shape=(n_units, self.n_words)), y)


@dataclass(frozen=True, slots=True, eq=False)
class RealTexts:
    """Texts from a file, drawn without replacement; the rest of them is fresh data."""

    x: csr_array  # (n_texts, n_words), words in order of frequency
    y: np.ndarray  # (n_texts,)

    def draw(self, n_units, seed):
        chosen = np.random.default_rng(seed).permutation(len(self.y))[:n_units]
        return Sample(self.x[chosen], self.y[chosen])


def read_texts(paths, n_classes):
    """The texts of the most frequent classes in CSV files with the columns text and category."""
    rows = []
    for path in paths:
        with Path(path).open(encoding="utf-8", newline="") as file:
            rows += [(row["text"], row["category"]) for row in csv.DictReader(file)]
    classes = [name for name, _ in Counter(category for _, category in rows).most_common(n_classes)]
    kept = [(re.findall(r"\w+", text.lower()), category) for text, category in rows if category in classes]
    words = [word for word, _ in Counter(word for text, _ in kept for word in text).most_common()]
    code = {word: i for i, word in enumerate(words)}
    unit = np.repeat(np.arange(len(kept)), [len(text) for text, _ in kept])
    word = np.array([code[word] for text, _ in kept for word in text])
    x = csr_array((np.ones(len(unit)), (unit, word)), shape=(len(kept), len(words)))
    return RealTexts(x, np.array([classes.index(category) for _, category in kept]))
