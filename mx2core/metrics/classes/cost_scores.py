"""Mistakes of unequal cost: cost-sensitive error, probability cost, and the cost curve with its lines."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_range
from ...brief import frozen
from ...errors import Notice, ScoresError
from .classification import expected_cost
from .curves import cost_curve, counts_above
from .threshold_scores import ThresholdPoint, default_threshold, point_at


@frozen(eq=False)
class CostScores:
    positive: str
    cost_miss: float  # of a positive item that is predicted as negative
    cost_false_alarm: float  # of a negative item that is predicted as positive
    prior: float  # p: share of positive items where the classifier will work
    probability_cost: float  # p(+)cost, the x axis of the cost curve
    error_rate: float
    cost: float  # cost-sensitive error: mean cost of these items
    normalized_cost: float  # from 0 to 1: that of the threshold at p(+)cost
    least_cost: float  # that of the best threshold there
    rows: tuple[ThresholdPoint, ...]  # the chosen and the cheapest threshold
    x: NDArray[np.float64]  # (n_points,): p(+)cost
    y: NDArray[np.float64]  # (n_points,): the least normalized cost of all thresholds
    area: float  # under the curve: the mean over p(+)cost
    thresholds: NDArray[np.float64]  # (n_lines - 1,): of the lines after the first, which predicts nothing
    false_positive_rates: NDArray[np.float64]  # (n_lines,): where each line begins
    false_negative_rates: NDArray[np.float64]  # (n_lines,): where it ends
    notices: tuple[Notice, ...] = ()

    @property
    def summary(self) -> dict[str, float | None]:
        return {
            "error_rate": self.error_rate,
            "cost": self.cost,
            "probability_cost": self.probability_cost,
            "normalized_cost": self.normalized_cost,
            "least_cost": self.least_cost,
            "cheapest_threshold": self.rows[1].threshold,
            "area": self.area,
        }


def cost_scores(
    positive: ArrayLike,
    scores: ArrayLike,
    *,
    cost_miss: float = 1.0,
    cost_false_alarm: float = 1.0,
    prior: float | None = None,
    threshold: float | None = None,
    weights: ArrayLike | None = None,
    name: str = "positive",
) -> CostScores:
    """Cost-sensitive error at a threshold, and the cost curve over all of them.

    Parameters
    ----------
    positive, scores, threshold, weights, name
        As in `threshold_scores`.
    cost_miss, cost_false_alarm : float
        0 or more, not both 0. Only their ratio moves p(+)cost.
    prior : float, optional
        p, from 0 to 1; the share of positive items if not given.

    Raises
    ------
    ScoresError
        If a cost is negative or not finite, both are 0, or `prior` is no probability; else as
        `threshold_scores`.

    References
    ----------
    .. [1] Drummond & Holte, Cost curves: an improved method for visualizing classifier
       performance, Machine Learning 65, 2006.

    Examples
    --------
    >>> found = mx.metrics.cost_scores([True, False], [0.9, 0.2], prior=0.2, cost_miss=4)
    >>> found.probability_cost, found.normalized_cost
    (0.5, 0.0)
    """
    right, values = np.asarray(positive, dtype=np.bool_), np.asarray(scores, dtype=np.float64)
    counts = counts_above(right, values, weights=weights)
    p_cost, p = _probability_cost(
        cost_miss, cost_false_alarm, prior, counts.n_positive / (counts.n_positive + counts.n_negative)
    )
    rates = np.concatenate(([0.0], counts.false_positive_rate)), np.concatenate(([1.0], 1 - counts.recall))
    paid = rates[1] * p_cost + rates[0] * (1 - p_cost)
    cheapest = int(np.argmin(paid))
    if threshold is None:
        threshold = default_threshold(values, best=float(counts.thresholds[max(cheapest - 1, 0)]))
    check_range("threshold", threshold, "(-∞, ∞)", ScoresError)
    at = point_at(counts, threshold)
    least = float(counts.thresholds[cheapest - 1]) if cheapest else None
    confusion = np.array([[at.tp, at.fn], [at.fp, at.tn]])
    curve = cost_curve(right, values, weights=weights)
    return CostScores(
        positive=name,
        cost_miss=float(cost_miss),
        cost_false_alarm=float(cost_false_alarm),
        prior=p,
        probability_cost=p_cost,
        error_rate=(at.fp + at.fn) / float(confusion.sum()),
        cost=expected_cost(confusion, [[0, cost_miss], [cost_false_alarm, 0]]),
        normalized_cost=(1 - at.recall) * p_cost + at.false_positive_rate * (1 - p_cost),
        least_cost=float(paid[cheapest]),
        rows=(at, point_at(counts, least, called="cheapest")),
        x=curve.x,
        y=curve.y,
        area=curve.area,
        thresholds=counts.thresholds,
        false_positive_rates=rates[0],
        false_negative_rates=rates[1],
    )


def _probability_cost(
    miss: float, false_alarm: float, prior: float | None, share: float
) -> tuple[float, float]:
    """p(+)cost = p·cost(miss) / (p·cost(miss) + (1 − p)·cost(false alarm)), and p."""
    check_range("miss", miss, "[0, ∞)", ScoresError)
    check_range("false_alarm", false_alarm, "[0, ∞)", ScoresError)
    p = share if prior is None else float(prior)
    check_range("prior", p, "[0, 1]", ScoresError)
    whole = p * miss + (1 - p) * false_alarm
    if not whole:
        raise ScoresError("Misses or false alarms need a cost above 0.")
    return p * miss / whole, p
