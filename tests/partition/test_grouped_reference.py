"""Random parts that keep groups whole: what they are uniform over, and percentiles among them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chisquare, kstest

import mx2core as mx
from mx2core.errors import InputError
from mx2core.partition import random_parts


def grouped(n, seed=0, largest=5):
    generator = np.random.default_rng(seed)
    return generator.permutation(np.repeat(np.arange(n), generator.integers(1, largest + 1, n))[:n])


@settings(max_examples=30, deadline=None)
@given(n=st.integers(20, 80), k=st.integers(2, 5), seed=st.integers(0, 99))
def test_groups_are_never_divided_and_sizes_are_within_a_group(n, k, seed):
    groups, sizes = grouped(n, seed), np.full(k, n // k)
    sizes[0] += n - sizes.sum()
    drawn = random_parts(sizes, candidates=range(4), seed=seed, groups=groups)
    largest = np.bincount(groups).max()
    for row in drawn:
        assert len(set(zip(groups, row, strict=True))) == len(set(groups))
        assert np.abs(np.bincount(row, minlength=k) - sizes).max() <= largest
        assert len(set(row)) == k


def test_candidates_depend_on_their_number_alone():
    groups = grouped(60)
    together = random_parts([30, 30], candidates=range(6), seed=3, groups=groups)
    alone = random_parts([30, 30], candidates=[4], seed=3, groups=groups)
    assert np.array_equal(together[4], alone[0])


def test_groups_of_one_size_are_drawn_uniformly():
    drawn = random_parts([4, 4], candidates=range(3000), groups=[0, 0, 1, 1, 2, 2, 3, 3])
    _, counts = np.unique(drawn, axis=0, return_counts=True)
    assert len(counts) == 6
    assert chisquare(counts).pvalue > 1e-3


def test_every_unit_has_its_share_of_each_part():
    groups = grouped(300, seed=4, largest=3)
    drawn = random_parts([150, 90, 60], candidates=range(600), groups=groups)
    size = np.bincount(groups)[groups]
    for members in np.unique(size):
        share = [(drawn[:, size == members] == part).mean() for part in range(3)]
        assert share == pytest.approx([0.5, 0.3, 0.2], abs=0.03)


def test_a_split_is_compared_with_two_random_parts():
    groups, labels = grouped(80), np.eye(4, dtype=int)[np.arange(80) % 4]
    (one,) = mx.partitions.judge_parts(np.arange(80) < 50, [labels], n_random=130, seed=5, groups=groups)
    drawn = random_parts([50, 30], candidates=range(130), seed=5, groups=groups)
    assert one.mean.random == pytest.approx(mx.divergence(drawn == 0, labels))


def test_the_percentile_of_a_random_grouped_split_is_uniform():
    """Labels alike inside a group: among splits of single units such splits would stand at the top."""
    generator = np.random.default_rng(1)
    groups = np.repeat(np.arange(60), 4)
    labels = np.eye(5, dtype=int)[generator.integers(0, 5, 60)[groups]]
    ours, theirs = [], []
    for row in random_parts([120, 120], candidates=range(60), seed=99, groups=groups):
        (one,) = mx.partitions.judge_parts(row == 0, [labels], n_random=300, seed=7, groups=groups)
        ours.append((one.mean.percentile + one.mean.below) / 2)
        theirs.append(mx.partitions.judge_parts(row == 0, [labels], n_random=300, seed=7)[0].mean.below)
    assert kstest(ours, "uniform").pvalue > 1e-3
    assert np.mean(theirs) > 0.8


def test_percentiles_of_folds_are_uniform_too():
    generator = np.random.default_rng(2)
    groups = np.repeat(np.arange(50), 4)
    labels = np.eye(4, dtype=int)[generator.integers(0, 4, 50)[groups]]
    places = [
        mx.partitions.judge_parts(row, [labels], n_random=200, seed=7, groups=groups)[0].mean.percentile
        for row in random_parts([40] * 5, candidates=range(40), seed=99, groups=groups)
    ]
    assert kstest(places, "uniform").pvalue > 1e-3


def test_groups_that_do_not_fit():
    with pytest.raises(InputError, match="`groups` must have shape"):
        random_parts([3, 3], candidates=[0], groups=[0, 1])


def test_one_group_larger_than_a_part_leaves_none_empty():
    drawn = random_parts([10, 2], candidates=range(20), groups=[0] * 6 + [1] * 6)
    assert {tuple(np.bincount(row)) for row in drawn} == {(6, 6)}
