"""Intervals of the metrics of a table: statsmodels, SciPy, clusters, and how often they hold the truth."""

from functools import partial
from itertools import product
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn import metrics as theirs
from statsmodels.stats.proportion import proportion_confint

import mx2core as mx
from mx2core.errors import InputError
from mx2core.metrics import AnswerTable
from mx2core.studies import metric_intervals
from tests.few import few

RANDOM = np.random.default_rng(4)
GOLD = RANDOM.choice(["x", "y", "z"], 200, p=[0.2, 0.3, 0.5])
A = np.where(RANDOM.random(200) < 0.8, GOLD, RANDOM.choice(["x", "y", "z"], 200))
B = np.where(RANDOM.random(200) < 0.7, GOLD, RANDOM.choice(["x", "y", "z"], 200))


def table(**columns):
    return AnswerTable({name: tuple(map(str, cells)) for name, cells in columns.items()})


def row(found, model, metric):
    return next(one for one in found.rows if (one.model, one.metric) == (model, metric))


def test_proportions_have_wilsons_interval():
    found = metric_intervals(table(gold=GOLD, predicted=A), positive="x")
    for metric, k, n in (
        ("accuracy", (A == GOLD).sum(), 200),
        ("precision", ((A == "x") & (GOLD == "x")).sum(), (A == "x").sum()),
        ("recall", ((A == "x") & (GOLD == "x")).sum(), (GOLD == "x").sum()),
    ):
        one = row(found, "A", metric)
        assert one.method == "Wilson"
        assert (one.lower, one.upper) == pytest.approx(proportion_confint(k, n, method="wilson"))
    with pytest.raises(InputError, match="level"):
        mx.inference.share_interval([1, 0], [1, 1], level=1.5)


def scipys(statistic, *data, groups=None):
    """Percentiles that are as wide as t of as many numbers as show the spread: of units left out in turn."""
    parts = np.arange(len(data[0]))[:, None]
    if groups is not None:
        parts = [np.flatnonzero(groups == one) for one in np.unique(groups)]

    def resampled(numbers):
        items = np.concatenate([parts[k] for k in numbers])
        return statistic(*(one[items] for one in data))

    n = len(parts)
    left = [resampled([k for k in range(n) if k != out]) for out in range(n)]
    n_equal = min(2 * n / (max(1.5, stats.kurtosis(left, fisher=False)) - 1), n)
    point = stats.t.ppf(0.975, max(1, n_equal**2 / (n_equal + 2) - 1)) * sqrt(n / (n - 1))
    found = stats.bootstrap(
        (np.arange(n),), resampled, vectorized=False, method="percentile", n_resamples=2000, rng=1,
        confidence_level=2 * stats.norm.cdf(point) - 1,
    ).confidence_interval  # fmt: skip
    return found.low, found.high


def macro(gold, predicted):
    counts = np.bincount(3 * gold + predicted, minlength=9).reshape(3, 3)
    return float(np.mean(2 * np.diag(counts) / (counts.sum(axis=0) + counts.sum(axis=1))))


def test_others_and_differences_are_scipys_bootstrap():
    codes = {label: k for k, label in enumerate("xyz")}
    gold, a, b = (np.array([codes[one] for one in column]) for column in (GOLD, A, B))
    assert macro(gold, a) == pytest.approx(theirs.f1_score(gold, a, average="macro"))
    found = metric_intervals(table(gold=GOLD, predicted=A, predicted_b=B))
    one = row(found, "A", "macro_f1")
    assert one.value == pytest.approx(macro(gold, a))
    assert (one.lower, one.upper) == pytest.approx(scipys(macro, gold, a), abs=0.008)
    both = row(found, "A − B", "macro_f1")
    assert both.value == pytest.approx(macro(gold, a) - macro(gold, b))
    expected = scipys(lambda y, p, q: macro(y, p) - macro(y, q), gold, a, b)
    assert (both.lower, both.upper) == pytest.approx(expected, abs=0.008)


