"""Thresholds and costs: scikit-learn and plain pairs as oracles, what AUC does not see, and bad input."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sklearn_metrics

from mx2core.errors import ScoresError
from mx2core.metrics import (
    averaged,
    averaged_gradient,
    cost_scores,
    expected_cost,
    monotone_change,
    precision_recall_f,
    sample_table,
    scored,
    threshold_scores,
)

# Few different scores, so that many are equal; the third number is a weight.
ITEMS = st.lists(
    st.tuples(st.booleans(), st.integers(-3, 4), st.integers(0, 3)), min_size=2, max_size=30
).filter(
    lambda items: (
        len({score for _, score, _ in items}) > 1
        and {positive for positive, _, weight in items if weight} == {True, False}
    )
)


def columns(items):
    positive, scores, weights = (np.array(column) for column in zip(*items, strict=True))
    return positive, scores.astype(float), weights.astype(float)


@given(items=ITEMS)
def test_auc_is_the_same_in_three_ways_and_scikit_learns_with_weights(items):
    positive, scores, weights = columns(items)
    found = threshold_scores(positive, scores, weights=weights)
    expected = sklearn_metrics.roc_auc_score(positive, scores, sample_weight=weights)
    assert (found.auc, found.auc_by_ranks, 1 - found.rank_loss) == pytest.approx((expected,) * 3)
    pairs = scores[positive][:, None] - scores[~positive]
    each = weights[positive][:, None] * weights[~positive]
    assert found.rank_loss == pytest.approx((each * ((pairs < 0) + (pairs == 0) / 2)).sum() / each.sum())
    assert found.average_precision == pytest.approx(
        sklearn_metrics.average_precision_score(positive, scores, sample_weight=weights)
    )


@given(items=ITEMS)
def test_losses_of_scores_are_scikit_learns_and_those_of_all_pairs(items):
    positive, scores, weights = columns(items)
    found = threshold_scores(positive, scores, weights=weights)
    each = weights[positive][:, None] * weights[~positive]
    pairs = scores[positive][:, None] - scores[~positive]
    assert found.pair_loss == pytest.approx((each * (1 - pairs) ** 2).sum() / each.sum())
    assert (found.log_loss is None) is bool(scores.min() < 0 or scores.max() > 1)
    chances = (scores + 3) / 7  # some of them 0 and 1
    found = threshold_scores(positive, chances, weights=weights)
    expected = sklearn_metrics.log_loss(positive, chances, sample_weight=weights, labels=[False, True])
    assert found.log_loss == pytest.approx(expected)


def test_rank_loss_is_scikit_learns_where_no_scores_are_equal():
    rng = np.random.default_rng(4)
    positive, scores = rng.permutation(30) < 11, rng.permutation(30) / 30
    expected = sklearn_metrics.label_ranking_loss([positive], [scores])
    assert threshold_scores(positive, scores).rank_loss == pytest.approx(expected)


def test_an_added_constant_moves_log_loss_and_not_auc():
    # The notes: where the probability itself matters, such as clicks, AUC is of no use and log-loss is.
    positive, scores = [1, 0, 1, 0], np.array([0.9, 0.5, 0.4, 0.1])
    one, other = threshold_scores(positive, scores), threshold_scores(positive, scores - 0.1)
    assert one.auc == other.auc
    assert one.pair_loss == pytest.approx(other.pair_loss)  # which sees differences only
    assert one.log_loss != pytest.approx(other.log_loss)
    assert threshold_scores([1, 0], [1e200, -1e200]).pair_loss is None


@given(items=ITEMS, cut=st.integers(-4, 5), beta=st.sampled_from([0.5, 1.0, 2.0]))
def test_a_threshold_is_a_confusion_matrix(items, cut, beta):
    positive, scores, _ = columns(items)
    if positive.all() or not positive.any():
        return
    found = threshold_scores(positive, scores, threshold=cut, beta=beta)
    at, predicted = found.at, scores >= cut
    expected = sklearn_metrics.confusion_matrix(positive, predicted, labels=[False, True]).ravel()
    assert [at.tn, at.fp, at.fn, at.tp] == expected.tolist()
    every = [
        float(
            precision_recall_f(
                (positive & (scores >= t)).sum(),
                (~positive & (scores >= t)).sum(),
                (positive & (scores < t)).sum(),
                beta=beta,
            ).f
        )
        for t in scores
    ]
    assert found.best.f == pytest.approx(max(every))


@given(items=ITEMS)
def test_the_break_even_point_is_where_precision_is_recall(items):
    positive, scores, _ = columns(items)
    if positive.all() or not positive.any():
        return
    found = threshold_scores(positive, scores)
    counts = found.counts
    at = np.flatnonzero(counts.tp + counts.fp == counts.n_positive)
    if len(at):
        assert found.break_even == pytest.approx(counts.precision[at[0]])
        assert found.break_even == pytest.approx(counts.recall[at[0]])
    assert 0 <= found.break_even <= 1


@given(items=ITEMS, k=st.integers(2, 9))
def test_what_auc_does_not_see(items, k):
    positive, scores, _ = columns(items)
    if positive.all() or not positive.any():
        return
    plain = threshold_scores(positive, scores)
    more = threshold_scores(positive, scores, weights=np.where(positive, 1, k))
    assert more.auc == pytest.approx(plain.auc)
    assert np.allclose(more.counts.recall, plain.counts.recall)
    assert (more.counts.precision <= plain.counts.precision + 1e-12).all()
    for change in ("ranks", "cubes"):
        other = threshold_scores(positive, monotone_change(scores, change))
        assert other.auc == plain.auc
        assert np.array_equal(other.counts.precision, plain.counts.precision)


def test_the_notes_corners_of_roc():
    """(0, 1): all positive items come first; (1, 0) is the opposite; equal scores lie on the diagonal."""
    right = [1, 1, 0, 0]
    assert threshold_scores(right, [0.9, 0.8, 0.2, 0.1]).auc == 1
    assert threshold_scores(right, [0.1, 0.2, 0.8, 0.9]).auc == 0
    half = threshold_scores([1, 0, 1, 0], [0.9, 0.9, 0.1, 0.1])
    assert half.auc == 0.5
    assert half.counts.recall.tolist() == half.counts.false_positive_rate.tolist() == [0.5, 1]


@given(items=ITEMS, miss=st.integers(0, 5), alarm=st.integers(1, 5), p=st.floats(0.01, 0.99))
def test_costs_by_hand(items, miss, alarm, p):
    positive, scores, _ = columns(items)
    if positive.all() or not positive.any():
        return
    found = cost_scores(positive, scores, cost_miss=miss, cost_false_alarm=alarm, prior=p, threshold=0.0)
    missed, alarms = (positive & (scores < 0)).sum(), (~positive & (scores >= 0)).sum()
    assert found.cost == pytest.approx((missed * miss + alarms * alarm) / len(scores))
    assert found.probability_cost == pytest.approx(p * miss / (p * miss + (1 - p) * alarm))
    pc = found.probability_cost
    lines = [
        np.mean(scores[positive] < t) * pc + np.mean(scores[~positive] >= t) * (1 - pc)
        for t in [*scores.tolist(), np.inf]
    ]
    assert found.least_cost == pytest.approx(min(lines))
    cheapest = found.rows[1]
    assert (1 - cheapest.recall) * pc + cheapest.false_positive_rate * (1 - pc) == pytest.approx(min(lines))
    assert found.normalized_cost >= found.least_cost - 1e-12
    # The normalized cost is the expected cost in the population, over what a classifier can cost at most.
    confusion = np.array([[found.rows[0].tp, missed], [alarms, found.rows[0].tn]])
    rates = confusion / confusion.sum(axis=1, keepdims=True) * np.array([[p], [1 - p]])
    paid = expected_cost(rates, [[0, miss], [alarm, 0]])
    assert found.normalized_cost == pytest.approx(paid / (p * miss + (1 - p) * alarm))


@pytest.mark.parametrize(
    ("arguments", "options", "says"),
    [
        (([1, 0], [0.5]), {}, "1 for 2 items"),
        (([1, 0], [0.5, np.nan]), {}, "score of item 2 is not a number"),
        (([1, 0], [np.inf, 0.5]), {}, "score of item 1 is not a number"),
        (([1, 1], [0.5, 0.7]), {}, "all 2 are alike"),
        (([1, 0], [0.5, 0.5]), {}, "All 2 scores are 0.5: no threshold"),
        (([1, 0], [0.5, 0.7]), {"beta": 0}, "`beta` must lie in"),
        (([1, 0], [0.5, 0.7]), {"threshold": np.nan}, "`threshold` must lie in"),
        (([1, 0], [0.5, 0.7]), {"weights": [1, -1]}, "a weight of 0 or more"),
        (([1, 0], [0.5, 0.7]), {"weights": [1, 0]}, "not all 0"),
    ],
)
def test_scores_that_cannot_be_cut(arguments, options, says):
    with pytest.raises(ScoresError, match=says):
        threshold_scores(*arguments, **options)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"cost_miss": -1}, "`miss` must lie in"),
        ({"cost_false_alarm": np.inf}, "`false_alarm` must lie in"),
        ({"cost_miss": np.nan}, "`miss` must lie in"),
        ({"cost_miss": 0, "cost_false_alarm": 0}, "a cost above 0"),
        ({"prior": 1.5}, "`prior` must lie in"),
        ({"prior": np.nan}, "`prior` must lie in"),
        ({"threshold": np.inf}, "`threshold` must lie in"),
    ],
)
def test_costs_that_cannot_be(options, says):
    with pytest.raises(ScoresError, match=says):
        cost_scores([1, 0], [0.9, 0.2], **options)


def test_changes_that_cannot_be():
    with pytest.raises(ScoresError, match="one of none, ranks, cubes, found 'logs'"):
        monotone_change(np.arange(3.0), "logs")
    with pytest.raises(ScoresError, match="cubes of these scores overflow"):
        monotone_change(np.array([1e-200, 2e-200]), "cubes")
    with pytest.raises(ScoresError, match=r"`negatives` must lie in .0, ∞., found 0"):
        scored("threshold", sample_table("threshold"), negatives=0.0)
    with pytest.raises(ScoresError, match="`positive` must be one of ill, well"):
        scored("costs", sample_table("costs"), positive="well2")


# Derivatives of scores by counts: against differences, and divided among units without a rest.
@settings(max_examples=60, deadline=None)
@given(
    n_labels=st.integers(1, 5),
    average=st.sampled_from(["micro", "macro", "weighted"]),
    beta=st.sampled_from([0.5, 1.0, 2.0]),
    seed=st.integers(0, 10**6),
)
def test_derivatives_are_limits_of_differences(n_labels, average, beta, seed):
    counts = np.random.default_rng(seed).integers(1, 30, (n_labels, 3))
    gradients = averaged_gradient(counts, average, beta=beta)
    step = 1e-5
    for place, gradient in enumerate(gradients):
        assert np.sum(gradient * counts) == pytest.approx(0, abs=1e-12)  # doubled counts, the same score
        for row in range(n_labels):
            for column in range(3):
                moved = np.zeros(counts.shape)
                moved[row, column] = step
                high = averaged(counts + moved, average, beta=beta)[place]
                low = averaged(counts - moved, average, beta=beta)[place]
                assert gradient[row, column] == pytest.approx((high - low) / (2 * step), abs=1e-7)


@pytest.mark.parametrize("average", ["micro", "macro", "weighted"])
def test_nothing_to_count_has_no_derivative(average):
    for counts in (np.zeros((2, 3), int), np.array([[0, 0, 3], [0, 2, 0]]), np.array([[0, 0, 0], [1, 0, 0]])):
        assert all(np.isfinite(gradient).all() for gradient in averaged_gradient(counts, average))
    assert not np.any(averaged_gradient(np.zeros((2, 3), int), average))
