"""Random halves: exactly balanced, uniform, made again from their number."""

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array, eye_array
from scipy.stats import chi2, hypergeom

from mx2core.partition import divergence, random_divergences, random_masks, random_partitions
from mx2core.partition.checks import check_counts
from mx2core.partition.halves import candidates as module
from mx2core.partition.halves import tally
from mx2core.partition.halves.random_halves import half_words
from mx2core.partition.halves.rebalance import BLOCK
from mx2core.partition.halves.tally import Tally
from tests.few import few


@given(n=st.integers(2, 300), seed=st.integers(0, 2**63 - 1), first=st.integers(0, 10**12))
def test_sides_differ_by_one_unit_at_most(n, seed, first):
    masks = random_masks(n, range(first, first + 5), seed=seed)
    assert masks.shape == (5, n)
    assert (np.abs(2 * masks.sum(axis=1) - n) == n % 2).all()


def test_candidate_depends_on_seed_and_number_alone():
    together = random_masks(101, range(300), seed=5)
    apart = np.concatenate([random_masks(101, [i], seed=5) for i in (299, 0, 64, 63, 64)])
    assert np.array_equal(apart, together[[299, 0, 64, 63, 64]])
    assert not np.array_equal(together[:64], random_masks(101, range(64), seed=6))
    assert not np.array_equal(together[:64], together[64:128])
    assert np.array_equal(random_partitions(101, 7, seed=5).masks, together[:7])


def test_blocks_made_together_equal_blocks_made_alone():
    together = half_words(57, 3, 40, 11)
    alone = np.concatenate([half_words(57, block, 1, 11) for block in range(3, 43)], axis=1)
    assert np.array_equal(together, alone)


@few("n", 2, [4, 7, 5, 6])
def test_every_half_is_equally_probable(n):
    """All C(n, n/2) masks (both sizes for odd n) against a uniform law, 64,000 draws."""
    masks = random_masks(n, range(64_000), seed=2)
    codes = masks @ (1 << np.arange(n))
    seen = np.bincount(codes, minlength=2**n)
    sizes = np.bitwise_count(np.arange(2**n))
    allowed = np.abs(2 * sizes.astype(int) - n) <= 1
    assert (seen[~allowed] == 0).all()
    expected = len(masks) / allowed.sum()
    assert allowed.sum() == comb(n, n // 2) * (1 + n % 2)
    statistic = ((seen[allowed] - expected) ** 2).sum() / expected
    assert chi2.sf(statistic, allowed.sum() - 1) > 1e-4


@few("n", 1, [60, 301])
def test_units_and_pairs_of_units_are_included_equally_often(n):
    """E[x_u] = 0 and E[x_u x_v] = -1/(n-1) for even n, -1/n for odd n."""
    signs = 2.0 * random_masks(n, range(20_000), seed=3) - 1
    assert abs(signs.mean(axis=0) * np.sqrt(20_000)).max() < 5
    products = (signs.T @ signs / 20_000)[np.triu_indices(n, 1)]
    expected = -1 / (n - 1) if n % 2 == 0 else -1 / n
    deviation = (products - expected) * np.sqrt(20_000)
    assert abs(deviation).max() < 5.5
    assert deviation.std() == pytest.approx(1, abs=0.05)


@pytest.mark.parametrize("apart", [1, BLOCK])
def test_overlap_of_two_halves_is_hypergeometric(apart):
    """Candidates of the same block and of different blocks are independent."""
    masks = random_masks(200, range(20_000), seed=4)
    overlap = (masks & np.roll(masks, apart, axis=0)).sum(axis=1)
    assert overlap.mean() == pytest.approx(50, abs=5 * np.sqrt(12.5628 / 20_000))
    assert overlap.var() == pytest.approx(12.5628, rel=0.04)
    assert np.abs(overlap - 50).mean() == pytest.approx(2.8104, rel=0.02)
    values = np.arange(43, 58)
    expected = 20_000 * hypergeom(200, 100, 100).pmf(values)
    seen = np.array([(overlap == v).sum() for v in values])
    assert chi2.sf(((seen - expected) ** 2 / expected).sum(), len(values)) > 1e-4


def test_values_are_those_of_the_masks_whatever_the_chunks(monkeypatch):
    rng = np.random.default_rng(0)
    words = np.eye(7, dtype=int)[rng.integers(0, 7, 91)]
    roles = rng.integers(0, 5, (91, 4)) * (rng.random((91, 4)) < 0.5)
    calls = []
    values = random_divergences([words, roles], 700, seed=9, report=lambda *done: calls.append(done))
    assert calls[-1] == (700, 700)
    monkeypatch.setattr(module, "TALLIED_WORDS", 1)
    monkeypatch.setattr(module, "COUNTED", 1)
    assert np.array_equal(values, random_divergences([words, roles], 700, seed=9))
    assert np.array_equal(values[:10], random_divergences([words, roles], 10, seed=9))
    masks = random_masks(91, range(700), seed=9)
    reference = np.stack([divergence(masks, words), divergence(masks, roles)], axis=1)
    np.testing.assert_allclose(values, reference, rtol=1e-12)


def test_many_labels_do_not_delay_a_report():
    """Whoever waits for them sees how far it is, and can end it."""
    calls = []
    once = eye_array(3_000, dtype=np.int64, format="csr")  # every word once: all halves are alike
    values = random_divergences([once], 10_000, report=lambda done, _: calls.append(done))
    assert len(calls) >= 5
    assert max(np.diff([0, *calls])) <= 2_000
    assert np.ptp(values) == 0


# Counting with carry-save adders, and by small matrices, against one matrix product.
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
