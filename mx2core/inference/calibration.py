"""What a sequential rule really does: its overall error, and the level that keeps a promise.

Looking again after every new split gives chance more than one occasion, so a level of
alpha at each look is more than alpha overall. With normal scores whose correlations
rho1 (within a split) and rho2 (between splits) are at most one half, the overall error
is largest at one of two points (tests/calibration goes over the grid): at rho1 = 0,
rho2 = 1/2 when alpha is small or the looks lie far apart, else at rho1 = rho2 = 1/2. The
guaranteed level keeps the error at alpha at both.

At (0, 1/2) the two halves of every split average to one and the same Z0 / sqrt(2), and
SS at m splits is a running sum of m squares. Look m rejects when

    Z0 > 0  and  Z0^2 > C_m^2 t_m^2 / m * SS_m,

and the ratios SS_m / SS_m' of successive looks are independent beta variables, so the
probability that no look rejects needs no simulation: it is a chain of one-dimensional
convolutions. They are done on a grid with every rounding to the unsafe side of the rule,
so that the error found is never too small. All other points are simulated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import floor, log10, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, ndtr, ndtri, stdtr, stdtrit

from ..errors import InputError
from .checks import check_alpha, check_correlations

USUAL_LOOKS = tuple(range(3, 21))

_FIXED_LEVELS = {
    (0.1, USUAL_LOOKS): 0.0530,
    (0.1, (3, 5, 7, 10, 15, 20)): 0.0579,
    (0.1, (3, 7, 15)): 0.0651,
    (0.1, (5, 10, 20)): 0.0724,
    (0.05, USUAL_LOOKS): 0.0183,
    (0.05, (3, 5, 7, 10, 15, 20)): 0.0214,
    (0.05, (3, 7, 15)): 0.0260,
    (0.05, (5, 10, 20)): 0.0302,
    (0.01, USUAL_LOOKS): 0.0013,
    (0.01, (3, 5, 7, 10, 15, 20)): 0.0017,
    (0.01, (3, 7, 15)): 0.0024,
    (0.01, (5, 10, 20)): 0.0033,
}
"""Levels of the usual schedules: short enough to print in a report, and up to four per
cent below the largest possible (.0531, .0580, .0652, .0725; .01861, .02163, .02639,
.03097; .00131, .00177, .00251, .00344), so that a quoted level never depends on a
library's last digits."""

_PAPER_ERRORS = {
    0.0: 0.0018,
    0.1: 0.0060,
    0.2: 0.0159,
    0.3: 0.0340,
    0.4: 0.0606,
    0.5: 0.0950,
    0.6: 0.1367,
    0.7: 0.1860,
    0.8: 0.2450,
    0.9: 0.3211,
}

_STEP = 2e-4  # of the grid on log(ratio): costs the level a few parts in a thousand
_RUNS = 600_000  # of simulations on which a promise hangs
_CHUNK = 20_000  # simulated runs at a time; part of what a seed means


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedError:
    """Share of simulated experiments in which a rule rejects."""

    rate: float
    standard_error: float
    n_runs: int


@dataclass(frozen=True, slots=True, eq=False)
class SimulatedLevel:
    """Level for each look at which a rule rejects a given share of simulated experiments."""

    level: float
    standard_error: float
    n_runs: int


def guaranteed_level(alpha: float = 0.05, looks: Sequence[int] = USUAL_LOOKS, comparisons: int = 1) -> float:
    """Level for each look that keeps the overall type I error at most alpha.

    The promise holds for normal scores with any rho1, rho2 <= 1/2. The result is rounded
    down.

    Parameters
    ----------
    alpha : float
        Overall error that is allowed, for all comparisons together.
    looks : sequence of int
        Numbers of splits at which the test looks, increasing.
    comparisons : int
        Comparisons that are made, each direction counted: each gets the level for
        alpha / comparisons, which is far below level(alpha) / comparisons.

    Returns
    -------
    float
        At most alpha / comparisons. Below it even for a single look when that is early
        and strict: at m = 3 and alpha = .01 the nominal test errs with .0142 at (0, 1/2).

    Raises
    ------
    InputError
        If `alpha`, `looks` or `comparisons` is not possible.

    Examples
    --------
    >>> guaranteed_level(.05)
    0.0183
    >>> guaranteed_level(.05, looks=(7,))
    0.05
    """
    check_alpha(alpha)
    share = alpha / check_comparisons(comparisons)
    schedule = check_looks(looks)
    fixed = _FIXED_LEVELS.get((share, schedule))
    return _guaranteed_level(share, schedule) if fixed is None else fixed


