"""The level of a look that keeps the overall error of a sequential rule at alpha.

Looking again after every new split gives chance more than one occasion, so a level of
alpha at each look is more than alpha overall. The error grows with rho2, so it is largest
at the greatest rho2 that is assumed possible, and there at one end or the other of the
rho1 that go with it (tests/calibration goes over the grid): for rho1, rho2 <= 1/2 at
rho1 = 0 when alpha is small or the looks lie far apart, else at rho1 = 1/2. The lower end
is integrated (`chain`); at the other points the error is simulated.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from math import exp, floor, log, log10, sqrt

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_range
from ...brief import Tabular, frozen
from ...errors import InputError
from ..checks import check_alpha, check_correlations, check_seed
from .chain import chain
from .draws import barriers, chance, kept_sums, sums, thresholds
from .one_look import one_look_size

USUAL_LOOKS = tuple(range(3, 21))

PROMISE_RUNS = 600_000
"""Runs of a simulation on which a promise hangs."""

_ROUGH_RUNS = 20_000  # tell where to look with all of them
_POINTS = 9  # rho1 at which the error is simulated


@frozen
class CorrelationBounds(Tabular):
    """Assumptions about the correlations of the scores, on which the promise rests.

    Raises
    ------
    InputError
        If no scores have such correlations.

    Examples
    --------
    >>> low = mx.inference.CorrelationBounds(rho2=0.4)
    >>> mx.inference.overall_level(0.05, bounds=low) > mx.inference.overall_level(0.05)
    True
    """

    rho1: float = 0.5  # the largest possible correlation of the two scores of a split
    rho2: float = 0.5  # the largest possible correlation of scores of two splits
    equal: bool = False  # rho1 = rho2 whatever they are, at most the smaller bound

    def __post_init__(self) -> None:
        check_range("rho1", self.rho1, "(-1, 1)")
        check_range("rho2", self.rho2, "[0, 1)")

    def worst(self) -> tuple[tuple[float, float], ...]:
        """The points (rho1, rho2) among which the largest error is looked for."""
        if self.equal:
            rho = max(min(self.rho1, self.rho2), 0.0)
            return ((rho, rho),)
        rho2 = min(self.rho2, (1 + self.rho1) / 2)
        lowest = max(2 * rho2 - 1, -0.99)
        return tuple((float(rho1), rho2) for rho1 in np.linspace(self.rho1, lowest, _POINTS))


@frozen(eq=False)
class SimulatedLevel(Tabular):
    """Level for each look at which a rule rejects a given share of simulated experiments."""

    level: float
    standard_error: float
    n_runs: int


ANY = CorrelationBounds()
EQUAL_BOUNDS = CorrelationBounds(equal=True)
LOW_BOUNDS = CorrelationBounds(rho2=0.4)

_SCHEDULES = (USUAL_LOOKS, (3, 5, 7, 10, 15, 20), (3, 7, 15), (5, 10, 20))
_LEVELS = {
    (ANY, 0.1): (0.0530, 0.0579, 0.0651, 0.0724),
    (ANY, 0.05): (0.0183, 0.0214, 0.0260, 0.0302),
    (ANY, 0.025): (0.0060, 0.0075, 0.0098, 0.0123),
    (ANY, 0.01): (0.0013, 0.0017, 0.0024, 0.0033),
    (ANY, 0.005): (0.00039, 0.00057, 0.00086, 0.00125),
    (ANY, 0.0025): (0.000117, 0.00018, 0.00029, 0.00044),
    (EQUAL_BOUNDS, 0.1): (0.0530, 0.0579, 0.0651, 0.0724),
    (EQUAL_BOUNDS, 0.05): (0.0219, 0.0247, 0.0289, 0.0329),
    (EQUAL_BOUNDS, 0.025): (0.0092, 0.0107, 0.0130, 0.0150),
    (EQUAL_BOUNDS, 0.01): (0.0030, 0.0036, 0.0046, 0.0054),
    (EQUAL_BOUNDS, 0.005): (0.0013, 0.0016, 0.0021, 0.0025),
    (EQUAL_BOUNDS, 0.0025): (0.00057, 0.00074, 0.0010, 0.00115),
    (LOW_BOUNDS, 0.1): (0.0768, 0.0831, 0.0916, 0.1),
    (LOW_BOUNDS, 0.05): (0.0375, 0.0416, 0.0472, 0.05),
    (LOW_BOUNDS, 0.025): (0.0161, 0.0190, 0.0232, 0.025),
    (LOW_BOUNDS, 0.01): (0.0044, 0.0056, 0.0073, 0.01),
    (LOW_BOUNDS, 0.005): (0.0015, 0.0020, 0.0028, 0.0048),
    (LOW_BOUNDS, 0.0025): (0.00051, 0.00073, 0.00105, 0.0020),
}
_SHARED_LEVELS = {3: 0.0031, 4: 0.0019, 6: 0.00095, 12: 0.00028, 15: 0.00019, 20: 0.000117, 30: 0.000057}
FIXED_LEVELS = {
    (alpha, looks, bounds): level
    for (bounds, alpha), levels in _LEVELS.items()
    for looks, level in zip(_SCHEDULES, levels, strict=True)
} | {(0.05 / k, USUAL_LOOKS, ANY): level for k, level in _SHARED_LEVELS.items()}
"""Levels of the usual schedules, and of the usual numbers of comparisons that share .05.

