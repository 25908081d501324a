"""Mx2Split among scikit-learn's own tools."""

import warnings

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_array
from sklearn import config_context
from sklearn.base import clone
from sklearn.datasets import make_classification
from sklearn.dummy import DummyClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.naive_bayes import GaussianNB
from sklearn.preprocessing import LabelBinarizer

import mx2core as mx
from mx2core.errors import DesignError, InputError
from mx2core.partition import (
    BalancedKFold,
    Mx2Split,
    block_partitions,
    expected,
    floor,
    regularized_partitions,
    stratified_block_partitions,
)

METHODS = ["random", "block", "stratified_block", "balanced", "centered", "floor", "thresholds"]
X, Y = make_classification(120, n_classes=4, n_informative=6, random_state=0)


def bounded(method, c):
    """Settings of a method; only one of them takes a bound."""
    return {"method": method} | ({"thresholds": c} if method == "thresholds" else {})


@settings(deadline=None, max_examples=20)
@given(n=st.integers(8, 60), m=st.integers(1, 6), seed=st.integers(0, 999), method=st.sampled_from(METHODS))
def test_second_split_swaps_the_first(n, m, seed, method):
    y = np.arange(n) % 3
    if method in METHODS[2:]:
        m = min(m, n // 2)
    splitter = Mx2Split(m, **bounded(method, 20.0), random_state=seed)
    splits = list(splitter.split(np.zeros(n), y))
    assert len(splits) == splitter.get_n_splits() == 2 * m
    for (train, test), (train2, test2) in zip(splits[::2], splits[1::2], strict=True):
        assert np.array_equal(train, test2)
        assert np.array_equal(test, train2)
        assert abs(len(train) - len(test)) <= 1
        assert np.array_equal(np.sort(np.concatenate([train, test])), np.arange(n))


@pytest.mark.parametrize("method", METHODS)
def test_it_serves_scikit_learn(method):
    splitter = Mx2Split(4, **bounded(method, 0.5), random_state=3)
    again = clone(splitter)
    assert again.get_params() == splitter.get_params()
    assert "m=4" in repr(splitter)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        scores = cross_val_score(GaussianNB(), X, Y, cv=splitter)
        assert scores.shape == (8,)
        search = GridSearchCV(GaussianNB(), {"var_smoothing": [1e-9, 1e-3]}, cv=splitter).fit(X, Y)
        assert search.n_splits_ == 8
        clone(search)


@pytest.mark.parametrize("method", METHODS)
def test_two_models_meet_the_same_splits(method):
    splitter = Mx2Split(3, **bounded(method, 0.5))
    ours = [
        cross_validate(GaussianNB(), X, Y, cv=cv, return_indices=True)["indices"]
        for cv in (splitter, clone(splitter))
    ]
    for one, other in zip(ours[0]["train"], ours[1]["train"], strict=True):
        assert np.array_equal(one, other)


def test_splits_are_those_of_the_functions():
    one_hot = np.eye(4, dtype=int)[Y]
    made = Mx2Split(4, method="floor", random_state=7).partitions(X, Y)
    assert np.array_equal(made.masks, regularized_partitions([one_hot], 4, 7, "floor").masks)
    assert np.array_equal(Mx2Split(4, random_state=7).partitions(X).masks, block_partitions(120, 4, 7).masks)
    assert Mx2Split(30).partitions(X).m == 30  # block designs beyond the usual 20
    assert made.divergence(one_hot) == pytest.approx(np.full(4, floor(one_hot)))
    assert Mx2Split(25, method="floor").partitions(X, Y).m == 25  # and floor sets
    dealt = Mx2Split(4, method="stratified_block", random_state=7).partitions(X, Y)
    assert np.array_equal(dealt.masks, stratified_block_partitions(one_hot, 4, seed=7).masks)
    within = Mx2Split(4, method="thresholds", thresholds=[(0.3, 0.5)]).partitions(X, Y)
    values = within.divergence(one_hot)
    assert ((values >= 0.3) & (values <= 0.5)).all()


def test_labels_may_be_classes_counts_or_tag_sequences():
    rng = np.random.default_rng(0)
    table = rng.integers(0, 3, (60, 4))
    for y in (table, csr_array(table)):
        made = Mx2Split(2, method="centered").partitions(np.zeros(60), y)
        assert np.abs(made.divergence(table) - expected(table)).max() < 0.1
    tags = [["B-A", "I-A", "O", "B-B"] if i % 3 else ["O", "B-B", "I-B"] for i in range(60)]
    chunks = np.array([[1, 1] if i % 3 else [0, 1] for i in range(60)])
    made = Mx2Split(2, method="floor").partitions(tags, tags)
    assert np.array_equal(made.masks, regularized_partitions([chunks], 2, target="floor").masks)
    words = [["the", "cat"], ["a", "dog"], ["a", "cat"]] * 10
    assert Mx2Split(2, method="floor").partitions(words, words).m == 2
    column = Mx2Split(2, method="floor").partitions(X, Y[:, None])
    assert np.array_equal(column.masks, Mx2Split(2, method="floor").partitions(X, Y).masks)
    names = np.array(["a", "b", "c", "d"])[Y]
    assert np.array_equal(column.masks, Mx2Split(2, method="floor").partitions(X, names).masks)


def test_counts_of_the_splitter_come_before_y():
    rng = np.random.default_rng(1)
    two = [rng.integers(0, 2, (120, 3)), csr_array(np.eye(4, dtype=int)[Y])]
    made = Mx2Split(3, method="balanced", counts=two).partitions(X, y=None)
    assert np.array_equal(made.masks, regularized_partitions(two, 3, target="balanced").masks)
    one = Mx2Split(3, method="balanced", counts=two[0]).partitions(X, Y)
    assert np.array_equal(one.masks, regularized_partitions(two[:1], 3, target="balanced").masks)


@pytest.mark.parametrize("method", METHODS)
def test_groups_stay_together(method):
    groups = np.repeat(np.arange(30)[::-1], 4)
    splitter = Mx2Split(3, **bounded(method, 2.0))
    for train, test in splitter.split(X, Y, groups):
        assert not set(groups[train]) & set(groups[test])
        assert len(set(groups[train])) == 15
    if method == "floor":
        counts = np.array([np.bincount(Y[groups == g], minlength=4) for g in dict.fromkeys(groups)])
        masks = regularized_partitions([counts], 3, target="floor").masks
        assert np.array_equal(splitter.partitions(X, Y, groups).masks, np.repeat(masks, 4, axis=1))


@pytest.mark.parametrize(
    ("settings", "data", "message"),
    [
        ({"method": "stratified"}, {}, "`method` must be one of"),
        ({"method": "floor"}, {"y": None}, "Labels are missing"),
        ({"method": "stratified_block"}, {"y": None}, "Labels are missing"),
        ({"method": "thresholds"}, {}, "`thresholds` goes with"),
        ({"thresholds": 0.5}, {}, "`thresholds` goes with"),
        ({"method": "thresholds", "thresholds": 0.0001}, {}, "below its floor"),
        ({"method": "floor"}, {"y": Y[:5]}, "5 entries for 120"),
        ({"method": "floor"}, {"y": X[:, 0]}, "fractions"),
        ({"method": "floor"}, {"y": X}, "not a whole number"),
        ({"method": "floor", "counts": np.ones((5, 2), int)}, {}, "must have shape"),
        ({"method": "floor", "m": 61}, {}, "at most 60 partitions"),
        ({"m": 0}, {}, "`m` must"),
        ({"random_state": "7"}, {}, "`seed` must"),
        ({}, {"groups": np.arange(120) // 70}, "Group 0 has 70 of 120"),
        ({}, {"groups": np.arange(5)}, "`groups` must have shape"),
    ],
)
def test_what_cannot_be_split_is_said(settings, data, message):
    with pytest.raises(InputError, match=message):
        list(Mx2Split(**settings).split(X, **({"y": Y} | data)))


@pytest.mark.parametrize("splitter", [Mx2Split(2), BalancedKFold(3)])
@pytest.mark.parametrize("generator", [None, np.random.RandomState(3), np.random.default_rng(3)])
def test_a_generator_draws_a_seed_and_says_which(splitter, generator):
    folds = list(splitter.set_params(random_state=generator).split(X, Y))
    again = list(clone(splitter).set_params(random_state=splitter.seed_).split(X, Y))
    for (train, test), (train_again, test_again) in zip(folds, again, strict=True):
        assert np.array_equal(train, train_again)
        assert np.array_equal(test, test_again)
    first = splitter.seed_
    next(splitter.split(X, Y))
    assert splitter.seed_ != first


@pytest.mark.parametrize("splitter", [Mx2Split(2), BalancedKFold(3)])
def test_groups_are_routed_without_a_request(splitter):
    groups = np.arange(120) // 5
    with config_context(enable_metadata_routing=True):
        done = cross_validate(
            DummyClassifier(), X, Y, cv=splitter, params={"groups": groups}, return_indices=True
        )
    for train, test in zip(done["indices"]["train"], done["indices"]["test"], strict=True):
        assert not set(groups[train]) & set(groups[test])


def test_more_block_partitions_than_can_be_searched_for_are_refused_at_once():
    with pytest.raises(DesignError, match="m=5000 block partitions take too long"):
        next(Mx2Split(5000).split(np.zeros((60, 1))))


# Labels are taken as they are: in lists, arrays, columns of data frames, and tags of sequences.
FRAMES = ["buy", "sell", "give", "buy", "buy", "sell"] * 20
LENGTHS = [3, 1, 2, 2, 1, 1] * 20
ONE_HOT = LabelBinarizer().fit_transform(FRAMES)


def divergences(counts):
    return mx.random_divergences(counts, 200, seed=4)


@pytest.mark.parametrize(
    "labels",
    [
        FRAMES,
        np.array(FRAMES),
        np.array(FRAMES, dtype=object),
        pd.Series(FRAMES),
        pd.Series(FRAMES, dtype="category"),
        [["buy", "sell", "give"].index(frame) for frame in FRAMES],
    ],
    ids=["list", "array", "objects", "column", "category", "numbers"],
)
def test_labels_are_their_own_counts(labels):
    values = divergences(labels)
    assert values.shape == (200,)
    np.testing.assert_allclose(values, divergences(ONE_HOT), rtol=1e-12)


def test_a_frame_or_a_list_holds_several_attributes():
    frame = pd.DataFrame({"frame": FRAMES, "length": LENGTHS})
    values = divergences(frame)
    assert values.shape == (200, 2)
    assert np.array_equal(values, divergences([FRAMES, LENGTHS]))
    assert np.array_equal(values[:, 1], divergences(frame["length"]))
    assert divergences(frame[["frame"]]).shape == (200, 1)


def test_tags_count_their_chunks():
    tags = [["B-PER", "I-PER", "O"], ["O", "B-LOC", "B-PER"], ["O"], ["B-LOC", "O"]] * 10
    chunks = np.array([[0, 1], [1, 1], [0, 0], [1, 0]] * 10)  # LOC, PER
    assert np.array_equal(divergences([tags, tags]), divergences([chunks, chunks]))


def test_labels_are_taken_wherever_counts_are():
    frame = pd.DataFrame({"frame": FRAMES, "length": LENGTHS})
    tables = [ONE_HOT, LabelBinarizer().fit_transform(LENGTHS)]
    from_labels, from_counts = (mx.regularized_partitions(given, 3, seed=2) for given in (frame, tables))
    assert np.array_equal(from_labels.masks, from_counts.masks)
    assert np.array_equal(mx.divergence(from_labels.masks, FRAMES), mx.divergence(from_labels.masks, ONE_HOT))
    assert mx.partitions.floor(frame["frame"]) == mx.partitions.floor(ONE_HOT)
    mask = from_labels.masks[0]
    judged = [mx.partitions.judge_parts(mask, given, n_random=500) for given in (frame, tables)]
    assert [each.mean.value for each in judged[0]] == [each.mean.value for each in judged[1]]
