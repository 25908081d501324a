"""What scores on many corpora say where the truth is known: bias, two spreads, correlations, rates.

The spread over the sets of splits of one corpus and the spread over corpora are never
mixed: an array of scores has one axis for each, corpora first.

Intervals have level 95 %. What is drawn again, or counted, are corpora: nothing within
a corpus is independent.
"""

from collections.abc import Callable
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from mx2core.partition.halves.philox import Draws
from mx2core.studies.resampling import Estimate, Floats

METHODS = ("random", "block", "balanced", "centered", "floor", "filter")
CANDIDATES, SHARE = 1000, 0.05  # of "filter": the best 5 % of 1,000 random halves, as in section 6.2
RESAMPLES = 2000

_STREAM = 102  # of random words, beside that of `resampling`
_NORMAL = 1.96


def masks_of(method: str, counts: NDArray[np.int64], m: int, seed: int) -> NDArray[np.bool_]:
    """m splits of one corpus made in one of `METHODS`, shape (m, n_units).

    Parameters
    ----------
    counts : ndarray of int, shape (n_units, n_labels)
        The labels that splits are chosen by.
    """
    from mx2core.partition import (
        block_partitions,
        random_partitions,
        regularized_partitions,
        selected_partitions,
    )

    if method == "random":
        return random_partitions(counts.shape[0], m, seed).masks
    if method == "block":
        return block_partitions(counts.shape[0], m, seed).masks
    if method == "filter":
        return selected_partitions([counts], m, share=SHARE, n_candidates=CANDIDATES, seed=seed).masks
    return regularized_partitions([counts], m, seed, method).masks


def mean_of(values: Floats) -> Estimate:
    """Mean of independent values with its normal interval."""
    mean, half = float(np.mean(values)), float(_NORMAL * np.std(values, ddof=1) / sqrt(len(values)))
    return Estimate(mean, mean - half, mean + half)


def bias(scores: Floats, truth: Floats) -> Estimate:
    """Mean distance of set scores (n_corpora, n_sets) from the truth (n_runs,), over corpora."""
    of_corpora, of_truth = scores.mean(axis=1), np.asarray(truth)
    value = float(of_corpora.mean() - of_truth.mean())
    variance = of_corpora.var(ddof=1) / len(of_corpora) + of_truth.var(ddof=1) / len(of_truth)
    half = _NORMAL * sqrt(float(variance))
    return Estimate(value, value - half, value + half)


def shift(scores: Floats, random: Floats) -> Estimate:
    """Mean distance from the scores on random halves of the same corpora."""
    return mean_of(scores.mean(axis=1) - random.mean(axis=1))


def spread(scores: Floats) -> float:
    """Standard deviation over the sets of one corpus, pooled over corpora."""
    return sqrt(float(scores.var(axis=1, ddof=1).mean()))


def spread_within(scores: Floats, seed: int = 0) -> Estimate:
    """The same with its interval."""
    return _resampled(scores.var(axis=1, ddof=1)[:, None], lambda means: np.sqrt(means[..., 0]), seed)


def spread_ratio(scores: Floats, random: Floats, seed: int = 0) -> Estimate:
    """Of the spreads of two methods on the same corpora."""
    variances = np.column_stack([scores.var(axis=1, ddof=1), random.var(axis=1, ddof=1)])
    return _resampled(variances, lambda means: np.sqrt(means[..., 0] / means[..., 1]), seed)


def spread_across(scores: Floats, seed: int = 0) -> Estimate:
    """Standard deviation of one set's score over corpora and sets together."""
    moments = np.column_stack([scores.mean(axis=1), (scores**2).mean(axis=1)])
    correction = len(scores) / (len(scores) - 1)
    return _resampled(
        moments,
        lambda means: np.sqrt(np.maximum(means[..., 1] - means[..., 0] ** 2, 0.0) * correction),
        seed,
    )


def error(scores: Floats, truth: Floats) -> float:
    """Root mean square distance of one set's score from the truth, over corpora."""
    return sqrt(float(((scores - np.mean(truth)) ** 2).mean()))


def error_across(scores: Floats, truth: Floats, seed: int = 0) -> Estimate:
    """The same with its interval."""
    squares = ((scores - np.mean(truth)) ** 2).mean(axis=1)
    return _resampled(squares[:, None], lambda means: np.sqrt(means[..., 0]), seed)


def correlations(scores: Floats, seed: int = 0) -> tuple[Estimate, Estimate]:
    """rho1 and rho2 over corpora that might have been drawn.

    Parameters
    ----------
    scores : ndarray of float, shape (n_corpora, n_sets, m, 2)
        One score for each half of each split, m >= 2.

    Returns
    -------
    tuple of Estimate
        Correlation of the two scores of a split, and of scores of two splits of a set.
    """
    m = scores.shape[2]
    splits = scores.sum(axis=3)
    total = splits.sum(axis=2)
    pairs = {
        "mean": scores.mean(axis=(2, 3)),
        "square": (scores**2).mean(axis=(2, 3)),
        "within": (scores[..., 0] * scores[..., 1]).mean(axis=2),
        "between": (total**2 - (splits**2).sum(axis=2)) / (4 * m * (m - 1)),
    }
    moments = np.column_stack([of_sets.mean(axis=1) for of_sets in pairs.values()])

    def correlation(column: int) -> Callable[[Floats], Floats]:
        return lambda means: (means[..., column] - means[..., 0] ** 2) / (means[..., 1] - means[..., 0] ** 2)

    return _resampled(moments, correlation(2), seed), _resampled(moments, correlation(3), seed)


def rate(shares: Floats) -> Estimate:
    """Mean of shares (n_corpora,), with Wilson's interval as if a corpus were one experiment.

    That is too wide where a corpus has several sets, never too narrow.
    """
    n, value = len(shares), float(np.mean(shares))
    square = _NORMAL**2 / n
    centre = (value + square / 2) / (1 + square)
    half = _NORMAL / (1 + square) * sqrt(value * (1 - value) / n + square / (4 * n))
    return Estimate(value, min(max(centre - half, 0.0), value), max(min(centre + half, 1.0), value))


def _resampled(columns: Floats, statistic: Callable[[Floats], Floats], seed: int) -> Estimate:
    """A function of the means of columns (n_corpora, k), with percentiles over corpora drawn again."""
    n = len(columns)
    drawn = Draws(seed, _STREAM).integers(n, RESAMPLES * n).reshape(RESAMPLES, n)
    means = np.stack([column[drawn].mean(axis=1) for column in columns.T], axis=-1)
    with np.errstate(divide="ignore", invalid="ignore"):  # nothing may vary
        value, resampled = float(statistic(columns.mean(axis=0))), statistic(means)
    if not (np.isfinite(value) and np.isfinite(resampled).all()):
        return Estimate(value, None, None)
    lower, upper = np.quantile(resampled, [0.025, 0.975]).tolist()
    return Estimate(value, lower, upper)
