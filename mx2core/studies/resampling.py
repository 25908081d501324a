"""Bootstrap intervals of spreads and of ratios of means to spreads.

What is drawn again are repetitions: a split with both of its scores, or a whole set of
splits. Single folds are never drawn, because the scores of one repetition share data.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_range
from ..brief import frozen
from ..partition.checks import check_seed, check_whole
from ..partition.halves.philox import Draws

FEWEST = 10  # repetitions; with fewer, intervals of a spread say little and cover too little
LEAST_USABLE = 0.99  # of the resamples; the others have no spread at all
CHUNK = 2**22  # scores drawn at a time
RESAMPLING = 101  # a stream of random words beside those of `partition.philox`

Floats = NDArray[np.float64]
# From samples of shape (..., n, k) to values and their standard errors, each of shape (...)
Statistic = Callable[..., tuple[Floats, Floats]]


@frozen
class Estimate:
    """A value with its interval; the bounds are None where there is no interval to be had."""

    value: float
    lower: float | None
    upper: float | None


@frozen
class Resampling:
    """How intervals are made, by the studentized bootstrap.

    Raises InputError if a setting is not possible.

    >>> mx.studies.Resampling(level=0.9).n_resamples
    2000
    """

    level: float = 0.95
    n_resamples: int = 2000
    seed: int = 0

    def __post_init__(self) -> None:
        check_range("level", self.level, "(0, 1)")
        check_whole(self.n_resamples, "n_resamples", 100)
        check_seed(self.seed)


def bootstrap_interval(
    samples: Sequence[Floats], statistic: Statistic, how: Resampling
) -> tuple[float, float] | None:
    """Interval of a statistic of one sample, or of two that were drawn independently.

    `samples` (sequence of ndarray, each of shape (n, k)): n repetitions with k scores each.
    `statistic`: takes arrays of shape (..., n, k), one a sample; returns values and standard errors, on a
    scale on which the standard error hardly depends on the value.
    Returns tuple of float, or None: on the scale of the statistic. None when a sample has fewer than 10
    repetitions, or nothing varies.
    Efron & Tibshirani, An Introduction to the Bootstrap, chapter 12 (there bootstrap-t): with few repetitions
    percentiles and BCa cover less.
    """
    if min(len(sample) for sample in samples) < FEWEST:
        return None
    value, error = (float(part) for part in statistic(*samples))
    if not (np.isfinite(value) and error > 0):
        return None
    values, errors = _distribution(samples, statistic, how)
    usable = np.isfinite(values) & (errors > 0)
    if usable.mean() < LEAST_USABLE:
        return None
    tails = [(1 + how.level) / 2, (1 - how.level) / 2]
    upper, lower = np.quantile((values[usable] - value) / errors[usable], tails)
    return value - float(upper) * error, value - float(lower) * error


def _distribution(samples: Sequence[Floats], statistic: Statistic, how: Resampling) -> tuple[Floats, Floats]:
    """Values and standard errors of the statistic in every resample, shape (n_resamples,)."""
    draws = [Draws(how.seed, RESAMPLING, stage) for stage in range(len(samples))]
    step = max(1, CHUNK // max(sample.size for sample in samples))
    parts = []
    for start in range(0, how.n_resamples, step):
        count = min(step, how.n_resamples - start)
        resampled = [
            sample[draw.integers(len(sample), count * len(sample)).reshape(count, len(sample))]
            for sample, draw in zip(samples, draws, strict=True)
        ]
        with np.errstate(divide="ignore", invalid="ignore"):  # a resample may have no spread
            parts.append(statistic(*resampled))
    values, errors = (np.concatenate(part) for part in zip(*parts, strict=True))
    return values, errors
