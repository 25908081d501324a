"""The out-of-fold test: its formula against plain loops, what must not change it, and what it refuses."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import t as student

import mx2core as mx
from mx2core.errors import InputError
from mx2core.inference.out_of_fold.unit_variance import (
    adjusted_statistic,
    mean_variance,
    most_df,
    statistic_at,
)
from tests.few import few
from tests.partition.shapes import half_masks


def some(m, n, seed, trained=0.0):
    """Differences of -1, 0 and 1, and random halves."""
    generator = np.random.default_rng(seed)
    masks = half_masks(generator, m, n)
    liking = generator.normal(0, 1, n)
    values = np.clip(np.round(liking + generator.normal(0.3, 0.7, (m, n))), -1, 1)
    for i, mask in enumerate(masks):
        values[i] += trained * np.where(mask, -1, 1)
    return values, masks


def slow_parts(values, masks):
    """Every formula as it is written, one number at a time."""
    m, n = values.shape
    mean = sum(values[i, u] for i in range(m) for u in range(n)) / (m * n)
    of_unit = [sum(values[i, u] for i in range(m)) / m for u in range(n)]
    rest = [d - mean for d in of_unit]
    units = sum(r**2 for r in rest) / (n * (n - 1))
    kurtosis = max(1.5, (sum(r**4 for r in rest) / n) / (sum(r**2 for r in rest) / n) ** 2)
    third = sum(r**3 for r in rest) / n**3
    run = []  # mean and sampling variance of the two runs of each split
    for i in range(m):
        for validated in (False, True):
            own = [values[i, u] for u in range(n) if masks[i, u] == validated]
            average = sum(own) / len(own)
            run.append((average, sum((d - average) ** 2 for d in own) / (len(own) * (len(own) - 1))))
    if m == 1:
        tau = (run[0][0] - run[1][0]) ** 2 / 2 - (run[0][1] + run[1][1]) / 2
        covariance, training, splits, told = units / 2, abs(tau) / 2, 0.0, 0.0
    else:
        within = sum((values[i, u] - of_unit[u]) ** 2 for i in range(m) for u in range(n)) / (m - 1) / n
        split = [sum(values[i]) / n for i in range(m)]
        spread = sum((s - mean) ** 2 for s in split) / (m - 1)
        squares = products = 0.0
        for i in range(m):
            other = [sum(values[j, u] for j in range(m) if j != i) / (m - 1) for u in range(n)]
            tested = sum((1 if masks[i, u] else -1) * (other[u] - sum(other) / n) for u in range(n)) / n
            trained = (run[2 * i][0] - run[2 * i + 1][0]) / 2 + tested
            squares += trained**2 / m
            products += trained * tested / m
        noise = within / ((m - 1) * n)
        weight = m / (m + 4)
        prior = (1 - weight) * units / 2
        covariance = max(0.0, weight * 2 * (products - noise) + prior)
        told = covariance - prior
        training, splits = max(0.0, squares - noise - spread), spread / m
    variance = units + covariance + training + splits
    known = (units + covariance - told) ** 2 * (kurtosis - 1) / (2 * n)
    known += ((training + splits) ** 2 + told**2) / m
    effective = min(2 * n / (kurtosis - 1), n)
    df = max(1, min(variance**2 / known, effective**2 / (effective + 2) - 1))
    return mean, units, covariance, training, splits, df, third / variance**1.5


@pytest.mark.parametrize(("m", "n"), [(1, 40), (2, 41), (3, 24), (5, 60), (10, 33)])
@pytest.mark.parametrize("seed", range(3))
def test_variance_is_that_of_plain_loops(m, n, seed):
    values, masks = some(m, n, seed, trained=0.1 * seed)
    found = mean_variance(values, masks)
    names = ("mean", "units", "covariance", "training", "splits", "df", "skewness")
    assert [float(getattr(found, name)) for name in names] == pytest.approx(
        slow_parts(values, masks), rel=1e-9, abs=1e-15
    )


def test_one_split_by_hand():
    """d = 1, 0, -1, 1: V_u = 2.75 / 12. Halves have the means .5, 0 and the variances .25, 1: tau = -1/2."""
    found = mean_variance(np.array([[1.0, 0, -1, 1]]), np.array([[True, True, False, False]]))
    assert float(found.units) == pytest.approx(2.75 / 12)
    assert float(found.covariance) == pytest.approx(2.75 / 24)
    assert (float(found.training), float(found.splits)) == (pytest.approx(0.25), 0.0)
    assert float(found.effective) == 4
    assert float(found.df) == pytest.approx(16 / 6 - 1)  # Satterthwaite's rule alone would give 4.91


def test_most_degrees_of_freedom():
    effective = np.array([2.0, 4, 10, 30, 80, 1000])
    assert most_df(effective) == pytest.approx([1, 1.667, 7.333, 27.125, 77.049, 997.004], abs=1e-3)
    assert (most_df(effective) <= np.maximum(effective - 1, 1)).all()
    assert (np.diff(most_df(np.linspace(1, 300, 1000))) >= 0).all()


@settings(max_examples=60, deadline=None)
@given(m=st.integers(1, 6), n=st.integers(20, 60), seed=st.integers(0, 10**6), few=st.integers(3, 60))
def test_degrees_of_freedom_are_never_above_those_before(m, n, seed, few):
    values, masks = some(m, n, seed)
    values[:, few:] = 0  # as an F1 to which a few units contribute
    if not values.any():
        return
    found = mean_variance(values, masks)
    assert 1 <= float(found.df) <= max(float(found.effective) - 1, 1)
    assert float(found.df) <= float(most_df(found.effective))


def test_a_few_units_leave_few_degrees_of_freedom():
    values, masks = some(3, 200, 1)
    values[:, 6:] = 0  # as an F1 to which six units of a rare class contribute
    found = mean_variance(values, masks)
    assert found.effective < 15
    assert found.df == pytest.approx(found.effective**2 / (found.effective + 2) - 1)


def test_many_corpora_at_once_are_each_by_itself():
    values = np.stack([some(4, 30, seed)[0] for seed in range(5)])
    masks = some(4, 30, 9)[1]
    together = mean_variance(values, masks)
    for row, one in enumerate(values):
        alone = mean_variance(one, masks)
        assert float(alone.variance) == pytest.approx(together.variance[row])
        assert float(alone.df) == pytest.approx(together.df[row])


@pytest.mark.parametrize("m", [1, 3])
def test_known_numbers(m):
    values, masks = some(m, 40, 0)
    test = mx.out_of_fold_t_test(values, masks)
    adjusted = float(adjusted_statistic(np.asarray(test.statistic), np.asarray(test.skewness)))
    assert test.statistic == pytest.approx(test.mean / sqrt(test.variance))
    assert test.pvalue == pytest.approx(student.sf(adjusted, test.df))
    assert test.variance == pytest.approx(test.units + test.covariance + test.training + test.splits)
    assert (test.m, test.n_units, test.n_clusters, test.level) == (m, 40, 40, 0.9)


@settings(max_examples=30, deadline=None)
@given(m=st.integers(1, 5), seed=st.integers(0, 10**6), level=st.sampled_from([0.8, 0.9, 0.95]))
def test_the_interval_holds_what_the_test_does_not_reject(m, seed, level):
    test = mx.out_of_fold_t_test(*some(m, 40, seed))
    lower, upper = test.interval(level)
    assert test.pvalue_of(lower, "greater") == pytest.approx((1 - level) / 2, rel=1e-6)
    assert test.pvalue_of(upper, "less") == pytest.approx((1 - level) / 2, rel=1e-6)
    assert lower < test.mean < upper


@settings(max_examples=100, deadline=None)
@given(st.floats(-8, 8), st.floats(-1, 1))
def test_skewness_is_taken_back(statistic, skewness):
    adjusted = adjusted_statistic(np.asarray(statistic), np.asarray(skewness))
    assert float(statistic_at(adjusted, np.asarray(skewness))) == pytest.approx(statistic, abs=1e-4)


def test_clusters_sum_first():
    values, masks = some(3, 30, 4)
    documents = np.repeat(np.arange(30), 3)
    units = np.repeat(values, 3, axis=1)
    whole = mx.out_of_fold_t_test(values, masks)
    divided = mx.out_of_fold_t_test(units, np.repeat(masks, 3, axis=1), clusters=documents)
    assert divided.pvalue == pytest.approx(whole.pvalue)
    assert (divided.n_units, divided.n_clusters) == (90, 30)
    assert mx.out_of_fold_t_test(units, np.repeat(masks, 3, axis=1)).pvalue < whole.pvalue


def test_nothing_is_decided_where_nothing_varies():
    masks = some(2, 40, 0)[1]
    same = mx.out_of_fold_t_test(np.zeros((2, 40)), masks)
    assert (same.pvalue, same.rejected, same.interval(0.9)) == (None, False, None)
    assert "agree on every unit" in str(same.notice)
    always = mx.out_of_fold_t_test(np.ones((2, 40)), masks)
    assert (always.mean, always.pvalue) == (1.0, None)
    assert "differences equal 1" in str(always.notice)
    for n in (2, 3, 5, 19):
        few = mx.out_of_fold_t_test(*some(3, max(n, 4), 1))
        assert few.pvalue is None
        assert "at least 20 units" in str(few.notice)
    values, masks = some(2, 40, 1)
    clustered = mx.out_of_fold_t_test(
        np.repeat(values[:, :10], 4, axis=1), np.repeat(masks[:, :10], 4, axis=1),
        clusters=np.repeat(np.arange(10), 4),
    )  # fmt: skip
    assert "20 units (or clusters), found 10" in str(clustered.notice)


def test_few_telling_units_are_warned_of():
    values, masks = np.zeros((3, 200)), some(3, 200, 1)[1]
    values[:, :4] = 1
    assert "Few units" in str(mx.out_of_fold_t_test(values, masks).notice)
    assert mx.out_of_fold_t_test(*some(3, 200, 1)).notice is None


GOOD = some(2, 24, 0)


@pytest.mark.parametrize(
    ("values", "masks", "options", "says"),
    [
        (np.where(np.arange(24) == 3, np.nan, GOOD[0]), GOOD[1], {}, "differences\\[0, 3\\]"),
        (GOOD[0][0], GOOD[1], {}, r"shape \(m, n_units\).*found \(24,\)"),
        (GOOD[0], GOOD[1][:1], {}, r"`masks` must be bool.*found bool of shape \(1, 24\)"),
        (GOOD[0], GOOD[1].astype(int), {}, "found int64 of shape"),
        (GOOD[0], np.zeros((2, 24), bool), {}, "half of split 1 needs at least 2 units"),
        (np.empty((0, 24)), np.empty((0, 24), bool), {}, "found \\(0, 24\\)"),
        ([["a"] * 24] * 2, GOOD[1], {}, "must be numbers of shape"),
        (GOOD[0] * 1e200, GOOD[1], {}, "cannot be squared"),
        (*GOOD, {"alpha": 0.5}, "`alpha` must lie in"),
        (*GOOD, {"alternative": "better"}, "`alternative` must be one of"),
        (*GOOD, {"clusters": np.arange(24) // 2}, "Split 1 divides cluster"),
        (*GOOD, {"clusters": np.arange(5)}, "`clusters` must have shape"),
    ],
)
def test_what_is_wrong_is_one_sentence(values, masks, options, says):
    with pytest.raises(InputError, match=says) as caught:
        mx.out_of_fold_t_test(values, masks, **options)
    assert str(caught.value).endswith(".")


def test_splits_are_enough_when_they_no_longer_differ():
    values, masks = some(1, 60, 3)
    steady = np.repeat(values, 10, axis=0)
    masks = some(10, 60, 3)[1]
    stop = mx.inference.precision_stop(steady, masks)
    assert (stop.m, stop.state, len(stop.looks)) == (3, "precise", 1)
    assert stop.test.pvalue == mx.out_of_fold_t_test(steady[:3], masks[:3]).pvalue
    restless = steady + np.linspace(-2, 2, 10)[:, None]
    assert mx.inference.precision_stop(restless[:4], masks[:4]).state == "continue"
    assert mx.inference.precision_stop(restless[:4], masks[:4]).test is None
    last = mx.inference.precision_stop(restless, masks)
    assert (last.m, last.state, last.test.m) == (10, "last", 10)
    assert mx.inference.precision_stop(steady[:1], masks[:1]).state == "continue"
    for options in ({"share": 0}, {"first": 1}, {"first": 4, "last": 3}):
        with pytest.raises(InputError, match="must"):
            mx.inference.precision_stop(steady, masks, **options)


def test_stopping_does_not_look_at_the_mean():
    values, masks = some(10, 40, 5)
    stops = {mx.inference.precision_stop(values + shift, masks).m for shift in (-0.5, 0.0, 0.25, 3.0)}
    assert len(stops) == 1


def test_four_answers():
    values, masks = some(5, 200, 2)
    apart = mx.out_of_fold_t_test(values, masks, alternative="two-sided")
    assert mx.verdict(apart).answer == "A better"
    assert mx.verdict(mx.out_of_fold_t_test(-values, masks, alternative="two-sided")).answer == "B better"
    both = mx.verdict(apart, margin=2.0)
    assert (both.answer, both.equivalent, both.further_units) == ("A better", True, 0)
    level = values - values.mean()
    close = mx.out_of_fold_t_test(level, masks, alternative="two-sided")
    assert mx.verdict(close, margin=0.5).answer == "equivalent"
    open_ = mx.verdict(close, margin=0.001)
    assert (open_.answer, open_.equivalent) == ("undecided", False)
    assert open_.half_length_limit <= open_.half_length
    needed = np.ptp(open_.equivalence_interval) / 2 + 1.281552 * sqrt(close.variance)
    assert open_.further_units == pytest.approx(200 * (needed / 0.001) ** 2 - 200, abs=1)
    assert open_.further_units / 200 + 1 == pytest.approx(2.2 * (open_.half_length / 0.001) ** 2, rel=0.05)
    assert open_.curve[0] == (200, pytest.approx(open_.half_length))
    assert open_.curve[2] == (400, pytest.approx(open_.half_length / sqrt(2)))
    assert mx.verdict(close).further_units is None
    with np.errstate(over="raise"):  # margins that nothing reaches
        assert mx.verdict(close, margin=1e300).answer == "equivalent"
        assert mx.verdict(close, margin=1e-300).further_units is None
    ahead = mx.verdict(mx.out_of_fold_t_test(level + 0.01, masks, alternative="two-sided"), margin=0.001)
    assert ahead.answer == "undecided"
    needed = ahead.half_length + 0.841621 * sqrt(close.variance)
    assert ahead.further_to_show == pytest.approx(200 * (needed / 0.01) ** 2 - 200, abs=1)
    assert ahead.further_to_show / 200 + 1 == pytest.approx(2.0 * (ahead.half_length / 0.01) ** 2, rel=0.05)
    assert both.further_to_show == 0
    error = sqrt(close.variance)
    off = mx.out_of_fold_t_test(level + 1.3 * error, masks, alternative="two-sided")
    nearly = mx.verdict(off, margin=2.8 * error)
    assert (nearly.answer, nearly.further_units) == ("undecided", 200)  # fewer would decide too rarely
    other_side = mx.out_of_fold_t_test(level - 0.01, masks, alternative="greater")
    assert mx.verdict(other_side).further_to_show is None

    nothing = mx.verdict(mx.out_of_fold_t_test(np.zeros((2, 40)), some(2, 40, 0)[1]), margin=0.1)
    assert (nothing.answer, nothing.half_length) == ("undecided", None)
    for margin in (0, -1, float("nan")):
        with pytest.raises(InputError, match="`margin` must lie in"):
            mx.verdict(close, margin=margin)


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_models_are_equivalent_where_the_interval_of_twice_alpha_lies_within_the_margin(alternative):
    values, masks = some(4, 120, 3)
    test = mx.out_of_fold_t_test(values - values.mean() + 0.01, masks, alternative=alternative)
    shown = mx.verdict(test, margin=0.2)
    assert (shown.equivalence_level, shown.equivalence_interval) == (0.9, test.interval(0.9))
    edge = max(abs(end) for end in shown.equivalence_interval)
    assert not mx.verdict(test, margin=edge * 0.999).equivalent
    assert mx.verdict(test, margin=edge * 1.001).equivalent


def test_equivalence_is_both_one_sided_tests():
    values, masks = some(3, 60, 8)
    test = mx.out_of_fold_t_test(values - values.mean(), masks, alternative="two-sided")
    lower, upper = test.interval(0.9)
    for margin in (0.05, 0.1, 0.2, 0.4):
        inside = -margin < lower and upper < margin
        assert mx.verdict(test, margin).equivalent == inside


def uneven(rng, kinds):
    """Units of 30 documents, one of them with a third of all units, and their halves."""
    sizes = np.full(30, 4)
    sizes[rng.integers(30)] = 60
    documents = np.repeat(np.arange(30), sizes)
    masks = mx.random_partitions(30, 3, seed=int(rng.integers(10**6))).masks[:, documents]
    own = 0.3 * rng.normal(size=30)[documents] + rng.normal(size=len(documents))
    return (
        np.repeat(own[None], 3, axis=0) if kinds == "fixed" else own + rng.normal(size=(3, 1)),
        masks,
        documents,
    )


@few("conservative", 1, [False, True])
def test_a_large_document_does_not_make_the_variance_small(conservative):
    """It was .70 of the true variance while the mean that follows the document was taken for known."""
    rng = np.random.default_rng(4)
    tests = []
    for _ in range(600):
        values, masks, documents = uneven(rng, "fixed")
        test = mx.out_of_fold_t_test(values, masks, clusters=documents, conservative=conservative)
        assert test.mean == pytest.approx(values.mean())
        tests.append(test)
    means = np.array([test.mean for test in tests])
    assert np.mean([test.variance for test in tests]) > 0.95 * means.var()
    errors = [np.mean([test.pvalue_of(0, side) < 0.05 for test in tests]) for side in ("greater", "less")]
    assert max(errors) <= 0.05 + 2.6 * (0.05 * 0.95 / 600) ** 0.5


def test_a_cluster_of_all_units_but_a_few_leaves_a_finite_interval():
    documents = np.concatenate([np.zeros(400, int), np.arange(1, 25)])
    masks = mx.random_partitions(25, 3, seed=1).masks[:, documents]
    values = np.random.default_rng(1).normal(size=(3, 424)) + (documents == 0)
    test = mx.out_of_fold_t_test(values, masks, clusters=documents)
    assert "Few units" in str(test.notice)
    assert np.isfinite([test.lower, test.upper]).all()
    assert test.lower < test.mean < test.upper


@pytest.mark.parametrize("conservative", [False, True])
@pytest.mark.parametrize("n", [20, 21, 40])
@pytest.mark.parametrize("m", [1, 2, 3])
def test_no_interval_has_length_zero(n, m, conservative):
    """Constant differences, of all runs or of each split or run, and one unit that is not like the others."""
    masks = mx.random_partitions(n, m, seed=1).masks
    one = np.zeros((m, n))
    one[0, 3] = 1
    for values in (
        np.full((m, n), 0.3),
        np.arange(m)[:, None] * np.ones((1, n)),
        np.where(masks, 1.0, -1.0),
        one,
        1 - one,
    ):
        test = mx.out_of_fold_t_test(values, masks, alternative="two-sided", conservative=conservative)
        if test.pvalue is None:
            assert str(test.notice).endswith(".")
        else:
            assert test.upper - test.lower > 0.01
            assert test.pvalue > 0.05 or abs(values.mean()) > 0.9
