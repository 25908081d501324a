"""Intervals of cross-validated means: plain references after the papers, properties, bad input, coverage."""

from math import inf, sqrt

import numpy as np
import pytest
from scipy import stats

import mx2core as mx
from mx2core.errors import ScoresError
from mx2core.inference import conservative_z_test, cross_validation_z_test, nested_cross_validation_test


def sample_folds(seed, n=60, k=5, repetitions=2):
    numbers = np.random.default_rng(seed)
    folds = np.stack([numbers.permutation(np.arange(n) % k) for _ in range(repetitions)])
    outer = numbers.normal(size=(repetitions, n))
    inner = outer[..., None] + 0.3 * numbers.normal(size=(repetitions, n, k))
    inner[folds[..., None] == np.arange(k)] = np.nan  # of the own fold: not looked at
    return outer, inner, folds


def plain_nested(outer, inner, folds, k):
    """Algorithm 1, a loop for each line, with the bias correction and the bounds."""
    a, b, es = [], [], []
    for of_outer, of_inner, number in zip(outer, inner, folds, strict=True):
        for j in range(k):
            e_in = [of_inner[i, j] for i in range(len(number)) if number[i] != j]
            e_out = [of_outer[i] for i in range(len(number)) if number[i] == j]
            a.append((np.mean(e_in) - np.mean(e_out)) ** 2)
            b.append(np.var(e_out, ddof=1) / len(e_out))
            es.extend(e_in)
    n = outer.shape[1]
    mse = (k - 1) / k * (np.mean(a) - np.mean(b))
    least = np.std(es, ddof=1) / sqrt(n)
    error = max(least, min(sqrt(max(0.0, mse)), least * sqrt(k)))
    bias = (1 + (k - 2) / k) * (np.mean(es) - outer.mean())
    return np.mean(es) - bias, error


@pytest.mark.parametrize("seed", range(5))
def test_nested_cross_validation_is_that_of_its_algorithm(seed):
    outer, inner, folds = sample_folds(seed)
    outer += (seed - 2) * np.array([0.4, -0.4])[:, None] * (folds == 0)  # folds that differ
    test = nested_cross_validation_test(outer, inner, folds=folds)
    mean, error = plain_nested(outer, inner, folds, 5)
    assert (test.mean, test.standard_error) == pytest.approx((mean, error))
    assert (test.lower, test.upper) == pytest.approx(
        (mean - stats.norm.ppf(0.975) * error, mean + stats.norm.ppf(0.975) * error)
    )


def test_the_standard_error_of_nested_cross_validation_keeps_its_bounds():
    outer, inner, folds = sample_folds(1, repetitions=1)
    used = inner[~np.isnan(inner)]
    least = used.std(ddof=1) / sqrt(60)
    far = outer + 100 * (folds == 0)  # one fold is unlike the others
    assert nested_cross_validation_test(far, inner, folds=folds).standard_error == pytest.approx(
        least * sqrt(5)
    )
    alike = np.where(True, outer - outer.mean(), 0)
    assert nested_cross_validation_test(alike, inner, folds=folds).standard_error >= least


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_all_pairs_is_the_z_test_of_units_and_within_folds_takes_off_their_means(alternative):
    numbers = np.random.default_rng(3)
    values, folds = numbers.normal(0.1, 1, 80), np.arange(80) % 8
    test = cross_validation_z_test(values, folds, alternative=alternative)
    error = np.sqrt(np.mean((values - values.mean()) ** 2) / 80)
    law = stats.norm(scale=error)
    wanted = {
        "greater": law.sf(values.mean()),
        "less": law.cdf(values.mean()),
        "two-sided": 2 * law.sf(abs(values.mean())),
    }
    assert test.pvalue == pytest.approx(wanted[alternative])
    assert test.df == inf
    assert (test.pvalue < 0.05) == (
        {"greater": test.lower > 0, "less": test.upper < 0}.get(alternative, test.lower > 0 or test.upper < 0)
    )
    within = cross_validation_z_test(values, folds, variance="within-fold")
    variances = [values[folds == fold].var(ddof=1) for fold in range(8)]
    assert within.standard_error == pytest.approx(np.sqrt(np.mean(variances) / 80))
    moved = values + 5 * folds
    again = cross_validation_z_test(moved, folds, variance="within-fold")
    assert again.standard_error == pytest.approx(within.standard_error)


