"""Curves of a classifier's scores: ROC, precision–recall and cost curves, one class against the rest."""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...brief import frozen
from ...errors import ScoresError
from ..chunks.scores import ratio

Area = Literal["roc", "precision_recall"]


@frozen(eq=False)
class Curve:
    """Points of a curve from left to right, and the number that sums it up."""

    x: NDArray[np.float64]
    y: NDArray[np.float64]
    area: float


@frozen(eq=False)
class CountsAbove:
    """What is predicted as positive at each threshold: all items that score as much or more."""

    thresholds: NDArray[np.float64]  # (n,): distinct scores, from the largest down
    tp: NDArray[np.float64]  # (n,): weights of positive items that score as much or more
    fp: NDArray[np.float64]  # (n,)
    n_positive: float  # weight of all positive items
    n_negative: float

    @property
    def precision(self) -> NDArray[np.float64]:
        return ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> NDArray[np.float64]:
        return self.tp / self.n_positive

    @property
    def false_positive_rate(self) -> NDArray[np.float64]:
        return self.fp / self.n_negative


def counts_above(
    positive: NDArray[np.bool_], scores: NDArray[np.floating], *, weights: ArrayLike | None = None
) -> CountsAbove:
    """True and false positives at every threshold that makes a difference.

    `positive`, `scores`: as in `roc_curve`, which also says what raises.
    `weights` (array_like of float, shape (n_items,), optional): how often each item counts, 0 or more; once
    by default.
    """
    _check(positive, scores)
    weight = _weights(weights, positive)
    values, group = np.unique(-np.asarray(scores, dtype=np.float64), return_inverse=True)
    tp, fp = (
        np.cumsum(np.bincount(group, weight * of, len(values)).astype(np.float64))
        for of in (positive, ~positive)
    )
    return CountsAbove(-values, tp, fp, float(tp[-1]), float(fp[-1]))


def roc_curve(
    positive: NDArray[np.bool_], scores: NDArray[np.floating], *, weights: ArrayLike | None = None
) -> Curve:
    """True positive rate (y) against false positive rate (x); `area` is the AUC.

    Raises ScoresError if all items are of the class, or none is, or as `counts_above`.
    """
    above = counts_above(positive, scores, weights=weights)
    x, y = (np.concatenate(([0.0], rate)) for rate in (above.false_positive_rate, above.recall))
    return Curve(x, y, float(np.trapezoid(y, x)))


def precision_recall_curve(positive: NDArray[np.bool_], scores: NDArray[np.floating]) -> Curve:
    """Precision (y) against recall (x); `area` is the average precision. Errors as in `roc_curve`."""
    above = counts_above(positive, scores)
    x, y = np.concatenate(([0.0], above.recall)), np.concatenate(([1.0], above.precision))
    return Curve(x, y, float((np.diff(x) * above.precision).sum()))


def cost_curve(
    positive: NDArray[np.bool_],
    scores: NDArray[np.floating],
    *,
    n_points: int = 101,
    weights: ArrayLike | None = None,
) -> Curve:
    """Least normalized expected cost (y) against the probability cost (x); `area` is its mean.

    Each threshold on the scores is a line: false negative rate times x plus false
    positive rate times 1 - x. The curve is the lowest of them at every x, trivial
    classifiers included. Errors as in `roc_curve`. Drummond & Holte, Cost curves: an improved method for
    visualizing classifier performance, Machine Learning 65, 2006.
    """
    roc = roc_curve(positive, scores, weights=weights)
    x = np.linspace(0, 1, n_points)
    y = ((1 - roc.y)[:, None] * x + roc.x[:, None] * (1 - x)).min(axis=0)
    return Curve(x, y, float(np.trapezoid(y, x)))


def macro_area(gold: NDArray[np.integer], class_scores: NDArray[np.floating], *, kind: Area) -> float:
    """Mean AUC, or average precision, of the classes that occur among the items; NaN without any."""
    curve = {"roc": roc_curve, "precision_recall": precision_recall_curve}[kind]
    present = [code for code in np.unique(gold).tolist() if (gold != code).any()]
    areas = [curve(gold == code, class_scores[:, code]).area for code in present]
    return float(np.mean(areas)) if areas else float("nan")


def _weights(weights: ArrayLike | None, positive: NDArray[np.bool_]) -> NDArray[np.float64]:
    if weights is None:
        return np.ones(len(positive))
    given = np.asarray(weights, dtype=np.float64)
    usable = given.shape == positive.shape and np.isfinite(given).all() and (given >= 0).all()
    if not (usable and given[positive].any() and given[~positive].any()):
        raise ScoresError("Each of the {n} items needs a weight of 0 or more, not all 0.", n=len(positive))
    return given


def _check(positive: NDArray[np.bool_], scores: NDArray[np.floating]) -> None:
    if positive.shape != scores.shape:
        raise ScoresError(
            "A curve needs a score per item, found {n_scores} for {n} items.",
            n_scores=scores.size,
            n=len(positive),
        )
    if positive.all() or not positive.any():
        raise ScoresError("A curve needs items of the class and others; all {n} are alike.", n=len(positive))
    wrong = np.flatnonzero(~np.isfinite(scores))
    if len(wrong):
        raise ScoresError("The score of item {item} is not a number.", item=int(wrong[0]) + 1)
