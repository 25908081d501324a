"""BalancedKFold among scikit-learn's own tools."""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.linear_model import Ridge
from sklearn.model_selection import (
    GridSearchCV,
    KFold,
    StratifiedGroupKFold,
    StratifiedKFold,
    cross_val_score,
)
from sklearn.naive_bayes import GaussianNB

from mx2core.errors import DesignError, InputError
from mx2core.partition import BalancedKFold, Mx2Split, judge_parts, number_ranges

X, Y = make_classification(120, n_classes=4, n_informative=6, random_state=0)


@settings(deadline=None, max_examples=15)
@given(data=st.data(), n=st.integers(20, 80), seed=st.integers(0, 999), k=st.integers(2, 5))
def test_every_sample_is_validated_once_and_groups_are_never_cut(data, n, seed, k):
    groups = np.array(data.draw(st.lists(st.integers(0, 12), min_size=n, max_size=n)))
    groups[:k] = 20 + np.arange(k)  # as many groups as folds
    splitter = BalancedKFold(k, random_state=seed, target=data.draw(st.sampled_from(["typical", "alike"])))
    folds = list(splitter.split(np.zeros(n), np.arange(n) % 3, groups))
    assert len(folds) == splitter.get_n_splits() == k
    assert np.array_equal(np.sort(np.concatenate([test for _, test in folds])), np.arange(n))
    for train, test in folds:
        assert not set(groups[train].tolist()) & set(groups[test].tolist())
        assert len(train) + len(test) == n
        assert abs(len(test) - n / k) < np.unique(groups, return_counts=True)[1].max() + 1


def test_without_groups_sizes_differ_by_one_sample():
    sizes = [len(test) for _, test in BalancedKFold(7).split(X, Y)]
    assert max(sizes) - min(sizes) == 1
    assert sum(sizes) == 120


def test_it_serves_scikit_learn():
    splitter = BalancedKFold(4, random_state=3)
    assert clone(splitter).get_params() == splitter.get_params()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert cross_val_score(GaussianNB(), X, Y, cv=splitter).shape == (4,)
        search = GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}, cv=splitter).fit(X, Y)
    assert search.n_splits_ == 4
    clone(search)


