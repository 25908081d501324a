"""What a test lets one say of two models, and what it would take to say more."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Literal

from scipy.special import ndtri

from ..arguments import check_range
from ..brief import Tabular, frozen
from ..errors import InputError
from .classical.fixed_models import RandomizationTest
from .out_of_fold.unit_by_unit import OutOfFoldTTest
from .rare_differences import rare_pvalue

Answer = Literal["A better", "B better", "equivalent", "undecided"]
CURVE = (1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
POWER = 0.8
"""Chance to decide with the further units of a `Verdict`."""


@frozen
class Verdict(Tabular):
    """One of four answers, and what would decide where none is.

    "A better" and equivalence may hold at once: then A is better, by less than the margin.
    """

    answer: Answer
    equivalent: bool  # the difference is smaller than the margin, whichever way
    margin: float | None
    pvalue: float | None  # of the test of a difference
    equivalence_pvalue: float | None  # the larger of the two one-sided tests; of fixed models about
    equivalence_interval: tuple[float, float] | None  # equivalent where it lies within the margin
    equivalence_level: float  # of that interval, 1 - 2 alpha
    half_length: float | None  # of the interval, now
    half_length_limit: float | None  # with ever more splits of this corpus; the same where none matters
    further_units: int | None  # to find equal models equivalent with a chance of 80 %; 0: there are enough
    curve: tuple[tuple[int, float], ...]  # units, half length with as many; variance taken as 1 / n
    further_to_show: int | None = None  # to show the observed difference, if true, with a chance of 80 %


def verdict(test: OutOfFoldTTest | RandomizationTest, margin: float | None = None) -> Verdict:
    """Better, worse, equivalent or undecided.

    Parameters
    ----------
    test : OutOfFoldTTest or RandomizationTest
        A two-sided one asks both ways at alpha / 2; a one-sided one asks one way at alpha.
    margin : float, optional
        Difference that does not matter, chosen before the scores are seen. Models are
        equivalent when one-sided tests at alpha show that A is better than B by more than
        -margin and by less than margin; of fixed models by `MarginEvidence`, or where they never
        differ by `RandomizationTest.bound`. Without it, equivalence is not asked for.

    Raises
    ------
    InputError
        If the margin is not a positive number, or the test is another one.

    References
    ----------
    .. [1] Schuirmann (1987), A comparison of the two one-sided tests procedure and the power
       approach for assessing the equivalence of average bioavailability.

    Examples
    --------
    >>> masks = mx.random_partitions(40, 3).masks
    >>> ahead = np.stack([(np.arange(40) * k) % 7 < 2 for k in range(1, 4)]) - 0.2
    >>> verdict = mx.verdict(mx.out_of_fold_t_test(ahead, masks, alternative="two-sided"), 0.01)
    >>> verdict.answer, verdict.equivalent
    ('undecided', False)
    """
    if margin is not None:
        check_margin(margin)
    if not isinstance(test, OutOfFoldTTest | RandomizationTest):
        raise InputError(
            "`verdict` takes `out_of_fold_t_test` or `approximate_randomization_test`, found {name}.",
            name=type(test).__name__,
        )
    answer: Answer
    level = 1 - 2 * test.alpha
    if test.pvalue is None or test.lower is None or test.upper is None:
        bound = test.bound(test.alpha) if isinstance(test, RandomizationTest) else None
        same = None if bound is None else (-bound, bound)
        alike = bound is not None and margin is not None and bound < margin
        answer = "equivalent" if alike else "undecided"
        both = _equivalence_pvalue(test, margin)
        return Verdict(answer, alike, margin, None, both, same, level, None, None, None, ())
    half = (test.upper - test.lower) / 2
    both = _equivalence_pvalue(test, margin)
    equivalent = both is not None and both < test.alpha
    inner: tuple[float, float] | None
    if isinstance(test, RandomizationTest):
        limit = half
        inner = None if test.differences is None else test.differences.interval(test.alpha)
    else:
        inner = test.interval(level)
        limit = half * sqrt(1 - test.splits / test.variance)
    if test.rejected:
        answer = "A better" if test.mean > 0 else "B better"
    else:
        answer = "equivalent" if equivalent else "undecided"
    curve = tuple((round(times * test.n_units), half / sqrt(times)) for times in CURVE)
    assert test.variance is not None
    error = sqrt(test.variance)
    asked = test.alternative == "two-sided" or (test.mean > 0) == (test.alternative == "greater")
    # lengths fall as 1 / sqrt(n): d - half = z_.8 se, and delta - half' = z_.9 se where A and B are equal
    # Of fewer units than there are .51 to .66 of corpora decided: a variance of few splits that says so is
    # mostly too small by chance (docs/results/further-units.md).
    least = test.n_units if isinstance(test, OutOfFoldTTest) else 0
    to_show = _more_units(half + ndtri(POWER) * error, abs(test.mean), test.n_units, least) if asked else None
    further = None
    if margin is not None and inner is not None:
        of_equal = (inner[1] - inner[0]) / 2 + ndtri((1 + POWER) / 2) * error
        further = _more_units(of_equal, margin, test.n_units, least)
    return Verdict(
        answer, equivalent, margin, test.pvalue, both, inner, level, half, limit, further, curve, to_show
    )


def _more_units(needed: float, length: float, n_units: int, least: int = 0) -> int | None:
    """Units to add until `needed`, which falls as 1 / sqrt(n), is no longer than `length`."""
    if length <= 1e-9 * needed:  # more units than there can be
        return None
    further = max(0, ceil(n_units * ((needed / length) ** 2 - 1)))
    return max(least, further) if further else 0


def _equivalence_pvalue(test: OutOfFoldTTest | RandomizationTest, margin: float | None) -> float | None:
    """The larger of both one-sided p-values."""
    if margin is None:
        return None
    if isinstance(test, RandomizationTest):
        if test.differences is not None:
            return test.differences.pvalue(margin)
        if test.n_differing or test.even_units is None:
            return None
        return rare_pvalue(margin, test.even_units, 0)
    sides = test.pvalue_of(-margin, "greater"), test.pvalue_of(margin, "less")
    return max((side for side in sides if side is not None), default=None)


def check_margin(margin: float) -> None:
    """A difference that does not matter: a positive number."""
    check_range("margin", margin, "(0, ∞)")
