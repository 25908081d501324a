"""What a sequential test would cost and show, before any model is trained."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np

from ...arguments import check_range
from ...brief import Tabular, frozen
from ..checks import Mode, check_correlations, check_effect, check_runs, check_seed
from .draws import barriers, chance, kept_sums, sums, thresholds
from .levels import ANY, CorrelationBounds
from .sequential import check_rule

KEPT_RUNS = 40_000
"""A plan of so many runs is answered at once the second time; larger ones would fill the memory."""


@frozen(eq=False)
class TestPlan(Tabular):
    """What to expect of a test if the true difference is `effect`."""

    __test__ = False  # a plan of a test, not a test of the program

    effect: float  # in standard deviations of one hold-out difference
    rho1: float
    rho2: float
    mode: str
    level_per_look: float
    looks: tuple[int, ...]
    power: tuple[float, ...]  # chance that A has been called better by each look
    standard_errors: tuple[float, ...]
    expected_m: float  # splits that are scored until the test ends
    expected_trainings: float  # of both models together: each is trained twice a split
    n_runs: int

    def m_for(self, power: float) -> int | None:
        """The first look by which the power is reached, None if it never is."""
        check_range("power", power, "(0, 1)")
        return next((m for m, reached in zip(self.looks, self.power, strict=True) if reached >= power), None)


def plan_test(
    effect: float,
    rho1: float = 0.5,
    *,
    rho2: float = 0.5,
    alpha: float = 0.05,
    looks: Sequence[int] | None = None,
    mode: Mode = "overall",
    comparisons: int = 1,
    bounds: CorrelationBounds = ANY,
    n_runs: int = KEPT_RUNS,
    seed: int = 0,
) -> TestPlan:
    """Power by each look, and how many splits and trainings the test takes on average.

    Parameters
    ----------
    effect : float
        True difference, A minus B, in standard deviations of one hold-out difference: if
        differences of single folds scatter by .02 over corpora, a true .03 is 1.5. Over splits
        of one corpus they scatter less; `claimed_difference` plans from that.
    rho1, rho2 : float
        True correlation of the two scores of a split, and of scores of two splits. They
        are not known; plan with several, .2 to .5.
    alpha, looks, mode, comparisons, bounds
        The test, as in `sequential_t_test`; looks at 3, 4, ..., 20 if not given.
    n_runs, seed : int
        Size and seed of the simulation.

    Raises
    ------
    InputError
        If an argument is not possible.

    Examples
    --------
    >>> plan = plan_test(2.0, rho1=.2, rho2=.2)
    >>> round(plan.power[-1], 2), plan.m_for(.5)
    (0.7, 6)
    """
    rule = check_rule(alpha, mode=mode, comparisons=comparisons, looks=looks, bounds=bounds)
    check_effect(effect)
    check_correlations(rho1, rho2)
    check_runs(n_runs)
    check_seed(seed)
    needed = thresholds(np.full(len(rule.looks), rule.level), rule.looks)
    drawn = kept_sums if n_runs <= KEPT_RUNS else sums
    chances = np.concatenate(
        [
            chance(np.minimum.accumulate(barriers(part, rho1, rho2, needed), axis=1), rho2, effect)
            for part in drawn(n_runs, rule.looks, seed)
        ]
    )
    power = chances.mean(axis=0)
    # A further look is made, and its splits scored, where none before has rejected.
    steps = np.diff(rule.looks, prepend=0)
    expected_m = float(steps @ (1 - np.concatenate(([0.0], power[:-1]))))
    return TestPlan(
        effect=effect,
        rho1=rho1,
        rho2=rho2,
        mode=rule.mode,
        level_per_look=rule.level,
        looks=rule.looks,
        power=tuple(power.tolist()),
        standard_errors=tuple((chances.std(axis=0) / sqrt(n_runs)).tolist()),
        expected_m=expected_m,
        expected_trainings=4 * expected_m,
        n_runs=n_runs,
    )
