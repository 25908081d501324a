"""Two estimators to one answer, against scikit-learn's own loop."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
import sklearn
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.dummy import DummyClassifier, DummyRegressor
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.metrics import mean_absolute_error
from sklearn.model_selection import cross_val_score
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline

import mx2core as mx
from mx2core.errors import InputError, ScoresError
from mx2core.inference import out_of_fold_t_test

RNG = np.random.default_rng(0)
N = 120
X = RNG.normal(size=(N, 3))
Y = (X[:, 0] + RNG.normal(size=N) > 0).astype(int)
NUMBERS = X[:, 0] + RNG.normal(size=N)
GROUPS = np.repeat(np.arange(N // 4), 4)


def test_pipelines_of_texts_to_an_answer():
    fields = mx.sample("intents_en").sentences.fields
    texts, labels = list(fields["text"][:300]), list(fields["label"][:300])
    pipelines = make_pipeline(CountVectorizer(), MultinomialNB()), DummyClassifier()
    assert mx.compare_estimators(*pipelines, texts, labels, m=3).answer == "A better"


@pytest.mark.parametrize("metric", ["accuracy", "macro_f1"])
def test_scores_are_those_of_cross_val_score(metric):
    models = LogisticRegression(), DummyClassifier(strategy="stratified", random_state=0)
    decision = mx.compare_estimators(*models, X, Y, m=3, metric=metric)
    scoring = "accuracy" if metric == "accuracy" else "f1_macro"
    a, b = (cross_val_score(model, X, Y, cv=mx.Mx2Split(m=3), scoring=scoring) for model in models)
    assert decision.test.mean == pytest.approx((a - b).mean(), abs=0.03 if metric != "accuracy" else 1e-12)


def test_numbers_are_compared_by_absolute_error():
    decision = mx.compare_estimators(LinearRegression(), DummyRegressor(), X, NUMBERS, m=3)
    assert (decision.metric, decision.answer) == ("mae", "A better")
    p = mx.Mx2Split(m=3).partitions(X, NUMBERS)
    made = [
        mx.training.cross_val_predict(one, X, NUMBERS, partitions=p).values
        for one in (LinearRegression(), DummyRegressor())
    ]
    ahead = np.abs(made[1] - NUMBERS) - np.abs(made[0] - NUMBERS)
    plain = out_of_fold_t_test(ahead, p.masks, alternative="two-sided")
    assert decision.test.mean == pytest.approx(plain.mean, abs=1e-9)
    assert decision.test.pvalue == pytest.approx(plain.pvalue, abs=1e-9)


@pytest.mark.parametrize(
    "given",
    [X, X.tolist(), csr_matrix(np.abs(X)), pd.DataFrame(X, columns=list("abc"))],
    ids=["array", "list", "sparse", "frame"],
)
def test_predictions_are_those_of_a_plain_loop(given):
    p = mx.block_partitions(N, 2)
    made = mx.training.cross_val_predict(LogisticRegression(), given, Y, partitions=p)
    assert (made.masks == p.masks).all()
    array = given.toarray() if hasattr(given, "toarray") else np.asarray(given)
    for number, (train, test) in enumerate(p.folds()):
        expected = LogisticRegression().fit(array[train], Y[train]).predict(array[test])
        assert (made.values[number // 2, test] == expected).all()


def test_groups_stay_whole_and_depend_on_each_other():
    models = LogisticRegression(), DummyClassifier()
    decision = mx.compare_estimators(*models, X, Y, groups=GROUPS, m=3)
    assert decision.question.clusters == tuple(map(str, GROUPS))
    assert (
        decision.masks.reshape(3, -1, 4).min(axis=2) == decision.masks.reshape(3, -1, 4).max(axis=2)
    ).all()


class Grouped(ClassifierMixin, BaseEstimator):
    """Remembers the groups that it was fitted with."""

    seen = ()

    def fit(self, X, y, groups=None):
        type(self).seen = (*type(self).seen, groups)
        self.most = np.bincount(y).argmax()
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.full(len(X), self.most)


def test_groups_reach_an_estimator_that_requests_them():
    with sklearn.config_context(enable_metadata_routing=True):
        Grouped.seen = ()
        asks = Grouped().set_fit_request(groups=True)
        mx.compare_estimators(asks, DummyClassifier(), X, Y, groups=GROUPS, m=2)
        assert all(set(one) <= set(GROUPS) and len(one) == N // 2 for one in Grouped.seen)
        Grouped.seen = ()
        mx.compare_estimators(
            Grouped().set_fit_request(groups=False), DummyClassifier(), X, Y, groups=GROUPS, m=2
        )
        assert set(Grouped.seen) == {None}


def test_equivalence_and_determinism():
    ask = {"m": 5, "margin": 0.3, "random_state": 3}
    one, two = (
        mx.compare_estimators(LogisticRegression(), LogisticRegression(C=0.02), X, Y, **ask) for _ in "ab"
    )
    assert one.answer == "equivalent"
    assert one.test.pvalue == two.test.pvalue


def test_classes_may_be_strings_numbers_or_truth_values():
    models = LogisticRegression(), DummyClassifier()
    p = {
        mx.compare_estimators(*models, X, y, m=2).test.pvalue
        for y in (Y, Y.astype(bool), np.where(Y, "yes", "no"), Y.astype(float), (Y + 1).tolist())
    }
    assert len(p) == 1


class Modifying(LogisticRegression):
    def __init__(self, some=1):
        self.some = [some]
        super().__init__()


class Uneven(Grouped):
    def predict(self, X):
        return [0]


@pytest.mark.parametrize(
    ("a", "y", "message"),
    [
        (LinearRegression(), Y, "regressor"),
        (object(), Y, "object is not a scikit-learn estimator"),
        (Uneven(), Y, r"Uneven predicted an array of shape \(1,\)"),
        (LogisticRegression(), np.zeros(N), "nothing to predict"),
        (LogisticRegression(), [None, *Y[1:].tolist()], "Sample 0 has no target"),
        (LogisticRegression(), [float("nan"), *Y[1:].tolist()], "Sample 0 has no target"),
        (LogisticRegression(), np.ones((N, 2)), "must have shape"),
        (Modifying(), Y, "Modifying could not be cloned, fitted or asked"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(a, y, message):
    with pytest.raises(ScoresError, match=message):
        mx.compare_estimators(a, DummyClassifier(), X, y, m=2)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (np.full(N, 2.5), "All targets are 2.5: nothing to predict"),
        ([float("nan"), *range(1, N)], "Sample 0 has no target"),
        ([float("inf"), *range(1, N)], r"`y\[0\]` is missing or not finite"),
        (["cheap", "dear"] * (N // 2), "Regressors need numbers as targets; found 'cheap'"),
    ],
)
def test_targets_that_are_no_numbers_are_refused_in_a_sentence(y, message):
    with pytest.raises(ScoresError, match=message):
        mx.compare_estimators(LinearRegression(), DummyRegressor(), X, y, m=2)


def test_partitions_of_other_samples_are_refused():
    with pytest.raises(InputError, match="8 units"):
        mx.training.cross_val_predict(LogisticRegression(), X, Y, partitions=mx.block_partitions(8, 2))


def test_error_of_means_agrees_with_sklearn():
    p = mx.block_partitions(N, 2)
    made = mx.training.cross_val_predict(LinearRegression(), X, NUMBERS, partitions=p).values
    scores = -cross_val_score(LinearRegression(), X, NUMBERS, cv=p.folds(), scoring="neg_mean_absolute_error")
    halves = [
        mean_absolute_error(NUMBERS[test], made[k // 2, test]) for k, (_train, test) in enumerate(p.folds())
    ]
    assert np.allclose(scores, halves)
