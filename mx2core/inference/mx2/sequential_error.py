"""What a sequential rule really does: its overall error at given correlations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_range
from ...brief import Tabular, frozen
from ..checks import check_alpha, check_correlations, check_effect, check_runs, check_seed
from .chain import chain
from .draws import Sums, barriers, chance, sums, thresholds
from .levels import PROMISE_RUNS, USUAL_LOOKS, check_looks

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


@frozen(eq=False)
class SimulatedError(Tabular):
    """Share of simulated experiments in which a rule rejects."""

    rate: float
    standard_error: float
    n_runs: int


def worst_case_error(level: float, looks: Sequence[int] = USUAL_LOOKS) -> float:
    """The largest overall error that a rule can have with rho1, rho2 <= 1/2 and normal scores.

    Parameters
    ----------
    level : float
        Level at each look.
    looks : sequence of int
        As in `overall_level`.

    Returns
    -------
    float
        The greater of the errors at (0, 1/2), at most a part in two hundred too high,
        and at (1/2, 1/2), simulated with 600,000 runs.

    Raises
    ------
    InputError
        If `level` or `looks` is not possible.

    Examples
    --------
    >>> round(mx.inference.worst_case_error(0.0125, looks=(3, 5, 10)), 3) < 0.05
    True
    """
    check_alpha(level)
    schedule = check_looks(looks)
    equal = level if len(schedule) == 1 else overall_error(level, looks=schedule, n_runs=PROMISE_RUNS).rate
    return max(chain(schedule).error(level), equal)


def overall_error(
    level: float | Sequence[float],
    rho1: float = 0.5,
    rho2: float = 0.5,
    *,
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
        As in `overall_level`.
    n_runs, seed : int
        Size and seed of the simulation; run i depends on the seed and i alone.
    effect : float
        True difference in standard deviations of one score: 0 gives the type I error,
        a positive one the power.

    Raises
    ------
    InputError
        If a level, correlation or look is not possible.

    Examples
    --------
    >>> error = mx.inference.overall_error(0.01, looks=(3, 5, 10), n_runs=5000)
    >>> error.rate < 0.1
    True
    """
    schedule = check_looks(looks)
    levels = np.broadcast_to(np.asarray(level, dtype=np.float64), len(schedule))
    for each in levels:
        check_alpha(float(each))
    check_correlations(rho1, rho2)
    check_runs(n_runs)
    check_seed(seed)
    check_effect(effect)
    needed = thresholds(levels, schedule)
    return mean_chance(sums(n_runs, schedule, seed), rho1, rho2, needed, effect)


def mean_chance(
    sums: Iterable[Sums], rho1: float, rho2: float, needed: NDArray[np.float64], effect: float
) -> SimulatedError:
    """Rejection rate over chunks of runs, of the rule mean > needed * sigma at some look."""
    return rate_above((barriers(part, rho1, rho2, needed).min(axis=1) for part in sums), rho2, effect)


def rate_above(least: Iterable[NDArray[np.float64]], rho2: float, effect: float) -> SimulatedError:
    """Rejection rate over chunks of runs, from the lowest barrier of each run."""
    n_runs, total, squares = 0, 0.0, 0.0
    for part in least:
        chances = chance(part, rho2, effect)
        n_runs += len(chances)
        total += float(chances.sum())
        squares += float((chances**2).sum())
    rate = total / n_runs
    return SimulatedError(rate, sqrt(max(squares / n_runs - rate**2, 0.0) / n_runs), n_runs)


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
    check_range("rho", rho, "[0, 0.9]")
    return float(np.interp(rho, list(_PAPER_ERRORS), list(_PAPER_ERRORS.values())))
