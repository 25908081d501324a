"""The m x 2 estimate and test: check numbers, equalities with other tests, simulation."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from scipy.integrate import quad

from mx2core.errors import InputError
from mx2core.inference import (
    bayesian_correlated_t_test,
    corrected_resampled_t_test,
    correction,
    effective_df,
    expected_length,
    interval_floor,
    mx2_t_test,
    one_look_size,
    pair_ratio,
)
from tests.score_tables import E


def slow_test(differences, alpha):
    """Section 5 of the paper, written out."""
    m = len(differences)
    total = sum(a + b for a, b in differences)
    mean = total / (2 * m)
    ss = sum((a - mean) ** 2 + (b - mean) ** 2 for a, b in differences)
    sigma = (ss / (2 * m)) ** 0.5
    c = ((2 * m + 1) / (2 * m - 1)) ** 0.5
    t = stats.t.ppf(1 - alpha, 2 * m - 1)
    p = stats.t.sf(mean / (c * sigma), 2 * m - 1)
    return mean, sigma, mean / (c * sigma), p, mean - c * t * sigma, mean + c * t * sigma


scores = st.integers(1, 8).flatmap(
    lambda m: arrays(np.float64, (m, 2), elements=st.integers(-200, 200).map(lambda k: k / 1000))
)


@pytest.mark.parametrize(
    ("m", "mean", "sigma", "statistic", "pvalue", "interval"),
    [
        (3, 0.025667, 0.009994, 2.170435, 0.041049, (0.001838, 0.049496)),
        (4, None, None, 2.639296, 0.016729, None),
        (5, None, None, 2.270684, 0.024654, (0.004953, 0.046447)),
    ],
)
def test_check_numbers(m, mean, sigma, statistic, pvalue, interval):
    test = mx2_t_test(E[:m])
    assert test.statistic == pytest.approx(statistic, abs=5e-7)
    assert test.pvalue == pytest.approx(pvalue, abs=5e-7)
    assert (test.m, test.df, test.level, test.alternative) == (m, 2 * m - 1, 0.9, "greater")
    assert test.rejected
    assert test.notice is None
    if mean is not None:
        assert (test.mean, test.sigma) == pytest.approx((mean, sigma), abs=5e-7)
    if interval is not None:
        assert (test.lower, test.upper) == pytest.approx(interval, abs=5e-7)


def test_the_correction_carries_the_root():
    known = {3: 1.183216, 5: 1.105542, 7: 1.074172, 10: 1.051315, 20: 1.025320}
    for m, value in known.items():
        assert correction(m) == pytest.approx(value, abs=5e-7)
        assert effective_df(m) == 2 * m - 1


@given(differences=scores, alpha=st.floats(0.001, 0.4))
def test_against_the_formulas_written_out(differences, alpha):
    assume(np.ptp(differences) > 0)
    test = mx2_t_test(differences, alpha=alpha)
    found = (test.mean, test.sigma, test.statistic, test.pvalue, test.lower, test.upper)
    assert found == pytest.approx(slow_test(differences.tolist(), alpha), rel=1e-9, abs=1e-12)
    assert test.rejected == (test.lower > 0) or test.lower == pytest.approx(0, abs=1e-12)


@given(differences=scores)
def test_equals_nadeau_bengio_and_the_bayesian_posterior(differences):
    assume(np.ptp(differences) > 0)
    test = mx2_t_test(differences)
    corrected = corrected_resampled_t_test(differences, test_to_train=1, alternative="greater")
    posterior = bayesian_correlated_t_test(differences, rho=0.5)
    assert test.statistic == pytest.approx(corrected.statistic, rel=1e-13)
    assert test.pvalue == pytest.approx(corrected.pvalue, rel=1e-12)
    assert test.pvalue == pytest.approx(posterior.p_worse, rel=1e-12)


@given(differences=scores)
def test_two_sided_is_twice_the_smaller_side(differences):
    assume(np.ptp(differences) > 0)
    test, two_sided = mx2_t_test(differences), mx2_t_test(differences, alternative="two-sided")
    assert two_sided.pvalue == pytest.approx(2 * min(test.pvalue, 1 - test.pvalue), rel=1e-9)


def test_the_interval_names_its_level():
    one_sided, two_sided = mx2_t_test(E), mx2_t_test(E, alternative="two-sided")
    assert (one_sided.level, two_sided.level) == (0.9, 0.95)
    assert one_sided.interval(0.95) == pytest.approx((two_sided.lower, two_sided.upper))
    assert one_sided.interval(0.9) == pytest.approx((one_sided.lower, one_sided.upper))
    with pytest.raises(InputError, match="`level`"):
        one_sided.interval(1.0)


@pytest.mark.parametrize(
    "differences",
    [
        [[0.1, 0.1]] * 3,
        [[0.0, 0.0]] * 5,
        [[0.4 - 0.3, 0.3 - 0.2], [0.2 - 0.1, 0.1]],
        [[88.3 - 88.2, 0.1]] * 2,
    ],
)
def test_without_variation_nothing_is_decided(differences):
    test = mx2_t_test(differences)
    assert (test.statistic, test.pvalue, test.lower, test.upper) == (None, None, None, None)
    assert not test.rejected
    assert test.interval(0.95) is None
    assert test.mean == pytest.approx(differences[0][0])
    assert str(test.notice).startswith(f"All {2 * len(differences)} differences equal")


def test_unusable_arguments_are_named():
    with pytest.raises(InputError, match="'better'"):
        mx2_t_test(E, alternative="better")
    with pytest.raises(InputError, match="`m`"):
        correction(0)


def correlated(m, rho1, rho2):
    """The covariance matrix of 2m scores."""
    covariance = np.full((2 * m, 2 * m), rho2)
    for i in range(m):
        covariance[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = rho1
    np.fill_diagonal(covariance, 1.0)
    return covariance


@pytest.mark.parametrize(
    ("m", "rho1", "rho2"), [(1, 0.5, 0.5), (3, 0.1, 0.4), (5, -0.2, 0.3), (20, 0.5, 0.2)]
)
def test_general_correction_against_the_covariance_matrix(m, rho1, rho2):
    # Var(mean) / E[sigma^2] and the matched degrees of freedom, from the matrix itself.
    covariance = correlated(m, rho1, rho2)
    centre = np.eye(2 * m) - 1 / (2 * m)
    of_ss = centre @ covariance @ centre
    variance_of_mean = covariance.mean()
    assert correction(m, rho1, rho2) ** 2 == pytest.approx(variance_of_mean / (np.trace(of_ss) / (2 * m)))
    assert effective_df(m, rho1, rho2) == pytest.approx(np.trace(of_ss) ** 2 / np.trace(of_ss @ of_ss))


@pytest.mark.parametrize("m", [1, 3, 10])
@pytest.mark.parametrize("rho", [0.0, 0.2, 0.5, 0.8])
def test_one_look_size_against_the_integral(m, rho):
    # P(mean > C t sigma) over the chi law of sigma, mean ~ N(0, (1 + (2m-1) rho) / 2m).
    df = 2 * m - 1
    t, c = stats.t.isf(0.05, df), correction(m)
    sd_mean, sd = np.sqrt((1 + df * rho) / (2 * m)), np.sqrt((1 - rho) / (2 * m))
    size, _ = quad(lambda x: stats.chi.pdf(x, df) * stats.norm.sf(c * t * sd * x / sd_mean), 0, 40)
    assert one_look_size(m, 0.05, rho=rho) == pytest.approx(size, abs=1e-7)
    assert (one_look_size(m, 0.05, rho=rho) <= 0.05 + 1e-12) == (rho <= 0.5)


@pytest.mark.parametrize("m", [2, 3, 10])
@pytest.mark.parametrize(("rho1", "rho2"), [(0.0, 0.5), (-0.2, 0.3), (0.5, 0.1), (0.49, 0.5)])
def test_one_look_size_with_two_correlations_against_the_double_integral(m, rho1, rho2):
    x = 1 + rho1 + 2 * (m - 1) * rho2
    point = correction(m) * stats.t.isf(0.05, 2 * m - 1)
    share = (np.arange(1500) + 0.5) / 1500  # midpoints on the scale of probability
    within = (1 - rho1) * stats.chi2.ppf(share, m)[:, None]
    between = (1 + rho1 - 2 * rho2) * stats.chi2.ppf(share, m - 1)
    size = stats.norm.sf(point * np.sqrt((within + between) / x)).mean()
    assert one_look_size(m, 0.05, rho=rho1, rho2=rho2) == pytest.approx(size, rel=2e-3)
    assert one_look_size(m, 0.05, rho=0.3, rho2=0.3 + 1e-9) == pytest.approx(
        one_look_size(m, 0.05, rho=0.3), rel=1e-6
    )


def test_the_test_for_other_correlations():
    test = mx2_t_test(E, rho1=0.1, rho2=0.3)
    x = np.ravel(E)
    assert test.df == effective_df(5, 0.1, 0.3)
    assert test.statistic == pytest.approx(x.mean() / (correction(5, 0.1, 0.3) * x.std()))
    assert test.pvalue == pytest.approx(stats.t.sf(test.statistic, test.df))
    assert test.interval(0.9) == pytest.approx((test.lower, test.upper))
    independent = mx2_t_test(E, rho1=0.0, rho2=0.0)
    theirs = stats.ttest_1samp(x, 0, alternative="greater")
    assert (independent.statistic, independent.pvalue) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_the_interval_shrinks_to_a_floor():
    lengths = {3: 2.929, 5: 2.645, 7: 2.543, 10: 2.473, 20: 2.397}
    for m, length in lengths.items():
        assert expected_length(m) == pytest.approx(length, abs=5e-4)
    assert interval_floor() == pytest.approx(2.326, abs=5e-4)
    assert expected_length(100_000) == pytest.approx(interval_floor(), rel=1e-4)
    all_lengths = [expected_length(m) for m in range(1, 40)]
    assert all(a > b for a, b in pairwise(all_lengths))


@given(differences=scores)
def test_pair_ratio_written_out(differences):
    assume(len(differences) >= 2 and np.any(differences[:, 0] != differences[:, 1]))
    m = len(differences)
    found = pair_ratio(differences)
    of_split = differences.mean(axis=1)
    b = sum((e - differences.mean()) ** 2 for e in of_split)
    w = sum((x - e) ** 2 for row, e in zip(differences, of_split, strict=True) for x in row)
    assert found.ratio == pytest.approx((2 * b / (m - 1)) / (w / m), rel=1e-9, abs=1e-12)
    law = stats.f(m - 1, m)
    assert (found.lower, found.upper) == pytest.approx((law.ppf(0.025), law.ppf(0.975)))
    expected = 2 * min(law.cdf(found.ratio), law.sf(found.ratio))
    assert found.pvalue == pytest.approx(expected, rel=1e-6, abs=1e-12)


def test_pair_ratio_has_the_f_law_when_correlations_are_equal():
    rng = np.random.default_rng(11)
    common = rng.standard_normal((1500, 1, 1)) * 0.6
    ratios = [pair_ratio(x).ratio for x in common + rng.standard_normal((1500, 5, 2))]
    assert stats.kstest(ratios, stats.f(4, 5).cdf).pvalue > 1e-3


def test_pair_ratio_without_spread_within():
    assert pair_ratio([[0.1, 0.1], [0.3, 0.3]]).ratio is None
    with pytest.raises(InputError, match="found 1"):
        pair_ratio([[0.1, 0.2]])


def test_scores_of_2m_folds_in_a_row():
    rows = np.array([[0.021, 0.034], [0.017, 0.029], [0.041, 0.012]])
    assert mx2_t_test(rows.ravel()).pvalue == mx2_t_test(rows).pvalue
    with pytest.raises(InputError, match=r"must have shape \(m, 2\), found \(5,\)"):
        mx2_t_test(rows.ravel()[:5])
