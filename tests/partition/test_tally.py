"""Counting with carry-save adders, and by small matrices, against one matrix product."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

from mx2core.partition.checks import check_counts
from mx2core.partition.halves import tally
from mx2core.partition.halves.random_halves import half_words
from mx2core.partition.halves.tally import Tally


@given(
    n=st.integers(1, 80),
    n_blocks=st.integers(1, 3),
    largest=st.sampled_from([1, 2, 3, 8, 1000, 2**20]),
    density=st.floats(0.05, 1),
    seed=st.integers(0, 10**6),
)
def test_totals_are_those_of_a_product(n, n_blocks, largest, density, seed):
    rng = np.random.default_rng(seed)
    tables = [rng.integers(0, largest + 1, (n, 5)) * (rng.random((n, 5)) < density), np.ones((n, 2), int)]
    words = rng.integers(0, 2**64, (n, n_blocks), dtype=np.uint64)
    bits = (
        (words[:, :, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1)).reshape(n, -1).astype(np.int64)
    )
    tables[0][0, 0] += 1  # an attribute always occurs
    plan = Tally([check_counts(table) for table in tables])
    totals = plan.totals(words)
    for labels, table in zip(plan.attributes, tables, strict=True):
        assert np.array_equal(totals[labels], table.T @ bits)


def test_labels_that_never_occur_count_nothing():
    plan = Tally([csr_array(np.array([[0, 3, 0], [0, 0, 0]]))])
    totals = plan.totals(np.array([[5], [7]], np.uint64))
    assert totals[:, :4].tolist() == [[0, 0, 0, 0], [3, 0, 3, 0], [0, 0, 0, 0]]


def test_units_counted_in_pieces_or_by_matrices_are_the_same(monkeypatch):
    counts = check_counts(np.random.default_rng(3).poisson(0.7, (5_000, 5)))
    words = half_words(5_000, 0, 11, 1)
    by_matrices = _totals(counts, words, monkeypatch, dense=True)
    whole = _totals(counts, words, monkeypatch, dense=False)
    monkeypatch.setattr(tally, "UNITS", 137)
    in_pieces = _totals(counts, words, monkeypatch, dense=False)
    assert by_matrices.tobytes() == whole.tobytes() == in_pieces.tobytes()


def _totals(counts, words, monkeypatch, dense):
    monkeypatch.setattr(tally, "_is_dense", lambda tables: dense)
    return Tally([counts]).totals(words)


def test_counts_whose_sums_float32_has_not_are_added():
    counts = np.full((20_000, 1), 2**24 // tally.UNITS - 1)
    assert tally._is_dense([csr_array(np.repeat(counts, 5, axis=1))])
    assert not tally._is_dense([csr_array(np.repeat(counts + 1, 5, axis=1))])
