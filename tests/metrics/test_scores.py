"""Precision, recall and F: worked numbers, scikit-learn's formula, the 0/0 convention."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mx2core.errors import ScoresError
from mx2core.metrics import precision_recall_f

COUNT = st.integers(0, 50)


def slow(tp, fp, fn, beta):
    p = tp / (tp + fp) if tp + fp else 0.0
    r = tp / (tp + fn) if tp + fn else 0.0
    return p, r, (1 + beta**2) * p * r / (beta**2 * p + r) if p + r else 0.0


@given(tp=COUNT, fp=COUNT, fn=COUNT, beta=st.sampled_from([0.5, 1.0, 2.0]))
def test_against_the_textbook_formula(tp, fp, fn, beta):
    scores = precision_recall_f(tp, fp, fn, beta=beta)
    np.testing.assert_allclose(scores, slow(tp, fp, fn, beta), atol=1e-15)
    precision, recall, f = scores
    assert min(precision, recall) - 1e-15 <= f <= max(precision, recall) + 1e-15


def test_nothing_over_nothing_is_zero():
    assert [float(x) for x in precision_recall_f(0, 0, 0)] == [0, 0, 0]
    assert [float(x) for x in precision_recall_f(0, 3, 0)] == [0, 0, 0]
    assert [float(x) for x in precision_recall_f(0, 0, 3)] == [0, 0, 0]


def test_whole_arrays_at_once():
    counts = np.array([[[6, 2, 4], [0, 0, 5]], [[1, 1, 1], [3, 0, 0]]])
    scores = precision_recall_f(*np.moveaxis(counts, -1, 0))
    assert scores.f.shape == (2, 2)
    np.testing.assert_allclose(scores.f, [[2 / 3, 0], [0.5, 1]])


@pytest.mark.parametrize("beta", [0, -1, float("inf"), float("nan")])
def test_beta_must_be_positive(beta):
    with pytest.raises(ScoresError, match="`beta`"):
        precision_recall_f(1, 1, 1, beta=beta)


@pytest.mark.parametrize("wrong", [-1, float("nan")])
def test_negative_counts_are_refused(wrong):
    with pytest.raises(ScoresError, match="must be 0 or more"):
        precision_recall_f([1, wrong], 0, 0)
