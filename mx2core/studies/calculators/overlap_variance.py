"""How the variance of an estimate follows the overlap of training sets, on generated populations.

The mean over m splits of a score E(i), each the mean of both its halves, has the variance
s2 (1 + (m - 1) r) / m, where s2 is that of one E(i) and r the correlation of two of them over
corpora that might have been drawn. r depends on the number of units that two training sets
share: it is 1 where they are equal or have nothing in common (then each split is the other one
turned round), and least in the middle, at n/4. That is the reason for the condition Phi(0).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from math import atanh, sqrt, tanh

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_choice, check_range
from ...brief import frozen
from ...partition.checks import check_seed, check_whole
from ...simulation.learners import Batch, Floats, centroid, fixed_rule, naive_bayes_batch, nearest, tree
from ...simulation.numbers import Numbers, equal_weights, zipf_weights
from ...simulation.populations import Counter, accuracy, gaussian, texts
from ..resampling import Estimate

STREAM, BATCH = 510, 50
FEWEST_UNITS, MOST_UNITS = 16, 400
FEWEST_CORPORA, MOST_CORPORA = 50, 5000
POINTS = 9  # overlaps from 0 to n/2
_NORMAL = 1.959963984540054

_NORMALS = partial(gaussian, weights=equal_weights(3), distance=2.0, views=(1.0,))
_TEXTS = partial(texts, weights=zipf_weights(8), views=1)
_POPULATIONS: Mapping[str, tuple[partial[Batch], Counter]] = {
    "nearest": (_NORMALS, accuracy(nearest)),
    "centroid": (_NORMALS, accuracy(centroid)),
    "naive_bayes": (_TEXTS, accuracy(naive_bayes_batch)),
    "tree": (partial(texts, weights=equal_weights(3), tilt=1.6, n_words=40, views=1), accuracy(tree)),
    "fixed_rule": (_NORMALS, accuracy(fixed_rule)),
}
LEARNERS = tuple(_POPULATIONS)


@frozen
class OverlapPoint:
    """Two splits whose training sets share a number of units."""

    overlap: int  # units that both training sets hold
    correlation: Estimate  # of the two scores over corpora; 95 % interval by Fisher's transformation


@frozen
class OverlapVariance:
    """Correlation of the scores of two splits by the overlap of their training sets."""

    learner: str
    n_units: int
    n_corpora: int
    seed: int
    mean: float  # accuracy, of models trained on n/2 units
    variance: float  # of the score of one split, both halves, over corpora
    rows: tuple[OverlapPoint, ...]
    least: float  # correlation at n/4 by the parabola least + rise (4 overlap / n - 1)^2
    rise: float

    @property
    def quarter(self) -> float:
        """n/4, where the variance is least."""
        return self.n_units / 4

    def curve(self, overlap: float) -> float:
        """Correlation at any overlap by the parabola, which leaves out splits that are the same one."""
        return self.least + self.rise * (overlap / self.quarter - 1) ** 2

    def standard_error(self, m: int, correlation: float) -> float:
        """Standard deviation over corpora of the mean over m splits with that correlation in pairs."""
        return sqrt(max(self.variance * share_of_variance(correlation, m), 0.0))


def share_of_variance(correlation: float, m: int) -> float:
    """Variance of the mean over m splits, over that of one split: (1 + (m - 1) r) / m."""
    return (1 + (m - 1) * correlation) / m


def overlap_variance(
    learner: str = "nearest", *, n_units: int = 80, n_corpora: int = 400, seed: int = 0
) -> OverlapVariance:
    """Train on two half splits of many generated corpora, for overlaps from 0 to n/2.

    `learner`: one of `LEARNERS`; "fixed_rule" learns nothing, so its splits are all alike.
    `n_units`: of each corpus, from 16 to 400; rounded down to a multiple of four.
    `n_corpora`: from 50 to 5,000.
    The paper, sections 1 and 2.1: the covariance of two splits is a convex, symmetric function of the
    overlap, least at n/4.
    """
    check_choice("learner", learner, LEARNERS)
    n = _check_between(n_units, "n_units", FEWEST_UNITS, MOST_UNITS) // 4 * 4
    corpora = _check_between(n_corpora, "n_corpora", FEWEST_CORPORA, MOST_CORPORA)
    check_seed(seed)
    draw, counter = _POPULATIONS[learner]
    overlaps = np.unique(np.linspace(0, n // 2, POINTS).round().astype(np.int64))
    first, others = [], []
    for number, start in enumerate(range(0, corpora, BATCH)):
        numbers = Numbers(seed, STREAM, number)
        drawn = draw(numbers, min(BATCH, corpora - start), n)
        first.append(_two_fold(counter, drawn, np.arange(n // 2)))
        # Units are drawn alike, so which of them two training sets share is of no consequence.
        others.append([_two_fold(counter, drawn, _sharing(k, n)) for k in overlaps.tolist()])
    firsts = np.concatenate(first)
    other = np.concatenate([np.array(scores) for scores in others], axis=1)
    pooled = float(np.mean([firsts.var(ddof=1), *other.var(axis=1, ddof=1)]))
    rows = tuple(
        OverlapPoint(k, _correlation(firsts, scores))
        for k, scores in zip(overlaps.tolist(), other, strict=True)
    )
    least, rise = _parabola(rows, n)
    return OverlapVariance(learner, n, corpora, seed, float(firsts.mean()), pooled, rows, least, rise)


def _check_between(value: int, name: str, least: int, most: int) -> int:
    number = check_whole(value, name, least)
    check_range(name, number, f"[{least}, {most}]")
    return number


def _sharing(overlap: int, n: int) -> NDArray[np.int64]:
    """Half of n units, of which the first half of them holds `overlap`."""
    return np.concatenate((np.arange(overlap), np.arange(n // 2, n - overlap)))


def _two_fold(counter: Counter, corpora: Batch, train: NDArray[np.int64]) -> Floats:
    """Mean accuracy of both halves of a split, one for each corpus."""
    rest = np.setdiff1d(np.arange(corpora.shape[1]), train)
    scores = []
    for one, other in ((train, rest), (rest, train)):
        sums = counter(corpora, one, other).sum(axis=1)
        scores.append(sums[:, 0] / sums[:, 1])
    mean: Floats = (scores[0] + scores[1]) / 2
    return mean


def _correlation(first: Floats, second: Floats) -> Estimate:
    if np.array_equal(first, second):  # the same two trainings
        return Estimate(1.0, None, None)
    value = float(np.corrcoef(first, second)[0, 1])
    if not abs(value) < 1:
        return Estimate(value, None, None)
    half = _NORMAL / sqrt(len(first) - 3)
    return Estimate(value, tanh(atanh(value) - half), tanh(atanh(value) + half))


def _parabola(rows: tuple[OverlapPoint, ...], n: int) -> tuple[float, float]:
    """Least squares of the correlation on (4 overlap / n - 1)^2, over splits that are not the same one."""
    between = [row for row in rows if 0 < row.overlap < n // 2]
    square = np.array([(4 * row.overlap / n - 1) ** 2 for row in between])
    rise, least = np.polyfit(square, [row.correlation.value for row in between], 1).tolist()
    return float(least), float(rise)
