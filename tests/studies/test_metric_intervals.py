"""Intervals of the metrics of a table: statsmodels, SciPy, clusters, and how often they hold the truth."""

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as theirs
from statsmodels.stats.proportion import proportion_confint

import mx2core as mx
from mx2core.errors import InputError
from mx2core.metrics import AnswerTable
from mx2core.studies import metric_intervals

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
        mx.inference.wilson_interval(1, 2, level=1.5)


def scipys(statistic, *data, groups=None):
    if groups is None:
        found = stats.bootstrap(
            data, statistic, paired=True, vectorized=False, method="percentile", n_resamples=2000, rng=1
        ).confidence_interval
        return found.low, found.high
    parts = [np.flatnonzero(groups == one) for one in np.unique(groups)]

    def drawn(numbers):
        items = np.concatenate([parts[k] for k in numbers])
        return statistic(*(one[items] for one in data))

    found = stats.bootstrap(
        (np.arange(len(parts)),), drawn, vectorized=False, method="percentile", n_resamples=2000, rng=1
    ).confidence_interval
    return found.low, found.high


def macro(gold, predicted):
    counts = theirs.multilabel_confusion_matrix(gold, predicted, labels=[0, 1, 2])
    tp, fp, fn = counts[:, 1, 1], counts[:, 0, 1], counts[:, 1, 0]
    return float(np.mean(2 * tp / (2 * tp + fp + fn)))


def test_others_and_differences_are_scipys_bootstrap():
    codes = {label: k for k, label in enumerate("xyz")}
    gold, a, b = (np.array([codes[one] for one in column]) for column in (GOLD, A, B))
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
    for metric, statistic in (
        ("mae", theirs.mean_absolute_error),
        ("rmse", theirs.root_mean_squared_error),
        ("r2", theirs.r2_score),
    ):
        one = row(found, "A", metric)
        assert one.value == pytest.approx(statistic(gold, predicted))
        expected = scipys(statistic, gold, predicted, groups=groups)
        assert (one.lower, one.upper) == pytest.approx(expected, rel=0.04)
    alone = metric_intervals(table(gold=gold, predicted=predicted))
    wide, narrow = (row(one, "A", "mae") for one in (found, alone))
    assert wide.upper - wide.lower > narrow.upper - narrow.lower


def test_a_model_does_not_differ_from_itself_and_the_seed_decides_the_rest():
    columns = table(gold=GOLD, predicted=A, predicted_b=A)
    found = metric_intervals(columns)
    for one in found.rows:
        if one.model == "A − B":
            assert (one.value, one.lower, one.upper) == (0, 0, 0)
    assert metric_intervals(columns).rows == found.rows
    assert metric_intervals(columns, seed=1).rows != found.rows


def test_95_of_100_intervals_hold_the_truth():
    random, held, runs = np.random.default_rng(7), np.zeros(3), 150
    for run in range(runs):
        gold = np.where(random.random(120) < 0.4, "p", "n")
        wrong = np.where(gold == "p", "n", "p")
        a, b = (np.where(random.random(120) < right, gold, wrong) for right in (0.8, 0.7))
        found = metric_intervals(table(gold=gold, predicted=a, predicted_b=b), seed=run, positive="p")
        truth = (
            (("A", "accuracy"), 0.8),
            (("A", "f1"), 2 * 0.32 / (0.32 + 0.12 + 0.4)),
            (("A − B", "accuracy"), 0.1),
        )
        held += [row(found, *of).lower <= value <= row(found, *of).upper for of, value in truth]
    for hits in held.tolist():
        assert stats.binomtest(int(hits), runs, 0.95).pvalue > 1e-3, held / runs


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
