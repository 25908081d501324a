"""Intervals and tests of cross-validated means that others propose, on the values of single units.

The m x 2 and the out-of-fold test are about models trained on half of the units, these about
models trained on (K - 1)/K of them. All take the mean for normal.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_choice, check_finite, check_shape
from ...brief import Tabular, frozen
from ...errors import Notice, ScoresError
from ..checks import (
    Alternative,
    all_equal,
    check_alpha,
    check_alternative,
    check_differences,
    check_numbers,
    no_variation,
)
from ..mx2.one_look import tail_probability, upper_point

CONSERVATIVE_Z = "conservative z"  # as its result calls it

Floats = NDArray[np.float64]
FoldVariance = Literal["all-pairs", "within-fold"]
ALL_PAIRS, WITHIN_FOLD = "all-pairs", "within-fold"


@frozen(eq=False)
class CrossValidationTest(Tabular):
    """Result of one of the tests below; without variation there is no statistic, and `notice` says so."""

    method: str
    mean: float  # mean difference: how far A is ahead of B
    standard_error: float | None
    statistic: float | None
    df: float  # infinite: the law is normal
    pvalue: float | None
    lower: float | None
    upper: float | None
    level: float  # of that interval: 1 - 2 alpha for a one-sided test, else 1 - alpha
    alternative: Alternative
    notice: Notice | None


def cross_validation_z_test(
    differences: ArrayLike,
    folds: ArrayLike,
    *,
    variance: FoldVariance = "all-pairs",
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
) -> CrossValidationTest:
    """Test by the central limit theorem for cross-validation: units of K folds taken as independent.

    Parameters
    ----------
    differences : array_like of float, shape (n_units,)
        How far A is ahead of B on each unit, in the fold that validated it.
    folds : array_like, shape (n_units,)
        The fold of each unit; "within-fold" needs two units in each.
    variance : {"all-pairs", "within-fold"}
        Squares about the mean over n, or the mean variance within folds.
    alternative : {"greater", "less", "two-sided"}

    Raises
    ------
    ScoresError
        If the shapes do not fit, or a fold has too few units.

    References
    ----------
    .. [1] Bayle, Bayle, Janson & Mackey (2020), Cross-validation confidence intervals for test
       error, section 4.

    Examples
    --------
    >>> right, folds = [1, 0, 0, 1, 1, 0, 1, 1], [0, 0, 1, 1, 2, 2, 3, 3]
    >>> round(mx.inference.cross_validation_z_test(right, folds, variance="within-fold").standard_error, 4)
    0.2165
    """
    check_choice("variance", variance, (ALL_PAIRS, WITHIN_FOLD))
    values = check_numbers(differences)
    number = _fold_numbers(folds, values.shape)
    if variance == WITHIN_FOLD:
        _check_folds(number, int(number.max()) + 1)
    error = float(fold_error(values, number, variance))
    return _z_test(f"cross-validation z, {variance}", values, float(values.mean()), error, alpha, alternative)


def nested_cross_validation_test(
    outer: ArrayLike,
    inner: ArrayLike,
    *,
    folds: ArrayLike,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
) -> CrossValidationTest:
    """Test by nested cross-validation: the error of K-1 folds is measured on the fold left out.

    Parameters
    ----------
    outer : array_like of float, shape (n_units,) or (repetitions, n_units)
        How far A is ahead of B on each unit, trained without the unit's fold.
    inner : array_like of float, shape (n_units, K) or (repetitions, n_units, K)
        The same trained without the unit's fold and without fold j as well, j = 0 … K-1; that of
        the unit's own fold is not looked at. One training serves both folds that it leaves out.
    folds : array_like of int, shape (n_units,) or (repetitions, n_units)
        The fold of each unit, 0 … K-1.
    alternative : {"greater", "less", "two-sided"}

    Returns
    -------
    CrossValidationTest
        Its mean is corrected to training sets of (K-1)/K of the units; its standard error
        lies between that of independent units and sqrt(K) times as much.

    Raises
    ------
    ScoresError
        If the shapes do not fit, or a fold has fewer than two units.

    References
    ----------
    .. [1] Bates, Hastie & Tibshirani (2024), Cross-validation: what does it estimate and how well
       does it do it?, Algorithm 1, with its correction of bias.

    Examples
    --------
    >>> outer = [1.0, 0.0, 0.0, 1.0, 1.0, 1.0]
    >>> inner = [[0, 1, 1], [0, 0, 1], [0, 0, 0], [1, 0, 1], [1, 1, 0], [0, 1, 0]]
    >>> test = mx.inference.nested_cross_validation_test(outer, inner, folds=[0, 0, 1, 1, 2, 2])
    >>> round(test.mean, 4), round(test.standard_error, 4)
    (0.6667, 0.201)
    """
    values, nested = _floats(outer, 2), _floats(inner, 3)
    number = np.atleast_2d(np.asarray(folds))
    repetitions, n = values.shape
    check_shape("inner", nested.shape, f"({repetitions}, {n}, K)", ScoresError)
    check_shape("folds", number.shape, f"({repetitions}, {n})", ScoresError)
    k = nested.shape[2]
    for row in number:
        _check_folds(row, k)
    check_finite("outer", values, ScoresError)
    check_finite("inner", np.where(_own_fold(number, k), 0.0, nested), ScoresError)
    mean, error = nested_error(values, nested, number)
    return _z_test("nested cross-validation", values, float(mean), float(error), alpha, alternative)


def conservative_z_test(
    differences: ArrayLike, halves: ArrayLike, *, alpha: float = 0.05, alternative: Alternative = "two-sided"
) -> CrossValidationTest:
    """Conservative z-test: the variance is that of the same procedure on disjoint halves of the corpus.

    Parameters
    ----------
    differences : array_like of float, shape (n_splits,)
        How far A is ahead of B in each random hold-out of the whole corpus.
    halves : array_like of float, shape (m, 2)
        The mean of the same procedure within either half of the corpus, for m ways to cut it.
        Halves are smaller than the corpus, so their means vary more: hence conservative.
    alternative : {"greater", "less", "two-sided"}

    References
    ----------
    .. [1] Nadeau & Bengio (2003), Inference for the generalization error, section 3.

    Examples
    --------
    >>> test = mx.inference.conservative_z_test([0.02, 0.04, 0.03], [[0.02, 0.05], [0.01, 0.03]])
    >>> round(test.standard_error, 4), round(test.pvalue, 4)
    (0.018, 0.0961)
    """
    values, pairs = check_numbers(differences), check_differences(halves)
    error = sqrt(float(((pairs[:, 0] - pairs[:, 1]) ** 2).mean()) / 2)
    return _z_test(CONSERVATIVE_Z, pairs, float(values.mean()), error, alpha, alternative)


def fold_error(values: Floats, folds: NDArray[np.int64], variance: FoldVariance = "all-pairs") -> Floats:
    """Standard error of the mean of units (..., n_units) by the central limit theorem."""
    n = values.shape[-1]
    if variance == ALL_PAIRS:
        return np.asarray(values.std(axis=-1) / sqrt(n))
    within = [values[..., folds == fold].var(axis=-1, ddof=1) for fold in np.unique(folds)]
    return np.asarray(np.sqrt(np.mean(within, axis=0) / n))


def nested_error(outer: Floats, inner: Floats, folds: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Corrected mean and its standard error, for outer (..., R, n), inner (..., R, n, K) and folds (R, n)."""
    n, k = inner.shape[-2:]
    squares = []
    for repetition, number in enumerate(folds):
        for fold in range(k):
            here = number == fold
            left_out = outer[..., repetition, here]
            others = inner[..., repetition, ~here, fold].mean(axis=-1)
            # Algorithm 1: MSE is the mean of (inner mean - outer mean)^2 - var(outer) / n_fold.
            apart = (others - left_out.mean(axis=-1)) ** 2
            squares.append(apart - left_out.var(axis=-1, ddof=1) / here.sum())
    # That MSE is of (K - 1)/K of the units; of all n it is (K - 1)/K times as large.
    error = np.sqrt(np.maximum(0.0, (k - 1) / k * np.mean(squares, axis=0)))
    used = inner[..., ~_own_fold(folds, k)]
    least = used.std(axis=-1, ddof=1) / sqrt(n)
    of_inner, of_outer = used.mean(axis=-1), outer.mean(axis=(-2, -1))
    bias = (1 + (k - 2) / k) * (of_inner - of_outer)
    return of_inner - bias, np.clip(error, least, least * sqrt(k))


