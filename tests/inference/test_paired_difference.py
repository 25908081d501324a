"""Two models on the same items: check numbers, a slow reference, properties and the level it promises."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.regression.linear_model import OLS
from statsmodels.stats.sandwich_covariance import cov_cluster

from benchmarks.item_levels import rates
from mx2core.errors import InputError, ScoresError
from mx2core.inference import item_t_test
from tests.few import few

RNG = np.random.default_rng(0)


def sample_scores(sizes, epochs, alike, rng):
    """Binary scores of two models whose items of a cluster are alike; no true difference."""
    number = np.repeat(np.arange(len(sizes)), sizes)

    def scores():
        shared = rng.normal(size=len(sizes))[number] * math.sqrt(alike)
        own = rng.normal(size=len(number)) * math.sqrt(1 - alike)
        share = stats.norm.cdf(0.4 + 0.8 * (shared + own))
        return (rng.random((len(number), epochs)) < share[:, None]).astype(float)

    return scores(), scores(), number


def test_without_clusters_it_is_the_paired_t_test():
    a, b = RNG.random(30), RNG.random(30)
    for alternative in ("two-sided", "greater", "less"):
        test = item_t_test(a, b, alternative=alternative)
        theirs = stats.ttest_rel(a, b, alternative=alternative)
        assert (test.statistic, test.pvalue, test.df) == pytest.approx((theirs.statistic, theirs.pvalue, 29))
    interval = stats.ttest_rel(a, b).confidence_interval(0.95)
    assert (item_t_test(a, b).lower, item_t_test(a, b).upper) == pytest.approx(tuple(interval))


def test_the_clustered_error_is_that_of_statsmodels_where_clusters_are_of_one_size():
    a, b, number = sample_scores([5] * 12, 1, 0.5, RNG)
    test = item_t_test(a, b, clusters=number)
    fitted = OLS((a - b).ravel(), np.ones(60)).fit()
    plain = float(cov_cluster(fitted, number, use_correction=False)[0, 0])
    # CR2 of equal clusters divides by 1 - 1/G, which is the correction G/(G - 1).
    assert test.standard_error == pytest.approx(math.sqrt(plain * 12 / 11))
    assert test.df == pytest.approx(11)


def test_degrees_of_freedom_against_matrices_written_out():
    """Bell and McCaffrey's df of CR2, from the definition: items by items."""
    sizes = [1, 3, 7, 2]
    number = np.repeat(np.arange(4), sizes)
    n = len(number)
    residuals = np.eye(n) - 1 / n
    found = []
    for omega in (np.eye(n), (number[:, None] == number[None, :]).astype(float)):
        vectors = []
        for c, size in enumerate(sizes):
            inside = number == c
            root = np.linalg.inv(np.linalg.cholesky(np.eye(size) - 1 / n))  # any root has this product with 1
            values, axes = np.linalg.eigh(np.eye(size) - np.ones((size, size)) / n)
            root = axes @ np.diag(values**-0.5) @ axes.T
            vectors.append(residuals[:, inside] @ root @ np.ones(size) / n)
        gram = np.array(vectors) @ omega @ np.array(vectors).T
        found.append(np.trace(gram) ** 2 / (gram**2).sum())
    a, b = RNG.random(n), RNG.random(n)
    assert item_t_test(a, b, clusters=number).df == pytest.approx(min(found))


def test_invariances():
    a, b, number = sample_scores([4, 9, 2, 6, 8, 1, 5], 2, 0.4, RNG)
    test = item_t_test(a, b, clusters=number)
    swapped = item_t_test(b, a, clusters=number)
    assert swapped.mean == -test.mean
    assert swapped.pvalue == pytest.approx(test.pvalue)
    order = RNG.permutation(len(number))
    shuffled = item_t_test(a[order] * 100 + 3, b[order] * 100 + 3, clusters=number[order].astype(str))
    assert (shuffled.mean / 100, shuffled.pvalue) == pytest.approx((test.mean, test.pvalue))


def test_an_error_of_seven_tenths_of_a_point_makes_an_interval_of_plus_and_minus_fourteen():
    n = 5000
    differences = RNG.normal(size=n)
    differences = (differences - differences.mean()) / differences.std(ddof=1) * 0.007 * math.sqrt(n) + 0.025
    test = item_t_test(differences, np.zeros(n))
    assert 100 * test.standard_error == pytest.approx(0.7)
    assert (100 * test.lower, 100 * test.upper) == pytest.approx((1.13, 3.87), abs=0.01)


