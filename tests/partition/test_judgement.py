"""Random splits of any sizes, and where a given split stands among them."""

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, chi2_contingency, hypergeom, wasserstein_distance

from mx2core.errors import DesignError, InputError
from mx2core.partition import candidates as module
from mx2core.partition import (
    divergence,
    expected,
    judge_split,
    percentiles,
    random_divergences,
)
from mx2core.partition.sides import random_sides

from .shapes import roles, words


@settings(deadline=None)
@given(data=st.data(), n=st.integers(2, 200), seed=st.integers(0, 2**63 - 1), first=st.integers(0, 10**12))
def test_sizes_are_exact(data, n, seed, first):
    n_first = data.draw(st.integers(1, n - 1))
    masks = random_sides(n, n_first, candidates=range(first, first + 3), seed=seed)
    assert masks.shape == (3, n)
    assert (masks.sum(axis=1) == n_first).all()


def test_candidate_depends_on_seed_and_number_alone():
    together = random_sides(101, 80, candidates=range(200), seed=5)
    apart = random_sides(101, 80, candidates=[199, 0, 64, 63], seed=5)
    assert np.array_equal(apart, together[[199, 0, 64, 63]])
    assert not np.array_equal(together, random_sides(101, 80, candidates=range(200), seed=6))


def test_the_first_bytes_stay():
    assert np.packbits(random_sides(24, 18, candidates=[0, 1, 2**40], seed=7), axis=1).tolist() == [
        [119, 126, 221],
        [155, 123, 253],
        [207, 207, 237],
    ]


@pytest.mark.parametrize(("n", "n_first"), [(5, 1), (6, 2), (6, 3), (7, 5), (9, 1)])
def test_every_split_is_equally_probable(n, n_first):
    masks = random_sides(n, n_first, candidates=range(30_000), seed=2)
    seen = np.bincount(masks @ (1 << np.arange(n)), minlength=2**n)
    allowed = np.bitwise_count(np.arange(2**n)) == n_first
    assert allowed.sum() == comb(n, n_first)
    assert (seen[~allowed] == 0).all()
    mean = len(masks) / allowed.sum()
    assert chi2.sf(((seen[allowed] - mean) ** 2).sum() / mean, allowed.sum() - 1) > 1e-4


@pytest.mark.parametrize("n_first", [10, 30, 100, 150, 190])
def test_units_of_a_kind_on_a_side_follow_the_hypergeometric_law(n_first):
    """200 units: how many of 60 given units are on the first side."""
    masks = random_sides(200, n_first, candidates=range(20_000), seed=4)
    for given_units in (slice(0, 60), slice(140, 200)):
        inside = masks[:, given_units].sum(axis=1)
        law = hypergeom(200, 60, n_first)
        assert inside.mean() == pytest.approx(law.mean(), abs=5 * law.std() / np.sqrt(20_000))
        assert inside.var() == pytest.approx(law.var(), rel=0.05)
        values = np.flatnonzero(20_000 * law.pmf(np.arange(61)) > 20)
        mean = 20_000 * law.pmf(values)
        seen = np.array([(inside == v).sum() for v in values])
        assert chi2.sf(((seen - mean) ** 2 / mean).sum(), len(values)) > 1e-4


@pytest.mark.parametrize(("n", "n_first"), [(60, 48), (301, 30)])
def test_units_and_pairs_of_units_are_included_equally_often(n, n_first):
    masks = random_sides(n, n_first, candidates=range(20_000), seed=3).astype(float)
    share, pair = n_first / n, n_first * (n_first - 1) / (n * (n - 1))
    single = (masks.mean(axis=0) - share) / np.sqrt(share * (1 - share) / 20_000)
    assert np.abs(single).max() < 5
    both = (masks.T @ masks / 20_000)[np.triu_indices(n, 1)]
    assert np.abs((both - pair) / np.sqrt(pair * (1 - pair) / 20_000)).max() < 5.5


