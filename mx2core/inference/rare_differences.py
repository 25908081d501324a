"""Equivalence where hardly a unit tells two models apart: they show no spread, so they are counted.

Where scores of items lie between 0 and 1, a mean difference of delta, whichever way, needs a share of delta
of the items that differ. Of clusters of which none has more than 1/n of the items, n delta on average or more
then hold one, and that no more than k do has at most the probability that Poisson's law of this mean gives
(Hoeffding 1956). For k = 0 it is the rule of three: n >= 3 / delta at 5 %.
"""

from __future__ import annotations

from scipy.special import pdtr, pdtri

SPREAD = 2  # units that differ, from which on their spread is known


def rare_pvalue(margin: float, n: float, n_differing: int) -> float:
    """P-value of a mean difference of `margin` or more, whichever way."""
    return float(pdtr(n_differing, n * margin))


def rare_bound(alpha: float, n: float, n_differing: int) -> float:
    """The margin at which that is `alpha`."""
    return float(pdtri(n_differing, alpha)) / n
