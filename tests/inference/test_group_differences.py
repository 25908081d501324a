"""Where models differ: groups with intervals that hold together, and units that do not waver."""

from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binomtest

import mx2core as mx
from mx2core.errors import InputError
from tests.partition.shapes import half_masks


def sample_groups(seed, n=240, m=3, ahead=0.0):
    generator = np.random.default_rng(seed)
    masks = half_masks(generator, m, n)
    groups = np.array(["red", "green", "blue", "rare"])[np.minimum(generator.integers(0, 31, n) // 10, 3)]
    values = generator.normal(0, 1, n) + generator.normal(0, 0.3, (m, n)) + ahead * (groups == "red")
    return values, masks, groups


def test_groups_by_their_formula():
    values, masks, groups = sample_groups(1, ahead=0.9)
    found = mx.inference.group_differences(values, masks, groups=groups)
    assert [row.n_units for row in found] == sorted((row.n_units for row in found), reverse=True)
    tested = [row for row in found if row.pvalue is not None]
    for row in found:
        inside = groups == row.group
        assert row.mean == pytest.approx(values[:, inside].mean())
        if row.n_units < 20:
            assert row.lower is None
            continue
        # The mean of a part as the mean of all: the mean outside, and the more inside the smaller the part.
        alone = np.where(inside, row.mean + (values - row.mean) / inside.mean(), row.mean)
        test = mx.out_of_fold_t_test(alone, masks, alternative="two-sided")
        test = replace(test, df=min(test.df, inside.sum() - 1))
        assert test.mean == pytest.approx(row.mean)
        assert (row.lower, row.upper) == pytest.approx(test.interval(1 - 0.05 / len(tested)))
        assert row.pvalue == pytest.approx(min(1, len(tested) * test.pvalue_of(0.0, "two-sided")))
        assert (row.pvalue < 0.05) == (not row.lower <= 0 <= row.upper)
    red = next(row for row in found if row.group == "red")
    assert red.lower > 0
    assert red.pvalue < 0.05
    weighted = sum(row.mean * row.n_units for row in found) / 240
    assert weighted == pytest.approx(values.mean())


def test_intervals_of_all_groups_hold_together():
    missed = 0
    for seed in range(300):
        found = mx.inference.group_differences(*sample_groups(100 + seed, m=2), alpha=0.1)
        missed += any(row.lower is not None and not row.lower <= 0 <= row.upper for row in found)
    assert binomtest(missed, 300, 0.1, alternative="greater").pvalue > 1e-3


def test_intervals_of_groups_hold_where_few_units_differ():
    """Rare differences of one sign, and models that depend on their training half."""
    missed = 0
    for seed in range(200):
        generator = np.random.default_rng(seed)
        masks = sample_groups(seed, n=600, m=3)[1]
        rare = (generator.random(600) < 0.06) * generator.choice([1, 1, 3], 600) - 0.1
        learned = generator.normal(0, 0.02, 600)
        ahead = np.where(masks, (~masks @ learned)[:, None], (masks @ learned)[:, None]) + rare
        groups = np.where(np.arange(600) % 5 < 2, "few", "many")
        found = mx.inference.group_differences(ahead, masks, groups=groups)
        missed += any(row.lower is not None and not row.lower <= 0 <= row.upper for row in found)
    assert binomtest(missed, 200, 0.05, alternative="greater").pvalue > 1e-3


def test_members_may_overlap_and_change_with_the_split():
    values, masks, groups = sample_groups(2, ahead=0.6)
    named = {name: groups == name for name in np.unique(groups)}
    assert mx.inference.group_differences(values, masks, groups=named) == mx.inference.group_differences(
        values, masks, groups=groups
    )
    everywhere = {"all": np.ones(240, bool), "red": groups == "red"}
    whole, red = mx.inference.group_differences(values, masks, groups=everywhere)
    test = mx.out_of_fold_t_test(values, masks)
    assert (whole.group, whole.share, whole.mean) == ("all", 1.0, pytest.approx(test.mean))
    assert (whole.lower, whole.upper) == pytest.approx(test.interval(1 - 0.05 / 2))
    assert red.mean > whole.mean
    changing = np.random.default_rng(0).random(values.shape) < 0.5
    new, old = mx.inference.group_differences(values, masks, groups={"new": changing, "old": ~changing})
    assert new.share + old.share == pytest.approx(1)
    assert {new.group: new.mean, old.group: old.mean} == {
        "new": pytest.approx(values[changing].mean()),
        "old": pytest.approx(values[~changing].mean()),
    }


def test_clusters_make_intervals_longer_where_units_are_alike():
    values, masks, groups = sample_groups(3, n=120)
    copies = [np.repeat(array, 3, axis=-1) for array in (values, masks, groups)]
    alone = mx.inference.group_differences(values, masks, groups=groups)
    together = mx.inference.group_differences(*copies, clusters=np.repeat(np.arange(120), 3))
    for one, other in zip(alone, together, strict=True):
        assert (other.group, other.n_units) == (one.group, 3 * one.n_units)
        assert other.lower == (None if one.lower is None else pytest.approx(one.lower))
    assert mx.inference.group_differences(*copies)[0].lower > together[0].lower


def test_steady_units():
    values = np.array([[1, -1, 0.5, 0, 2], [1, -1, -0.5, 0, 3]] * 2)[:, np.arange(25) % 5].astype(float)
    masks = sample_groups(0, n=25, m=4)[1]
    wins, losses = mx.inference.steady_units(values, masks)
    assert wins.tolist() == [4, 9, 14, 19, 24, 0, 5, 10, 15, 20]
    assert losses.tolist() == [1, 6, 11, 16, 21]


def test_every_unit_has_a_group():
    values, masks, groups = sample_groups(1)
    with pytest.raises(InputError, match="`groups` must have shape"):
        mx.inference.group_differences(values, masks, groups=groups[:-1])
    with pytest.raises(InputError, match=r"`groups\['red'\]` must be bool.*found bool of shape \(239,\)"):
        mx.inference.group_differences(values, masks, groups={"red": groups[:-1] == "red"})