@lru_cache(maxsize=256)
def _guaranteed_level(alpha: float, looks: tuple[int, ...]) -> float:
    level = _level_at_unequal(alpha, looks)
    if len(looks) == 1:
        return level  # at rho1 = rho2 = 1/2 a single look has exactly its nominal size
    equal = overall_error(level, looks=looks, n_runs=_RUNS)
    if equal.rate + 3 * equal.standard_error <= alpha:
        return level
    found = simulated_level(alpha, looks=looks)
    return min(level, _round_down(found.level - 3 * found.standard_error))


def _level_at_unequal(alpha: float, looks: tuple[int, ...]) -> float:
    """The largest level up to alpha that keeps the error at (0, 1/2), rounded down."""
    from scipy.optimize import brentq

    chain = _unequal(looks)

    def excess(log_level: float) -> float:
        return float(np.log(chain.error(float(np.exp(log_level))) / alpha))

    if excess(np.log(alpha)) <= 0:
        return alpha
    # Tails of t with few degrees of freedom: the level falls no faster than alpha^3.
    root = brentq(excess, 3 * np.log(alpha) - 3, np.log(alpha), xtol=1e-7)
    return _round_down(float(np.exp(root)))


def worst_case_error(level: float, looks: Sequence[int] = USUAL_LOOKS) -> float:
    """The largest overall error that a rule can have with rho1, rho2 <= 1/2 and normal scores.

    Parameters
    ----------
    level : float
        Level at each look.
    looks : sequence of int
        As in `guaranteed_level`.

    Returns
    -------
    float
        The greater of the errors at (0, 1/2), at most a part in two hundred too high,
        and at (1/2, 1/2), simulated with 600,000 runs.

    Raises
    ------
    InputError
        If `level` or `looks` is not possible.
    """
    check_alpha(level)
    schedule = check_looks(looks)
    equal = level if len(schedule) == 1 else overall_error(level, looks=schedule, n_runs=_RUNS).rate
    return max(_unequal(schedule).error(level), equal)


def overall_error(
    level: float | Sequence[float],
    rho1: float = 0.5,
    rho2: float = 0.5,
    looks: Sequence[int] = USUAL_LOOKS,
    n_runs: int = 200_000,
    seed: int = 0,
    effect: float = 0.0,
) -> SimulatedError:
    """How often a sequential rule rejects, by simulation with normal scores.

    Parameters
    ----------
    level : float or sequence of float
        Level at each look, one for all or one for each.
    rho1, rho2 : float
        Correlation of the two scores of a split, and of scores of two splits.
    looks : sequence of int
        As in `guaranteed_level`.
    n_runs, seed : int
        Size and seed of the simulation; run i depends on the seed and i alone.
    effect : float
        True difference in standard deviations of one score: 0 gives the type I error,
        a positive one the power.

    Returns
    -------
    SimulatedError

    Raises
    ------
    InputError
        If a level, correlation or look is not possible.
    """
    schedule = check_looks(looks)
    levels = np.broadcast_to(np.asarray(level, dtype=np.float64), len(schedule))
    for each in levels:
        check_alpha(float(each))
    check_correlations(rho1, rho2)
    if n_runs < 2:
        raise InputError("`n_runs` must be at least 2, found {n_runs!r}.", n_runs=n_runs)
    if not 0 <= seed < 2**64:
        raise InputError("`seed` must be a whole number from 0 to 2**64 - 1, found {seed!r}.", seed=seed)
    return _simulate(levels, rho1, rho2, schedule, n_runs, seed, effect)