def test_numbers_and_clusters_are_scipys_bootstrap():
    groups = np.repeat(np.arange(20), 5)
    gold = np.round(RANDOM.normal(50, 10, 100), 2)
    predicted = np.round(gold + np.repeat(RANDOM.normal(0, 3, 20), 5) + RANDOM.normal(0, 2, 100), 2)
    found = metric_intervals(table(gold=gold, predicted=predicted, cluster=groups))
    assert found.n_clusters == 20
    for metric, statistic, fast in (
        ("mae", theirs.mean_absolute_error, lambda y, p: abs(y - p).mean()),
        ("rmse", theirs.root_mean_squared_error, lambda y, p: ((y - p) ** 2).mean() ** 0.5),
        ("r2", theirs.r2_score, lambda y, p: 1 - ((y - p) ** 2).mean() / y.var()),
    ):
        one = row(found, "A", metric)
        assert one.value == pytest.approx(statistic(gold, predicted))
        expected = scipys(fast, gold, predicted, groups=groups)
        assert (one.lower, one.upper) == pytest.approx(expected, rel=0.1)  # far quantiles of few draws
    alone = metric_intervals(table(gold=gold, predicted=predicted))
    wide, narrow = (row(one, "A", "mae") for one in (found, alone))
    assert wide.upper - wide.lower > narrow.upper - narrow.lower


def label_sets(random, n, wrong):
    """Right labels a, b, c, each by half, and those of two models, each label wrong by chance."""
    gold = random.random((n, 3)) < 0.5
    flipped = [np.where(random.random((n, 3)) < share, ~gold, gold) for share in wrong]
    sets = [["|".join(np.array(list("abc"))[row]) for row in side] for side in (gold, *flipped)]
    return np.array([gold, *flipped]), table(gold=sets[0], predicted=sets[1], predicted_b=sets[2])


def mean_f1(gold, predicted, axis):
    """As scikit-learn has it: of each item or label, 0 where there is nothing to find; much faster."""
    found = gold.sum(axis=axis) + predicted.sum(axis=axis)
    return float(np.mean(2 * (gold & predicted).sum(axis=axis) / np.maximum(found, 1)))


@pytest.mark.parametrize("groups", [None, np.repeat(np.arange(25), 4)])
def test_sets_of_labels_are_scikit_learns_and_scipys_bootstrap(groups):
    (gold, a, b), columns = label_sets(np.random.default_rng(2), 100, (0.15, 0.3))
    if groups is not None:
        columns = table(**columns.columns, cluster=groups)
    found = metric_intervals(columns)
    assert {one.metric for one in found.rows} == {
        *("subset_accuracy", "precision", "recall", "f1"),
        *("macro_f1", "samples_f1", "hamming_loss"),
    }
    of = {
        "subset_accuracy": theirs.accuracy_score,
        "f1": partial(theirs.f1_score, average="micro", zero_division=0),
        "macro_f1": partial(theirs.f1_score, average="macro", zero_division=0),
        "samples_f1": partial(theirs.f1_score, average="samples", zero_division=0),
        "hamming_loss": theirs.hamming_loss,
    }
    places = np.arange(100)
    for metric, score in of.items():
        one, both = row(found, "A", metric), row(found, "A − B", metric)
        assert one.value == pytest.approx(score(gold, a))
        assert both.value == pytest.approx(score(gold, a) - score(gold, b))
    for metric, axis in (("samples_f1", 1), ("macro_f1", 0)):
        score, both = partial(mean_f1, axis=axis), row(found, "A − B", metric)
        assert score(gold, a) == pytest.approx(of[metric](gold, a))
        expected = scipys(lambda k: score(gold[k], a[k]) - score(gold[k], b[k]), places, groups=groups)  # noqa: B023
        assert (both.lower, both.upper) == pytest.approx(expected, abs=0.02)
    assert row(found, "A", "subset_accuracy").method == "Wilson"


@few("groups", 1, [np.repeat(np.arange(20), 5), None])
def test_rank_correlations_are_scipys_bootstrap(groups):
    random = np.random.default_rng(3)
    gold = random.integers(0, 12, 100) + 0.5
    a, b = (np.round(gold + random.normal(0, spread, 100)) for spread in (3, 9))
    columns = {"gold": gold, "predicted": a, "predicted_b": b}
    found = metric_intervals(table(**columns, **({} if groups is None else {"cluster": groups})))

    def correlation(y, p):
        return float(stats.spearmanr(y, p).statistic)

    one, both = row(found, "A", "spearman"), row(found, "A − B", "spearman")
    assert one.value == pytest.approx(correlation(gold, a))
    assert both.value == pytest.approx(correlation(gold, a) - correlation(gold, b))
    assert (one.lower, one.upper) == pytest.approx(scipys(correlation, gold, a, groups=groups), abs=0.02)
    expected = scipys(lambda y, p, q: correlation(y, p) - correlation(y, q), gold, a, b, groups=groups)
    assert (both.lower, both.upper) == pytest.approx(expected, abs=0.03)
    twice = metric_intervals(table(**columns, weight=np.full(100, 0.25)))
    assert row(twice, "A", "spearman").value == pytest.approx(one.value)


