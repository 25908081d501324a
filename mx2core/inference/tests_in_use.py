"""What the tests in use today say of the same scores, beside the test of this package."""

from __future__ import annotations

from dataclasses import dataclass

from numpy.typing import ArrayLike

from ..brief import brief
from .checks import check_alpha, check_alternative, check_differences
from .mx2 import mx2_t_test
from .paired_tests import alpaydin_5x2_f_test, dietterich_5x2_t_test, naive_paired_t_test
from .rules import type_one_error

SPLITS_OF_5X2 = 5


@brief
@dataclass(frozen=True, slots=True)
class TestInUse:
    """One of them: its p-value, and whether it rejects.

    >>> import mx2core as mx
    >>> scores = [[0.02, 0.03], [0.01, 0.03], [0.04, 0.01], [0.02, 0.02], [0.03, 0.01]]
    >>> [test.rule for test in mx.inference.other_tests(scores)]
    ['fixed', 'k-fold t', '5x2 t', '5x2 F']
    """

    __test__ = False  # not a test of the program

    rule: str  # as in `RULES`: "fixed", "k-fold t", "5x2 t" or "5x2 F"
    n: int  # splits that it looks at; scores for "k-fold t"
    mean: float  # of those differences: how far A is ahead of B
    pvalue: float | None  # None without variation
    alternative: str  # what the p-value is about
    level: float  # the p-value is held against it
    rejected: bool | None  # whether the alternative asked about is accepted; None without a p-value


def other_tests(
    differences: ArrayLike, alpha: float = 0.05, *, alternative: str = "greater"
) -> tuple[TestInUse, ...]:
    """The m x 2 t-test with m fixed, the naive paired t-test, and the two 5 x 2 tests.

    Parameters
    ----------
    differences : array_like of float, shape (m, 2) or (2m,)
        How far A is ahead of B; the 5 x 2 tests take the first five splits, and are
        left out where there are fewer.
    alpha : float
    alternative : {"greater", "less", "two-sided"}
        What is asked. The p-value of the F test has no side: for one side it is held
        against 2 alpha, and the mean must lie on that side.

    Raises
    ------
    ScoresError
        If `differences` is not m rows of two finite numbers.
    InputError
        If another argument is not possible.

    Examples
    --------
    >>> scores = [[.02, .03], [.01, .03], [.04, .01], [.03, .03], [.01, .04]]
    >>> [(test.rule, test.rejected) for test in other_tests(scores)]
    [('fixed', True), ('k-fold t', True), ('5x2 t', False), ('5x2 F', False)]
    """
    check_alpha(alpha)
    check_alternative(alternative)
    scores = check_differences(differences)
    m = len(scores)
    plain, naive = mx2_t_test(scores, alpha, alternative), naive_paired_t_test(scores, alternative)
    tests = [
        _held("fixed", m, plain.mean, plain.pvalue, alternative, alpha),
        _held("k-fold t", 2 * m, naive.mean, naive.pvalue, alternative, alpha),
    ]
    if m >= SPLITS_OF_5X2:
        five, squares = (
            dietterich_5x2_t_test(scores[:SPLITS_OF_5X2], alternative),
            alpaydin_5x2_f_test(scores[:SPLITS_OF_5X2]),
        )
        tests.append(_held("5x2 t", SPLITS_OF_5X2, five.mean, five.pvalue, alternative, alpha))
        on_side = {"greater": squares.mean > 0, "less": squares.mean < 0}.get(alternative, True)
        level = alpha if alternative == "two-sided" else 2 * alpha
        tests.append(
            _held("5x2 F", SPLITS_OF_5X2, squares.mean, squares.pvalue, "two-sided", level, on_side=on_side)
        )
    return tuple(tests)


def error_at_one_look(
    rule: str, n: int, *, rho: float = 0.5, alpha: float = 0.05, two_sided: bool = False
) -> float:
    """How often a test of `other_tests` calls a model better when neither is, at one look.

    Parameters
    ----------
    rule, n
        As in `TestInUse`.
    rho : float
        Correlation of any two scores.
    alpha, two_sided
        The test; two-sided errs in both directions.

    Examples
    --------
    >>> import mx2core as mx
    >>> mx.inference.error_at_one_look("k-fold t", 10) > 0.05
    True
    """
    level, sides = (alpha / 2, 2) if two_sided else (alpha, 1)
    if rule == "k-fold t":
        return sides * type_one_error(rule, rho, rho, alpha=level, folds=n).rate
    return sides * type_one_error(rule, rho, rho, alpha=level, looks=(n,)).rate


def _held(
    rule: str,
    n: int,
    mean: float,
    pvalue: float | None,
    alternative: str,
    level: float,
    *,
    on_side: bool = True,
) -> TestInUse:
    rejected = None if pvalue is None else pvalue < level and on_side
    return TestInUse(rule, n, mean, pvalue, alternative, level, rejected)
