"""Almost stochastic order: whether runs of one model, such as seeds, mostly score above those of another."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...brief import Tabular, frozen
from ...errors import ScoresError
from ..checks import check_alpha, check_seed

Floats = NDArray[np.float64]
FEWEST = 5  # runs of a model
LIMIT = 0.2  # of the bound; at 1/2, equal models come out as ordered in a sixth of cases
_STREAM = 310


@frozen
class StochasticOrder(Tabular):
    """How far runs of A are from always scoring above those of B; 0: never below, 1: never above."""

    violation: float  # share of the squared distance between quantiles where B is above
    bound: float  # upper, of the violation, at level 1 - alpha
    alpha: float
    n_runs: tuple[int, int]

    @property
    def holds(self) -> bool:
        """Whether the bound is below .2, the limit that Ulmer et al. found to keep errors low."""
        return self.bound < LIMIT


def almost_stochastic_order(
    a: ArrayLike, b: ArrayLike, *, alpha: float = 0.05, n_draws: int = 1000, seed: int = 0
) -> StochasticOrder:
    """Whether scores of runs of A are almost stochastically larger than those of B.

    It speaks of runs (seeds, epochs) of two models on the same data. Of other items it says
    nothing: `item_t_test` does. The bound is asymptotic: of two equal models the first comes
    out as above in 6% of cases with five runs each, in 3% with ten (normal scores, alpha .05).

    Parameters
    ----------
    a, b : array_like of float, shape (n_runs,)
        One score a run; the larger, the better. At least five each.
    alpha : float
        One-sided.
    n_draws : int
        Bootstrap draws for the variance of the violation.

    Raises
    ------
    ScoresError
        For fewer than five runs, or a score that is no finite number.

    References
    ----------
    .. [1] Dror, Shlomov, Reichart (2019), Deep dominance: how to properly compare deep neural models.
    .. [2] del Barrio, Cuesta-Albertos, Matrán (2018), An optimal transportation approach for
       assessing almost stochastic order.
    .. [3] Ulmer, Hardmeier, Frellsen (2022), deep-significance.

    Examples
    --------
    >>> almost_stochastic_order([.71, .74, .79, .80, .82], [.60, .63, .64, .66, .72]).holds
    True
    """
    from scipy import stats

    check_alpha(alpha)
    check_seed(seed)
    first, second = _runs(a, "a"), _runs(b, "b")
    n, m = len(first), len(second)
    violation = float(_violations(first[None], second[None])[0])
    words = np.random.Philox(key=[seed, _STREAM]).random_raw(n_draws * (n + m))
    drawn = words.reshape(n_draws, n + m)
    drawn_a, drawn_b = drawn[:, :n] % np.uint64(n), drawn[:, n:] % np.uint64(m)
    again = _violations(first[drawn_a.astype(np.int64)], second[drawn_b.astype(np.int64)])
    spread = math.sqrt(float(((again - violation) ** 2).mean() - (again - violation).mean() ** 2))
    bound = min(1.0, violation + float(stats.norm.isf(alpha)) * spread)
    return StochasticOrder(violation, bound, alpha, (n, m))


def _runs(scores: ArrayLike, name: str) -> Floats:
    try:
        runs = np.asarray(scores, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ScoresError("The scores `{name}` are not numbers.", name=name) from error
    if runs.ndim != 1 or len(runs) < FEWEST:
        raise ScoresError("The scores `{name}` need at least {least} runs.", name=name, least=FEWEST)
    if not np.isfinite(runs).all():
        raise ScoresError("The scores `{name}` hold a number that is not finite.", name=name)
    return runs


def _violations(a: Floats, b: Floats) -> Floats:
    """Where quantiles of B are above those of A, of the squared distance between both; rows are draws.

    Quantiles are steps, so the integrals are sums over the pieces on which neither changes.
    """
    n, m = a.shape[1], b.shape[1]
    ends = np.unique(np.concatenate([np.arange(n + 1) * m, np.arange(m + 1) * n]))  # in 1/(n m)
    middles, lengths = (ends[1:] + ends[:-1]) / 2, np.diff(ends) / (n * m)
    gaps = np.sort(b)[:, (middles // n).astype(int)] - np.sort(a)[:, (middles // m).astype(int)]
    whole = (gaps**2 * lengths).sum(axis=1)
    above = (np.maximum(gaps, 0) ** 2 * lengths).sum(axis=1)
    return np.where(whole > 0, above / np.where(whole > 0, whole, 1), 0.5)
