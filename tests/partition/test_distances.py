"""Other measures against SciPy."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon
from scipy.stats import chi2_contingency, wasserstein_distance

from mx2core.errors import InputError
from mx2core.partition import divergence, random_masks
from mx2core.partition.measures import LENGTHS

COUNTS = np.random.default_rng(0).integers(0, 3, (60, 7))
MASKS = random_masks(60, range(40))
TABLES = [np.array([COUNTS[mask].sum(axis=0), COUNTS[~mask].sum(axis=0)]) for mask in MASKS]


@pytest.mark.parametrize(
    ("statistic", "exponent"),
    [("g2", 0), ("cressie_read", 2 / 3), (-0.5, -0.5), (-1.0, -1), (-2.0, -2), (1.0, 1), (3.0, 3)],
)
def test_power_divergences(statistic, exponent):
    expected = [chi2_contingency(t, correction=False, lambda_=exponent).statistic / 7 for t in TABLES]
    np.testing.assert_allclose(divergence(MASKS, COUNTS, statistic=statistic), expected, rtol=1e-9)


def test_the_exponent_of_chi_square_is_one():
    np.testing.assert_allclose(divergence(MASKS, COUNTS, statistic=1.0), divergence(MASKS, COUNTS), rtol=1e-9)


def test_the_divisor_may_be_one_less_than_the_labels():
    statistics = [chi2_contingency(table, correction=False).statistic for table in TABLES]
    np.testing.assert_allclose(
        divergence(MASKS, COUNTS, statistic="chi2_df"), np.array(statistics) / 6, rtol=1e-9
    )
    assert (divergence(MASKS, np.ones((60, 1), int), statistic="chi2_df") == 0).all()


def test_distances_of_rates():
    rates = [t / t.sum(axis=1, keepdims=True) for t in TABLES]
    np.testing.assert_allclose(
        divergence(MASKS, COUNTS, statistic="hellinger"),
        [np.linalg.norm(np.sqrt(p) - np.sqrt(q)) / np.sqrt(2) for p, q in rates],
    )
    np.testing.assert_allclose(
        divergence(MASKS, COUNTS, statistic="total_variation"), [np.abs(p - q).sum() / 2 for p, q in rates]
    )


def test_jensen_shannon_is_a_share_of_g2():
    even = np.repeat(np.eye(4, dtype=int)[np.arange(60) % 4], 1, axis=0)  # one label per unit: equal weights
    values = divergence(MASKS, even, statistic="jensen_shannon")
    for mask, value in zip(MASKS, values, strict=True):
        p, q = even[mask].mean(axis=0), even[~mask].mean(axis=0)
        assert value == pytest.approx(jensenshannon(p, q) ** 2, abs=1e-12)
    g2 = 7 * divergence(MASKS, COUNTS, statistic="g2")
    np.testing.assert_allclose(g2, 2 * COUNTS.sum() * divergence(MASKS, COUNTS, statistic="jensen_shannon"))


@given(seed=st.integers(0, 999), n=st.integers(2, 40), share=st.floats(0.1, 0.9))
def test_wasserstein_is_that_of_scipy(seed, n, share):
    rng = np.random.default_rng(seed)
    lengths, masks = rng.integers(1, 30, n), rng.random((4, n)) < share
    masks[:, 0], masks[:, 1] = True, False
    expected = [wasserstein_distance(lengths[mask], lengths[~mask]) for mask in masks]
    np.testing.assert_allclose(divergence(masks, lengths, statistic=LENGTHS), expected, atol=1e-12)


def test_what_is_not_known_is_said():
    with pytest.raises(InputError, match="found True"):
        divergence(MASKS, COUNTS, statistic=True)
    with pytest.raises(InputError, match="must have shape"):
        divergence(MASKS, [1.0], statistic=LENGTHS)
    for numbers in (np.full(60, np.nan), COUNTS, ["a"] * 60):
        with pytest.raises(InputError, match="one finite number"):
            divergence(MASKS, numbers, statistic=LENGTHS)
