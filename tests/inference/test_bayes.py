"""Bayesian tests: the check numbers, and baycomp as oracle."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from mx2core.errors import InputError
from mx2core.inference import bayesian_correlated_t_test, bayesian_signed_rank_test
from mx2core.inference.classical.bayes import _dirichlet
from tests.score_tables import E

five_by_two = arrays(np.float64, (5, 2), elements=st.integers(-200, 200).map(lambda k: k / 1000))


def thousandths(k):
    return k / 1000


def test_check_numbers():
    posterior = bayesian_correlated_t_test(E, rho=0.5, rope=0.01)
    found = (posterior.p_worse, posterior.p_equivalent, posterior.p_better)
    assert found == pytest.approx((0.005829, 0.093562, 0.900608), abs=5e-7)


@given(differences=five_by_two, rope=st.sampled_from([0.005, 0.01, 0.1]))
def test_correlated_t_is_baycomps(differences, rope):
    assume(np.ptp(differences) > 0)
    x = 0.5 + differences.ravel()
    import baycomp  # loads pyplot

    theirs = baycomp.two_on_single(x, np.full(10, 0.5), rope=rope, runs=5)
    ours = bayesian_correlated_t_test(differences, rho=0.5, rope=rope)
    # baycomp's first probability is that of its first argument being better.
    assert (ours.p_better, ours.p_equivalent, ours.p_worse) == pytest.approx(theirs, abs=1e-9)


@settings(max_examples=12, deadline=None)
@given(
    differences=arrays(np.float64, st.integers(3, 12), elements=st.integers(-30, 40).map(thousandths)),
    rope=st.sampled_from([0.0, 0.00525, 0.02025]),  # no sum lies on the limit, where rounding decides
)
def test_signed_rank_is_baycomps(differences, rope):
    assume(rope > 0 or np.any(differences != 0))  # baycomp lets rounding decide between equals
    n = 4_000
    x = np.full(len(differences), 0.5)
    import baycomp  # loads pyplot

    sample = baycomp.SignedRankTest.sample(x + differences, x, rope, nsamples=n, random_state=1)
    theirs = np.bincount(np.argmax(sample, axis=1), minlength=3) / n
    ours = bayesian_signed_rank_test(differences, rope, n_samples=n)
    found = (ours.p_better, ours.p_equivalent, ours.p_worse)
    np.testing.assert_allclose(found, theirs, atol=4 * np.sqrt(0.5 / n))
    assert sum(found) == pytest.approx(1)


def test_no_difference_on_any_corpus_favours_none():
    even = bayesian_signed_rank_test([0.0, 0.0, 0.0], n_samples=500)
    assert (even.p_worse, even.p_equivalent, even.p_better) == (0.5, 0.0, 0.5)
    on_the_limit = [0.4 - 0.3, 0.3 - 0.2]
    assert bayesian_signed_rank_test(on_the_limit, rope=0.1, n_samples=500).p_worse == 0
    assert bayesian_signed_rank_test([0.0, 0.0, 0.0], rope=0.01, n_samples=500).p_equivalent == 1.0


def test_weights_have_the_moments_of_a_dirichlet_law():
    weights = _dirichlet(4, 20_000, 3)
    np.testing.assert_allclose(weights.sum(axis=1), 1)
    shares = np.array([0.5, 1, 1, 1, 1]) / 4.5
    spread = np.sqrt(shares * (1 - shares) / 5.5 / 20_000)
    assert np.all(np.abs(weights.mean(axis=0) - shares) < 4 * spread)
    np.testing.assert_allclose(weights.var(axis=0), shares * (1 - shares) / 5.5, rtol=0.05)


def test_a_seed_means_the_same_sample():
    differences = [0.01, -0.02, 0.03, 0.0, 0.02]
    first, again = (bayesian_signed_rank_test(differences, 0.01, n_samples=2_000, seed=4) for _ in range(2))
    assert (first.p_better, first.p_worse) == (again.p_better, again.p_worse)


def test_without_variation_there_is_no_posterior_spread():
    posterior = bayesian_correlated_t_test([[0.1, 0.1]] * 5)
    assert posterior.p_better is None
    assert "nothing is decided" in str(posterior.notice)


def test_unusable_input_is_named():
    with pytest.raises(InputError, match="`rho`"):
        bayesian_correlated_t_test(E, rho=1)
    with pytest.raises(InputError, match="`rope`"):
        bayesian_correlated_t_test(E, rope=-0.1)
    with pytest.raises(InputError, match="`rope`"):
        bayesian_signed_rank_test([0.1, 0.2], rope=float("nan"))