@lru_cache(maxsize=64)
def simulated_level(
    alpha: float = 0.05,
    rho1: float = 0.5,
    rho2: float = 0.5,
    looks: tuple[int, ...] = USUAL_LOOKS,
    n_runs: int = _RUNS,
    seed: int = 0,
) -> SimulatedLevel:
    """Level for each look that makes the overall error alpha at one point (rho1, rho2).

    For assumptions narrower than those of `guaranteed_level`, such as rho1 = rho2.

    Parameters
    ----------
    alpha, rho1, rho2, looks, n_runs, seed
        As in `overall_error`.

    Returns
    -------
    SimulatedLevel
        Not rounded; subtract some standard errors where a promise hangs on it.
    """
    from scipy.optimize import brentq

    check_alpha(alpha)
    check_correlations(rho1, rho2)
    schedule = check_looks(looks)

    def excess(log_level: float, runs: int) -> float:
        levels = np.full(len(schedule), np.exp(log_level))
        return _simulate(levels, rho1, rho2, schedule, runs, seed, 0.0).rate - alpha

    # A twentieth of the runs tells where to look with all of them.
    few = max(n_runs // 20, 2)
    start = brentq(excess, 3 * np.log(alpha) - 3, np.log(0.5), args=(few,), xtol=1e-3)
    near, far = start - 0.1, start + 0.1
    low, high = excess(near, n_runs), excess(far, n_runs)
    while low > 0 or high < 0:
        near, far = near - 0.3, min(far + 0.3, float(np.log(0.5)))
        low, high = excess(near, n_runs), excess(far, n_runs)
    level = float(np.exp(brentq(excess, near, far, args=(n_runs,), xtol=1e-4)))
    error = _simulate(np.full(len(schedule), level), rho1, rho2, schedule, n_runs, seed, 0.0)
    slope = (high - low) / (np.exp(far) - np.exp(near))
    return SimulatedLevel(level, float(error.standard_error / slope), n_runs)


def paper_rule_error(rho: float) -> float:
    """Overall type I error of the paper's rule when all scores have correlation rho.

    The rule: looks at m = 3 .. 20, level .05 at each.

    Parameters
    ----------
    rho : float
        0 to .9.

    Returns
    -------
    float
        Simulated (2,000,000 runs each, standard error at most .00005) at tenths; between
        them the straight line, which is a little too high.

    Raises
    ------
    InputError
        If `rho` lies outside of the table.

    Examples
    --------
    >>> paper_rule_error(.5)
    0.095
    """
    if not 0 <= rho <= 0.9:
        raise InputError("`rho` must lie between 0 and 0.9, found {rho!r}.", rho=rho)
    return float(np.interp(rho, list(_PAPER_ERRORS), list(_PAPER_ERRORS.values())))


def check_looks(looks: Sequence[int]) -> tuple[int, ...]:
    """Numbers of splits, at least 1 and increasing."""
    schedule = tuple(int(m) for m in looks)
    rising = all(a < b for a, b in pairwise(schedule))
    if not schedule or schedule[0] < 1 or not rising or schedule != tuple(looks):
        raise InputError(
            "`looks` must be increasing numbers of splits, at least 1; found {looks}.", looks=list(looks)
        )
    return schedule


def check_comparisons(comparisons: int) -> int:
    """A number of comparisons, at least 1."""
    if comparisons < 1:
        raise InputError("`comparisons` must be at least 1, found {comparisons!r}.", comparisons=comparisons)
    return comparisons


def thresholds(levels: NDArray[np.float64], looks: tuple[int, ...]) -> NDArray[np.float64]:
    """C_m t_level(2m - 1) at each look: reject when mean / sigma is above."""
    m = np.array(looks, dtype=np.float64)
    points: NDArray[np.float64] = -stdtrit(2 * m - 1, levels)
    return points * np.sqrt((2 * m + 1) / (2 * m - 1))


class _Unequal:
    """Probability that no look of a schedule rejects at rho1 = 0, rho2 = 1/2.

    Let Q_m be the least of b_j SS_j / SS_m over the looks j <= m, b_j = C_j^2 t_j^2 / j.
    Then Q_m' = min(b_m', Q_m SS_m / SS_m'), SS_m / SS_m' ~ Beta(m/2, (m' - m)/2) is
    independent of Q_m, and the rule rejects when Z0 / sqrt(SS_last / last), a t variable
    independent of Q_last, is above sqrt(last * Q_last).
    """

    def __init__(self, looks: tuple[int, ...]) -> None:
        self.looks = looks
        depth = max(10.0, 40.0 / looks[0])  # ratios below exp(-depth) have probability below 1e-8
        self.n = int(depth / _STEP)
        self.size = 1 << (2 * self.n + 1).bit_length()
        grid = np.exp(-_STEP * np.arange(self.n + 1))
        self.kernels = []
        for m, later in pairwise(looks):
            below = betainc(m / 2, (later - m) / 2, grid)
            # A ratio counts as the next smaller one of the grid.
            mass = np.concatenate(([0.0], below[:-1] - below[1:]))
            self.kernels.append(np.fft.rfft(mass, self.size))

    def error(self, level: float) -> float:
        """Overall error when every look has this level; rounded up by the grid."""
        m = np.array(self.looks, dtype=np.float64)
        log_b = np.log(thresholds(np.full(len(m), level), self.looks) ** 2 / m)
        # Probabilities of log Q = top - k * _STEP, k = 0 .. n; top is at most _STEP below log b.
        top = float(log_b[0])
        mass = np.zeros(self.n + 1)
        mass[0] = 1.0
        for kernel, bound in zip(self.kernels, log_b[1:], strict=True):
            product = np.fft.irfft(np.fft.rfft(mass, self.size) * kernel, self.size)[: self.n + 1]
            steps = int(np.ceil((top - bound) / _STEP))
            mass = _shift(np.maximum(product, 0.0), steps)
            top -= steps * _STEP
        q = np.exp(top - _STEP * np.arange(self.n + 1))
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
def _unequal(looks: tuple[int, ...]) -> _Unequal:
    return _Unequal(looks)


def _simulate(
    levels: NDArray[np.float64],
    rho1: float,
    rho2: float,
    looks: tuple[int, ...],
    n_runs: int,
    seed: int,
    effect: float,
) -> SimulatedError:
    """Rejection rate; what all scores share is integrated out, run by run.

    A score is sqrt(rho2) G + (what its split adds) + (what its half adds). sigma does
    not depend on G, so given the rest a run rejects when G is above a known number.
    """
    of_split = sqrt(max((1 + rho1) / 2 - rho2, 0.0))
    m = np.array(looks, dtype=np.float64)
    last = [look - 1 for look in looks]
    needed = thresholds(levels, looks)
    total = squares = 0.0
    for normals in _normals(n_runs, looks[-1], seed):
        halves, splits = normals[:, 0], of_split * normals[:, 1]
        within = (1 - rho1) * np.cumsum(halves**2, axis=1)[:, last]
        mean = np.cumsum(splits, axis=1)[:, last] / m
        between = 2 * (np.cumsum(splits**2, axis=1)[:, last] - m * mean**2)
        sigma = np.sqrt((within + np.maximum(between, 0.0)) / (2 * m))
        best = (mean + effect - needed * sigma).max(axis=1)
        chance = ndtr(best / sqrt(rho2)) if rho2 > 0 else (best > 0).astype(np.float64)
        total += float(chance.sum())
        squares += float((chance**2).sum())
    rate = total / n_runs
    variance = max(squares / n_runs - rate**2, 0.0)
    return SimulatedError(rate, sqrt(variance / n_runs), n_runs)


def _normals(n_runs: int, n_splits: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """Standard normals of shape (runs, 2, n_splits), chunk by chunk."""
    for chunk, start in enumerate(range(0, n_runs, _CHUNK)):
        runs = min(_CHUNK, n_runs - start)
        words = np.random.Philox(key=seed, counter=[0, 0, 0, chunk]).random_raw(runs * 2 * n_splits)
        uniform = ((words >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
        yield ndtri(uniform).reshape(runs, 2, n_splits)


def _round_down(value: float, digits: int = 4) -> float:
    scale = 10.0 ** (digits - 1 - floor(log10(value)))
    return floor(value * scale) / scale