def test_the_conservative_variance_is_that_of_disjoint_halves():
    pairs = np.random.default_rng(5).normal(size=(10, 2))
    test = conservative_z_test([0.1, 0.3, 0.2], pairs)
    assert test.standard_error**2 == pytest.approx(np.sum((pairs[:, 0] - pairs[:, 1]) ** 2) / 20)
    assert test.mean == pytest.approx(0.2)


def changed(what, scale, shift):
    outer, inner, folds = sample_folds(7)
    values = np.arange(12.0) % 5
    return {
        "units": lambda: cross_validation_z_test(values * scale + shift, np.arange(12) % 3),
        "within": lambda: cross_validation_z_test(
            values * scale + shift, np.arange(12) % 3, variance="within-fold"
        ),
        "nested": lambda: nested_cross_validation_test(
            outer * scale + shift, inner * scale + shift, folds=folds
        ),
        "conservative": lambda: conservative_z_test(values * scale + shift, outer[:, :2] * scale + shift),
    }[what]()


@pytest.mark.parametrize("what", ["units", "within", "nested", "conservative"])
def test_location_scale_and_swapped_models(what):
    first = changed(what, 1.0, 0.0)
    moved, scaled, swapped = changed(what, 1.0, 3.0), changed(what, 7.0, 0.0), changed(what, -1.0, 0.0)
    assert moved.mean == pytest.approx(first.mean + 3)
    assert moved.standard_error == pytest.approx(first.standard_error)
    assert scaled.statistic == pytest.approx(first.statistic)
    assert swapped.statistic == pytest.approx(-first.statistic)
    assert swapped.pvalue == pytest.approx(first.pvalue)


def test_independent_units_are_covered():
    """Where no model is trained, each interval has its level."""
    numbers = np.random.default_rng(11)
    missed = np.zeros(3)
    runs = 600
    for _ in range(runs):
        values = numbers.normal(size=60)
        folds = np.arange(60) % 6
        inner = np.repeat(values[:, None], 6, axis=1)
        halves = [[half.mean() for half in np.split(numbers.permutation(values), 2)] for _ in range(10)]
        tests = (
            cross_validation_z_test(values, folds),
            nested_cross_validation_test(values, inner, folds=folds),
            conservative_z_test([values.mean(), values.mean()], halves),
        )
        missed += [not test.lower <= 0 <= test.upper for test in tests]
    assert missed[0] / runs == pytest.approx(0.05, abs=0.03)
    assert missed[1] / runs <= 0.08
    assert missed[2] / runs <= 0.05  # halves vary twice as much


@pytest.mark.parametrize(
    "ask",
    [
        lambda: cross_validation_z_test([1, 0, 1], [0, 1]),
        lambda: cross_validation_z_test([1, 0, np.nan], [0, 1, 1]),
        lambda: cross_validation_z_test([1, 0, 1], [0, 1, 1], variance="within-fold"),
        lambda: nested_cross_validation_test([1, 0, 1, 0], np.ones((4, 2)), folds=[0, 0, 0, 1]),
        lambda: nested_cross_validation_test([1, 0, 1, 0], np.ones((3, 2)), folds=[0, 0, 1, 1]),
        lambda: nested_cross_validation_test([1, 0, 1, 0], np.full((4, 2), np.nan), folds=[0, 0, 1, 1]),
        lambda: conservative_z_test([1, 2], [[1, 2, 3]]),
    ],
)
def test_what_cannot_be_tested_is_refused_in_a_sentence(ask):
    with pytest.raises(ScoresError):
        ask()


def test_without_variation_nothing_is_decided():
    test = cross_validation_z_test([1.0] * 8, np.arange(8) % 2)
    assert (test.pvalue, test.lower, test.standard_error) == (None, None, None)
    assert test.notice
    assert mx.inference.CrossValidationTest is type(test)
