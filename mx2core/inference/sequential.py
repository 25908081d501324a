"""The sequential t-test: look after every new split, stop as soon as A is better than B.

Three ways to choose the level of a look. "guaranteed" keeps the overall type I error at
most alpha, however often the test looks, for correlations rho1, rho2 <= 1/2; "paper" uses
alpha at every look, as section 5 of the paper prints it, and errs more often than alpha
overall; "fixed" looks once, at level alpha, which is safe when rho1 = rho2 <= 1/2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import InputError, Notice, ScoresError
from .calibration import check_comparisons, check_looks, guaranteed_level
from .checks import check_alpha, check_differences
from .mx2 import mx2_t_test

MODES = ("guaranteed", "paper", "fixed")


@dataclass(frozen=True, slots=True, eq=False)
class Look:
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
    bound: float | None  # lower bound that holds at all looks together; None in mode "paper"
    statistic: float | None
    pvalue: float | None
    rejected: bool


@dataclass(frozen=True, slots=True, eq=False)
class SequentialTTest:
    """Where a sequential test stopped, and how it came there."""

    rejected: bool  # A is better than B
    state: str  # "rejected", "not rejected" (all looks made), "continue" (splits are missing)
    m: int | None  # splits at the last look made; None when there was none yet
    mode: str
    alpha: float  # allowed overall, for all comparisons together
    comparisons: int
    level_per_look: float
    looks: tuple[int, ...]  # all that the schedule has
    table: tuple[Look, ...]  # those made
    notice: Notice | None  # about the last look


def sequential_t_test(
    differences: ArrayLike,
    alpha: float = 0.05,
    m_start: int = 3,
    m_stop: int = 20,
    mode: str = "guaranteed",
    comparisons: int = 1,
    looks: Sequence[int] | None = None,
) -> SequentialTTest:
    """Test H0: A is not better than B, looking again as splits come in.

    Look m rejects, and the test stops, when mean > C_m t sigma with the upper point t of
    the level of a look. Splits after the one where it stopped are not used.

    Parameters
    ----------
    differences : array_like of float, shape (m, 2)
        Score of A minus score of B, in the order in which the splits were made.
    alpha : float
        Overall type I error that is allowed.
    m_start, m_stop : int
        First and last look; every m between is one. Mode "fixed" looks at `m_stop` only.
    mode : {"guaranteed", "paper", "fixed"}
        How the level of a look is found; see the module.
    comparisons : int
        Number of comparisons that share alpha, each direction counted.
    looks : sequence of int, optional
        The looks themselves, instead of `m_start` and `m_stop`; fixed beforehand, not
        after seeing scores.

    Returns
    -------
    SequentialTTest

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
    check_alpha(alpha)
    check_comparisons(comparisons)
    if mode not in MODES:
        raise InputError("`mode` must be one of {known}, found {mode!r}.", known=", ".join(MODES), mode=mode)
    schedule = _schedule(m_start, m_stop, mode, looks)
    if len(scores) < schedule[0] and mode != "fixed":
        raise ScoresError(
            "The first look needs {needed} splits, found {found}. Score more splits or start earlier.",
            needed=schedule[0],
            found=len(scores),
        )
    kept = mode == "guaranteed"
    level = guaranteed_level(alpha, schedule, comparisons) if kept else alpha / comparisons
    return _sequential_t_test(scores, alpha, mode, comparisons, level, schedule)


def _schedule(m_start: int, m_stop: int, mode: str, looks: Sequence[int] | None) -> tuple[int, ...]:
    if looks is not None:
        schedule = check_looks(looks)
        return schedule[-1:] if mode == "fixed" else schedule
    if mode == "fixed":
        return check_looks([m_stop])
    if not 1 <= m_start <= m_stop:
        raise InputError(
            "`m_start` must be at least 1 and at most `m_stop`, found m_start={m_start} and m_stop={m_stop}.",
            m_start=m_start,
            m_stop=m_stop,
        )
    return tuple(range(m_start, m_stop + 1))


def _sequential_t_test(
    scores: NDArray[np.float64],
    alpha: float,
    mode: str,
    comparisons: int,
    level: float,
    schedule: tuple[int, ...],
) -> SequentialTTest:
    table: list[Look] = []
    notice = None
    for m in schedule:
        if m > len(scores) or (table and table[-1].rejected):
            break
        test = mx2_t_test(scores[:m], alpha=level)
        notice = test.notice
        table.append(
            Look(
                m=m,
                mean=test.mean,
                sigma=test.sigma,
                lower=test.lower,
                upper=test.upper,
                interval_level=test.level,
                bound=None if mode == "paper" else test.lower,
                statistic=test.statistic,
                pvalue=test.pvalue,
                rejected=test.rejected,
            )
        )
    rejected = bool(table) and table[-1].rejected
    done = bool(table) and table[-1].m == schedule[-1]
    return SequentialTTest(
        rejected=rejected,
        state="rejected" if rejected else "not rejected" if done else "continue",
        m=table[-1].m if table else None,
        mode=mode,
        alpha=alpha,
        comparisons=comparisons,
        level_per_look=level,
        looks=schedule,
        table=tuple(table),
        notice=notice,
    )
