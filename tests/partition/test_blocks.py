"""Block designs: Table 1 of the paper, exact overlaps, nesting; the matrices behind them."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.errors import DesignError
from mx2core.partition import block_partitions, stratified_block_partitions
from mx2core.partition.construct.hadamard import exists, hadamard
from mx2core.partition.construct.stacks import _reachable, sign_rows
from mx2core.partition.halves.blocks import block_table
from mx2core.partition.halves.philox import CONSTRUCTION, Draws

from .shapes import roles, words

TABLE_1 = ["1357", "1256", "1458", "1234", "1368", "1278", "1467"]  # blocks in the training set of S1..S7


@pytest.mark.parametrize("n", [8, 64, 800])
def test_seven_partitions_are_table_1(n):
    """Units fall into 8 blocks, by the partitions that train on them; 21 overlaps of 2 blocks each."""
    p = block_partitions(n, 7, seed=3, m_max=7)
    table = np.array([[str(block) in row for row in TABLE_1] for block in range(1, 9)])
    blocks = Counter(map(bytes, p.masks.T))
    assert blocks == {bytes(row): n // 8 for row in table}
    overlaps = p.overlaps()[np.triu_indices(7, 1)]
    assert len(overlaps) == 21
    assert (overlaps == 2 * n // 8).all()


def test_the_table_of_blocks_is_table_1_as_printed():
    printed = ["".join(str(block + 1) for block in np.flatnonzero(row)) for row in block_table(7)]
    assert printed == TABLE_1
    for m in range(1, 16):
        table = block_table(m)
        shared = (table.astype(int) @ table.T)[np.triu_indices(m, 1)]
        assert (shared == table.shape[1] // 4).all()
    with pytest.raises(DesignError, match="m"):
        block_table(0)


def test_three_partitions_are_all_unions_of_two_of_four_blocks():
    p = block_partitions(400, 3, m_max=3)
    assert sorted(Counter(map(bytes, p.masks.T)).values()) == [100] * 4
    assert p.overlap_deviation() == 0


def test_sets_of_three_block_partitions_differ_in_kind():
    """Why an order of block partitions is not as good as any other: S1, S2 and S3 have a constant product."""
    signs = np.where(block_partitions(320, 5, seed=1).masks, 1, -1)
    assert abs(signs[[0, 1, 2]].prod(axis=0).sum()) == 320
    assert abs(signs[[0, 1, 3]].prod(axis=0).sum()) == 0


@pytest.mark.parametrize("n", [*range(24, 100), 1603, 6692])
def test_overlaps_are_the_best_that_whole_units_allow(n):
    p = block_partitions(n, 20, seed=1)
    assert (np.abs(2 * p.masks.sum(axis=1) - n) <= 1).all()
    assert p.overlap_deviation() == [0, 0.75, 0.5, 0.75][n % 4]


@given(n=st.integers(8, 90), m=st.integers(1, 20), seed=st.integers(0, 99))
def test_growing_m_keeps_earlier_partitions(n, m, seed):
    p, all_20 = block_partitions(n, m, seed), block_partitions(n, 20, seed)
    assert np.array_equal(p.masks, all_20.masks[:m])
    assert (np.abs(2 * p.masks.sum(axis=1) - n) <= 1).all()
    assert len(np.unique(np.concatenate([p.masks, ~p.masks]), axis=0)) == 2 * m


@pytest.mark.parametrize(("n", "m_max"), [(500, 50), (501, 64), (250, 31)])
def test_larger_m_fixed_up_front(n, m_max):
    p = block_partitions(n, m_max, seed=2, m_max=m_max)
    assert p.overlap_deviation() <= 0.75
    assert np.array_equal(block_partitions(n, 3, seed=2, m_max=m_max).masks, p.masks[:3])


def test_seed_decides_which_units_form_a_block():
    assert block_partitions(100, 3, seed=1).signature == block_partitions(100, 3, seed=1).signature
    assert not np.array_equal(block_partitions(100, 3, 1).masks, block_partitions(100, 3, 2).masks)


@pytest.mark.parametrize(("n", "n_labels"), [(1603, 84), (345, 36), (170, 15)])
def test_dealing_labels_over_blocks_evens_them_out(n, n_labels):
    """Section 6.3: the units of each target word are dealt over the blocks."""
    counts = words(n, n_labels)
    p, plain = stratified_block_partitions(counts, 20, seed=1), block_partitions(n, 20, seed=1)
    assert p.overlap_deviation() == plain.overlap_deviation()
    assert p.divergence(counts).mean() < 0.7 * plain.divergence(counts).mean()
    assert np.array_equal(stratified_block_partitions(counts, 3, seed=1).masks, p.masks[:3])


def test_four_blocks_get_the_same_number_of_each_label():
    counts = np.repeat(np.eye(5, dtype=int), [64, 32, 16, 8, 8], axis=0)
    p = stratified_block_partitions(counts, 3, seed=4)
    assert (p.divergence(counts) == 0).all()
    assert stratified_block_partitions(roles(97, 4), 5).m == 5  # strata of equal label counts


def test_every_order_gives_an_orthogonal_matrix():
    missing = [order for order in range(4, 201, 4) if not exists(order)]
    assert missing == [52, 92, 100, 116, 156, 172, 184, 188]
    for order in [1, 2, *range(4, 201, 4)]:
        if exists(order):
            matrix = hadamard(order).astype(int)
            assert np.array_equal(matrix.T @ matrix, order * np.eye(order, dtype=int))
            assert (matrix[0] == 1).all()
            assert (matrix[:, 0] == 1).all()
    assert not exists(6)
    assert not exists(0)


@given(n_rows=st.integers(2, 260), m=st.integers(1, 60), seed=st.integers(0, 99))
def test_stacked_rows_are_as_orthogonal_as_their_number_allows(n_rows, m, seed):
    if n_rows < 2 * m:
        return
    for draws in (None, Draws(seed, CONSTRUCTION)):
        rows = sign_rows(n_rows, m, draws=draws).astype(int)
        assert rows.shape == (n_rows, m)
        assert set(np.unique(rows)) <= {-1, 1}
        products = (rows.T @ rows)[np.triu_indices(m, 1)]
        over = abs(_reachable(n_rows, m) - n_rows)  # rows added to a stack or deleted from it
        assert m <= 2 or over == [0, 1, 2, 1][n_rows % 4] or m > 32
        assert np.abs(products).max(initial=0) <= over
