"""The sequential t-test: look after every new split, stop as soon as A is better than B.

Three ways to choose the level of a look. "overall" keeps the overall type I error at
most alpha, however often the test looks, for correlations rho1, rho2 <= 1/2 or other
bounds; "paper" uses alpha at every look, as section 5 of the paper prints it, and errs
more often than alpha overall; "fixed" looks once, at level alpha, which is safe when
rho1 = rho2 <= 1/2. A two-sided test is two comparisons, one for each direction.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_choice, check_range
from ...brief import Tabular, frozen
from ...errors import Notice, ScoresError
from ..checks import Alternative, Mode, check_alpha, check_alternative, check_differences, mode_of
from .levels import ANY, CorrelationBounds, check_comparisons, check_looks, overall_level
from .one_look import mx2_t_test

MODES = ("overall", "paper", "fixed")


@frozen(eq=False)
class Look(Tabular):
    """What the test sees after m splits.

    `statistic`, `pvalue`, `lower`, `upper` and `bound` are None when all differences so
    far are equal: nothing is decided by dividing by zero.
    """

    m: int
    mean: float
    sigma: float
    lower: float | None  # mean -/+ C_m t sigma with the level of this look
    upper: float | None
    interval_level: float  # of that interval by itself: 1 - 2 level_per_look
    bound: float | None  # that holds at all looks together; None in mode "paper" and two-sided
    statistic: float | None
    pvalue: float | None
    rejected: bool


@frozen(eq=False)
class SequentialTTest(Tabular):
    """Where a sequential test stopped, and how it came there."""

    rejected: bool  # A is better than B, or what else `alternative` says
    state: str  # "rejected", "not rejected" (all looks made), "continue" (splits are missing)
    m: int | None  # splits at the last look made; None when there was none yet
    mode: str
    alpha: float  # allowed overall, for all comparisons together
    alternative: Alternative
    comparisons: int
    bounds: CorrelationBounds  # on which the promise of mode "overall" rests
    level_per_look: float  # of each direction
    level: float  # the p-value of a look is held against it: both directions where both are asked about
    looks: tuple[int, ...]  # all that the schedule has
    table: tuple[Look, ...]  # those made
    notice: Notice | None  # about the last look

    FIRST = ("rejected", "m", "mean", "interval", "pvalue")

    @property
    def mean(self) -> float | None:
        """How far A is ahead at the last look; None before the first one, as the next two."""
        return self.table[-1].mean if self.table else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Of the last look, at its level."""
        last = self.table[-1] if self.table else None
        return None if last is None or last.lower is None or last.upper is None else (last.lower, last.upper)

    @property
    def pvalue(self) -> float | None:
        return self.table[-1].pvalue if self.table else None

    @property
    def leader(self) -> Literal["A", "B"] | None:
        """Which model is ahead at the last look; None at a tie, or before the first one."""
        mean = self.mean or 0.0
        return "A" if mean > 0 else "B" if mean < 0 else None

    @property
    def better(self) -> Literal["A", "B"] | None:
        """Which model was accepted as better, if any was."""
        return self.leader if self.rejected else None


