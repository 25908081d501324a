"""Other measures of how differently labels are distributed over two sides.

chi2/J is the paper's, and what everything else here is built on; section 7 of the
paper asks for others to be compared with it.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from scipy.special import xlogy

Floats = NDArray[np.float64]
POWERS = {"chi2": 1.0, "cressie_read": 2 / 3, "g2": 0.0, "freeman_tukey": -0.5}


def jensen_shannon(first: Floats, second: Floats) -> Floats:
    """Jensen-Shannon divergence in nats, the sides weighted by their occurrences: G2 = 2 N JSD."""
    n_all = first.sum(axis=0) + second.sum(axis=0)
    divergence: Floats = power(first, second, 0.0) / (2 * n_all)
    return divergence


def hellinger(first: Floats, second: Floats) -> Floats:
    """Hellinger distance of the label rates, 0 to 1."""
    p, q = first / first.sum(axis=0), second / second.sum(axis=0)
    distance: Floats = np.sqrt(((np.sqrt(p) - np.sqrt(q)) ** 2).sum(axis=0) / 2)
    return distance


def total_variation(first: Floats, second: Floats) -> Floats:
    """Total variation distance of the label rates: the largest difference of any set of labels, 0 to 1."""
    p, q = first / first.sum(axis=0), second / second.sum(axis=0)
    distance: Floats = np.abs(p - q).sum(axis=0) / 2
    return distance


def smaller_side(first: Floats, second: Floats) -> Floats:
    """The fewest occurrences that any label has on a side of the split."""
    fewest: Floats = np.minimum(first, second).min(axis=0)
    return fewest


def power(first: Floats, second: Floats, exponent: float) -> Floats:
    """Cressie and Read's power divergence of the 2 x J table: 1 is chi-square, 0 is G2."""
    totals = first + second
    n_all = totals.sum(axis=0)
    statistic = np.zeros(first.shape[1])
    for side in (first, second):
        usual = totals * (side.sum(axis=0) / n_all)
        ratio = side / usual
        if exponent == 0:
            statistic += 2 * xlogy(side, ratio).sum(axis=0)
        elif exponent == -1:
            statistic += 2 * xlogy(usual, 1 / ratio).sum(axis=0)
        else:
            with np.errstate(divide="ignore"):
                terms = usual * (ratio ** (exponent + 1) - ratio)
            statistic += 2 * terms.sum(axis=0) / (exponent * (exponent + 1))
    return statistic


DISTANCES: dict[str, Callable[[Floats, Floats], Floats]] = {
    "jensen_shannon": jensen_shannon,
    "hellinger": hellinger,
    "total_variation": total_variation,
    "smaller_side": smaller_side,
}


def distance(first: Floats, second: Floats, statistic: str | float, divisor: int) -> Floats:
    """The named measure; power divergences are divided by `divisor`, as chi2 is by J.

    Parameters
    ----------
    first, second : ndarray of float, shape (n_labels, n_partitions)
        Occurrences on the two sides, of labels that occur at all.
    statistic : str or float
        A key of `POWERS` or `DISTANCES`, or the exponent of a power divergence.
    """
    if isinstance(statistic, str) and statistic in DISTANCES:
        return DISTANCES[statistic](first, second)
    exponent = POWERS[statistic] if isinstance(statistic, str) else statistic
    return power(first, second, exponent) / divisor
