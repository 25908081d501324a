"""Populations that corpora are drawn from, beside the generated texts of `mx2core.simulation`."""

import csv
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.sparse import csr_array

from benchmarks.trials.texts import Texts


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """Units of a corpus: what a model sees of them and the class of each."""

    x: np.ndarray  # (n_units, n_features)
    y: np.ndarray  # (n_units,) int


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
class RealTexts:
    """Texts from a file, drawn without replacement; the rest of them is fresh data."""

    x: csr_array  # (n_texts, n_words), words in order of frequency
    y: np.ndarray  # (n_texts,)

    def draw(self, n_units, seed):
        chosen = np.random.default_rng(seed).permutation(len(self.y))[:n_units]
        return Texts(self.x[chosen], self.y[chosen])


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