@pytest.mark.parametrize("apart", [1, 64])
def test_candidates_are_independent(apart):
    masks = random_sides(200, 160, candidates=range(20_000), seed=4)
    overlap = (masks & np.roll(masks, apart, axis=0)).sum(axis=1)
    law = hypergeom(200, 160, 160)
    assert overlap.mean() == pytest.approx(law.mean(), abs=5 * law.std() / np.sqrt(20_000))
    assert overlap.var() == pytest.approx(law.var(), rel=0.05)


@pytest.mark.parametrize("statistic", ["chi2", "g2", "jensen_shannon", "hellinger", "total_variation"])
def test_values_are_those_of_the_masks(statistic, monkeypatch):
    tables, asked = [words(91, 7), roles(91, 4)], {"seed": 9, "statistic": statistic, "n_first": 70}
    values = random_divergences(tables, 300, **asked)
    masks = random_sides(91, 70, candidates=range(300), seed=9)
    reference = np.stack([divergence(masks, table, statistic=statistic) for table in tables], axis=1)
    np.testing.assert_allclose(values, reference, rtol=1e-12)
    monkeypatch.setattr(module, "DRAWN_WORDS", 1)
    monkeypatch.setattr(module, "TALLIED_WORDS", 1)
    assert np.array_equal(values, random_divergences(tables, 300, **asked))
    (judged, _) = judge_split(masks[0], tables, n_random=300, seed=9, statistic=statistic)
    assert judged.divergence == pytest.approx(values[0, 0], rel=1e-12)
    assert np.array_equal(judged.random, values[:, 0])
    ties_counted = values[:, 0] <= values[0, 0] * (1 + 1e-12)
    assert judged.at_most == ties_counted.mean()
    assert judged.percentile == pytest.approx((judged.below + judged.at_most) / 2)


def test_a_shift_of_lengths_is_judged_like_any_other_measure():
    lengths = np.random.default_rng(0).integers(1, 40, 200)
    masks = random_sides(200, 150, candidates=range(500), seed=1)
    values = random_divergences([lengths], 500, seed=1, statistic="wasserstein", n_first=150)[:, 0]
    expected_values = [wasserstein_distance(lengths[mask], lengths[~mask]) for mask in masks]
    np.testing.assert_allclose(values, expected_values, rtol=1e-9)
    sorted_by_length = np.argsort(np.argsort(lengths, kind="stable")) < 150
    (found,) = judge_split(sorted_by_length, [lengths], n_random=500, seed=1, statistic="wasserstein")
    assert found.verdict == "different"
    assert found.divergence == pytest.approx(
        wasserstein_distance(lengths[sorted_by_length], lengths[~sorted_by_length])
    )
    assert found.contributions.first.sum() == 150


def test_the_divisor_may_be_one_less_than_the_labels():
    counts = words(300, 12)
    values = random_divergences([counts], 2_000, ddof=1)[:, 0]
    assert values.mean() == pytest.approx(300 / 299, abs=5 * values.std() / np.sqrt(2_000))
    np.testing.assert_allclose(values * 11 / 12, random_divergences([counts], 2_000)[:, 0])
    (found,) = judge_split(np.arange(300) < 150, [counts], n_random=100, ddof=1)
    assert found.divergence == pytest.approx(found.contributions.contribution.sum() * 12 / 11)


def test_a_side_without_occurrences_has_no_value():
    rare = np.zeros((20, 2), int)
    rare[:2] = 1  # both occurrences of each label are in two units: often on one side
    with pytest.raises(DesignError, match="holds none of the 4 occurrences"):
        random_divergences([rare], 2_000, n_first=15)
    masks = random_sides(20, 15, candidates=range(2_000), seed=0)
    apart = masks[:, 0] != masks[:, 1]
    split = np.arange(20) % 4 != 0
    assert len(judge_split(split, [rare], n_random=2_000)[0].random) == apart.sum()