def test_labels_and_lengths_are_looked_at_together():
    lengths = np.sort(np.random.default_rng(0).integers(1, 60, 120))
    folds = BalancedKFold(5, lengths=lengths, target="alike").parts(X, Y)
    assert (folds.divergence < folds.expected / 4).all()
    labels, fifths = judge_parts(folds.of_unit, [Y, np.arange(120) // 24], n_random=200)
    assert max(labels.mean.percentile, fifths.mean.percentile) < 0.05


def test_groups_of_many_sizes_are_spread_better_than_by_stratified_group_kfold():
    rng = np.random.default_rng(5)
    groups = np.repeat(np.arange(60), rng.integers(1, 12, 60))
    y = (rng.integers(0, 6, 60)[groups] + (rng.random(len(groups)) < 0.3)) % 6
    ours = BalancedKFold(5, target="alike").parts(y, y, groups).of_unit
    theirs = np.empty(len(y), int)
    for fold, (_, test) in enumerate(StratifiedGroupKFold(5).split(y, y, groups)):
        theirs[test] = fold
    (one,), (other,) = (judge_parts(of, [y], n_random=10) for of in (ours, theirs))
    assert one.mean.value < other.mean.value
    assert np.ptp(np.bincount(ours)) <= np.ptp(np.bincount(theirs))


@pytest.mark.parametrize(
    ("options", "y", "groups", "says"),
    [
        ({"n_splits": 1}, Y, None, "n_splits"),
        ({"n_splits": 2.5}, Y, None, "n_splits"),
        ({"n_splits": 121}, Y, None, "121 folds need at least 121 units, found 120"),
        ({}, Y, [*range(119), None], "missing in row 119"),
        ({}, Y, np.array([np.nan, *range(119)]), "missing in row 0"),
        ({}, None, None, "pass y"),
        ({}, Y, [0] * 120, "5 parts need as many groups"),
        ({}, Y, [0], "`groups` must have shape"),
        ({"lengths": [1]}, Y, None, "`lengths`"),
        ({"target": "best"}, Y, None, "typical"),
    ],
)
def test_what_cannot_be_folded_is_refused(options, y, groups, says):
    with pytest.raises(DesignError, match=says):
        list(BalancedKFold(**options).split(X, y, groups))


def test_typical_folds_differ_at_most_as_random_ones_do_on_average():
    y = np.arange(90) % 9
    mean = 4 * 8 / 9 * 90 / 89  # (K - 1) (J - 1) / J n / (n - 1)
    for seed in range(25):
        folds = BalancedKFold(5, random_state=seed).parts(y, y)
        assert folds.expected[0] == pytest.approx(mean)
        assert folds.divergence[0] <= mean + 1e-12


NUMBERS = np.random.default_rng(2).lognormal(3, 1, 120)


@pytest.mark.parametrize("widths", [False, True])
def test_ranges_of_a_numeric_target_are_balanced_like_classes(widths):
    pandas = pytest.importorskip("pandas")
    strata = number_ranges(NUMBERS, 4, widths=widths)
    cut = pandas.cut(NUMBERS, 4, labels=False) if widths else pandas.qcut(NUMBERS, 4, labels=False)
    assert strata.tolist() == np.unique(cut, return_inverse=True)[1].tolist()
    folds = BalancedKFold(5, target="alike").parts(X, strata)
    plain = KFold(5, shuffle=True, random_state=0)
    of_unit = np.zeros(120, np.int64)
    for fold, (_, test) in enumerate(plain.split(X)):
        of_unit[test] = fold
    own, random = (judge_parts(one, [strata], n_random=50)[0] for one in (folds.of_unit, of_unit))
    assert own.mean.value < random.mean.value
    assert own.mean.percentile < 0.1
    if not widths:
        counts = [np.bincount(strata[folds.of_unit == fold], minlength=4) for fold in range(5)]
        assert np.ptp(counts) <= 1


@pytest.mark.parametrize(
    "splitter",
    [
        BalancedKFold(4, counts=number_ranges(NUMBERS)),
        Mx2Split(2, method="stratified_block", counts=number_ranges(NUMBERS)),
        Mx2Split(2, method="centered", counts=number_ranges(NUMBERS, widths=True)),
    ],
)
def test_a_search_over_regressors_takes_the_ranges_as_counts(splitter):
    search = GridSearchCV(Ridge(), {"alpha": [1, 10]}, cv=splitter).fit(X, NUMBERS)
    assert search.n_splits_ == 4
    assert cross_val_score(Ridge(), X, NUMBERS, cv=splitter).shape == (4,)


def test_scikit_learns_own_splitter_takes_them():
    assert len(list(StratifiedKFold(4).split(X, number_ranges(NUMBERS)))) == 4


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=50), st.integers(2, 6), st.booleans())
def test_ranges_ascend_with_the_numbers_and_none_is_empty(numbers, k, widths):
    k = min(k, len(numbers))
    codes = number_ranges(numbers, k, widths=widths)
    order = np.argsort(numbers, kind="stable")
    assert (np.diff(codes[order]) >= 0).all()
    assert sorted(set(codes.tolist())) == list(range(int(codes.max()) + 1))
    assert codes.max() < k


def test_what_is_no_number_is_named():
    with pytest.raises(InputError, match=r"`numbers\[1\]` is missing or not finite"):
        number_ranges([1.0, float("nan"), 2.0])
    with pytest.raises(InputError, match=r"`n_ranges` must lie in \[2, 3\], found 5"):
        number_ranges([1.0, 2.0, 4.0])
    with pytest.raises(InputError, match=r"`y` holds fractions; cut them with `mx.partitions.number_ranges`"):
        list(BalancedKFold(2).split(X, NUMBERS))
