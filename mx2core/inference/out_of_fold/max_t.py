"""P-values of several out-of-fold tests on the same units, adjusted together: step-down max-T."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtr

from ...arguments import check_finite, check_shape
from ...errors import ScoresError

RUNS = 20_000


def max_t_pvalues(
    pvalues: ArrayLike, contributions: ArrayLike, *, seed: int = 0, runs: int = RUNS
) -> NDArray[np.float64]:
    """Adjusted p-values of two-sided tests that depend on each other as units say.

    Reject those below alpha, and the chance of any wrong rejection is meant to be at most alpha. Each
    test keeps its own p-value; only their dependence is taken from units, as normal scores with the
    correlations of what units contribute (the limit of random signs of units). Never above Holm's, and much
    below where tests nearly agree, as metrics of one model do.

    Parameters
    ----------
    pvalues : array_like of float, shape (k,)
    contributions : array_like of float, shape (k, n_units)
        What each unit (or cluster) adds to each mean: its difference, averaged over splits.
    seed, runs : int
        Of the draws.

    Returns
    -------
    ndarray of float, shape (k,)

    Raises
    ------
    ScoresError
        If a p-value is not between 0 and 1, or shapes do not fit.

    References
    ----------
    .. [1] Westfall & Young (1993), Resampling-based multiple testing, algorithm 2.8.

    Examples
    --------
    >>> import numpy as np
    >>> one = np.random.default_rng(1).normal(size=60)
    >>> [round(float(p), 2) for p in max_t_pvalues([0.03, 0.03], [one, one])]
    [0.03, 0.03]
    """
    values, units = np.asarray(pvalues, dtype=np.float64), np.asarray(contributions, dtype=np.float64)
    k = len(values) if values.ndim == 1 else 0
    if k == 0 or not np.all((values >= 0) & (values <= 1)):
        raise ScoresError("`pvalues` must be a list of numbers from 0 to 1.")
    check_shape("contributions", units.shape, f"({k}, n_units)", ScoresError)
    check_finite("contributions", units, ScoresError)
    units = units - units.mean(axis=1, keepdims=True)
    norms = np.sqrt((units**2).sum(axis=1, keepdims=True))
    units = np.divide(units, norms, out=np.zeros_like(units), where=norms > 0)
    own, directions = np.linalg.eigh(units @ units.T)
    draws = np.random.default_rng(seed).normal(size=(runs, k)) * np.sqrt(np.maximum(own, 0)) @ directions.T
    drawn = 2 * ndtr(-np.abs(draws))
    order = np.argsort(-values, kind="stable")  # the largest first, so that minima grow
    least = np.minimum.accumulate(drawn[:, order], axis=1)
    steps = ((least <= values[order]).sum(axis=0) + 1) / (runs + 1)
    steps = np.minimum(steps, values[order] * np.arange(1, k + 1))  # by Bonferroni, where draws are few
    steps = np.maximum.accumulate(np.maximum(steps, values[order])[::-1])[::-1]
    adjusted = np.empty(k)
    adjusted[order] = np.minimum(steps, 1.0)
    return adjusted
