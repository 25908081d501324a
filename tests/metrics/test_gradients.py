"""Derivatives of scores by counts: against differences, and divided among units without a rest."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mx2core.metrics import averaged, averaged_gradient


@settings(max_examples=60, deadline=None)
@given(
    n_labels=st.integers(1, 5),
    average=st.sampled_from(["micro", "macro", "weighted"]),
    beta=st.sampled_from([0.5, 1.0, 2.0]),
    seed=st.integers(0, 10**6),
)
def test_derivatives_are_limits_of_differences(n_labels, average, beta, seed):
    counts = np.random.default_rng(seed).integers(1, 30, (n_labels, 3))
    gradients = averaged_gradient(counts, average, beta=beta)
    step = 1e-5
    for place, gradient in enumerate(gradients):
        assert np.sum(gradient * counts) == pytest.approx(0, abs=1e-12)  # doubled counts, the same score
        for row in range(n_labels):
            for column in range(3):
                moved = np.zeros(counts.shape)
                moved[row, column] = step
                high = averaged(counts + moved, average, beta=beta)[place]
                low = averaged(counts - moved, average, beta=beta)[place]
                assert gradient[row, column] == pytest.approx((high - low) / (2 * step), abs=1e-7)


@pytest.mark.parametrize("average", ["micro", "macro", "weighted"])
def test_nothing_to_count_has_no_derivative(average):
    for counts in (np.zeros((2, 3), int), np.array([[0, 0, 3], [0, 2, 0]]), np.array([[0, 0, 0], [1, 0, 0]])):
        assert all(np.isfinite(gradient).all() for gradient in averaged_gradient(counts, average))
    assert not np.any(averaged_gradient(np.zeros((2, 3), int), average))
