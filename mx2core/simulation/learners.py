"""Learners that are trained on many generated corpora at once, and what they answer unit by unit.

Every function takes a batch of corpora of one size and indices of the units to train on
and to answer, the same for all of them, so that one NumPy call trains a whole batch.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..brief import frozen

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


@frozen(eq=False)
class Batch:
    """Corpora of the same size: what two models see of each unit, and the right answers.

    With sequences, `views` hold the word of each token and `y` the tag of each.
    """

    views: tuple[Floats, ...]  # each (n_corpora, n_units, n_features)
    y: Codes  # (n_corpora, n_units), or (n_corpora, n_units, n_tokens) of tags
    n_classes: int
    seed: int = 0  # of a learner that draws random numbers itself

    @property
    def shape(self) -> tuple[int, int]:
        return self.y.shape[0], self.y.shape[1]


def centroid(batch: Batch, train: Codes, ask: Codes, view: int = 0) -> Codes:
    """The class whose mean is nearest."""
    x, means, _ = _class_means(batch, train, view)
    return _linear(x[:, ask], means)


def nearest(batch: Batch, train: Codes, ask: Codes, view: int = 0, k: int = 1) -> Codes:
    """The most frequent class of the k nearest units; of equals the first."""
    x = batch.views[view]
    known, asked = x[:, train], x[:, ask]
    distance = (known**2).sum(axis=2)[:, None] - 2 * asked @ known.transpose(0, 2, 1)
    if k == 1:
        place = distance.argmin(axis=2)
        labels: Codes = np.take_along_axis(batch.y[:, train], place, axis=1)
        return labels
    places = np.argpartition(distance, k, axis=2)[:, :, :k]
    near = np.take_along_axis(batch.y[:, None, train], places, axis=2)
    votes = (near[..., None] == np.arange(batch.n_classes)).sum(axis=2)
    return _best(votes)


def naive_bayes_batch(
    batch: Batch, train: Codes, ask: Codes, view: int = 0, n_words: int | None = None
) -> Codes:
    """Multinomial naive Bayes with one added to every count, on the first words of a view."""
    x = batch.views[view][:, :, :n_words]
    classes = _one_hot(batch, train)
    sums = classes.transpose(0, 2, 1) @ x[:, train] + 1
    logs = np.log(sums) - np.log(sums.sum(axis=2, keepdims=True))
    with np.errstate(divide="ignore"):
        shares = np.log(classes.mean(axis=1))
    return _best(x[:, ask] @ logs.transpose(0, 2, 1) + shares[:, None])


def tree(batch: Batch, train: Codes, ask: Codes, view: int = 0, depth: int = 3) -> Codes:
    """A decision tree on 0/1 features, grown by the Gini index to a depth."""
    x = batch.views[view]
    known, asked, classes = x[:, train], x[:, ask], _one_hot(batch, train)
    n_corpora = len(x)
    inside, below = np.ones((n_corpora, len(train))), np.ones((n_corpora, len(ask)), dtype=bool)
    answer = np.zeros((n_corpora, len(ask)), np.int64)

    def grow(weights: Floats, queried: NDArray[np.bool_], left: int) -> None:
        weighted = classes * weights[:, :, None]
        total = weighted.sum(axis=1)
        if left == 0:
            answer[queried] = np.broadcast_to(total.argmax(axis=1)[:, None], queried.shape)[queried]
            return
        ones = weighted.transpose(0, 2, 1) @ known  # (corpora, classes, features)
        zeros = total[:, :, None] - ones
        purity = sum((side**2).sum(axis=1) / np.maximum(side.sum(axis=1), 1) for side in (ones, zeros))
        feature = purity.argmax(axis=1)[:, None, None]
        has = np.take_along_axis(known, feature, axis=2)[:, :, 0] > 0
        asks = np.take_along_axis(asked, feature, axis=2)[:, :, 0] > 0
        grow(weights * has, queried & asks, left - 1)
        grow(weights * ~has, queried & ~asks, left - 1)

    grow(inside, below, depth)
    return answer


def fixed_rule(batch: Batch, train: Codes, ask: Codes, view: int = 0) -> Codes:
    """The first features as scores of the classes: nothing is learned from the training units."""
    return _best(batch.views[view][:, ask, : batch.n_classes])


def _one_hot(batch: Batch, units: Codes) -> Floats:
    classes: Floats = (batch.y[:, units, None] == np.arange(batch.n_classes)).astype(np.float64)
    return classes


def _class_means(batch: Batch, train: Codes, view: int) -> tuple[Floats, Floats, Floats]:
    """Features, means of the classes (far away for a class without units), shares of the classes."""
    x, classes = batch.views[view], _one_hot(batch, train)
    sizes = classes.sum(axis=1)
    means = classes.transpose(0, 2, 1) @ x[:, train] / np.maximum(sizes, 1)[:, :, None]
    means = np.where(sizes[:, :, None] > 0, means, 1e6)
    return x, means, sizes / len(train)


def _linear(x: Floats, means: Floats) -> Codes:
    return _best(x @ means.transpose(0, 2, 1) - 0.5 * (means**2).sum(axis=2)[:, None])


def _best(scores: NDArray[Any]) -> Codes:
    """The class with the largest score, the last axis being that of classes."""
    best: Codes = scores.argmax(axis=-1)
    return best
