"""The paper's procedure: conditions on overlaps and labels together, whole sets or single splits."""

import numpy as np
import pytest

from mx2core.errors import DesignError
from mx2core.partition import block_partitions, divergence, screened_partitions

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
