"""Rank correlation: by hand, against SciPy, with items that count several times or not at all."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mx2core.metrics import METRICS, number_scores
from mx2core.metrics.outputs.rank_correlation import spearman

few = st.integers(0, 5)  # many are equal


def test_by_hand():
    # ranks 1 2 3 4 and 2 1 4 3: 1 - 6 (1 + 1 + 1 + 1) / (4 · 15)
    assert spearman(np.array([1.0, 2, 3, 4]), np.array([20.0, 10, 40, 30])) == pytest.approx(0.6)
    found = number_scores([1, 2, 3, 4], [20, 10, 40, 30])
    assert found.summary["spearman"] == pytest.approx(0.6)
    assert str(METRICS["spearman"].name) == "rank correlation"


@given(st.lists(st.tuples(few, few, st.integers(0, 3)), min_size=3, max_size=30))
def test_scipy_says_the_same_of_items_repeated(rows):
    gold, predicted, weights = np.array(rows, dtype=float).T
    found = float(spearman(gold, predicted, weights[None])[0])
    repeated = [np.repeat(side, weights.astype(int)) for side in (gold, predicted)]
    if min(len(set(side.tolist())) for side in repeated) < 2:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(stats.spearmanr(*repeated).statistic)
        assert spearman(gold, predicted, weights[None] * 0.37)[0] == pytest.approx(found)


def test_many_rows_at_once_are_one_by_one():
    random = np.random.default_rng(3)
    gold, predicted = random.normal(size=40), random.integers(0, 9, 40).astype(float)
    without = 1 - np.eye(40)
    found = spearman(gold, predicted, without)
    slow = [stats.spearmanr(np.delete(gold, k), np.delete(predicted, k)).statistic for k in range(40)]
    assert found == pytest.approx(slow)
    assert spearman(gold, -predicted, without) == pytest.approx(-found)
    assert spearman(np.exp(gold), predicted, without) == pytest.approx(found)  # any scale of one order


def test_a_constant_side_has_none_and_says_so():
    for gold, predicted, shown in (
        ([1, 2, 3], [5, 5, 5], "All predicted values are equal: no rank correlation."),
        ([5, 5, 5], [1, 2, 3], "All right values are equal: no R² or rank correlation."),
    ):
        found = number_scores(gold, predicted)
        assert found.summary["spearman"] is None
        assert shown in list(map(str, found.notices))
