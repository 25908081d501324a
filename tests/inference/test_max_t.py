"""Tests that share alpha by what units say of their dependence."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm, studentized_range
from statsmodels.stats.multitest import multipletests

from mx2core.errors import ScoresError
from mx2core.inference import adjusted_pvalues
from mx2core.inference.out_of_fold.max_t import max_t_pvalues

UNITS = np.random.default_rng(3).normal(size=(6, 400))


def test_models_in_pairs_are_tukey_s_range():
    means = np.eye(4)[:, :, None] * 0 + np.linalg.qr(UNITS[:4].T)[0].T.reshape(4, 1, 400)
    pairs = [(a, b) for a in range(4) for b in range(a)]
    units = [means[a, 0] - means[b, 0] for a, b in pairs]
    z = np.linspace(2.9, 0.1, len(pairs))
    adjusted = max_t_pvalues(2 * norm.sf(z), units, runs=100_000)
    assert adjusted[0] == pytest.approx(studentized_range.sf(z[0] * 2**0.5, 4, np.inf), abs=0.002)


def test_independent_tests_are_sidak_s_and_equal_ones_are_one():
    independent = np.linalg.qr(UNITS.T - UNITS.T.mean(axis=0))[0].T
    values = np.array([0.01, 0.02, 0.2, 0.5, 0.6, 0.9])
    adjusted = max_t_pvalues(values, independent, runs=100_000)
    assert adjusted[0] == pytest.approx(1 - 0.99**6, abs=0.002)
    assert adjusted[1] == pytest.approx(1 - 0.98**5, abs=0.003)
    assert max_t_pvalues([0.03] * 3, [UNITS[0], -UNITS[0], 2 * UNITS[0]]) == pytest.approx(
        [0.03] * 3, abs=0.004
    )
    assert max_t_pvalues([0.03], UNITS[:1]) == pytest.approx([0.03])


@settings(max_examples=30, deadline=None)
@given(st.lists(st.sampled_from([1e-9, 0.001, 0.01, 0.03, 0.03, 0.4, 1.0]), min_size=1, max_size=6))
def test_they_are_between_their_own_and_holm_s_and_in_order(values):
    adjusted = max_t_pvalues(values, UNITS[: len(values)], runs=500)
    assert (adjusted >= np.array(values)).all()
    assert (adjusted <= adjusted_pvalues(values) + 1e-12).all()
    assert (np.diff(adjusted[np.argsort(values, kind="stable")]) >= -1e-12).all()
    assert (adjusted == max_t_pvalues(values, UNITS[: len(values)], runs=500)).all()


def test_a_test_of_units_that_do_not_vary_and_bad_input():
    assert max_t_pvalues([1.0, 0.02], [np.zeros(40), UNITS[0, :40]])[1] <= 0.04
    for values, units, message in (
        ([0.1, np.nan], UNITS[:2], "numbers from 0 to 1"),
        ([], UNITS[:1], "numbers from 0 to 1"),
        ([0.1], UNITS[:2], "contributions"),
        ([0.1], [[np.nan, 1.0]], "contributions"),
    ):
        with pytest.raises(ScoresError, match=message):
            max_t_pvalues(values, units)


# Adjusted p-values: statsmodels as oracle.
@settings(max_examples=6, deadline=None)  # statsmodels takes a tenth of a second each
@given(pvalues=st.lists(st.integers(0, 1000).map(lambda k: k / 1000), min_size=1, max_size=8))
def test_adjusted_as_statsmodels_does(pvalues):
    theirs = multipletests(pvalues, method="holm")[1]
    np.testing.assert_allclose(adjusted_pvalues(pvalues), theirs, rtol=1e-12)


def test_unusable_input_is_named():
    for pvalues in ([], [0.1, float("nan")], [1.5], [[0.1], [0.2]]):
        with pytest.raises(ScoresError, match="from 0 to 1"):
            adjusted_pvalues(pvalues)
