"""Generated populations, drawn many corpora at a time."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .learners import Batch, Codes, Floats
from .numbers import Numbers

Learner = Callable[[Batch, Codes, Codes], Codes]
Counter = Callable[[Batch, Codes, Codes], Floats]  # units asked -> (n_corpora, n_units, 2)


def gaussian(
    numbers: Numbers,
    corpora: int,
    n: int,
    *,
    weights: Floats,
    distance: float,
    features: int = 5,
    views: tuple[float, ...] = (1.0, 1.0),
    wrong: float = 0.0,
) -> Batch:
    """Classes with normal features around random means; `views` are signals of each view."""
    k = len(weights)
    y = _classes(numbers, weights, corpora, n)
    means = Numbers(77, 400, k * 100 + features).normal(k, features) * distance / np.sqrt(features)
    observed = [signal * means[y] + numbers.normal(corpora, n, features) for signal in views]
    if wrong:
        other = numbers.uniform(corpora, n) < wrong
        y = np.where(other, (y + 1) % k, y)
    return Batch(tuple(observed), y, k)


def texts(
    numbers: Numbers,
    corpora: int,
    n: int,
    *,
    weights: Floats,
    tilt: float = 1.3,
    n_words: int = 120,
    views: int = 2,
    cluster: int = 1,
    own: float = 0.0,
) -> Batch:
    """0/1 occurrences of words whose frequency follows Zipf's law, bent by each class.

    Texts of one document (`cluster` of them) share their class and lean the same way by `own`.
    """
    k = len(weights)
    tilts = Numbers(78, 400, k).normal(k, n_words)
    base = np.log(1.5 / (np.arange(n_words) + 4.0))
    y = np.repeat(_classes(numbers, weights, corpora, n // cluster), cluster, axis=1)
    words_present = []
    for _ in range(views):
        logit = (base + tilt * tilts)[y]
        if own:
            logit = logit + own * np.repeat(numbers.normal(corpora, n // cluster, n_words), cluster, axis=1)
        words_present.append(
            (numbers.uniform(corpora, n, n_words) < 1 / (1 + np.exp(-logit))).astype(np.float64)
        )
    return Batch(tuple(words_present), y, k)


def _classes(numbers: Numbers, weights: Floats, corpora: int, n: int) -> Codes:
    found = np.searchsorted(np.cumsum(weights), numbers.uniform(corpora, n))
    return np.minimum(found, len(weights) - 1).astype(np.int64)


def accuracy(learner: Learner) -> Counter:
    def counted(batch: Batch, train: Codes, ask: Codes) -> Floats:
        right = (learner(batch, train, ask) == batch.y[:, ask]).astype(np.float64)
        return np.stack([right, np.ones_like(right)], axis=-1)

    return counted
