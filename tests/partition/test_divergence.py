"""chi2/J against SciPy, check numbers, and what it refuses."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.stats import chi2_contingency

from mx2core.errors import DesignError, InputError
from mx2core.partition import divergence, label_contributions
from mx2core.partition.attribute_measure import chi_square_from_first


def units_of(first, second):
    """One unit per side that carries all its occurrences."""
    return np.array([[True, False]]), np.array([first, second])


@pytest.mark.parametrize(
    ("first", "second", "statistic"),
    [([12, 7, 0, 5], [9, 11, 3, 1], 6.984127), ([30, 20], [22, 28], 2.564103)],
)
def test_check_numbers(first, second, statistic):
    assert divergence(*units_of(first, second))[0] * len(first) == pytest.approx(statistic, abs=5e-7)


@given(
    n=st.integers(2, 40),
    n_labels=st.integers(2, 12),
    share=st.floats(0.1, 0.9),
    seed=st.integers(0, 10**6),
    largest=st.sampled_from([1, 3, 50]),
)
def test_equals_scipy_for_sides_of_any_size(n, n_labels, share, seed, largest):
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, largest + 1, (n, n_labels)) * (rng.random((n, n_labels)) < share)
    masks = rng.random((6, n)) < share
    masks[:, 0], masks[:, 1] = True, False
    present = counts[:, counts.sum(axis=0) > 0]
    tables = [np.array([present[mask].sum(axis=0), present[~mask].sum(axis=0)]) for mask in masks]
    if not present.size or min(table.sum(axis=1).min() for table in tables) == 0:
        with pytest.raises(InputError, match=r"occurrence|lacks"):
            divergence(masks, counts)
        return
    values = divergence(masks, counts)
    expected = [chi2_contingency(table, correction=False).statistic / present.shape[1] for table in tables]
    np.testing.assert_allclose(values, expected, rtol=1e-9, atol=1e-9)
    assert np.array_equal(values, divergence(~masks, counts))  # symmetric to the last bit
    assert np.array_equal(values, divergence(masks, csr_array(counts)))
    parts = label_contributions(masks[2], counts)
    assert parts.contribution.sum() == pytest.approx(values[2], abs=1e-12)
    assert np.array_equal(parts.first + parts.second, counts.sum(axis=0))
    assert parts.expected.sum() == pytest.approx(parts.first.sum())


def test_chunks_do_not_show(monkeypatch):
    rng = np.random.default_rng(1)
    masks, counts = rng.random((50, 30)) < 0.5, rng.integers(0, 3, (30, 4))
    whole = divergence(masks, counts)
    monkeypatch.setattr(sys.modules[divergence.__module__], "CELLS", 64)
    assert np.array_equal(whole, divergence(masks, counts))


@pytest.mark.parametrize("n_partitions", [1, 2, 64])
def test_labels_taken_in_pieces_give_the_same_bytes(monkeypatch, n_partitions):
    draw = np.random.default_rng(5)
    totals = draw.integers(0, 9, 3000)
    first = draw.binomial(totals[:, None], 0.5, size=(3000, n_partitions))
    in_pieces = chi_square_from_first(first, totals)
    monkeypatch.setattr(sys.modules[chi_square_from_first.__module__], "LABELS", 5000)
    assert chi_square_from_first(first, totals).tobytes() == in_pieces.tobytes()


def test_one_label_type_never_diverges():
    assert divergence(np.array([[True, False, False]]), np.array([[3, 0], [1, 0], [0, 0]])) == [0.0]


def test_large_counts_stay_exact():
    """A million occurrences split evenly but for one: chi2 = 2 / N_j summed over two labels."""
    totals = np.array([1_000_001, 999_999])
    first = np.array([[500_001], [499_999]])
    expected = chi2_contingency([first[:, 0], totals - first[:, 0]], correction=False).statistic
    assert chi_square_from_first(first, totals)[0] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("masks", "counts", "message"),
    [
        ([True, False], [[1], [1]], "`masks` must be bool of shape"),
        ([[1, 0]], [[1], [1]], "`masks` must be bool of shape"),
        ([[True, True]], [[1], [1]], "all 2 units on one side"),
        ([[True, False]], [[1], [1], [1]], "must have shape"),
        ([[True, False]], [[1, 0], [0, -1]], "negative"),
        ([[True, False]], [[1, 0.5], [0, 1]], "not a whole number"),
        ([[True, False]], [[1, float("nan")], [0, 1]], "not finite"),
        ([[True, False]], [[0, 0], [0, 0]], "no occurrence"),
        ([[True, False]], [1, 2, 2], "must have shape"),
        ([[True, False]], [["a"], ["b"]], "or counts"),
    ],
)
def test_unusable_input_is_named(masks, counts, message):
    with pytest.raises(InputError, match=message):
        divergence(np.array(masks), np.array(counts))


def test_a_side_without_occurrences_is_named_by_its_number():
    masks = np.array([[True, False, True], [True, True, False]])
    with pytest.raises(DesignError, match="lacks"):
        divergence(masks, np.array([[1, 0], [0, 1], [0, 0]]))
