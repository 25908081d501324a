"""Numbers, rankings and texts: scikit-learn, mlxtend-like plain formulas and sacrebleu as oracles."""

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.errors import ScoresError
from mx2core.metrics import ranking_scores, regression_scores, text_scores


@given(st.lists(st.tuples(st.floats(1, 9), st.floats(-9, 9)), min_size=2, max_size=20))
def test_regression_is_the_textbooks(items):
    gold, predicted = np.array(items).T
    found = regression_scores(gold, predicted)
    errors = predicted - gold
    assert found["mae"] == pytest.approx(np.abs(errors).mean())
    assert found["mse"] == pytest.approx((errors**2).mean())
    assert found["rmse"] == pytest.approx(np.sqrt((errors**2).mean()))
    assert found["mape"] == pytest.approx(np.abs(errors / gold).mean())
    spread = ((gold - gold.mean()) ** 2).sum()
    if spread > 1e-6:
        assert found["r2"] == pytest.approx(1 - (errors**2).sum() / spread)


def test_rankings_by_hand():
    relevance = [np.array([1.0, 0, 0, 1]), np.array([0.0, 2, 1]), np.array([0.0, 0])]
    scores = [np.array([0.9, 0.8, 0.7, 0.6]), np.array([3.0, 2.0, 1.0]), np.array([1.0, 2.0])]
    found = ranking_scores(relevance, scores)
    assert found["map"] == pytest.approx(((1 + 2 / 4) / 2 + (1 / 2 + 2 / 3) / 2) / 2)
    assert found["mrr"] == pytest.approx((1 + 1 / 2) / 2)
    first = (1 + 1 / np.log2(5)) / (1 + 1 / np.log2(3))
    second = (2 / np.log2(3) + 1 / 2) / (2 + 1 / np.log2(3))
    assert found["ndcg"] == pytest.approx((first + second) / 2)


def test_equal_scores_count_as_the_worst_order():
    assert ranking_scores([np.array([1.0, 0, 0])], [np.zeros(3)])["mrr"] == pytest.approx(1 / 3)


def test_bleu_is_sacrebleus():
    sacrebleu = pytest.importorskip("sacrebleu")
    references = ["the cat sat on the mat", "it is raining today , is it not"]
    predicted = ["the cat sat on a mat", "it rains today , is it not"]
    found = text_scores(references, predicted)
    assert found["bleu"] == pytest.approx(sacrebleu.corpus_bleu(predicted, [references]).score / 100)
    assert found["recall"] == pytest.approx((5 + 6) / (6 + 8))
    chinese = text_scores(["今天天气很好"], ["今天的天气好"], tokenize="zh")
    assert 0 < chinese["bleu"] < 1
    assert chinese["recall"] == pytest.approx(5 / 6)


def test_what_cannot_be_scored(monkeypatch):
    with pytest.raises(ScoresError, match="found 1 and 1"):
        regression_scores(np.ones(1), np.ones(1))
    with pytest.raises(ScoresError, match="No query has two candidates"):
        ranking_scores([np.zeros(3)], [np.ones(3)])
    monkeypatch.setitem(sys.modules, "sacrebleu.metrics.bleu", None)
    with pytest.raises(ScoresError, match="BLEU needs the package sacrebleu"):
        text_scores(["a"], ["a"])