def test_a_rank_correlation_that_is_undefined_is_left_out_and_named():
    columns = table(gold=np.arange(30) / 7, predicted=np.ones(30), predicted_b=np.arange(30) % 7)
    found = metric_intervals(columns)
    assert [one.model for one in found.rows if one.metric == "spearman"] == ["B"]
    assert list(map(str, found.notices)) == ["All predicted values are equal: no rank correlation."]
    constant = metric_intervals(table(gold=np.ones(30), predicted=np.arange(30) / 7))
    assert {one.metric for one in constant.rows} == {"mae", "rmse"}
    assert str(constant.notices[0]) == "All right values are equal: no R² or rank correlation."


@pytest.mark.slow
@pytest.mark.parametrize("clustered", [False, True])
def test_intervals_of_sets_and_rank_correlations_hold_the_truth(clustered):
    """95 of 100, within the error of the simulation; clusters are texts drawn twice."""
    random, runs, n, times = np.random.default_rng(11), 200, 100, 2 if clustered else 1
    every = np.array(list(product([False, True], repeat=3)))
    likely = np.array([[0.8 ** (g == p).sum() * 0.2 ** (g != p).sum() / 8 for p in every] for g in every])
    of_sets_f1 = [[2 * (g & p).sum() / max(1, g.sum() + p.sum()) for p in every] for g in every]
    truth = {"subset_accuracy": 0.8**3, "hamming_loss": 0.2, "f1": 0.8, "macro_f1": 0.8}
    truth["samples_f1"] = float((likely * of_sets_f1).sum())
    correlation = 6 / np.pi * np.arcsin(0.7 / 2)
    held = dict.fromkeys([*truth, "A − B f1", "spearman", "A − B spearman"], 0)
    for run in range(runs):
        _, columns = label_sets(random, n, (0.2, 0.2))
        repeated = {name: np.tile(cells, times) for name, cells in columns.columns.items()}
        cluster = {"cluster": np.tile(np.arange(n), times)} if clustered else {}
        found = metric_intervals(table(**repeated, **cluster), seed=run)
        for metric, value in truth.items():
            held[metric] += row(found, "A", metric).lower <= value <= row(found, "A", metric).upper
        held["A − B f1"] += row(found, "A − B", "f1").lower <= 0 <= row(found, "A − B", "f1").upper
        gold = random.normal(size=n)
        a, b = (0.7 * gold + np.sqrt(1 - 0.49) * random.normal(size=n) for _ in range(2))
        numbers = {"gold": gold, "predicted": a, "predicted_b": b}
        found = metric_intervals(
            table(**{name: np.tile(one, times) for name, one in numbers.items()}, **cluster), seed=run
        )
        for name, model, value in (("spearman", "A", correlation), ("A − B spearman", "A − B", 0)):
            one = row(found, model, "spearman")
            held[name] += one.lower <= value <= one.upper
    for name, hits in held.items():
        assert stats.binomtest(hits, runs, 0.95, alternative="less").pvalue > 1e-3, (name, hits / runs)
        assert hits < runs, name


def test_models_that_never_differ_may_differ_elsewhere_and_the_seed_decides_draws():
    columns = table(gold=GOLD, predicted=A, predicted_b=A)
    found = metric_intervals(columns)
    for one in found.rows:
        if one.model == "A − B":
            assert one.value == 0
            assert (one.lower, one.upper) == (None, None) or one.lower < 0 < one.upper
    assert {one.metric for one in found.rows if one.lower is None} == {"macro_f1"}
    assert metric_intervals(columns).rows == found.rows
    assert metric_intervals(columns, seed=1).rows != found.rows


def test_shares_of_units_count_as_many_items_as_have_their_spread():
    """A text that is copied, or weighs less, tells no more."""
    plain = row(metric_intervals(table(gold=GOLD, predicted=A)), "A", "f1")
    weighed = row(metric_intervals(table(gold=GOLD, predicted=A, weight=np.full(200, 0.25))), "A", "f1")
    copied = table(gold=np.repeat(GOLD, 3), predicted=np.repeat(A, 3), cluster=np.repeat(np.arange(200), 3))
    together = row(metric_intervals(copied), "A", "f1")
    assert (weighed.lower, weighed.upper) == pytest.approx((plain.lower, plain.upper))
    assert (together.lower, together.upper) == pytest.approx((plain.lower, plain.upper), abs=0.007)
    assert mx.inference.share_interval([0, 0], [0, 0]) == (0, 1)
    assert mx.inference.share_interval([4], [4]) == (0, 1)


