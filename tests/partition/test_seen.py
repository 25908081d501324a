"""The share that one side has of the other, against plain sets; where a split stands in any measure."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2

from mx2core.errors import DesignError
from mx2core.partition import (
    Thresholds,
    divergence,
    judge_measures,
    judge_parts,
    random_divergences,
    random_sides,
    score_halves,
    selected_partitions,
    unseen,
)

from .shapes import roles, words

RATES = ["chi2", "jensen_shannon", "g2", "cressie_read", "hellinger", "total_variation"]
STATISTICS = [*RATES, "wasserstein", "seen", "seen_back", "smaller_side"]


def seen_by(known, asked, counts):
    """Of the occurrences in the units `asked`, the share of labels that the units `known` have."""
    labels = {j for u in np.flatnonzero(known) for j in np.flatnonzero(counts[u])}
    occurrences = [(j, counts[u, j]) for u in np.flatnonzero(asked) for j in np.flatnonzero(counts[u])]
    return sum(k for j, k in occurrences if j in labels) / sum(k for _, k in occurrences)


@settings(deadline=None)
@given(data=st.data(), n=st.integers(2, 12), J=st.integers(1, 9), seed=st.integers(0, 999))
def test_both_directions_are_those_of_plain_sets(data, n, J, seed):
    rng = np.random.default_rng(seed)
    counts = rng.integers(0, 3, (n, J)) * (rng.random((n, J)) < 0.4)
    counts[[0, -1], rng.integers(0, J, 2)] = 1  # both sides have something
    mask = np.arange(n) < data.draw(st.integers(1, n - 1))
    forth, back = (divergence(mask[None], counts, statistic=name)[0] for name in ("seen", "seen_back"))
    assert forth == seen_by(mask, ~mask, counts)
    assert back == seen_by(~mask, mask, counts)
    assert divergence(~mask[None], counts, statistic="seen")[0] == back
    sides = np.array([counts[mask].sum(axis=0), counts[~mask].sum(axis=0)])
    fewest = sides[:, sides.sum(axis=0) > 0].min()
    assert divergence(mask[None], counts, statistic="smaller_side")[0] == fewest


def test_random_splits_have_the_values_of_their_masks():
    counts = roles(90, 30)
    masks = random_sides(90, 70, candidates=range(200), seed=4)
    for name in ("seen", "seen_back", "smaller_side"):
        values = random_divergences([counts], 200, seed=4, statistic=name, n_first=70)[:, 0]
        assert np.array_equal(values, divergence(masks, counts, statistic=name))


@pytest.mark.parametrize("worked_words", [1, 2**22])
def test_shares_of_common_and_rare_labels_are_those_of_their_masks(monkeypatch, worked_words):
    """Whether labels are looked up in a few units at a time, or where one unit stands alone on its side."""
    monkeypatch.setattr(unseen, "WORKED_WORDS", worked_words)
    rng = np.random.default_rng(2)
    counts = (rng.random((300, 40)) < 1 / np.arange(1, 41)) * rng.integers(1, 4, (300, 40))
    for n_first in (1, 60, 290):
        masks = random_sides(300, n_first, candidates=range(70), seed=1)
        for name in ("seen", "seen_back"):
            asked = {"seed": 1, "statistic": name, "n_first": n_first}
            values = random_divergences([counts], 70, **asked)[:, 0]
            assert np.array_equal(values, divergence(masks, counts, statistic=name))


def test_labels_of_one_unit_are_never_seen_and_more_of_a_side_is_with_a_larger_one():
    assert divergence(np.arange(10)[None] < 5, np.eye(10, dtype=int), statistic="seen").tolist() == [0]
    counts = words(200, 60)
    means = [random_divergences([counts], 300, statistic="seen", n_first=k).mean() for k in (20, 100, 180)]
    assert means == sorted(means)


def test_a_side_without_occurrences_is_refused():
    counts = np.zeros((8, 2), int)
    counts[:2] = 1
    with pytest.raises(DesignError, match="lacks"):
        divergence(np.arange(8)[None] < 4, counts, statistic="seen")


def test_halves_are_chosen_between_a_lower_and_an_upper_share():
    counts = words(120, 60)
    halves = score_halves([counts], 2_000, seed=3, names=["word"], measures=["seen"])
    low, high = halves.attributes[0].middle(0.3)
    asked = Thresholds("word", "seen", low, high)
    chosen = selected_partitions(
        [counts], 5, thresholds=[asked], n_candidates=2_000, seed=3, attributes=["word"]
    )
    values = divergence(chosen.masks, counts, statistic="seen")
    assert ((values >= low) & (values <= high)).all()
    (kept,) = chosen.selection.thresholds
    assert (kept.measure, kept.lower, kept.upper) == ("seen", low, high)
    assert chosen.selection.survivors == halves.survivors([asked]).sum()


def test_where_a_share_stands():
    counts = np.repeat(np.eye(4, dtype=int), 50, axis=0)  # sorted by label: the other half is all new
    (found,) = judge_parts(np.arange(200) < 100, [counts], n_random=500, statistic="seen")
    assert (found.mean.value, found.mean.percentile, found.mean.below) == (0, 0, 0)


@pytest.mark.parametrize("statistic", STATISTICS)
def test_the_percentile_of_a_random_split_is_uniform_up_to_ties(statistic):
    """Below the value or, among its ties, at a place drawn at random: 400 splits in ten classes."""
    rng = np.random.default_rng(5)
    several = words(150, 60) if statistic.startswith("seen") else roles(150, 25)
    counts = rng.integers(1, 30, 150) if statistic == "wasserstein" else several
    reference = random_divergences([counts], 4_000, seed=1, statistic=statistic, n_first=110)[:, 0]
    values = random_divergences([counts], 400, seed=2, statistic=statistic, n_first=110)[:, 0]
    below = np.array([(reference < v - 1e-12).mean() for v in values])
    at_most = np.array([(reference <= v + 1e-12).mean() for v in values])
    classes = np.histogram(below + rng.random(400) * (at_most - below), bins=10, range=(0, 1))[0]
    assert chi2.sf(((classes - 40) ** 2 / 40).sum() / 1.1, 9) > 1e-4
    middle = (below + at_most) / 2
    assert middle.mean() == pytest.approx(0.5, abs=5 * middle.std() / 20)
    split = random_sides(150, 110, candidates=[7], seed=2)[0]
    (found,) = judge_measures(split, [(counts, statistic)], n_random=4_000, seed=1)
    assert found.mean.percentile == pytest.approx(middle[7], abs=1e-12)
    assert found.mean.value == pytest.approx(values[7])
