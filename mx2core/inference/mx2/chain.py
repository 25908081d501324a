"""Overall error of a sequential rule, by integration, where both halves of a split agree on average.

At rho1 = 2 rho2 - 1 the two halves of every split average to one and the same number, and
SS at m splits is a running sum of m squares. Look m rejects when

    Z0 > 0  and  Z0^2 > C_m^2 t_m^2 (1 - rho2) / rho2 / m * SS_m,

and the ratios SS_m / SS_m' of successive looks are independent beta variables, so the
probability that no look rejects needs no simulation: it is a chain of one-dimensional
convolutions. They are done on a grid with every rounding to the unsafe side of the rule,
so that the error found is never too small.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, stdtr

from .draws import thresholds

_STEP = 2e-4  # of the grid on log(ratio): costs the level a few parts in a thousand


class Chain:
    """Probability that a look of a schedule rejects at rho1 = 2 rho2 - 1.

    Let Q_m be the least of b_j SS_j / SS_m over the looks j <= m, b_j = C_j^2 t_j^2 / j.
    Then Q_m' = min(b_m', Q_m SS_m / SS_m'), SS_m / SS_m' ~ Beta(m/2, (m' - m)/2) is
    independent of Q_m, and the rule rejects when Z0 / sqrt(SS_last / last), a t variable
    independent of Q_last, is above sqrt(last * Q_last * (1 - rho2) / rho2).
    """

    def __init__(self, looks: tuple[int, ...]) -> None:
        self.looks = looks
        depth = max(10.0, 40.0 / looks[0])  # ratios below exp(-depth) have probability below 1e-8
        self.n = int(depth / _STEP)
        self.size = 1 << (2 * self.n + 1).bit_length()
        grid = np.exp(-_STEP * np.arange(self.n + 1))
        self.kernels = []
        for m, later in pairwise(looks):
            # SS_m / SS_m' ~ Beta(m/2, (m' - m)/2): its distribution at the points of the grid.
            below = betainc(m / 2, (later - m) / 2, grid)
            # A ratio counts as the next smaller one of the grid.
            mass = np.concatenate(([0.0], below[:-1] - below[1:]))
            self.kernels.append(np.fft.rfft(mass, self.size))

    def error(self, level: float, rho2: float = 0.5) -> float:
        """Overall error when every look has this level; rounded up by the grid."""
        m = np.array(self.looks, dtype=np.float64)
        log_b = np.log(thresholds(np.full(len(m), level), self.looks) ** 2 / m)
        # Probabilities of log Q = top - k * _STEP, k = 0 .. n; top is at most _STEP below log b.
        top = float(log_b[0])
        mass = np.zeros(self.n + 1)
        mass[0] = 1.0
        for kernel, bound in zip(self.kernels, log_b[1:], strict=True):
            # log(Q_m SS_m / SS_m') is a sum of independent terms: its masses are convolved.
            product = np.fft.irfft(np.fft.rfft(mass, self.size) * kernel, self.size)[: self.n + 1]
            steps = int(np.ceil((top - bound) / _STEP))
            mass = _shift(np.maximum(product, 0.0), steps)
            top -= steps * _STEP
        q = np.exp(top - _STEP * np.arange(self.n + 1)) * (1 - rho2) / rho2
        # P(t_m > sqrt(m Q (1 - rho2) / rho2)), averaged over Q.
        rejected = (mass * stdtr(m[-1], -np.sqrt(m[-1] * q))).sum()
        beyond = max(0.0, 1.0 - mass.sum())  # below the grid Q may be anything: half of it is Z0 > 0
        return float(rejected + beyond / 2)


def _shift(mass: NDArray[np.float64], steps: int) -> NDArray[np.float64]:
    """Move mass towards index 0, where what would pass it stays; backwards if negative."""
    shifted = np.zeros_like(mass)
    if steps < 0:
        shifted[-steps:] = mass[:steps]
        return shifted
    steps = min(steps, len(mass) - 1)
    shifted[: len(mass) - steps] = mass[steps:]
    shifted[0] += mass[:steps].sum()
    return shifted


@lru_cache(maxsize=4)
def chain(looks: tuple[int, ...]) -> Chain:
    """The chain of a schedule; its kernels are what costs time."""
    return Chain(looks)
