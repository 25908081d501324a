"""Where K folds, and train, dev and test, stand among random ones of their sizes."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2, chi2_contingency, kstest, wasserstein_distance

from mx2core.errors import DesignError
from mx2core.partition import deal_parts, judge_parts, judge_split, part_standings, random_parts

from .shapes import roles, words


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


def seen(train, validated):
    """Share of the occurrences of `validated` whose label `train` has; the plain loop."""
    known = set(np.flatnonzero(train.sum(axis=0)).tolist())
    occurrences = [label for row in validated for label in np.repeat(np.arange(len(row)), row).tolist()]
    return np.mean([label in known for label in occurrences])


def test_every_number_is_that_of_a_plain_loop():
    rare = words(120, 60)
    asked = [(COUNTS, key) for key in ("chi2", "smaller_side", "g2")]
    asked[1:1] = [(rare, "seen"), (LENGTHS, "wasserstein")]
    for training in (None, 0):
        found = part_standings(FOLDS, asked, training=training, n_random=30, seed=9)
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
                        seen(rare[rest], rare[inside]),
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
    mask = random_parts([90, 30], candidates=[0], seed=5)[0] == 0
    (split,) = judge_split(mask, [COUNTS], n_random=500)
    (parts,) = judge_parts((~mask).astype(int), [COUNTS], training=0, n_random=500)
    assert parts.mean.value == pytest.approx(split.divergence)
    assert parts.mean.percentile == pytest.approx((split.below + split.percentile) / 2, abs=0.1)


def test_a_sorted_file_is_high_and_folds_made_alike_are_low():
    labels = np.sort(np.random.default_rng(0).integers(0, 8, 200))
    counts = np.eye(8, dtype=int)[labels]
    (cut,) = judge_parts(np.arange(200) // 40, [counts], n_random=200)
    assert (cut.mean.place, cut.largest.place, cut.mean.percentile) == ("high", "high", 1)
    alike = deal_parts([counts], (1,) * 5, target="alike").of_unit
    (even,) = judge_parts(alike, [counts], n_random=200)
    assert even.mean.percentile < 0.02


def percentiles(n, n_random):
    """Of random folds: uniform but for ties."""
    rows = random_parts([20] * 5, candidates=range(n), seed=77)
    found = [judge_parts(row, [words(100, 9)], n_random=n_random, seed=k) for k, row in enumerate(rows)]
    return np.array([[one.mean.percentile, one.largest.percentile] for (one,) in found])


def test_percentiles_of_random_folds_are_uniform():
    for column in percentiles(80, 64).T:
        assert kstest(column, "uniform").pvalue > 1e-3
        assert abs(column.mean() - 0.5) < 0.13


@pytest.mark.slow
def test_percentiles_of_random_folds_are_uniform_at_length():
    for column in percentiles(600, 400).T:
        assert kstest(column, "uniform").pvalue > 1e-3
        assert abs(column.mean() - 0.5) < 0.05


@pytest.mark.parametrize(
    ("of_unit", "options", "says"),
    [
        ([0] * 12, {}, "2 to 1,000 parts"),
        ([0, 2] * 6, {}, "`sizes` must be a whole number of at least 1"),
        ([0.5] * 12, {}, "number of each unit's part"),
        ([0, 1], {}, "12 rows"),
        ([0, 1] * 6, {"training": 2}, "`training` must be below 2"),
        ([0, 1] * 6, {"n_random": 0}, "n_random"),
    ],
)
def test_what_cannot_be_judged_is_refused(of_unit, options, says):
    with pytest.raises(ValueError, match=says):
        judge_parts(of_unit, [words(12, 3)], **options)


def test_a_part_without_any_occurrence_is_refused():
    with pytest.raises(DesignError, match="A part has none of the 2 occurrences"):
        judge_parts([0, 1, 2] * 2, [[[1], [1], [0], [0], [0], [0]]], n_random=10)
