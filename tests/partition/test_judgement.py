"""Random splits of any sizes, and where a given split, or K folds, stand among them."""

from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, chi2_contingency, hypergeom, kstest, wasserstein_distance

from mx2core.corpus import read_corpus
from mx2core.errors import DesignError
from mx2core.partition import (
    deal_parts,
    divergence,
    expected,
    judge_measures,
    judge_parts,
    label_contributions,
    percentiles,
    random_divergences,
    random_masks,
    random_parts,
    score_halves,
)
from mx2core.partition.halves import candidates as module
from mx2core.partition.halves.sides import random_sides
from mx2core.partition.parts.judgement import half_percentiles
from tests.few import few

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


@few(("n", "n_first"), 2, [(6, 3), (7, 5), (5, 1), (6, 2), (9, 1)])
def test_every_split_is_equally_probable(n, n_first):
    masks = random_sides(n, n_first, candidates=range(30_000), seed=2)
    seen = np.bincount(masks @ (1 << np.arange(n)), minlength=2**n)
    allowed = np.bitwise_count(np.arange(2**n)) == n_first
    assert allowed.sum() == comb(n, n_first)
    assert (seen[~allowed] == 0).all()
    mean = len(masks) / allowed.sum()
    assert chi2.sf(((seen[allowed] - mean) ** 2).sum() / mean, allowed.sum() - 1) > 1e-4


@few("n_first", 2, [10, 150, 30, 100, 190])
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


@few(("n", "n_first"), 1, [(60, 48), (301, 30)])
def test_units_and_pairs_of_units_are_included_equally_often(n, n_first):
    masks = random_sides(n, n_first, candidates=range(20_000), seed=3).astype(float)
    share, pair = n_first / n, n_first * (n_first - 1) / (n * (n - 1))
    single = (masks.mean(axis=0) - share) / np.sqrt(share * (1 - share) / 20_000)
    assert np.abs(single).max() < 5
    both = (masks.T @ masks / 20_000)[np.triu_indices(n, 1)]
    assert np.abs((both - pair) / np.sqrt(pair * (1 - pair) / 20_000)).max() < 5.5


@few("apart", 1, [1, 64])
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
    monkeypatch.setattr(module, "TALLIED_WORDS", 1)
    assert np.array_equal(values, random_divergences(tables, 300, **asked))
    (judged, _) = judge_parts(masks[0], tables, n_random=300, seed=9, statistic=statistic)
    assert judged.mean.value == pytest.approx(values[0, 0], rel=1e-12)
    assert np.array_equal(judged.mean.random, values[:, 0])
    ties_counted = values[:, 0] <= values[0, 0] * (1 + 1e-12)
    assert judged.mean.at_most == ties_counted.mean()
    assert judged.mean.percentile == pytest.approx((judged.mean.below + judged.mean.at_most) / 2)


def test_a_shift_of_lengths_is_judged_like_any_other_measure():
    lengths = np.random.default_rng(0).integers(1, 40, 200)
    masks = random_sides(200, 150, candidates=range(500), seed=1)
    values = random_divergences([lengths], 500, seed=1, statistic="wasserstein", n_first=150)[:, 0]
    expected_values = [wasserstein_distance(lengths[mask], lengths[~mask]) for mask in masks]
    np.testing.assert_allclose(values, expected_values, rtol=1e-9)
    sorted_by_length = np.argsort(np.argsort(lengths, kind="stable")) < 150
    (found,) = judge_parts(sorted_by_length, [lengths], n_random=500, seed=1, statistic="wasserstein")
    assert found.mean.place == "high"
    assert found.mean.value == pytest.approx(
        wasserstein_distance(lengths[sorted_by_length], lengths[~sorted_by_length])
    )


def test_the_divisor_may_be_one_less_than_the_labels():
    counts = words(300, 12)
    values = random_divergences([counts], 2_000, statistic="chi2_df")[:, 0]
    assert values.mean() == pytest.approx(300 / 299, abs=5 * values.std() / np.sqrt(2_000))
    np.testing.assert_allclose(values * 11 / 12, random_divergences([counts], 2_000)[:, 0])
    (found,) = judge_parts(np.arange(300) < 150, [counts], n_random=100, statistic="chi2_df")
    shares = label_contributions(np.arange(300) < 150, counts).contribution
    assert found.mean.value == pytest.approx(shares.sum() * 12 / 11)


def test_a_side_without_occurrences_has_no_value():
    rare = np.zeros((20, 2), int)
    rare[:2] = 1  # both occurrences of each label are in two units: often on one side
    with pytest.raises(DesignError, match=r"lacks counts_list\[0\]"):
        random_divergences([rare], 2_000, n_first=15)
    masks = random_sides(20, 15, candidates=range(2_000), seed=0)
    apart = masks[:, 0] != masks[:, 1]
    split = np.arange(20) % 4 != 0
    assert len(judge_parts(split, [rare], n_random=2_000)[0].mean.random) == apart.sum()


