"""Confusion, averages and costs equal to scikit-learn's; curves too; cost curves equal to a plain minimum."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from mx2core.errors import ScoresError
from mx2core.metrics import (
    averaged,
    confusion_matrix,
    cost_curve,
    expected_cost,
    macro_area,
    precision_recall_curve,
    roc_curve,
)

N_CLASSES = 4
ITEMS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=40)


def columns(items):
    gold, predicted = np.array(items).T
    return gold, predicted


@given(items=ITEMS)
def test_a_cost_of_one_for_every_mistake_is_the_error_rate(items):
    gold, predicted = columns(items)
    confusion = confusion_matrix(gold, predicted, n_classes=N_CLASSES)
    assert expected_cost(confusion, 1 - np.eye(N_CLASSES)) == pytest.approx(np.mean(gold != predicted))
    costs = np.arange(16.0).reshape(4, 4)
    assert expected_cost(confusion, costs) == pytest.approx(np.mean(costs[gold, predicted]))


SCORED = st.lists(st.tuples(st.booleans(), st.integers(0, 6)), min_size=2, max_size=40).filter(
    lambda items: len({positive for positive, _ in items}) == 2
)


@given(items=SCORED)
def test_curves_and_their_areas(items):
    positive, scores = (np.array(column) for column in zip(*items, strict=True))
    scores = scores.astype(float)
    roc = roc_curve(positive, scores)
    assert roc.area == pytest.approx(sklearn_metrics.roc_auc_score(positive, scores))
    # The AUC is the chance that an item of the class scores above one of another.
    pairs = scores[positive][:, None] - scores[~positive]
    assert roc.area == pytest.approx(np.mean((pairs > 0) + (pairs == 0) / 2))
    curve = precision_recall_curve(positive, scores)
    assert curve.area == pytest.approx(sklearn_metrics.average_precision_score(positive, scores))
    assert (np.diff(curve.x) >= 0).all()


@given(items=SCORED)
def test_a_cost_curve_is_the_lowest_line(items):
    positive, scores = (np.array(column) for column in zip(*items, strict=True))
    found = cost_curve(positive, scores.astype(float), n_points=11)
    for x, y in zip(found.x, found.y, strict=True):
        lines = [
            np.mean(scores[positive] < threshold) * x + np.mean(scores[~positive] >= threshold) * (1 - x)
            for threshold in [*scores.tolist(), np.inf, -np.inf]
        ]
        assert y == pytest.approx(min(lines))
    assert found.y[0] == found.y[-1] == 0  # a class that never occurs costs nothing
    assert found.area <= 0.25 + 1e-12


def test_areas_of_all_classes_are_averaged_over_those_that_occur():
    generator = np.random.default_rng(0)
    gold = generator.integers(0, 3, 60)
    scores = generator.random((60, 4))
    expected = np.mean([sklearn_metrics.roc_auc_score(gold == code, scores[:, code]) for code in range(3)])
    assert macro_area(gold, scores, kind="roc") == pytest.approx(expected)
    assert 0 < macro_area(gold, scores, kind="precision_recall") < 1
    assert np.isnan(macro_area(np.zeros(3, int), scores[:3], kind="roc"))


def test_what_cannot_be_scored():
    with pytest.raises(ScoresError, match="found 2 and 1"):
        confusion_matrix(np.zeros(2, int), np.zeros(1, int), n_classes=2)
    with pytest.raises(ScoresError, match="`average` must be one of micro, macro, weighted, found 'mean'"):
        averaged(np.zeros((2, 3), int), "mean")
    with pytest.raises(ScoresError, match="all 3 are alike"):
        roc_curve(np.ones(3, bool), np.arange(3.0))
    for costs in (np.ones((2, 2)), np.full((3, 3), np.inf)):
        with pytest.raises(ScoresError, match="a finite 3 × 3 matrix"):
            expected_cost(np.ones((3, 3), int), costs)
    with pytest.raises(ScoresError, match="cost in row 1, column 2 is -1; give at least 0"):
        expected_cost(np.ones((2, 2), int), [[0, -1], [1, 0]])
    with pytest.raises(ScoresError, match="no items"):
        expected_cost(np.zeros((2, 2), int), np.ones((2, 2)))
    with pytest.raises(ScoresError, match=r"`predicted` has code 2 at item 1; codes run from 0 to 1"):
        confusion_matrix(np.zeros(1, int), np.full(1, 2), n_classes=2)
    with pytest.raises(ScoresError, match="`gold` has code -1 at item 1; codes run from 0 to 1"):
        confusion_matrix(np.full(1, -1), np.zeros(1, int), n_classes=2)
    for curve in (roc_curve, precision_recall_curve, cost_curve):
        with pytest.raises(ScoresError, match="The score of item 2 is not a number"):
            curve(np.array([True, False]), np.array([0.5, np.nan]))
        with pytest.raises(ScoresError, match="found 1 for 2 items"):
            curve(np.array([True, False]), np.ones(1))
        with pytest.raises(ScoresError, match="all 0 are alike"):
            curve(np.zeros(0, bool), np.zeros(0))
    assert averaged(np.zeros((2, 3), int), "weighted") == (0, 0, 0)
