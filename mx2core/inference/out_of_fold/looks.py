"""One level for an answer that is looked at after every split, from how much the looks share.

The mean of m splits has the variance U + S / m: U stays, since the units stay. So the mean of k > m splits
has the covariance U + S / k with it, and looks are correlated by the root of (U + S / k) / (U + S / m).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import ndtri, owens_t

from ...arguments import check_range

LOOKS = (2, 10)  # splits at the first look and at the last

Floats = NDArray[np.float64]


def looks_pvalue(
    pvalue: ArrayLike,
    units: ArrayLike,
    per_split: ArrayLike,
    *,
    looks: tuple[int, int] = LOOKS,
    two_sided: bool = True,
) -> Floats:
    """P-value of a look where every number of splits may be looked at: never below that of one test.

    `units` and `per_split` are U and S. With the point z of the p-value, P(any |Z| > z) is at most P(|Z|
    > z) at the last look, plus for each look before it P(|Z| > z there and not at the next): 4 T(z, a)
    for normal looks of correlation r, with Owen's T and a the root of (1 - r) / (1 + r). It is never
    above Bonferroni's.

    References
    ----------
    .. [1] Hunter (1976), An upper bound for the probability of a union; Worsley (1982).
    .. [2] Owen (1956), Tables for computing bivariate normal probabilities.
    """
    first, last = check_looks_range(looks)
    p, u, s = (np.asarray(one, dtype=np.float64) for one in (pvalue, units, per_split))
    for name, values, span in (("pvalue", p, "[0, 1]"), ("units", u, "[0, ∞)"), ("per_split", s, "[0, ∞)")):
        for end in (values.min(initial=1.0), values.max(initial=0.0)):
            check_range(name, float(end), span)
    return _error(p, u, s, first, last, two_sided=two_sided)


def looks_level(
    alpha: float, units: float, per_split: float, *, looks: tuple[int, int] = LOOKS, two_sided: bool = True
) -> float:
    """Level of each look, so that all of them together err in at most alpha: inverse of `looks_pvalue`.

    Returns float: from alpha / (number of looks) to alpha.
    """
    from scipy.optimize import brentq  # here, because it takes long to import

    check_range("alpha", alpha, "(0, 1)")
    first, last = check_looks_range(looks)

    def excess(level: float) -> float:
        return float(looks_pvalue(level, units, per_split, looks=looks, two_sided=two_sided)) - alpha

    least = alpha / (last - first + 1)
    if excess(alpha) <= 0:
        return alpha
    return least if excess(least) >= 0 else brentq(excess, least, alpha, xtol=1e-12, rtol=1e-10)


def check_looks_range(looks: tuple[int, int]) -> tuple[int, int]:
    """Two numbers of splits in order; one split does not show what splits add."""
    first, last = looks
    check_range("looks", first, f"[2, {last}]")
    return first, last


def _error(p: Floats, units: Floats, per_split: Floats, first: int, last: int, *, two_sided: bool) -> Floats:
    sides = 2 if two_sided else 1
    point = np.maximum(-ndtri(p / sides), 0.0)  # a p-value above one half crosses no more often than there
    error = p + np.zeros(np.broadcast_shapes(p.shape, units.shape, per_split.shape))
    for m in range(first, last):
        now, then = units + per_split / m, units + per_split / (m + 1)
        ratio = np.divide(then, now, out=np.ones_like(now), where=now > 0)
        r = np.sqrt(ratio)
        error = error + 2 * sides * owens_t(point, np.sqrt((1 - r) / (1 + r)))
    return np.asarray(np.minimum(error, 1.0))