def test_the_divergence_is_that_of_scipy_at_any_ratio():
    counts = roles(120, 6)
    mask = np.arange(120) % 5 != 0
    (found,) = judge_parts(mask, [counts], n_random=500)
    table = [counts[mask].sum(axis=0), counts[~mask].sum(axis=0)]
    assert found.mean.value == pytest.approx(chi2_contingency(table, correction=False).statistic / 6)
    shares = label_contributions(mask, counts)
    assert shares.contribution.sum() == pytest.approx(found.mean.value, rel=1e-12)
    assert np.array_equal(shares.first, table[0])
    assert found.mean.percentile == (found.mean.random <= found.mean.value * (1 + 1e-12)).mean()


@few("n_first", 1, [1282, 800, 1603 - 1282])
def test_expected_value_of_one_label_a_unit_is_the_same_at_any_ratio(n_first):
    """E[chi2] = (J - 1) n / (n - 1) whatever the margins, for a 2 x J table of given margins."""
    counts = words(1603, 84)
    mask = np.arange(1603) < n_first
    (found,) = judge_parts(mask, [counts])
    assert len(found.mean.random) == 10_000
    assert found.mean.mean == pytest.approx(expected(counts), abs=5 * found.mean.random.std() / 100)


def test_percentiles_of_random_splits_are_uniform():
    counts = words(300, 12)
    masks = random_sides(300, 240, candidates=range(2_000), seed=77)
    (found,) = judge_parts(masks[0], [counts], n_random=20_000, seed=1)
    shares = percentiles(divergence(masks, counts), found.mean.random)
    assert found.mean.at_most == shares[0]
    seen = np.histogram(shares, bins=10, range=(0, 1))[0]
    assert chi2.sf(((seen - 200) ** 2 / 200).sum() / 1.1, 9) > 1e-4  # the reference is a sample too


def test_where_a_split_stands_in_a_word():
    counts = np.repeat(np.eye(4, dtype=int), 50, axis=0)  # sorted by label
    typical = random_sides(200, 100, candidates=[3], seed=1)[0]
    for split, place in (
        (np.arange(200) < 100, "high"),
        (np.arange(200) % 5 != 0, "low"),
        (typical, "usual"),
    ):
        (found,) = judge_parts(split, [counts], n_random=1_000)
        assert found.mean.place == found.largest.place == place


def test_ties_are_nothing_unusual():
    """With one label type every split is alike; none is called so."""
    (found,) = judge_parts(np.arange(40) < 30, [np.ones((40, 1), int)], n_random=200)
    one = found.mean
    assert (one.place, one.percentile, one.below, one.at_most) == ("usual", 0.5, 0.0, 1.0)


def test_where_a_split_stands_is_one_number_at_any_size():
    """50,001 units: of the split itself, of halves in a file, and of the random halves that `score` draws."""
    counts, mask = np.eye(2, dtype=int)[np.arange(50_001) % 2], random_masks(50_001, [7], seed=3)[0]
    (found,) = judge_parts(mask, [counts])
    scored = score_halves([counts], module.N_RANDOM).divergences[:, 0]
    assert np.array_equal(found.mean.random, scored)
    assert half_percentiles([counts], [[found.mean.value]]) == [[found.mean.percentile]]


def test_an_attribute_on_one_side_only_is_refused():
    counts = np.zeros((40, 2), int)
    counts[:5, 0] = counts[5:9, 1] = 1
    with pytest.raises(DesignError, match=r"lacks counts_list\[0\]"):
        judge_parts(np.arange(40) < 20, [counts])
    with pytest.raises(DesignError, match="`n_first` must lie in"):
        random_sides(5, 5, candidates=[0])


@settings(deadline=None, max_examples=25)
@given(sizes=st.lists(st.integers(1, 40), min_size=2, max_size=6), seed=st.integers(0, 2**63 - 1))
def test_sizes_are_exact_and_a_candidate_depends_on_its_number_alone(sizes, seed):
    together = random_parts(sizes, candidates=range(5), seed=seed)
    assert all(np.bincount(row).tolist() == sizes for row in together)
    assert np.array_equal(random_parts(sizes, candidates=[3], seed=seed)[0], together[3])


def test_every_way_to_fill_the_parts_is_equally_probable():
    rows = random_parts([2, 1, 2], candidates=range(6_000), seed=1)
    _, times = np.unique(rows, axis=0, return_counts=True)
    assert len(times) == 30
    assert chi2.sf(((times - 200) ** 2 / 200).sum(), 29) > 1e-4


FOLDS = random_parts([24] * 5, candidates=[3], seed=4)[0]
COUNTS = roles(120, 6)
LENGTHS = np.random.default_rng(1).integers(1, 40, 120)


def seen_share(train, validated):
    """Share of the occurrences of `validated` whose label `train` has; the plain loop."""
    known = set(np.flatnonzero(train.sum(axis=0)).tolist())
    occurrences = [label for row in validated for label in np.repeat(np.arange(len(row)), row).tolist()]
    return np.mean([label in known for label in occurrences])