def test_the_divergence_is_that_of_scipy_at_any_ratio():
    counts = roles(120, 6)
    mask = np.arange(120) % 5 != 0
    (found,) = judge_split(mask, [counts], n_random=500)
    table = [counts[mask].sum(axis=0), counts[~mask].sum(axis=0)]
    assert found.divergence == pytest.approx(chi2_contingency(table, correction=False).statistic / 6)
    assert found.contributions.contribution.sum() == pytest.approx(found.divergence, rel=1e-12)
    assert np.array_equal(found.contributions.first, table[0])
    assert found.percentile == (found.random <= found.divergence * (1 + 1e-12)).mean()


@pytest.mark.parametrize("n_first", [800, 1282, 1603 - 1282])
def test_expected_value_of_one_label_a_unit_is_the_same_at_any_ratio(n_first):
    """E[chi2] = (J - 1) n / (n - 1) whatever the margins, for a 2 x J table of given margins."""
    counts = words(1603, 84)
    mask = np.arange(1603) < n_first
    (found,) = judge_split(mask, [counts])
    assert len(found.random) == 10_000
    assert found.expected == pytest.approx(expected(counts), abs=5 * found.random.std() / 100)


def test_percentiles_of_random_splits_are_uniform():
    counts = words(300, 12)
    masks = random_sides(300, 240, candidates=range(2_000), seed=77)
    (found,) = judge_split(masks[0], [counts], n_random=20_000, seed=1)
    shares = percentiles(divergence(masks, counts), found.random)
    assert found.at_most == shares[0]
    seen = np.histogram(shares, bins=10, range=(0, 1))[0]
    assert chi2.sf(((seen - 200) ** 2 / 200).sum() / 1.1, 9) > 1e-4  # the reference is a sample too


def test_what_is_said_of_a_split():
    counts = np.repeat(np.eye(4, dtype=int), 50, axis=0)  # sorted by label
    cut = np.arange(200) < 100
    (found,) = judge_split(cut, [counts], n_random=1_000)
    assert (found.verdict, found.below, found.percentile) == ("different", 1.0, 1.0)
    assert str(found.suggestion).startswith("More different than 100.0% of same-size random splits")
    (found,) = judge_split(np.arange(200) % 5 != 0, [counts], n_random=1_000)
    assert (found.verdict, found.divergence) == ("alike", 0.0)
    assert str(found.suggestion).startswith("Unusually alike: only 0.")
    typical = random_sides(200, 100, candidates=[3], seed=1)[0]
    (found,) = judge_split(typical, [counts], n_random=1_000)
    assert found.verdict == "usual"
    assert str(found.suggestion).startswith("Typical: ")


def test_ties_are_nothing_unusual():
    """With one label type every split is alike; none is called so."""
    (found,) = judge_split(np.arange(40) < 30, [np.ones((40, 1), int)], n_random=200)
    assert (found.verdict, found.percentile, found.below, found.at_most) == ("usual", 0.5, 0.0, 1.0)


def test_large_corpora_are_compared_with_fewer():
    (found,) = judge_split(np.arange(50_001) % 5 != 0, [np.eye(2, dtype=int)[np.arange(50_001) % 2]])
    assert len(found.random) == 4_000


@pytest.mark.parametrize(
    ("mask", "options", "says"),
    [
        (np.ones(40, bool), {}, "one side"),
        (np.arange(39) < 9, {}, "39 values but there are 40 units"),
        (np.arange(40) < 9, {"n_random": 0}, "`n_random` must be"),
        (np.arange(40) < 9, {"seed": -1}, "`seed` must be"),
        (np.arange(40), {}, "array of bool"),
    ],
)
def test_unusable_arguments_are_refused(mask, options, says):
    with pytest.raises(InputError, match=says):
        judge_split(mask, [np.eye(2, dtype=int)[np.arange(40) % 2]], **options)


def test_an_attribute_on_one_side_only_is_refused():
    counts = np.zeros((40, 2), int)
    counts[:5, 0] = counts[5:9, 1] = 1
    with pytest.raises(DesignError, match="none of the 9 occurrences"):
        judge_split(np.arange(40) < 20, [counts])
    with pytest.raises(DesignError, match="`n_first` must be below"):
        random_sides(5, 5, candidates=[0])