def sequential_t_test(
    differences: ArrayLike,
    alpha: float = 0.05,
    m_start: int = 3,
    m_stop: int = 20,
    mode: Mode = "overall",
    *,
    comparisons: int = 1,
    looks: Sequence[int] | None = None,
    alternative: Alternative = "greater",
    bounds: CorrelationBounds = ANY,
) -> SequentialTTest:
    """Test H0: A is not better than B, looking again as splits come in.

    Look m rejects, and the test stops, when mean > C_m t sigma with the upper point t of
    the level of a look. Splits after the one where it stopped are not used.

    Parameters
    ----------
    differences : array_like of float, shape (m, 2) or (2m,)
        How far A is ahead of B, as in `mx2_t_test`, in the order in which the splits were made.
    alpha : float
        Overall type I error that is allowed.
    m_start, m_stop : int
        First and last look; every m between is one. Mode "fixed" looks at `m_stop` only.
    mode : {"overall", "paper", "fixed"}
        How the level of a look is found; see the module.
    comparisons : int
        Number of comparisons that share alpha. "two-sided" counts each of them twice.
    looks : sequence of int, optional
        The looks themselves, instead of `m_start` and `m_stop`; fixed beforehand, not
        after seeing scores.
    alternative : {"greater", "less", "two-sided"}
        "greater": A is better than B.
    bounds : CorrelationBounds
        What is assumed of the correlations in mode "overall": at most 1/2 if not given.

    Raises
    ------
    ScoresError
        If `differences` is not m rows of two finite numbers, or has fewer rows than the
        first look needs.
    InputError
        If another argument is not possible.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data sets, section 5.

    Examples
    --------
    >>> scores = [[.021, .034], [.017, .029], [.041, .012], [.026, .030]]
    >>> sequential_t_test(scores, mode="paper").m, sequential_t_test(scores).m
    (3, 4)
    """
    scores = check_differences(differences)
    plan = check_rule(alpha, m_start, m_stop, mode, comparisons, looks, alternative, bounds)
    if plan.mode != "fixed":
        check_first_look(scores, plan)
    table: list[Look] = []
    notice = None
    for m in plan.looks:
        if m > len(scores) or (table and table[-1].rejected):
            break
        row, notice = look(scores[:m], plan)
        table.append(row)
    rejected = bool(table) and table[-1].rejected
    done = bool(table) and table[-1].m == plan.looks[-1]
    return SequentialTTest(
        rejected=rejected,
        state="rejected" if rejected else "not rejected" if done else "continue",
        m=table[-1].m if table else None,
        mode=plan.mode,
        alpha=alpha,
        alternative=alternative,
        comparisons=comparisons,
        bounds=bounds,
        level_per_look=plan.level,
        level=plan.sides * plan.level,
        looks=plan.looks,
        table=tuple(table),
        notice=notice,
    )


@frozen
class Schedule(Tabular):
    """When to look, and at which level in each direction."""

    looks: tuple[int, ...]
    level: float
    mode: str
    alternative: Alternative

    @property
    def sides(self) -> int:
        return 2 if self.alternative == "two-sided" else 1


class SequentialRule(TypedDict, total=False):
    """The arguments of `sequential_t_test` that say when it looks and what it asks, as keywords."""

    m_start: int
    m_stop: int
    mode: Mode
    comparisons: int
    looks: Sequence[int] | None
    alternative: Alternative
    bounds: CorrelationBounds


def check_rule(
    alpha: float,
    m_start: int = 3,
    m_stop: int = 20,
    mode: Mode = "overall",
    comparisons: int = 1,
    looks: Sequence[int] | None = None,
    alternative: Alternative = "greater",
    bounds: CorrelationBounds = ANY,
) -> Schedule:
    """What these arguments of `sequential_t_test` come to."""
    check_alpha(alpha)
    check_comparisons(comparisons)
    check_alternative(alternative)
    named = mode_of(mode)
    check_choice("mode", named, MODES)
    schedule = _schedule(m_start, m_stop, named, looks)
    directions = 2 * comparisons if alternative == "two-sided" else comparisons
    level = (
        overall_level(alpha, schedule, comparisons=directions, bounds=bounds)
        if named == "overall"
        else alpha / directions
    )
    return Schedule(schedule, level, named, alternative)


def check_first_look(scores: NDArray[np.float64], plan: Schedule) -> None:
    """Refuse fewer splits than the first look needs."""
    needed = plan.looks[0]
    if len(scores) < needed:
        raise ScoresError(
            "The first look needs {needed} splits, found {found}.", needed=needed, found=len(scores)
        )


def look(scores: NDArray[np.float64], rule: Schedule) -> tuple[Look, Notice | None]:
    """What the rule says of these scores, (m, 2), and why it says nothing if so."""
    test = mx2_t_test(scores, alpha=rule.sides * rule.level, alternative=rule.alternative)
    bound = {"greater": test.lower, "less": test.upper}.get(rule.alternative)
    row = Look(
        m=test.m,
        mean=test.mean,
        sigma=test.sigma,
        lower=test.lower,
        upper=test.upper,
        interval_level=test.level,
        bound=None if rule.mode == "paper" else bound,
        statistic=test.statistic,
        pvalue=test.pvalue,
        rejected=test.rejected,
    )
    return row, test.notice


def _schedule(m_start: int, m_stop: int, mode: str, looks: Sequence[int] | None) -> tuple[int, ...]:
    if looks is not None:
        schedule = check_looks(looks)
        return schedule[-1:] if mode == "fixed" else schedule
    if mode == "fixed":
        return check_looks([m_stop])
    check_range("m_start", m_start, f"[1, {m_stop}]")
    return tuple(range(m_start, m_stop + 1))