def test_every_number_is_that_of_a_plain_loop():
    rare = words(120, 60)
    asked = [(COUNTS, key) for key in ("chi2", "smaller_side", "g2")]
    asked[1:1] = [(rare, "seen"), (LENGTHS, "wasserstein")]
    for training in (None, 0):
        found = judge_measures(FOLDS, asked, training=training, n_random=30, seed=9)
        for parts, at in ((FOLDS, None), (random_parts([24] * 5, candidates=[17], seed=9)[0], 17)):
            expected = []
            for part in range(5):
                if part == training:
                    continue
                inside = parts == part
                rest = ~inside if training is None else parts == training
                table = [COUNTS[rest].sum(axis=0), COUNTS[inside].sum(axis=0)]
                expected.append(
                    (
                        chi2_contingency(table, correction=False).statistic / 6,
                        seen_share(rare[rest], rare[inside]),
                        wasserstein_distance(LENGTHS[rest], LENGTHS[inside]),
                        np.min(table),
                        chi2_contingency(table, correction=False, lambda_=0).statistic / 6,
                    )
                )
            for one, values in zip(found, np.transpose(expected), strict=True):
                if at is None:
                    assert one.values == pytest.approx(values)
                for standing, of in ((one.mean, np.mean), (one.largest, np.max), (one.smallest, np.min)):
                    shown = standing.value if at is None else standing.random[at]
                    assert shown == pytest.approx(of(values))


def test_two_parts_are_a_split():
    """Whichever is called the first: the same random splits, the same number."""
    mask = random_parts([90, 30], candidates=[0], seed=5)[0] == 0
    (split,) = judge_parts(mask, [COUNTS], n_random=500)
    for of_unit, training in ((~mask, 0), (mask, 1)):
        (parts,) = judge_parts(of_unit.astype(int), [COUNTS], training=training, n_random=500)
        assert parts.mean.value == split.mean.value
        assert np.array_equal(parts.mean.random, split.mean.random)
    (folds,) = judge_parts((~mask).astype(int), [COUNTS], n_random=500)
    assert folds.values == pytest.approx([split.mean.value] * 2)
    assert folds.mean.percentile == pytest.approx(split.mean.percentile, abs=0.1)


def test_a_sorted_file_is_high_and_folds_made_alike_are_low():
    labels = np.sort(np.random.default_rng(0).integers(0, 8, 200))
    counts = np.eye(8, dtype=int)[labels]
    (cut,) = judge_parts(np.arange(200) // 40, [counts], n_random=200)
    assert (cut.mean.place, cut.largest.place, cut.mean.percentile) == ("high", "high", 1)
    alike = deal_parts([counts], (1,) * 5, target="alike").of_unit
    (even,) = judge_parts(alike, [counts], n_random=200)
    assert even.mean.percentile < 0.02


def fold_percentiles(n, n_random):
    """Of random folds: uniform but for ties."""
    rows = random_parts([20] * 5, candidates=range(n), seed=77)
    found = [judge_parts(row, [words(100, 9)], n_random=n_random, seed=k) for k, row in enumerate(rows)]
    return np.array([[one.mean.percentile, one.largest.percentile] for (one,) in found])


def test_percentiles_of_random_folds_are_uniform():
    for column in fold_percentiles(80, 64).T:
        assert kstest(column, "uniform").pvalue > 1e-3
        assert abs(column.mean() - 0.5) < 0.13


@pytest.mark.slow
def test_percentiles_of_random_folds_are_uniform_at_length():
    for column in fold_percentiles(600, 400).T:
        assert kstest(column, "uniform").pvalue > 1e-3
        assert abs(column.mean() - 0.5) < 0.05


@pytest.mark.parametrize(
    ("of_unit", "options", "says"),
    [
        ([0] * 12, {}, "`n_parts` must lie in"),
        ([0, 2] * 6, {}, "`sizes` must lie in"),
        ([0.5] * 12, {}, "needs a bool"),
        ([0, 1], {}, "must have shape"),
        ([0, 1] * 6, {"training": 2}, "`training` must lie in"),
        ([0, 1] * 6, {"n_random": 0}, "n_random"),
    ],
)
def test_what_cannot_be_judged_is_refused(of_unit, options, says):
    with pytest.raises(ValueError, match=says):
        judge_parts(of_unit, [words(12, 3)], **options)


def test_a_part_without_any_occurrence_is_refused():
    rare, common = np.array([[1], [1], [0], [0], [0], [0]]), np.ones((6, 1), int)
    with pytest.raises(DesignError, match=r"lacks counts_list\[1\]"):
        judge_parts([0, 1, 2] * 2, [common, rare], n_random=10)
    with pytest.raises(DesignError, match="lacks rare"):
        score_halves([common, np.eye(6, 1, dtype=int)], 10, names=["common", "rare"])


def test_an_attribute_of_a_corpus_is_named_where_a_side_lacks_it():
    corpus = read_corpus(b"good\tN\n\nbad\t_\n\nfine\t_\n\nwell\t_\n\n", columns=["word", "pos"])
    with pytest.raises(DesignError, match="lacks pos"):
        judge_parts([True, True, False, False], [corpus.attribute("pos")], n_random=10)
