"""Would another laboratory conclude the same? Chances estimated from laboratories with other seeds.

Laboratories share the corpus and the models; only their splits differ. So what is
estimated here is about dividing one corpus again, not about another corpus.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betaincinv
from scipy.stats import binomtest

from ...brief import frozen
from ...errors import ScoresError
from ..resampling import Estimate
from ..summary import mean_shift

A_BETTER, B_BETTER, NOT_SHOWN = "A", "B", "none"
CONCLUSIONS = (A_BETTER, B_BETTER, NOT_SHOWN)
N_POINTS = 1024  # of the posterior
GOLDEN = 0.6180339887498949

Floats = NDArray[np.float64]
OfChances = Callable[[Floats], Floats]  # from the chances of classes, (n_classes, N_POINTS), to (N_POINTS,)


@frozen
class Replicability:
    """How far laboratories agree; all are chances of one laboratory, or of a pair of two.

    Replicability is the chance that two conclude the same, 1 - `different`.
    """

    laboratories: int
    rates: dict[str, Estimate]  # of each conclusion
    different: Estimate  # two laboratories conclude differently
    opposite: Estimate  # one says A is better, the other B
    sign: Estimate  # their estimates of the difference do not have the same sign


@frozen
class Decomposition:
    """Error of the estimate of one laboratory against a reference, in two parts."""

    bias: Estimate  # mean of the laboratories minus the reference
    squared_bias: float  # without what chance adds to it; at least 0
    variance: float  # between laboratories, divisor R - 1

    @property
    def error(self) -> float:
        """Root mean square distance from the reference."""
        return float(np.sqrt(self.squared_bias + self.variance))


def replicability(conclusions: Sequence[str], estimates: ArrayLike, *, level: float = 0.95) -> Replicability:
    """Chances that laboratories disagree.

    Parameters
    ----------
    conclusions : sequence of {"A", "B", "none"}
        One a laboratory, at least two.
    estimates : array_like of float, shape (R,)
        Of how far A is ahead of B.
    level : float
        Of the intervals.

    Returns
    -------
    Replicability
        Chances of pairs are shares of the pairs of distinct laboratories, which is
        without bias; their intervals are `pair_interval`'s. Intervals of rates are
        Clopper and Pearson's.

    Raises
    ------
    ScoresError
        If there are fewer than two laboratories, or other conclusions.

    Examples
    --------
    >>> found = replicability(["A", "A", "none", "A"], [.02, .03, -.01, .02])
    >>> round(found.different.value, 2), round(found.sign.value, 2), found.opposite.value
    (0.5, 0.5, 0.0)
    """
    values = np.asarray(estimates, dtype=np.float64)
    unknown = [one for one in conclusions if one not in CONCLUSIONS]
    if len(conclusions) < 2 or len(values) != len(conclusions) or unknown:
        raise ScoresError(
            "Replicability needs estimates and conclusions ({known}) of two laboratories or more; "
            "found {estimates} and {laboratories}.",
            known=CONCLUSIONS,
            laboratories=len(conclusions),
            estimates=len(values),
        )
    counts = np.array([sum(one == conclusion for one in conclusions) for conclusion in CONCLUSIONS])
    signs = np.array([(values > 0).sum(), (values < 0).sum(), (values == 0).sum()])
    rates = {}
    for conclusion, count in zip(CONCLUSIONS, counts.tolist(), strict=True):
        found = binomtest(count, len(values)).proportion_ci(level)
        rates[conclusion] = Estimate(count / len(values), float(found.low), float(found.high))
    return Replicability(
        laboratories=len(values),
        rates=rates,
        different=_estimated(counts, different_pairs(counts), _different, level),
        opposite=_estimated(counts, opposite_pairs(counts), _opposite, level),
        # An estimate of exactly 0 is a sign of its own, but only where it occurs.
        sign=_estimated(signs if signs[2] else signs[:2], different_pairs(signs), _different, level),
    )


def different_pairs(counts: NDArray[np.int64]) -> float:
    """Share of the pairs of distinct laboratories that are not in the same class; `counts` by class."""
    total = int(counts.sum())
    return 1.0 - float((counts * (counts - 1)).sum()) / (total * (total - 1))


def opposite_pairs(counts: NDArray[np.int64]) -> float:
    """Share of the pairs of laboratories of which one is in the first class and the other in the second."""
    total = int(counts.sum())
    return 2.0 * float(counts[0] * counts[1]) / (total * (total - 1))


def pair_interval(counts: NDArray[np.int64], of: OfChances, level: float) -> tuple[float, float]:
    """Interval of a chance about pairs: quantiles of its posterior, prior Dirichlet(1/J, ..., 1/J).

    A bootstrap or jackknife over laboratories shrinks to a point where all of them agree,
    and covers far too little beside that; this covers (decision 17).
    """
    n_classes = len(counts)
    # A Dirichlet variable, one share after the other split off what is left, on points that
    # fill the square evenly: more exact than as many random ones, and no seed to choose.
    first = (np.arange(N_POINTS) + 0.5) / N_POINTS
    uniform = [first, np.modf(np.arange(N_POINTS) * GOLDEN + 0.5)[0]]
    weights = counts + 1.0 / n_classes
    left, parts = np.ones(N_POINTS), []
    for number in range(n_classes - 1):
        share = betaincinv(weights[number], weights[number + 1 :].sum(), uniform[number])
        parts.append(left * share)
        left = left * (1 - share)
    low, high = np.quantile(of(np.stack([*parts, left])), [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def decompose(estimates: ArrayLike, reference: ArrayLike, level: float = 0.95) -> Decomposition | None:
    """Squared bias and variance of the estimate of one laboratory.

    `estimates` (array_like of float, shape (R,)): one a laboratory.
    `reference`: estimates of the reference by other laboratories, shape (R',), or the truth, a number.
    `level`: of the interval of the bias, which is Welch's.
    Returns Decomposition, or None: none with fewer than two laboratories on a side.
    """
    own = np.asarray(estimates, dtype=np.float64)
    other = np.atleast_1d(np.asarray(reference, dtype=np.float64))
    if np.ndim(reference) == 0:
        other = np.repeat(other, 2)  # a reference that does not vary
    if len(own) < 2 or len(other) < 2:
        return None
    bias = mean_shift(own[:, None, None], other[:, None, None], level=level).shift
    variance = float(own.var(ddof=1)) if np.ptp(own) else 0.0
    by_chance = variance / len(own) + (float(other.var(ddof=1)) / len(other) if np.ptp(other) else 0.0)
    return Decomposition(bias, max(0.0, bias.value**2 - by_chance), variance)


def _estimated(counts: NDArray[np.int64], value: float, of: OfChances, level: float) -> Estimate:
    low, high = pair_interval(counts, of, level)
    return Estimate(value, min(low, value), max(high, value))


def _different(chances: Floats) -> Floats:
    found: Floats = 1.0 - (chances * chances).sum(axis=0)
    return found


def _opposite(chances: Floats) -> Floats:
    found: Floats = 2.0 * chances[0] * chances[1]
    return found
