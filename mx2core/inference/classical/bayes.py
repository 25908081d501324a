"""Bayesian comparison of two models: on one corpus by correlated scores, on several by ranks."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri, stdtr

from ...arguments import check_range
from ...brief import Tabular, frozen
from ...errors import InputError, Notice
from ..checks import EQUAL, TIED, all_equal, check_numbers, check_runs, check_seed, no_variation


@frozen(eq=False)
class BayesianTTest(Tabular):
    """Posterior of the mean difference: a t law around the mean.

    With no variation there is no posterior spread: all but `mean` and `df` are None.
    """

    mean: float
    scale: float | None
    df: float
    rho: float
    rope: float
    p_worse: float | None  # P(difference < -rope): B is better
    p_equivalent: float | None  # P(-rope <= difference <= rope)
    p_better: float | None  # P(difference > rope): A is better
    notice: Notice | None


@frozen(eq=False)
class BayesianSignedRankTest(Tabular):
    """Which of two models is better on corpora like these, by a sample of the posterior."""

    p_worse: float  # share of the sample in which B better is the likeliest of the three
    p_equivalent: float
    p_better: float
    standard_error: float  # the largest of the three, for the posterior is sampled
    rope: float
    n_corpora: int
    n_samples: int
    seed: int


def bayesian_correlated_t_test(
    differences: ArrayLike, rho: float = 0.5, *, rope: float = 0.0
) -> BayesianTTest:
    """Bayesian correlated t-test with a region of practical equivalence.

    Parameters
    ----------
    differences : array_like of float
        How far A is ahead of B on each test set, at least two.
    rho : float
        Correlation of two scores, 0 <= rho < 1: the share of data a test set holds,
        one half for half splits.
    rope : float
        Differences from -rope to rope are equivalent in practice.

    References
    ----------
    .. [1] Corani & Benavoli (2015), A Bayesian approach for comparing cross-validated algorithms.

    Examples
    --------
    >>> scores = [[0.02, 0.03], [0.01, 0.03], [0.04, 0.01], [0.02, 0.02], [0.03, 0.01]]
    >>> test = mx.inference.bayesian_correlated_t_test(scores, rope=0.01)
    >>> round(test.p_better, 3), round(test.p_equivalent, 3)
    (0.852, 0.14)
    """
    check_range("rho", rho, "[0, 1)")
    _check_rope(rope)
    scores = check_numbers(differences)
    n = len(scores)
    mean = float(scores.mean())
    if all_equal(scores):
        return BayesianTTest(mean, None, n - 1, rho, rope, None, None, None, no_variation(scores))
    # Nadeau and Bengio's variance (1/n + n_test/n_train) s^2, with rho = n_test / (n_test + n_train).
    scale = sqrt((1 / n + rho / (1 - rho)) * float(scores.var(ddof=1)))
    worse = float(stdtr(n - 1, (-rope - mean) / scale))
    better = float(stdtr(n - 1, (mean - rope) / scale))
    return BayesianTTest(mean, scale, n - 1, rho, rope, worse, 1 - worse - better, better, None)


def bayesian_signed_rank_test(
    differences: ArrayLike, rope: float = 0.0, *, n_samples: int = 50_000, seed: int = 0
) -> BayesianSignedRankTest:
    """Bayesian signed-rank test of two models on several corpora.

    The law of differences over corpora is a Dirichlet process; its prior has strength one
    half and lies at no difference. In a draw from the posterior, the mean of two random
    corpora is worse, equivalent or better with probabilities that are compared.

    Parameters
    ----------
    differences : array_like of float, shape (n_corpora,)
        How far A is ahead of B on each corpus, at least two.
    rope : float
        Differences from -rope to rope are equivalent in practice.
    n_samples, seed : int
        Size and seed of the sample from the posterior.

    Raises
    ------
    ScoresError, InputError
        If a difference is missing, there are fewer than two, or an argument is not possible.

    References
    ----------
    .. [1] Benavoli, Mangili, Corani, Zaffalon & Ruggeri (2014), A Bayesian Wilcoxon
       signed-rank test based on the Dirichlet process.

    Examples
    --------
    >>> test = mx.inference.bayesian_signed_rank_test([0.02, 0.03, 0.01, 0.04, 0.02], 0.01, n_samples=1000)
    >>> test.p_better > test.p_equivalent > test.p_worse
    True
    """
    _check_rope(rope)
    check_runs(n_samples)
    check_seed(seed)
    scores = check_numbers(differences)
    values = np.append(0.0, scores)  # the prior's place comes first
    sums = values[:, None] + values
    weights = _dirichlet(len(scores), n_samples, seed)
    above, below = _share_above(sums, 2 * rope), _share_above(-sums, 2 * rope)
    better = ((weights @ above) * weights).sum(axis=1)  # sum over i, j of w_i w_j [d_i + d_j > 2 rope]
    worse = ((weights @ below) * weights).sum(axis=1)
    if rope == 0:
        # Above and below share every sum; where they are equal neither model wins.
        lead = better - worse
        p_better = float(np.mean(lead > EQUAL) + 0.5 * np.mean(np.abs(lead) <= EQUAL))
        p_worse, p_equivalent = 1 - p_better, 0.0
    else:
        winner = np.argmax([worse, 1 - better - worse, better], axis=0)
        p_worse, p_equivalent, p_better = (np.bincount(winner, minlength=3) / n_samples).tolist()
    spread = max(sqrt(p * (1 - p) / n_samples) for p in (p_worse, p_equivalent, p_better))
    return BayesianSignedRankTest(p_worse, p_equivalent, p_better, spread, rope, len(scores), n_samples, seed)


def _share_above(sums: NDArray[np.float64], limit: float) -> NDArray[np.float64]:
    """1 above the limit, 1/2 on it, up to rounding, else 0."""
    room = TIED * max(1.0, float(np.abs(sums).max()))
    return (np.sign(np.where(np.abs(sums - limit) <= room, 0.0, sums - limit)) + 1) / 2


def _dirichlet(n: int, n_samples: int, seed: int) -> NDArray[np.float64]:
    """Weights of the prior (1/2) and of n corpora (1 each), (n_samples, n + 1)."""
    words = np.random.Philox(key=seed, counter=[0, 0, 2, 0]).random_raw(n_samples * (n + 1))
    uniform = (((words >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53).reshape(n_samples, n + 1)
    gamma = -np.log(uniform)  # of shape one; gammas over their sum are Dirichlet
    gamma[:, 0] = ndtri(uniform[:, 0]) ** 2 / 2  # a gamma variable of shape one half
    weights: NDArray[np.float64] = gamma / gamma.sum(axis=1, keepdims=True)
    return weights


def _check_rope(rope: float) -> None:
    if not 0 <= rope < np.inf:
        raise InputError("`rope` must be 0 or a positive number, found {rope!r}.", rope=rope)