def _own_fold(folds: NDArray[np.int64], k: int) -> NDArray[np.bool_]:
    """Where the second fold left out is the unit's own, (R, n, K)."""
    own: NDArray[np.bool_] = folds[..., None] == np.arange(k)
    return own


def _floats(values: ArrayLike, dimensions: int) -> Floats:
    array = np.asarray(values, dtype=np.float64)
    return array[None] if array.ndim == dimensions - 1 else array


def _check_folds(folds: NDArray[np.int64], k: int) -> None:
    """Fold numbers 0 … k-1, each of two units or more."""
    if not np.isin(folds, range(k)).all() or np.bincount(folds, minlength=k).min() < 2:
        raise ScoresError("Each of the {k} folds needs at least 2 units.", k=k)


def _fold_numbers(folds: ArrayLike, shape: tuple[int, ...]) -> NDArray[np.int64]:
    numbers = np.unique(np.asarray(folds), return_inverse=True)[1].reshape(-1)
    check_shape("folds", numbers.shape, f"({shape[0]},)", ScoresError)
    return numbers.astype(np.int64)


def _z_test(
    method: str, values: Floats, mean: float, error: float, alpha: float, alternative: Alternative
) -> CrossValidationTest:
    check_alpha(alpha)
    check_alternative(alternative)
    level = 1 - alpha if alternative == "two-sided" else 1 - 2 * alpha
    if all_equal(values) or error == 0:
        none = (None, None, inf, None, None, None)
        return CrossValidationTest(method, mean, *none, level, alternative, no_variation(values))
    statistic, half = mean / error, upper_point((1 - level) / 2, inf) * error
    pvalue = tail_probability(statistic, inf, alternative)
    return CrossValidationTest(
        method, mean, error, statistic, inf, pvalue, mean - half, mean + half, level, alternative, None
    )
