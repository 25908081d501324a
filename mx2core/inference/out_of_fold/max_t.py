"""P-values of several out-of-fold tests on the same units, adjusted together: step-down max-T."""

from __future__ import annotations

from math import ceil

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from ...arguments import check_finite, check_range, check_shape
from ...errors import ScoresError

RUNS = 20_000


Floats = NDArray[np.float64]


def max_t_pvalues(
    pvalues: ArrayLike, contributions: ArrayLike, *, two_sided: bool = True, seed: int = 0, runs: int = RUNS
) -> Floats:
    """Adjusted p-values of tests that depend on each other as units say.

    Reject those below alpha, and the chance of any wrong rejection is meant to be at most alpha. Each
    test keeps its own p-value; only their dependence is taken from units, as normal scores with the
    correlations of what units contribute (the limit of random signs of units). Never above Holm's, and much
    below where tests nearly agree, as metrics of one model do.

    `pvalues`: array_like of float, shape (k,).
    `contributions` (array_like of float, shape (k, n_units)): what each unit (or cluster) adds to each mean:
    its difference, averaged over splits.
    `two_sided`: whether the p-values are; else all are of one side, "greater" in all or "less" in all.
    `seed`, `runs`: of the draws.
    Returns ndarray of float, shape (k,).
    Westfall & Young (1993), Resampling-based multiple testing, algorithm 2.8.
    """
    values, order, least = _least_of_draws(pvalues, contributions, two_sided, seed, runs)
    k = len(values)
    steps = ((least <= values[order]).sum(axis=0) + 1) / (runs + 1)
    steps = np.minimum(steps, values[order] * np.arange(1, k + 1))  # by Bonferroni, where draws are few
    steps = np.maximum.accumulate(np.maximum(steps, values[order])[::-1])[::-1]
    adjusted = np.empty(k)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted


def max_t_levels(
    pvalues: ArrayLike,
    contributions: ArrayLike,
    alpha: float,
    *,
    two_sided: bool = True,
    seed: int = 0,
    runs: int = RUNS,
) -> Floats:
    """Level of each test, so that its own p-value is below it where the adjusted one is below alpha.

    `alpha`: of all tests together.
    Returns ndarray of float, shape (k,): from alpha / k to alpha. Tests that are not rejected have one level,
    that of all those left.
    """
    check_range("alpha", alpha, "(0, 1)")
    values, order, least = _least_of_draws(pvalues, contributions, two_sided, seed, runs)
    levels = np.empty(len(values))
    within = ceil(alpha * (runs + 1)) - 2  # draws that may be as small as a p-value below the level
    for step in range(len(values) - 1, -1, -1):
        quantile = np.partition(least[:, step], within)[within] if within >= 0 else 0.0
        level = min(max(quantile, alpha / (step + 1)), alpha)
        if values[order[step]] >= level:
            levels[order[: step + 1]] = level
            break
        levels[order[step]] = level
    return levels


def _least_of_draws(
    pvalues: ArrayLike, contributions: ArrayLike, two_sided: bool, seed: int, runs: int
) -> tuple[Floats, NDArray[np.int64], Floats]:
    """P-values, their order from the largest on, and in each draw the least of the first 1, 2, … of it."""
    values, units = np.asarray(pvalues, dtype=np.float64), np.asarray(contributions, dtype=np.float64)
    k = len(values) if values.ndim == 1 else 0
    if k == 0 or not np.all((values >= 0) & (values <= 1)):
        raise ScoresError("`pvalues` must be a list of numbers from 0 to 1.")
    check_shape("contributions", units.shape, f"({k}, n_units)", ScoresError)
    check_finite("contributions", units, ScoresError)
    units = units - units.mean(axis=1, keepdims=True)
    norms = np.sqrt((units**2).sum(axis=1, keepdims=True))
    units = np.divide(units, norms, out=np.zeros_like(units), where=norms > 0)
    # Correlations R = Q diag(l) Q', so z sqrt(l) Q' of standard normal z has them.
    own, directions = np.linalg.eigh(units @ units.T)
    draws = np.random.default_rng(seed).normal(size=(runs, k)) * np.sqrt(np.maximum(own, 0)) @ directions.T
    drawn = 2 * ndtr(-np.abs(draws)) if two_sided else ndtr(-draws)
    order = np.argsort(-values, kind="stable")  # the largest first, so that minima fall
    return values, order, np.minimum.accumulate(drawn[:, order], axis=1)