@few(
    ("n", "copies", "likely", "rights", "alike", "runs"),
    1,
    [
        (50, 1, 0.1, (0.95, 0.005), 0.7, 60),
        (20, 1, 0.2, (0.8, 0.05), 0.7, 300),
        (20, 1, 0.3, (0.6, 0.1), 0, 600),
        (30, 3, 0.2, (0.9, 0.02), 0.7, 300),
        (120, 1, 0.4, (0.8, 0.2), 0.7, 300),
    ],
)
def test_95_of_100_intervals_hold_the_truth(n, copies, likely, rights, alike, runs):
    """Of a rare class that is found well, percentiles of draws held the truth in 52 of 100.

    Of two models that err apart, A - B of F1 in 90, as long as few draws made them seem alike.
    """
    random, held = np.random.default_rng(7), np.zeros(4)
    share = likely * rights[0]
    truth = {"accuracy": share + (1 - likely) * (1 - rights[1])}
    truth["f1"] = 2 * share / (share + (1 - likely) * rights[1] + likely)
    for run in range(runs):
        gold = random.random(n) < likely
        gold[0] |= not gold.any()
        same = random.random(n) < alike
        found = random.random((2, n)) < np.where(gold, *rights)
        sides = np.where([gold, found[0], np.where(same, *found)], "p", "n").repeat(copies, axis=1)
        columns = dict(zip(("gold", "predicted", "predicted_b"), sides, strict=True))
        intervals = metric_intervals(
            table(**columns, cluster=np.arange(n).repeat(copies)), seed=run, positive="p"
        )
        ends = [row(intervals, model, metric) for model in ("A", "A − B") for metric in truth]
        values = (*truth.values(), 0, 0)
        held += [one.lower <= value <= one.upper for one, value in zip(ends, values, strict=True)]
    for hits in held.tolist():
        assert stats.binomtest(int(hits), runs, 0.95, alternative="less").pvalue > 1e-3, held / runs


@pytest.mark.slow
def test_95_of_100_intervals_of_errors_hold_the_truth():
    """RMSE, of which few items decide: 92 of 100 by percentiles as wide as t of all items."""
    random, runs, held = np.random.default_rng(12), 600, 0
    for run in range(runs):
        gold, wrong = random.normal(size=(2, 20))
        one = row(metric_intervals(table(gold=gold, predicted=gold + wrong), seed=run), "A", "rmse")
        held += one.lower <= 1 <= one.upper
    assert stats.binomtest(held, runs, 0.95, alternative="less").pvalue > 1e-3, held / runs


def test_of_few_items_models_are_less_alike_than_their_draws():
    """Newcombe's interval by hand; of 10 items 1 - r has 10/9."""
    a, b = (np.array(list(side)) == "1" for side in ("1111111000", "1111100110"))
    found = metric_intervals(
        table(gold=["x"] * 10, predicted=np.where(a, "x", "y"), predicted_b=np.where(b, "x", "y"))
    )
    ((low_a, high_a), (low_b, high_b)), r = (
        (proportion_confint(k, 10, method="wilson") for k in (7, 7)),
        1 - (1 - np.corrcoef(a, b)[0, 1]) * 10 / 9,
    )

    def length(one, other):
        return sqrt(one**2 - 2 * r * one * other + other**2)

    one = row(found, "A − B", "accuracy")
    assert one.value == 0
    expected = -length(0.7 - low_a, high_b - 0.7), length(high_a - 0.7, 0.7 - low_b)
    assert (one.lower, one.upper) == pytest.approx(expected, abs=0.004)


@given(n=st.integers(2, 500), share=st.floats(0, 1), tail=st.floats(0.001, 0.4))
def test_few_units_that_decide_never_shorten_an_interval(n, share, tail):
    df = max(1.0, share * (n - 1))
    assert 0 <= mx.inference.expanded_tail(tail, n, df) <= mx.inference.expanded_tail(tail, n) + 1e-12


def test_what_is_wrong_is_one_sentence():
    with pytest.raises(InputError, match="Intervals need at least two rows, or two clusters"):
        metric_intervals(table(gold=["x", "y"], predicted=["x", "y"], cluster=["d", "d"]))
    with pytest.raises(InputError, match="`positive` must be one of x, y, z, found 'w'"):
        metric_intervals(table(gold=GOLD, predicted=A), positive="w")
    numbers = np.arange(60) / 7
    with pytest.raises(InputError, match="line 3: The predicted_b is 'nan'"):
        metric_intervals(
            table(gold=numbers, predicted=numbers, predicted_b=[*numbers[:2], float("nan"), *numbers[3:]])
        )
