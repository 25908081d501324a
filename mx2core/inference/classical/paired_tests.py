"""The tests that users know, on the same differences, for comparison.

None of them is ours to recommend here: the naive t-test takes correlated scores for
independent ones, the 5 x 2 tests are made for five splits exactly.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import fdtrc

from ...arguments import check_range, check_shape
from ...brief import Tabular, frozen
from ...errors import Notice, ScoresError
from ..checks import (
    Alternative,
    all_equal,
    check_alpha,
    check_alternative,
    check_differences,
    check_numbers,
    halves_equal,
    no_variation,
)
from ..mx2.one_look import tail_probability, upper_point

DIETTERICH, ALPAYDIN, CORRECTED = "5x2 t", "5x2 F", "corrected resampled t"  # methods of these tests


@frozen(eq=False)
class PairedTTest(Tabular):
    """Result of a t-test of the mean; what is divided by the spread is None without variation."""

    method: str
    mean: float  # mean difference: how far A is ahead of B
    statistic: float | None
    df: float
    pvalue: float | None
    lower: float | None  # mean -/+ t standard errors
    upper: float | None
    level: float  # of that interval: 1 - 2 alpha for a one-sided test, else 1 - alpha
    alternative: Alternative
    notice: Notice | None


@frozen(eq=False)
class FiveByTwoTest(Tabular):
    """Result of a 5 x 2 test; `statistic` and `pvalue` are None without variation.

    There is no interval: the t statistic is of the first difference alone, F of all squares.
    """

    method: str
    mean: float  # mean difference: how far A is ahead of B
    statistic: float | None
    df: float
    df_denominator: float | None  # of an F statistic
    pvalue: float | None
    alternative: Alternative
    notice: Notice | None


def naive_paired_t_test(
    differences: ArrayLike, alternative: Alternative = "two-sided", *, alpha: float = 0.05
) -> PairedTTest:
    """Paired t-test that takes all scores as independent and so errs far too often.

    Scores of K folds share most of their training units, too; the corrected test allows for it.

    Parameters
    ----------
    differences : array_like of float
        How far A is ahead of B on each test set, at least two.
    alternative : {"greater", "less", "two-sided"}
    alpha : float
        Of the interval, at each end that the alternative looks at.

    References
    ----------
    .. [1] Dietterich (1998), Approximate statistical tests for comparing supervised
       classification learning algorithms.

    Examples
    --------
    >>> scores = [[0.02, 0.03], [0.01, 0.03], [0.04, 0.01], [0.02, 0.02], [0.03, 0.01]]
    >>> round(mx.inference.naive_paired_t_test(scores).statistic, 3)
    6.736
    """
    return _t_test("naive paired t", check_numbers(differences), 0.0, alternative, alpha)


def corrected_resampled_t_test(
    differences: ArrayLike,
    test_to_train: float,
    *,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> PairedTTest:
    """Corrected resampled t-test.

    Parameters
    ----------
    differences : array_like of float
        How far A is ahead of B on each test set, at least two.
    test_to_train : float
        Size of a test set over that of a training set: 1 for halves, 1/9 for 10 folds.
    alternative : {"greater", "less", "two-sided"}
    alpha : float
        Of the interval, at each end that the alternative looks at.

    References
    ----------
    .. [1] Nadeau & Bengio (2003), Inference for the generalization error.

    Examples
    --------
    >>> test = mx.inference.corrected_resampled_t_test([0.02, 0.03, 0.01, 0.04], 1 / 9)
    >>> round(test.statistic, 3), round(test.pvalue, 4)
    (3.223, 0.0485)
    """
    check_range("test_to_train", test_to_train, "(0, ∞)")
    return _t_test(CORRECTED, check_numbers(differences), test_to_train, alternative, alpha)


def one_sample_t_test(
    scores: ArrayLike, reference: float, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> PairedTTest:
    """Whether scores of one model differ from a value fixed beforehand.

    Parameters
    ----------
    scores : array_like of float
        At least two, from independent test sets.
    reference : float
        The value, e.g. an error rate that is claimed.
    alternative : {"greater", "less", "two-sided"}
    alpha : float
        Of the interval, at each end that the alternative looks at.

    Returns
    -------
    PairedTTest
        `mean` is that of the scores minus `reference`.

    Examples
    --------
    >>> test = mx.inference.one_sample_t_test([0.81, 0.83, 0.82, 0.85], 0.8)
    >>> round(test.statistic, 3), round(test.pvalue, 4)
    (3.22, 0.0486)
    """
    check_range("reference", reference, "(-∞, ∞)")
    return _t_test("one-sample t", check_numbers(scores) - reference, 0.0, alternative, alpha)


def dietterich_5x2_t_test(differences: ArrayLike, alternative: Alternative = "two-sided") -> FiveByTwoTest:
    """5 x 2 cross-validated t-test: the first difference over the spread within splits.

    Parameters
    ----------
    differences : array_like of float, shape (5, 2)
    alternative : {"greater", "less", "two-sided"}

    References
    ----------
    .. [1] Dietterich (1998), Approximate statistical tests for comparing supervised
       classification learning algorithms.

    Examples
    --------
    >>> scores = [[0.02, 0.03], [0.01, 0.03], [0.04, 0.01], [0.02, 0.02], [0.03, 0.01]]
    >>> test = mx.inference.dietterich_5x2_t_test(scores)
    >>> test.df, round(test.statistic, 3)
    (5, 1.491)
    """
    check_alternative(alternative)
    scores = _five_by_two(differences)
    mean, variances = float(scores.mean()), _split_variances(scores)
    if halves_equal(scores):
        return FiveByTwoTest(DIETTERICH, mean, None, 5, None, None, alternative, _no_spread())
    statistic = float(scores[0, 0]) / sqrt(variances.mean())
    pvalue = tail_probability(statistic, 5, alternative)
    return FiveByTwoTest(DIETTERICH, mean, statistic, 5, None, pvalue, alternative, None)


def alpaydin_5x2_f_test(differences: ArrayLike) -> FiveByTwoTest:
    """Combined 5 x 2 cross-validated F-test: all ten differences instead of one.

    Parameters
    ----------
    differences : array_like of float, shape (5, 2)

    Returns
    -------
    FiveByTwoTest
        Two-sided by nature; for "A is better" at level alpha compare with 2 alpha and
        ask that the mean is positive.

    References
    ----------
    .. [1] Alpaydin (1999), Combined 5x2 cv F test for comparing supervised classification
       learning algorithms.

    Examples
    --------
    >>> scores = [[0.02, 0.03], [0.01, 0.03], [0.04, 0.01], [0.02, 0.02], [0.03, 0.01]]
    >>> round(mx.inference.alpaydin_5x2_f_test(scores).pvalue, 4)
    0.1043
    """
    scores = _five_by_two(differences)
    mean, variances = float(scores.mean()), _split_variances(scores)
    if halves_equal(scores):
        return FiveByTwoTest(ALPAYDIN, mean, None, 10, 5, None, "two-sided", _no_spread())
    statistic = float((scores**2).sum() / (2 * variances.sum()))
    return FiveByTwoTest(ALPAYDIN, mean, statistic, 10, 5, float(fdtrc(10, 5, statistic)), "two-sided", None)


def _t_test(
    method: str, scores: NDArray[np.float64], ratio: float, alternative: Alternative, alpha: float
) -> PairedTTest:
    check_alternative(alternative)
    check_alpha(alpha)
    n, mean = len(scores), float(scores.mean())
    tail = alpha / 2 if alternative == "two-sided" else alpha
    level = 1 - 2 * tail
    if all_equal(scores):
        notice = no_variation(scores)
        return PairedTTest(method, mean, None, n - 1, None, None, None, level, alternative, notice)
    error = sqrt((1 / n + ratio) * float(scores.var(ddof=1)))
    statistic, half = mean / error, upper_point(tail, n - 1) * error
    pvalue = tail_probability(statistic, n - 1, alternative)
    return PairedTTest(
        method, mean, statistic, n - 1, pvalue, mean - half, mean + half, level, alternative, None
    )


def _five_by_two(differences: ArrayLike) -> NDArray[np.float64]:
    scores = check_differences(differences)
    check_shape("differences", scores.shape, "(5, 2)", ScoresError)
    return scores


def _split_variances(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Variance estimate of each split, (5,)."""
    variances: NDArray[np.float64] = scores.var(axis=1, ddof=1)
    return variances


def _no_spread() -> Notice:
    return Notice("All splits have two equal differences, so nothing is decided.")
