"""Numbers, rankings and texts: the worked numbers of the notes, scikit-learn and sacrebleu as oracles."""

import sys

import numpy as np
import pytest

from mx2core.errors import MissingPackageError, ScoresError
from mx2core.metrics import ranking_scores, regression_scores, text_scores


def test_a_relative_error_of_zero_is_a_sentence_and_the_rest_can_be_had():
    with pytest.raises(ScoresError, match=r"1 of 3 right values are 0.*mae, mse, rmse, r2"):
        regression_scores([0, 2, 4], [1, 2, 4])
    found = regression_scores([0, 2, 4], [1, 2, 4], metrics=("mae", "r2"))
    assert found == {"mae": pytest.approx(1 / 3), "r2": pytest.approx(0.875)}
    # Negative right values have relative errors too.
    assert regression_scores([-2, -2], [-1, -3], metrics=["mre"]) == {"mre": 0.5}


def test_a_query_without_a_relevant_candidate_counts():
    relevance, scores = [[0, 0, 1], [0, 0]], [[3, 2, 1], [2, 1]]
    found = ranking_scores(relevance, scores)
    assert found["mrr"] == pytest.approx(0.167, abs=5e-4)
    assert found["map"] == pytest.approx(1 / 6)
    assert found["ndcg"] == pytest.approx(1 / np.log2(4) / 2)
    assert ranking_scores([[0, 0]], [[2, 1]]) == dict.fromkeys(found, 0.0)
    assert ranking_scores([[2]], [[0.3]], metrics=["map", "mrr", "ndcg"]) == {
        "map": 1.0,
        "mrr": 1.0,
        "ndcg": 1.0,
    }


def test_rankings_by_hand():
    relevance = [[1, 0, 0, 1], [0, 2, 1]]
    scores = [[0.9, 0.8, 0.7, 0.6], [3, 2, 1]]
    found = ranking_scores(relevance, scores)
    assert found["map"] == pytest.approx(((1 + 2 / 4) / 2 + (1 / 2 + 2 / 3) / 2) / 2)
    assert found["mrr"] == pytest.approx((1 + 1 / 2) / 2)
    assert found["cg"] == pytest.approx((2 + 3) / 2)


def test_equal_scores_count_as_the_worst_order():
    assert ranking_scores([[1, 0, 0]], [np.zeros(3)])["mrr"] == pytest.approx(1 / 3)


@pytest.mark.parametrize("text", ["今天天气很好,我们去公园", "今日はとても良い天気です", "วันนี้อากาศดีมาก"])
def test_texts_without_spaces_need_a_tokenizer(text):
    pytest.importorskip("sacrebleu")
    with pytest.raises(ScoresError, match=r"without spaces.*zh for Chinese, char"):
        text_scores([text], [text])
    for tokenize in ("char", "13a"):  # named, so it is meant
        assert text_scores([text], [text], tokenize=tokenize)["recall"] == 1


def test_texts_cut_into_words_or_with_a_quotation_need_none():
    pytest.importorskip("sacrebleu")
    words = "今天 天气 很 好 , 我们 去 颐和园 公园 散步 吧"
    assert text_scores([words], [words])["bleu"] == pytest.approx(1)
    quoting = "the sign on the old wooden door of the second house to the left says 闲人免进"
    assert text_scores([quoting], [quoting])["bleu"] == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (([1.0], [1.0]), "found 1 and 1"),
        (([], []), "found 0 and 0"),
        (([1.0, 2.0], [1.0]), "found 2 and 1"),
        (([1.0, 2.0], [1.0, np.nan]), "`predicted` is not a number at item 2"),
        (([np.inf, 2.0], [1.0, 2.0]), "`gold` is not a number at item 1"),
        (([1.0, 2.0], [1.0, 2.0], {"metrics": ["mae", "mdae"]}), "one of mae, .*, found 'mdae'"),
    ],
)
def test_numbers_that_cannot_be_scored(arguments, says):
    with pytest.raises(ScoresError, match=says):
        regression_scores(*arguments[:2], **dict(*arguments[2:]))


MAP = {"metrics": ["map"]}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (([], []), "of equal queries; found 0, 0 and 0"),
        (([[1]], []), "found 1, 0 and 1"),
        (([[1]], [[1]], MAP | {"n_relevant": [1, 2]}), "found 1, 1 and 2"),
        (([[1], []], [[1], []]), "Query 2 has 0 relevances and 0 scores"),
        (([[1, 0]], [[1]]), "Query 1 has 2 relevances and 1 scores"),
        (([[1, -1]], [[1, 2]]), "Query 1 has .* negative relevance"),
        (([[1, np.nan]], [[1, 2]]), "Query 1 has a missing score"),
        (([[1, 0]], [[np.inf, 2]]), "Query 1 has a missing score"),
        (([[1, 1]], [[1, 2]], MAP | {"n_relevant": [1]}), "Query 1 needs .* from 2; found 1"),
        (([[0, 0]], [[1, 2]], MAP | {"n_relevant": [0]}), "Query 1 needs .* from 1; found 0"),
        (([[0, 0]], [[1, 2]], MAP | {"n_relevant": [1.5], "names": ["q7"]}), "Query q7 .* found 1.5"),
        (([[2000, 0]], [[1, 2]]), "overflows at 2000"),
        (([[1]], [[1]], {"metrics": ["ndcg@0"]}), "found 'ndcg@0'"),
    ],
)
def test_rankings_that_cannot_be_scored(arguments, says):
    with pytest.raises(ScoresError, match=says):
        ranking_scores(*arguments[:2], **dict(*arguments[2:]))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (([], []), "at least 1; found 0 and 0"),
        ((["a"], ["a", "b"]), "found 1 and 2"),
        ((["a"], ["a"], {"tokenize": "latin"}), "no tokenizer latin; there are 13a, zh, char, none"),
    ],
)
def test_texts_that_cannot_be_scored(arguments, says):
    pytest.importorskip("sacrebleu")
    with pytest.raises(ScoresError, match=says):
        text_scores(*arguments[:2], **dict(*arguments[2:]))


def test_bleu_without_its_package(monkeypatch):
    monkeypatch.setitem(sys.modules, "sacrebleu.metrics.bleu", None)
    monkeypatch.setitem(sys.modules, "sacrebleu", None)
    with pytest.raises(MissingPackageError, match=r'sacrebleu .* "mx2core\[bleu\]"'):
        text_scores(["a"], ["a"], tokenize="intl")
    assert text_scores(["a"], ["a"])["recall"] == 1
