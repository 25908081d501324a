"""Random numbers of a generated corpus: they depend on its seed alone."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

_STREAM = 200  # the first of ours; `partition.philox` and `results.resampling` have lower ones


class Numbers:
    """Uniform and normal numbers one after the other, from raw words of a counter-based generator.

    `seed`: of the population.
    `stream`, `number`: which of its corpora: two of different streams or numbers share nothing.
    """

    def __init__(self, seed: int, stream: int = 0, number: int = 0) -> None:
        self._generator = np.random.Philox(key=[seed, _STREAM + stream], counter=[0, 0, 0, number])

    def uniform(self, *shape: int) -> NDArray[np.float64]:
        """Numbers strictly between 0 and 1."""
        words = self._generator.random_raw(int(np.prod(shape)))
        numbers: NDArray[np.float64] = ((words >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
        return numbers.reshape(shape)

    def normal(self, *shape: int) -> NDArray[np.float64]:
        numbers: NDArray[np.float64] = ndtri(self.uniform(*shape))
        return numbers

    def choice(self, weights: NDArray[np.float64], size: int) -> NDArray[np.int64]:
        """Indices with probabilities in proportion to `weights`."""
        return pick(np.cumsum(weights / weights.sum()), self.uniform(size))


def pick(cumulated: NDArray[np.float64], uniform: NDArray[np.float64]) -> NDArray[np.int64]:
    """For each number the index of the class it falls into; `cumulated` ends at 1 or a hair below."""
    found: NDArray[np.int64] = np.searchsorted(cumulated, uniform)
    return np.minimum(found, len(cumulated) - 1)


def tilted_words(seed: int, n_classes: int, n_words: int, tilt: float) -> NDArray[np.float64]:
    """Cumulated probabilities of words in each class, (n_classes, n_words).

    The probability of the word of rank r is proportional to exp(tilt z) / (r + 2.7), with
    z normal, drawn once for each word and class: Zipf's law, bent by each class.
    """
    tilts = Numbers(seed).normal(n_classes, n_words)
    words = np.exp(tilt * tilts) / (np.arange(1, n_words + 1) + 2.7)
    cumulated: NDArray[np.float64] = np.cumsum(words / words.sum(axis=1, keepdims=True), axis=1)
    return cumulated


def equal_weights(n_classes: int) -> NDArray[np.float64]:
    return np.full(n_classes, 1 / n_classes)


def zipf_weights(n_classes: int) -> NDArray[np.float64]:
    ranks = 1 / np.arange(1, n_classes + 1)
    weights: NDArray[np.float64] = ranks / ranks.sum()
    return weights