def test_variance_apart_into_items_and_epochs():
    rng = np.random.default_rng(5)
    true = rng.normal(scale=0.3, size=(4000, 1))
    a = true + rng.normal(scale=0.5, size=(4000, 3))
    b = rng.normal(scale=0.4, size=(4000, 4))
    test = item_t_test(a, b)
    assert test.item_variance == pytest.approx(0.09, rel=0.1)
    assert test.epoch_variances == pytest.approx((0.25, 0.16), rel=0.05)
    expected = math.sqrt((0.09 + 0.25 / 10 + 0.16 / 10) / 4000)
    assert test.error_with(4000, epochs=10) == pytest.approx(expected, rel=0.05)
    assert test.error_with(16000) == pytest.approx(test.standard_error / 2)
    assert test.epochs == pytest.approx((3, 4))


def test_items_for_a_difference_have_the_power_that_is_said():
    rng = np.random.default_rng(6)
    pilot = item_t_test(rng.normal(size=4000), np.zeros(4000))
    n = pilot.items_for(0.2)
    assert n == pytest.approx((1.96 + 0.8416) ** 2 / 0.04, rel=0.06)
    runs = [item_t_test(rng.normal(0.2, size=n), np.zeros(n)).rejected for _ in range(600)]
    assert np.mean(runs) == pytest.approx(0.8, abs=0.05)
    assert pilot.detectable() == pytest.approx(2.8 * pilot.standard_error, rel=0.01)


@few(("groups", "alike", "epochs"), 2, [(8, 0.3, 1), (20, 0.9, 5), (20, 0.0, 1)])
def test_level_in_both_directions_and_without_clusters(groups, alike, epochs):
    rng = np.random.default_rng(groups + epochs)
    runs = []
    for _ in range(500):
        a, b, number = sample_scores(rng.integers(1, 41, size=groups), epochs, alike, rng)
        runs.append(
            [
                item_t_test(a, b, clusters=number, alternative="greater").pvalue,
                item_t_test(a, b, alternative="greater").pvalue,
            ]
        )
    clustered, independent = np.array(runs).T
    for p in (clustered, 1 - clustered):
        assert (p <= 0.05).mean() <= 0.05 + 0.025
        assert (p <= 0.01).mean() <= 0.01 + 0.015
    if alike:
        assert (independent <= 0.05).mean() > 0.12  # what leaving clusters out costs


def test_equal_differences_have_no_interval():
    test = item_t_test([1, 1, 0], [1, 1, 0])
    assert (test.pvalue, test.lower, test.rejected) == (None, None, False)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([1, 0], [1]), "at least two items"),
        (([1, 0], [1, 0, 1]), "A has scores of 2 items"),
        (([1, "x"], [1, 0]), "are not numbers"),
        (([1, math.nan], [1, 0]), "Item 2 has no score in `a`"),
        (([1, math.inf], [1, 0]), "not finite"),
    ],
)
def test_bad_scores_are_refused(arguments, message):
    with pytest.raises(ScoresError, match=message):
        item_t_test(*arguments)


def test_bad_clusters_and_questions_are_refused():
    with pytest.raises(ScoresError, match="in one cluster"):
        item_t_test([1, 0, 1], [0, 0, 1], clusters=["x"] * 3)
    with pytest.raises(ScoresError, match="one value for each of the 3 items"):
        item_t_test([1, 0, 1], [0, 0, 1], clusters=["x"] * 2)
    with pytest.raises(InputError):
        item_t_test([1, 0, 1], [0, 0, 1], alpha=2)
    test = item_t_test([1, 0, 1], [0, 0, 1])
    with pytest.raises(InputError, match="run once"):
        test.error_with(10, epochs=2)
    with pytest.raises(InputError, match="other than 0"):
        test.items_for(0)


@pytest.mark.slow
def test_level_is_that_of_the_table_in_the_documents():
    for n_clusters, alike, epochs in ((10, 0.0, 1), (40, 0.3, 2), (40, 0.9, 5)):
        found = rates(n_clusters, alike, epochs, runs=400, seed=1)
        assert max(found[0.05][:2]) <= 0.05 + 3 * 0.011
        assert max(found[0.01][:2]) <= 0.01 + 3 * 0.005
        assert (min(found[0.05][2:]) > 0.12) == (alike > 0)


def test_many_items_need_no_more_memory_than_they_have():
    """A table of 200,000 by 200,000 would not fit."""
    scores = np.arange(400_000).reshape(2, -1) % 7 % 3
    assert item_t_test(*scores).df == pytest.approx(199_999)
    assert item_t_test(*scores, clusters=np.arange(200_000) // 2).df == pytest.approx(99_999)