They are short enough to print in a report, and up to five per cent below the largest
possible, so that a quoted level never depends on a library's last digits. A slow test
computes them again."""


def overall_level(
    alpha: float = 0.05,
    looks: Sequence[int] = USUAL_LOOKS,
    *,
    comparisons: int = 1,
    bounds: CorrelationBounds = ANY,
) -> float:
    """Level for each look that keeps the overall type I error at most alpha.

    The promise holds for normal scores with correlations within `bounds`. The result is
    rounded down.

    Parameters
    ----------
    alpha : float
        Overall error that is allowed, for all comparisons together.
    looks : sequence of int
        Numbers of splits at which the test looks, increasing.
    comparisons : int
        Comparisons that are made, each direction counted: each gets the level for
        alpha / comparisons, which is far below level(alpha) / comparisons.
    bounds : CorrelationBounds
        What is assumed of rho1 and rho2: at most 1/2 if not given.

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
    >>> overall_level(.05)
    0.0183
    >>> overall_level(.05, looks=(7,))
    0.05
    """
    check_alpha(alpha)
    share = alpha / check_comparisons(comparisons)
    check_range("alpha / comparisons", share, "[1e-06, 0.5)")  # further out the tails lose their digits
    schedule = check_looks(looks)
    fixed = FIXED_LEVELS.get((share, schedule, bounds))
    return computed_level(share, schedule, bounds) if fixed is None else fixed


@lru_cache(maxsize=256)
def computed_level(alpha: float, looks: tuple[int, ...], bounds: CorrelationBounds) -> float:
    """The level of `overall_level` with four digits, also where a shorter one is fixed."""
    # The error rises with rho2, so it is looked for at the largest rho2 and the ends of rho1 (method.md, 8).
    points = bounds.worst()
    if len(looks) == 1:
        return min(_level_of_one_look(alpha, looks[0], *point) for point in points)
    level = alpha
    rho1, rho2 = points[-1]
    if rho2 > 0 and rho1 == 2 * rho2 - 1:
        level = _level_by_chain(alpha, looks, rho2)  # there SS is a chain of squares: no simulation
        points = points[:-1]
    for point, rough in ((point, _rough_level(alpha, looks, *point)) for point in points):
        # What is clearly above needs no closer look.
        if rough.level - 5 * rough.standard_error < level:
            found = simulated_level(alpha, *point, looks=looks)
            level = min(level, round_down(found.level - 3 * found.standard_error))
    return level


def _level_by_chain(alpha: float, looks: tuple[int, ...], rho2: float) -> float:
    """The largest level up to alpha that keeps the error at (2 rho2 - 1, rho2), rounded down."""
    from scipy.optimize import brentq

    linked = chain(looks)

    def excess(log_level: float) -> float:
        return log(linked.error(exp(log_level), rho2) / alpha)

    if excess(log(alpha)) <= 0:
        return alpha
    # Tails of t with few degrees of freedom: the level falls no faster than alpha^3.
    root = brentq(excess, 3 * log(alpha) - 3, log(alpha), xtol=1e-7)
    return round_down(exp(root))


def _level_of_one_look(alpha: float, m: int, rho1: float, rho2: float) -> float:
    from scipy.optimize import brentq

    def excess(log_level: float) -> float:
        return log(one_look_size(m, exp(log_level), rho=rho1, rho2=rho2) / alpha)

    if excess(log(alpha)) <= 1e-9:
        return alpha
    return round_down(exp(brentq(excess, 3 * log(alpha) - 3, log(alpha), xtol=1e-9)))


@lru_cache(maxsize=64)
def simulated_level(
    alpha: float = 0.05,
    rho1: float = 0.5,
    rho2: float = 0.5,
    looks: tuple[int, ...] = USUAL_LOOKS,
    n_runs: int = PROMISE_RUNS,
    seed: int = 0,
) -> SimulatedLevel:
    """Level for each look that makes the overall error alpha at one point (rho1, rho2).

    Returns SimulatedLevel: not rounded; subtract some standard errors where a promise hangs on it.
    """
    check_alpha(alpha)
    check_correlations(rho1, rho2)
    schedule = check_looks(looks)
    check_seed(seed)
    rough = _rough_level(alpha, schedule, rho1, rho2, min(n_runs, _ROUGH_RUNS), seed)
    width = min(max(0.05, 4 * rough.standard_error / rough.level), 0.5)
    if n_runs <= _ROUGH_RUNS or rough.level == 0.5:
        return rough
    # The error of all runs at levels around, in one pass; between them it is a smooth curve.
    levels = rough.level * np.exp(np.linspace(-width, width, 5))
    needed = [thresholds(np.full(len(schedule), min(level, 0.5)), schedule) for level in levels]
    total, squares = np.zeros(len(levels)), np.zeros(len(levels))
    for drawn in sums(n_runs, schedule, seed):
        for k, each in enumerate(needed):
            chances = chance(barriers(drawn, rho1, rho2, each).min(axis=1), rho2)
            total[k] += chances.sum()
            squares[k] += (chances**2).sum()
    rates = total / n_runs
    errors = np.sqrt(np.maximum(squares / n_runs - rates**2, 0.0) / n_runs)
    return _crossing(alpha, levels, rates, errors, n_runs)


def _crossing(
    alpha: float,
    levels: NDArray[np.float64],
    rates: NDArray[np.float64],
    errors: NDArray[np.float64],
    n_runs: int,
) -> SimulatedLevel:
    """The level at which the curve through the rates is alpha."""
    # log level is nearly linear in log rate; the delta method has the error of the level.
    curve = np.polynomial.Polynomial.fit(np.log(rates), np.log(levels), 2)
    level = float(np.exp(curve(np.log(alpha))))
    slope = float(curve.deriv()(np.log(alpha)))  # d log level / d log rate
    spread = float(np.interp(alpha, rates, errors))
    return SimulatedLevel(level, level * slope * spread / alpha, n_runs)


@lru_cache(maxsize=256)
def _rough_level(
    alpha: float, looks: tuple[int, ...], rho1: float, rho2: float, n_runs: int = _ROUGH_RUNS, seed: int = 0
) -> SimulatedLevel:
    """By bisection on runs that are kept."""
    from scipy.optimize import brentq

    def rejected(log_level: float) -> NDArray[np.float64]:
        needed = thresholds(np.full(len(looks), exp(log_level)), looks)
        least = [barriers(part, rho1, rho2, needed).min(axis=1) for part in kept_sums(n_runs, looks, seed)]
        return chance(np.concatenate(least), rho2)

    lowest, highest = 3 * log(alpha) - 3, log(0.5)
    if rejected(highest).mean() <= alpha:
        return SimulatedLevel(0.5, 0.0, n_runs)
    log_level = brentq(lambda x: float(rejected(x).mean()) - alpha, lowest, highest, xtol=1e-4)
    spread = float(rejected(log_level).std()) / sqrt(n_runs)
    rise = float(rejected(log_level + 0.05).mean() - rejected(log_level - 0.05).mean()) / 0.1
    return SimulatedLevel(exp(log_level), exp(log_level) * spread / max(rise, 1e-12), n_runs)


def check_looks(looks: Sequence[int]) -> tuple[int, ...]:
    """Numbers of splits, at least 1 and increasing."""
    schedule = tuple(int(m) for m in looks)
    rising = all(a < b for a, b in pairwise(schedule))
    if not schedule or schedule[0] < 1 or not rising or schedule != tuple(looks):
        raise InputError("`looks` must be increasing whole numbers, found {looks}.", looks=list(looks))
    return schedule


def check_comparisons(comparisons: int) -> int:
    """A number of comparisons, at least 1."""
    check_range("comparisons", comparisons, "[1, ∞)")
    return comparisons


def round_down(value: float, digits: int = 4) -> float:
    """The number with so many digits that is next below."""
    scale = 10.0 ** (digits - 1 - floor(log10(value)))
    return floor(value * scale) / scale
