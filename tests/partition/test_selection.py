"""Picking among candidates, against a plain reading of the rules."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.errors import DesignError, InputError
from mx2core.partition import (
    Thresholds,
    block_partitions,
    divergence,
    even_candidates,
    overlap_law,
    random_divergences,
    random_masks,
    screened_partitions,
    select_bad,
    select_good,
    selected_partitions,
    survival_curve,
    survivors,
)
from mx2core.partition.halves.evenness import most_even

from .shapes import roles, words


def plain_good(rows, share):
    keyed = sorted((max(row), sum(row), i) for i, row in enumerate(rows))
    return [i for *_, i in keyed[: int(share * len(rows) + 1e-9)]]


def plain_bad(rows, share):
    keyed = sorted((-min(row), -sum(row), i) for i, row in enumerate(rows))
    return [i for *_, i in keyed[: int(share * len(rows) + 1e-9)]]


@given(n=st.integers(20, 80), k=st.integers(1, 3), seed=st.integers(0, 10**6))
def test_extremes_follow_the_rule_and_its_ties(n, k, seed):
    values = np.random.default_rng(seed).integers(0, 6, (n, k)) / 4  # many ties, exact sums
    good, bad = select_good(values, 0.1), select_bad(values, 0.1)
    assert good.indices.tolist() == plain_good(values.tolist(), 0.1)
    assert bad.indices.tolist() == plain_bad(values.tolist(), 0.1)
    assert good.bound == values[good.indices].max()
    assert bad.bound == values[bad.indices].min()
    assert survivors(values, None, [good.bound] * k)[good.indices].all()


def test_share_counts_candidates_as_people_do():
    values = np.arange(100.0)[:, None]
    assert len(select_good(values, 0.29).indices) == 29
    assert len(select_good(np.arange(1000.0)[:, None]).indices) == 50


def test_candidates_of_several_partitions():
    values = np.array([[[0.1], [0.9]], [[0.5], [0.5]], [[0.2], [0.7]]])
    assert select_good(values, 0.34).indices.tolist() == [1]
    assert survivors(values, None, [0.7]).tolist() == [False, True, True]
    assert survivors(values, [0.3], None).tolist() == [False, True, False]
    assert survivors(values, [-np.inf], [np.inf]).all()
    assert survivors(values, [None], [None]).all()


def test_survival_falls_from_all_to_none():
    values = random_divergences([words(60, 5)], 500)
    curve = survival_curve(values)
    assert curve.share[-1] == 1
    assert (np.diff(curve.share) >= 0).all()
    c = np.array([0.2, 0.7])
    expected = [(values.max(axis=1) <= bound).mean() for bound in c]
    assert survival_curve(values, c).share.tolist() == expected


@pytest.mark.parametrize(("n", "m"), [(60, 3), (61, 5), (200, 10)])
def test_picked_partitions_overlap_more_evenly_than_chance(n, m):
    masks = random_masks(n, range(400), seed=1)
    chosen = even_candidates(range(400), n, m=m, seed=1)
    assert len(set(chosen.tolist())) == m
    assert (np.diff(chosen) > 0).all()
    signs = 2 * masks[chosen].astype(int) - 1
    off = np.abs(signs @ signs.T)[np.triu_indices(m, 1)] / 4
    law = overlap_law(n)
    assert off.max() < 1.5 * np.sqrt(law.variance)
    first = 2 * masks[:m].astype(int) - 1
    assert off.max() < np.abs(first @ first.T)[np.triu_indices(m, 1)].max() / 4
    assert np.array_equal(chosen, even_candidates(range(400), n, m=m, seed=1))


def test_copies_and_complements_are_avoided():
    masks = random_masks(40, range(30), seed=3)
    several = np.concatenate([masks[:1], ~masks[:1], masks[:1], masks])
    chosen = most_even(np.packbits(several, axis=1), 40, 5)
    assert sum(i in (0, 1, 2, 3) for i in chosen) <= 1


def test_the_papers_filter():
    """Section 4: candidates within the thresholds, few enough overlaps, found again by number."""
    counts = [words(300, 12), roles(300, 6)]
    p = selected_partitions(
        counts, 3, thresholds=[0.7, 0.6], n_candidates=2000, seed=5, attributes=["w", "r"]
    )
    assert p.method == "selected"
    assert (p.divergence(counts[0]) <= 0.7).all()
    assert (p.divergence(counts[1]) <= 0.6).all()
    assert np.array_equal(p.masks, random_masks(300, p.selection.chosen, seed=5))
    assert p.selection.attributes == ("w", "r")
    assert p.selection.thresholds == (Thresholds("w", upper=0.7), Thresholds("r", upper=0.6))
    values = random_divergences(counts, 2000, seed=5)
    assert p.selection.survivors == survivors(values, None, [0.7, 0.6]).sum()
    by_share = selected_partitions(counts, 3, n_candidates=2000, seed=5)
    assert by_share.selection.survivors == 100
    first, second = by_share.selection.thresholds
    assert first.upper == second.upper


def test_what_cannot_be_picked_is_said():
    values = random_divergences([words(60, 5)], 50)
    with pytest.raises(InputError, match=r"0\.05 of 10 candidates"):
        select_good(values[:10], 0.05)
    with pytest.raises(InputError, match="`share`"):
        select_bad(values, 0)
    with pytest.raises(InputError, match="2 thresholds for 1 attributes"):
        survivors(values, None, [1, 2])
    with pytest.raises(InputError, match=r"found \(50,\)"):
        select_good(values[:, 0])


def test_candidates_by_number_are_picked_as_their_masks_would_be():
    numbers = np.array([3, 8, 21, 22, 40, 57, 90])
    picked = even_candidates(numbers, 60, m=3, seed=5)
    packed = np.packbits(random_masks(60, numbers.tolist(), seed=5), axis=1)
    assert picked.tolist() == numbers[most_even(packed, 60, 3)].tolist()
    with pytest.raises(DesignError, match="fewer than m=8"):
        even_candidates(numbers, 60, m=8, seed=5)


# The paper's procedure: conditions on overlaps and labels together, whole sets or single splits.
RNG = np.random.default_rng(3)
N = 240
WORDS = np.eye(20, dtype=int)[RNG.integers(0, 20, N)]
ROLES = RNG.binomial(1, 0.3, (N, 6))
BOTH = [WORDS, ROLES]


def values(masks):
    return np.stack([divergence(masks, counts) for counts in BOTH], axis=-1)


@pytest.mark.parametrize("screen", ["sets", "halves"])
def test_what_survives_meets_every_condition(screen):
    found = screened_partitions(BOTH, 3, thresholds=[1.2, 1.0], screen=screen, n_candidates=200, seed=2)
    assert found.survivors >= 1
    assert found.conditions_met
    assert not found.nearly
    assert (values(found.partitions.masks) <= [1.2, 1.0]).all()
    assert found.partitions.overlap_deviation() <= 1
    assert found.excess <= 1


def test_sets_are_kept_as_a_whole_and_the_first_survivor_is_taken():
    found = screened_partitions(BOTH, 3, thresholds=[1.0, 0.9], n_candidates=100, seed=0)
    overlaps, *of_attributes = found.conditions(BOTH)
    assert [one.bound for one in of_attributes] == [1.0, 0.9]
    assert [overlaps.passing, *(one.passing for one in of_attributes)] == [
        found.passing[-1],
        *found.passing[:-1],
    ]
    assert overlaps.random is None
    assert all(0 < one.random < 1 for one in of_attributes)
    every = [block_partitions(N, 3, seed, m_max=3) for seed in range(100)]
    passing = [k for k, one in enumerate(every) if (values(one.masks) <= [1.0, 0.9]).all()]
    assert found.survivors == len(passing)
    assert np.array_equal(found.partitions.masks, every[passing[0]].masks)


@pytest.mark.parametrize("screen", ["sets", "halves"])
def test_where_too_few_survive_the_nearest_are_taken_and_named(screen):
    found = screened_partitions(BOTH, 3, thresholds=0.05, screen=screen, n_candidates=100)
    assert found.survivors == 0
    assert found.nearly == (1, 2, 3)
    assert not found.conditions_met
    assert found.excess == pytest.approx((values(found.partitions.masks) / 0.05).max())
    assert "only nearly" in " ".join(map(str, found.sentences()))


def test_a_part_of_the_single_splits_may_survive():
    values_ = np.sort(
        (values(block_partitions(N, 120, 0, m_max=120).masks)).max(axis=1)
    )  # a bound that two of them meet
    found = screened_partitions(BOTH, 3, thresholds=float(values_[1]), screen="halves", n_candidates=120)
    assert found.survivors == 2
    assert len(found.nearly) == 1


def test_overlaps_that_no_set_keeps_are_said():
    found = screened_partitions([WORDS[:35]], 3, thresholds=9.0, c0=0, n_candidates=20)
    assert not found.overlaps_met
    assert not found.conditions_met
    assert "above c₀" in " ".join(map(str, found.sentences()))


def test_same_seed_same_splits_and_another_seed_others():
    first, again, other = (screened_partitions(BOTH, 3, n_candidates=50, seed=s) for s in (1, 1, 2))
    assert first.partitions == again.partitions
    assert first.partitions.signature != other.partitions.signature


def test_conditions_of_another_measure_are_refused():
    from mx2core.partition import Thresholds

    with pytest.raises(DesignError, match="χ²/J"):
        screened_partitions([WORDS], 3, thresholds=[Thresholds("w", measure="g2", upper=1)])
