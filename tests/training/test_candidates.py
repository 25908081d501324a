"""Candidates of a search over parameters: every pair, by scores of m×2 splits, in library and command."""

import numpy as np
import pandas as pd
import pytest
from sklearn import config_context
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV

import mx2core as mx
from mx2core.errors import ScoresError
from mx2core.training import compare_candidates

RNG = np.random.default_rng(0)
X = RNG.normal(size=(240, 6))
Y = (X[:, 0] + 0.8 * RNG.normal(size=240) > 0).astype(int)
GRID = {"C": [1e-4, 0.1, 10.0], "fit_intercept": [True, False]}


@pytest.fixture(scope="module")
def search():
    scoring = {"accuracy": "accuracy", "neg_log_loss": "neg_log_loss"}
    return GridSearchCV(LogisticRegression(), GRID, cv=mx.Mx2Split(m=5), scoring=scoring, refit=False).fit(
        X, Y
    )


def test_pairs_by_hand(search):
    """T = mean / (C_m s) from the split scores alone, and Holm's steps, written out."""
    found = search.cv_results_
    answers = compare_candidates(found, metric="neg_log_loss")
    assert len(answers) == 15
    names = [f"C={p['C']}, fit_intercept={p['fit_intercept']}" for p in found["params"]]
    scores = np.array([[found[f"split{k}_test_neg_log_loss"][i] for k in range(10)] for i in range(6)])
    p = []
    for answer in answers:
        a, b = names.index(answer.decision.a), names.index(answer.decision.b)
        differences = (scores[a] - scores[b]).reshape(5, 2)
        assert np.allclose(answer.decision.differences, differences)
        assert differences.mean() >= 0  # the leader is A, of a score where larger is better
        p.append(mx.mx2_t_test(differences, alternative="two-sided").pvalue)
        assert answer.pvalue == pytest.approx(p[-1])
    order, least = np.argsort(p), 0.0
    for rank, k in enumerate(order):
        least = max(least, min(1.0, (15 - rank) * p[k]))
        assert answers[k].adjusted == pytest.approx(least)
    assert {one.decision.sequential.comparisons for one in answers} == {15}


def test_a_table_and_a_file_give_the_same(printed, search, tmp_path):
    frame = pd.DataFrame(search.cv_results_)
    by_dict, by_frame = (compare_candidates(one, metric="accuracy") for one in (search.cv_results_, frame))
    assert [one.pvalue for one in by_dict] == [one.pvalue for one in by_frame]
    path = tmp_path / "search.csv"
    frame.to_csv(path, index=False)
    shown = printed("test", path, "--pairs", "--metric", "accuracy")
    assert "C=0.1, fit_intercept=True" in shown
    pair = ["--models", "C=10.0, fit_intercept=True", "C=0.0001, fit_intercept=True"]
    assert "“C=10.0, fit_intercept=True” is better" in printed(
        "test", path, "--metric", "neg_log_loss", *pair
    )


def test_groups_reach_the_splits_of_a_search():
    groups = np.arange(240) // 4
    with config_context(enable_metadata_routing=True):
        found = GridSearchCV(LogisticRegression(), {"C": [0.1, 1.0]}, cv=mx.Mx2Split(m=3)).fit(
            X, Y, groups=groups
        )
    expected = mx.Mx2Split(m=3).split(X, Y, groups)
    for k, (train, test) in enumerate(expected):
        score = LogisticRegression(C=0.1).fit(X[train], Y[train]).score(X[test], Y[test])
        assert found.cv_results_[f"split{k}_test_score"][0] == pytest.approx(score)


def test_what_is_no_search_is_refused():
    scores = {f"split{k}_test_score": [0.8, 0.7] for k in range(5)} | {"param_C": [1, 2]}
    with pytest.raises(ScoresError, match=r"has 5 splits. Use cv=Mx2Split\(m\)"):
        compare_candidates(scores)
    with pytest.raises(ScoresError, match="no test scores of splits"):
        compare_candidates({"mean_test_score": [0.8]})
    even = {f"split{k}_test_score": [0.8, 0.7] for k in range(6)}
    with pytest.raises(ScoresError, match="appears twice"):
        compare_candidates(even | {"param_C": [1, 1]})
    with pytest.raises(ScoresError, match="two models"):
        compare_candidates({name: column[:1] for name, column in even.items()} | {"param_C": [1]})
    with pytest.raises(ScoresError, match="Empty scores: 1"):
        compare_candidates(even | {"param_C": [1, 2], "split0_test_score": [float("nan"), 0.5]})
