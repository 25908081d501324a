"""Rankings query by query and predicted numbers: the notes' worked numbers, oracles, and bad input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from mx2core.errors import ScoresError
from mx2core.metrics import (
    AnswerTable,
    groups_for,
    number_scores,
    rank_curve,
    ranked_queries,
    sample_table,
    scored,
)


def test_the_notes_topics_and_films():
    found = scored("ranking", sample_table("ranking"))
    first, second, films = found.rows
    assert first.average_precision == pytest.approx(0.83, abs=5e-3)
    assert second.average_precision == pytest.approx(0.45, abs=5e-3)
    assert (first.average_precision + second.average_precision) / 2 == pytest.approx(0.64, abs=5e-3)
    assert (films.cg, films.n_relevant) == (13, 6)
    assert films.dcg_exp == pytest.approx(38.5, abs=0.05)
    assert films.dcg_exp / films.ndcg_exp == pytest.approx(
        46.5, abs=0.1
    )  # their ideal DCG, rounded on the way
    assert films.ndcg_exp == pytest.approx(0.827, abs=5e-3)
    assert found.summary["mrr"] == 1
    only = scored("ranking", sample_table("ranking"), found_only=True)
    assert only.rows[1].average_precision == pytest.approx((1 + 2 / 3 + 3 / 5) / 3)


LISTS = st.lists(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=2, max_size=9).filter(
        lambda rows: len({score for _, score in rows}) > 1
    ),
    min_size=1,
    max_size=4,
)


@given(queries=LISTS, k=st.integers(1, 9))
def test_queries_are_scikit_learns(queries, k):
    relevance = [[row[0] for row in rows] for rows in queries]
    scores = [[row[1] for row in rows] for rows in queries]
    found = ranked_queries(relevance, scores, k=k)
    for row, right, values in zip(found.rows, relevance, scores, strict=True):
        gains = (right, 2.0 ** np.array(right) - 1)
        for gain, dcg, ndcg in zip(gains, (row.dcg, row.dcg_exp), (row.ndcg, row.ndcg_exp), strict=True):
            assert dcg == pytest.approx(sklearn_metrics.dcg_score([gain], [values], k=k))
            assert ndcg == pytest.approx(sklearn_metrics.ndcg_score([gain], [values], k=k))
        relevant = np.array(right) > 0
        if relevant.any():
            expected = sklearn_metrics.average_precision_score(relevant, values)
            assert row.average_precision == pytest.approx(expected)
        curve = rank_curve(right, values)
        assert curve.gain[:k].sum() == pytest.approx(row.dcg)
        if k <= len(right):
            assert curve.precision[k - 1] == pytest.approx(row.precision_at_k)
    assert found.summary["map"] == pytest.approx(np.mean([row.average_precision for row in found.rows]))


def test_precision_at_k_counts_what_is_not_there_as_wrong():
    assert ranked_queries([[1, 1]], [[2, 1]], k=5).rows[0].precision_at_k == pytest.approx(2 / 5)
    tied = ranked_queries([[1, 0, 0]], [[1, 1, 0]], k=1)  # half of the two that share the first place
    assert tied.rows[0].precision_at_k == 0.5


@given(st.lists(st.tuples(st.floats(1, 9), st.floats(-9, 9)), min_size=2, max_size=20))
def test_numbers_are_scikit_learns(items):
    gold, predicted = np.array(items).T
    found = number_scores(gold, predicted, quantile=0.25).summary
    assert found["mae"] == pytest.approx(sklearn_metrics.mean_absolute_error(gold, predicted))
    assert found["mse"] == pytest.approx(sklearn_metrics.mean_squared_error(gold, predicted))
    assert found["rmse"] == pytest.approx(sklearn_metrics.root_mean_squared_error(gold, predicted))
    mean = sklearn_metrics.mean_absolute_percentage_error(gold, predicted)
    assert found["mre"] == found["mape_mean"] == pytest.approx(mean)
    relative = np.abs(predicted - gold) / gold
    assert found["mape"] == pytest.approx(np.median(relative))
    assert found["relative_error_quantile"] == pytest.approx(
        np.quantile(relative, 0.25, method="averaged_inverted_cdf")
    )
    if (gold == gold[0]).all():
        assert found["r2"] is None
    elif gold.std() > 1e-3:
        assert found["r2"] == pytest.approx(sklearn_metrics.r2_score(gold, predicted))


def test_one_bad_number_moves_means_and_not_the_median():
    table = sample_table("regression")
    plain, worse = scored("regression", table).summary, scored("regression", table, stretch=10).summary
    assert worse["mape"] == plain["mape"]
    assert worse["mre"] > 2 * plain["mre"]
    assert worse["mse"] > 50 * plain["mse"]
    assert worse["r2"] < 0 < plain["r2"]


def test_zeros_and_constants_are_told():
    found = number_scores([0, 2, 4], [1, 2, 4])
    assert found.summary["mape"] is found.summary["mre"] is None
    assert [str(notice) for notice in found.notices] == [
        "1 of 3 right values are 0: relative errors are undefined."
    ]
    found = number_scores([2, 2], [1, 2])
    assert found.summary["r2"] is None
    assert "no R² or rank correlation" in str(found.notices[0])


def test_numbers_are_told_from_classes():
    classes = AnswerTable({"gold": ("0", "1", "2"), "predicted": ("0", "1", "1")})
    amounts = AnswerTable({"gold": ("0.5", "1", "2"), "predicted": ("0.2", "1", "1")})
    assert groups_for(classes) == groups_for(sample_table("classification")) == ("classification",)
    assert groups_for(amounts) == groups_for(sample_table("regression")) == ("regression",)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"query": ("a", "")}, "line 2: The query is empty"),
        ({"relevance": ("1", "-1")}, "relevance is -1; .* at least 0"),
        ({"relevance": ("1", "nan")}, "relevance is 'nan'"),
        ({"score": ("2", "inf")}, "score is 'inf'"),
        ({"score": ("2", "2")}, "query a score 2"),
        ({"n_relevant": ("2", "3")}, "Query a needs one whole number"),
        ({"relevance": ("1", "1"), "n_relevant": ("1", "1")}, "Query a needs a whole number of relevant doc"),
    ],
)
def test_rankings_that_cannot_be_scored(changed, says):
    right = {"query": ("a", "a"), "relevance": ("1", "0"), "score": ("2", "1")}
    with pytest.raises(ScoresError, match=says):
        scored("ranking", AnswerTable(right | changed))
    with pytest.raises(ScoresError, match="`k` must lie in"):
        scored("ranking", AnswerTable(right), k=0)


@pytest.mark.parametrize(
    ("arguments", "options", "says"),
    [
        (([1.0], [1.0]), {}, "found 1 and 1"),
        (([1.0, 2.0], [1.0]), {}, "found 2 and 1"),
        (([1.0, 2.0], [1.0, np.inf]), {}, "`predicted` is not a number"),
        (([1.0, 2.0], [1.0, 2.0]), {"quantile": 2}, "`quantile` must lie in"),
        (([1.0, 2.0], [1.0, 2.0]), {"stretch": np.nan}, "found nan"),
    ],
)
def test_numbers_that_cannot_be_scored(arguments, options, says):
    with pytest.raises(ScoresError, match=says):
        number_scores(*arguments, **options)
