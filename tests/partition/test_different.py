"""A set of partitions has no partition twice, whatever made it; what cannot be is refused."""

from itertools import combinations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import mx2core as mx
from mx2core.errors import DesignError
from mx2core.partition import even_candidates, random_masks
from mx2core.partition.checks import different, ways_to_halve

REFUSED = r"different partitions of 5 units were found, not m=20 \(possible: 10\)"


def counts(n):
    """One of two labels for each unit."""
    return np.eye(2, dtype=int)[np.arange(n) % 2]


MAKERS = {
    "random": lambda n, m, seed: mx.random_partitions(n, m, seed),
    "block": lambda n, m, seed: mx.block_partitions(n, m, seed),
    "stratified_block": lambda n, m, seed: mx.partitions.stratified_block_partitions(counts(n), m, seed=seed),
    "selected": lambda n, m, seed: mx.partitions.selected_partitions(
        [counts(n)], m, seed=seed, share=0.5, n_candidates=400
    ),
    "thresholds": lambda n, m, seed: mx.regularized_partitions([counts(n)], m, seed, 3.0),
    "floor": lambda n, m, seed: mx.regularized_partitions([counts(n)], m, seed, "floor"),
    "splitter": lambda n, m, seed: mx.Mx2Split(m, method="random", random_state=seed).partitions(np.zeros(n)),
}


def n_different(masks):
    return len({min(mask.tobytes(), (~mask).tobytes()) for mask in masks})


@settings(deadline=None)
@given(
    n=st.integers(2, 18), m=st.integers(1, 20), seed=st.integers(0, 99), way=st.sampled_from(sorted(MAKERS))
)
def test_no_partition_comes_twice(n, m, seed, way):
    try:
        made = MAKERS[way](n, m, seed)
    except DesignError:
        return
    assert made.m == m == n_different(made.masks)


@pytest.mark.parametrize("way", ["random", "block", "stratified_block", "selected", "splitter"])
def test_more_partitions_than_there_are_halves_are_refused(way):
    with pytest.raises(DesignError, match=REFUSED):
        MAKERS[way](5, 20, 0)


def test_survivors_that_are_the_same_are_not_taken_as_several():
    """Ten thousand random halves of five units are ten partitions."""
    with pytest.raises(DesignError, match="Only 10 different partitions of 5 units"):
        even_candidates(np.arange(10_000), 5, m=20)
    assert len(even_candidates(np.arange(10_000), 5, m=10)) == 10


def test_all_halves_can_be_had_at_random():
    for n in (4, 5, 6):
        m = comb(n, n // 2) if n % 2 else comb(n, n // 2) // 2
        assert ways_to_halve(n) == m == mx.random_partitions(n, m, 3).m
        all_of_them = mx.random_partitions(n, m, 3).masks
        for fewer in range(1, m):  # growing m keeps the earlier ones
            assert (mx.random_partitions(n, fewer, 3).masks == all_of_them[:fewer]).all()


def test_every_half_is_as_likely_when_copies_are_left_out():
    """Six of the ten partitions of five units: each is among them in .6 of the seeds."""
    halves = [set(chosen) for chosen in combinations(range(5), 2)]
    times = np.zeros(10)
    for seed in range(500):
        for mask in mx.random_partitions(5, 6, seed).masks:
            smaller = mask if mask.sum() == 2 else ~mask
            times[halves.index(set(np.flatnonzero(smaller).tolist()))] += 1
    assert np.abs(times / 500 - 0.6).max() < 4.5 * np.sqrt(0.6 * 0.4 / 500)


def test_the_first_of_each_partition_is_kept():
    masks = random_masks(30, range(20), seed=1)
    assert different(masks).tolist() == list(range(20))
    assert different(np.concatenate([masks, ~masks, masks])).tolist() == list(range(20))
    assert (mx.random_partitions(30, 20, 1).masks == masks).all()
