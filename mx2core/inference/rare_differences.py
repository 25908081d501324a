"""Equivalence of two models that no split changes, by how they differ item by item.

Where scores of items lie between 0 and 1, a mean difference of delta, whichever way, needs a share of delta
of the items that differ. Of clusters of which none has more than 1/n of the items, n delta on average or more
then hold one, and that no more than k do has at most the probability that Poisson's law of this mean gives
(Hoeffding 1956). For k = 0 it is the rule of three: n >= 3 / delta at 5 %. Models that differ on few more are
not equivalent sooner than models that never do: a large document that differs may be among those not seen. Of
many it would show in the spread, so that n is then the number of clusters.

Where more differ, the spread is taken at the margin and not at the mean: differences are mostly few and of
one sign, so that a smaller mean comes with a smaller spread (the reason of score intervals, Wilson 1927).
It moves by the third moment over the second, the first order of tilting the differences to that mean. What
the mean lacks of the margin may be whole differences that were not seen, with at most Poisson's chance too.
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import pdtr, pdtri, stdtr, stdtrit

from ..brief import frozen

SPREAD = 2  # units that differ, from which on their spread is known
MANY = 20  # of equal weight: fewer let real documents at the margin pass in up to 7 %


def rare_pvalue(margin: float, n: float, n_differing: int) -> float:
    """P-value of a mean difference of `margin` or more, whichever way."""
    return float(pdtr(n_differing, n * margin))


def rare_bound(alpha: float, n: float, n_differing: int) -> float:
    """The margin at which that is `alpha`."""
    return float(pdtri(n_differing, alpha)) / n


@frozen
class MarginEvidence:
    """What clusters (or items) show of a mean difference."""

    mean: float
    error: float
    lean: float  # third moment of the mean over its second: the spread grows by it towards a margin
    effective: float  # as many of equal size would have this fourth moment
    df: float
    n_differing: int
    n_even: float | None  # as many if all weighed what the heaviest does; None of scores without bounds
    n_clusters: int

    @classmethod
    def fit(
        cls,
        mean: float,
        error: float,
        parts: NDArray[np.float64],
        df: float,
        n_differing: int,
        n_even: float | None,
    ) -> MarginEvidence:
        """`parts`: what each cluster adds to the mean, less its share of it."""
        second, third, fourth = (float((parts**power).sum()) for power in (2, 3, 4))
        return cls(mean, error, third / second, second**2 / fourth, df, n_differing, n_even, len(parts))

    def pvalue(self, margin: float) -> float:
        """Of a mean difference of `margin` or more, whichever way."""
        if self.n_even is not None and self.n_differing < SPREAD:
            return rare_pvalue(margin, self.n_even, self.n_differing)
        sides = [0.0]
        for sign in (1, -1):
            rest = margin - sign * self.mean
            if self._n_bound is not None:
                sides.append(exp(-self._n_bound * max(0.0, rest)))
            variance = self._variance + max(0.0, sign * self.lean) * max(0.0, rest)
            sides.append(float(stdtr(self.df, -rest / sqrt(variance))))
        return max(sides)

    def interval(self, alpha: float) -> tuple[float, float]:
        """Of level 1 - 2 alpha: `pvalue` is below `alpha` for margins beyond both its ends."""
        if self.n_even is not None and self.n_differing < SPREAD:
            bound = rare_bound(alpha, self.n_even, self.n_differing)
            return -bound, bound
        point = float(stdtrit(self.df, 1 - alpha))
        # x = margin - mean solves x^2 = t^2 (V + lean x), whose root is half + sqrt(half^2 + t^2 V).
        upper, lower = (
            half + sqrt(half**2 + point**2 * self._variance)
            for half in (point**2 * max(0.0, sign * self.lean) / 2 for sign in (1, -1))
        )
        ends = self.mean - lower, self.mean + upper
        if self._n_bound is None:
            return ends
        least = rare_bound(alpha, self._n_bound, 0)
        return min(ends[0], self.mean - least), max(ends[1], self.mean + least)

    @property
    def _n_bound(self) -> float | None:
        """The n by which differences that were not seen are bounded, as of models that never differ."""
        return self.n_even if self.n_even is None or self.effective < MANY else self.n_clusters

    @property
    def _variance(self) -> float:
        """As if two more had shown the spread: what few show of it is too small as often as too large."""
        return self.error**2 * (1 + 2 / self.effective)
