"""What a set of partitions says of itself."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mx2core as mx
from mx2core.errors import DesignError
from mx2core.partition import (
    PartitionSet,
    Selection,
    Thresholds,
    block_partitions,
    overlap_counts,
    random_masks,
    random_partitions,
)


@given(n=st.integers(2, 60), m=st.integers(1, 6), seed=st.integers(0, 999))
def test_second_fold_swaps_the_first(n, m, seed):
    folds = PartitionSet(random_masks(n, range(m), seed=seed), "random", seed).folds()
    assert len(folds) == 2 * m
    for (train, test), (train2, test2) in zip(folds[::2], folds[1::2], strict=True):
        assert np.array_equal(train, test2)
        assert np.array_equal(test, train2)
        assert np.array_equal(np.sort(np.concatenate([train, test])), np.arange(n))
        assert train.dtype == np.int64


@given(n=st.integers(2, 70), m=st.integers(1, 6), seed=st.integers(0, 999))
def test_overlaps_count_shared_units(n, m, seed):
    p = PartitionSet(random_masks(n, range(m), seed=seed), "random", seed)
    sets = [set(np.flatnonzero(mask).tolist()) for mask in p.masks]
    expected = [[len(a & b) for b in sets] for a in sets]
    assert np.array_equal(p.overlaps(), expected)
    everything = set(range(n))
    deviations = [
        abs(len(x & y) - n / 4)
        for i, a in enumerate(sets)
        for b in sets[i + 1 :]
        for x in (a, everything - a)
        for y in (b, everything - b)
    ]
    assert p.overlap_deviation() == max(deviations, default=0)


@given(n=st.integers(4, 60), m=st.integers(2, 5), seed=st.integers(0, 999))
def test_the_range_of_overlaps_counts_both_halves_as_training_sets(n, m, seed):
    partitions = PartitionSet(random_masks(n, range(m), seed=seed), "random", seed)
    runs = [set(train.tolist()) for train, _ in partitions.folds()]
    shared = [len(runs[i] & runs[j]) for i in range(2 * m) for j in range(2 * m) if i // 2 != j // 2]
    assert partitions.overlap_range() == (min(shared), max(shared))
    assert partitions.overlap_deviation() == max(abs(n / 4 - units) for units in shared)
    with pytest.raises(DesignError, match="m = 2 or more"):
        partitions[:1].overlap_range()


@pytest.mark.parametrize(
    ("bound", "flatters"),
    [
        (Thresholds("a", upper=1.5), True),  # the paper's, from above
        (Thresholds("a", lower=0.8, upper=1.2), False),  # around the expected value
        (Thresholds("a", lower=0.2, upper=0.5), True),  # below it
        (Thresholds("a", lower=1.4, upper=2.0), False),  # above
        (Thresholds("a", lower=10.0, upper=40.0, scale="percentile"), True),
        (Thresholds("a", lower=30.0, upper=70.0, scale="percentile"), False),
        (Thresholds("b", lower=0.2, upper=0.5), False),  # whose expected value nobody knows
    ],
)
def test_a_band_below_the_expected_value_flatters(bound, flatters):
    masks = random_masks(20, range(3), seed=0)
    made = PartitionSet(masks, "thresholds", 0, Selection((bound,), 0, 0, ()))
    assert made.flatters_beside({"a": 1.0}) is flatters


def test_a_set_is_its_masks_where_an_array_is_taken():
    p = PartitionSet(random_masks(20, range(3), seed=0), "random", 0)
    assert (np.asarray(p) == p.masks).all()
    values = np.random.default_rng(0).normal(size=(3, 20))
    assert mx.out_of_fold_t_test(values, p).pvalue == mx.out_of_fold_t_test(values, p.masks).pvalue


def test_signature_marks_the_masks():
    p = random_partitions(400, 3, seed=7)
    assert p.signature.startswith("m:3|n:400|seed:7|id:")
    assert p.signature == random_partitions(400, 3, seed=7).signature
    assert p.signature != random_partitions(400, 4, seed=7)[:3].signature.replace("m:3", "m:4")
    assert p[1:].signature != p[:2].signature
    imported = PartitionSet(p.masks, "imported", None)
    assert imported.signature == p.signature.replace("seed:7", "seed:none")
    assert p.signature in repr(p)


def test_a_part_of_a_set_is_a_set():
    selection = Selection((Thresholds("word", upper=0.5),), 100, 4, (3, 17, 55))
    p = PartitionSet(random_partitions(20, 3).masks, "selected", 0, selection)
    assert len(p) == 3
    assert len(p[:2]) == 2
    assert p[1:2].selection.chosen == (17,)
    with pytest.raises(TypeError, match=r"p\[1:1 \+ 1\]|slice"):
        p[1]
    again = pickle.loads(pickle.dumps(p))
    assert again.signature == p.signature
    assert again.selection == selection


def test_masks_cannot_be_changed_from_outside():
    masks = np.array([[True, False, True, False]])
    p = PartitionSet(masks, "imported", None)
    masks[0, 0] = False
    assert p.masks[0, 0]
    with pytest.raises(ValueError, match="read-only"):
        p.masks[0, 0] = False


def test_unequal_sides_can_be_judged_but_not_empty_ones():
    p = PartitionSet(np.arange(10)[None, :] < 8, "imported", None)
    assert p.divergence(np.eye(2, dtype=int)[np.arange(10) % 2]) == pytest.approx([0.0])
    with pytest.raises(DesignError, match="on one side"):
        PartitionSet(np.ones((1, 4), bool), "imported", None)


@given(n=st.integers(8, 90), m=st.integers(2, 12), seed=st.integers(0, 99))
def test_the_histogram_of_overlaps_counts_each_pair_once(n, m, seed):
    partitions = random_partitions(n, m, seed)
    found = overlap_counts(partitions)
    assert found.pairs.sum() == m * (m - 1) // 2
    assert found.random.sum() == pytest.approx(m * (m - 1) / 2, rel=0.02)
    shared = partitions.overlaps()[np.triu_indices(m, 1)]
    for value, pairs in zip(found.values, found.pairs, strict=True):
        assert ((shared >= value) & (shared < value + found.width)).sum() == pairs


def test_blocks_share_a_quarter_and_one_partition_nothing():
    found = overlap_counts(block_partitions(64, 7))  # Table 1: all 21 pairs share 2 of 8 blocks
    assert found.values[found.pairs > 0].tolist() == [16] == [found.quarter]
    with pytest.raises(DesignError, match="m = 2"):
        overlap_counts(random_partitions(10, 1))


def test_sets_of_the_same_content_are_equal():
    halves = block_partitions(20, 3, 7)
    assert halves == block_partitions(20, 3, 7) == pickle.loads(pickle.dumps(halves))
    assert len({halves, block_partitions(20, 3, 7), block_partitions(20, 3, 8)}) == 2
    others = halves[:2], PartitionSet(halves.masks, "imported", 7), PartitionSet(~halves.masks, "block", 7)
    assert all(halves != other for other in (*others, halves.masks.tolist(), None))
