"""Scores of one class against the rest: what each threshold gives, and what needs none."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_choice, check_range
from ...brief import frozen
from ...errors import Notice, ScoresError
from ..chunks.scores import precision_recall_f
from .curves import CountsAbove, counts_above

Change = Literal["none", "ranks", "cubes"]
Floats = NDArray[np.float64]
CHANGES: tuple[Change, ...] = get_args(Change)


@frozen
class ThresholdPoint:
    """What is predicted where every score from `threshold` on counts as positive."""

    point: str  # "chosen" or "best F"
    threshold: float | None  # None: above all scores, so that nothing is predicted
    tp: float  # sums of weights; whole numbers where every item counts once
    fp: float
    fn: float
    tn: float
    precision: float  # 0 where nothing is predicted
    recall: float
    f: float
    false_positive_rate: float


@frozen(eq=False)
class ThresholdScores:
    """Both curves, the points on them that have names, and the area under ROC in three ways."""

    positive: str
    beta: float
    counts: CountsAbove
    at: ThresholdPoint
    best: ThresholdPoint  # of the largest F; the highest threshold of several
    break_even: float  # where precision and recall are the same
    average_precision: float
    auc: float  # area under ROC by trapezoids
    auc_by_ranks: float  # rank sum of the positive items (Mann and Whitney), ties at their mean rank
    rank_loss: float  # share of pairs in the wrong order, ties half
    share_positive: float  # what precision is by chance
    log_loss: float | None  # -mean log of the right class's probability; None: scores are none
    pair_loss: float | None  # mean of (1 - (s+ - s-))² over pairs of items; None where it is too large
    notices: tuple[Notice, ...] = ()

    @property
    def rows(self) -> tuple[ThresholdPoint, ...]:
        return self.at, self.best

    @property
    def summary(self) -> dict[str, float | None]:
        """What needs no threshold, and the best F."""
        return {
            "auc": self.auc,
            "auc_by_ranks": self.auc_by_ranks,
            "one_minus_rank_loss": 1 - self.rank_loss,
            "average_precision": self.average_precision,
            "break_even": self.break_even,
            f"best_f{self.beta:g}": self.best.f,
            "best_threshold": self.best.threshold,
            "share_positive": self.share_positive,
            "log_loss": self.log_loss,
            "pair_loss": self.pair_loss,
        }


def threshold_scores(
    positive: ArrayLike,
    scores: ArrayLike,
    *,
    threshold: float | None = None,
    beta: float = 1.0,
    weights: ArrayLike | None = None,
    name: str = "positive",
) -> ThresholdScores:
    """Precision–recall and ROC curve, and the counts at a threshold.

    Parameters
    ----------
    positive : array_like of bool, shape (n_items,)
    scores : array_like of float, shape (n_items,)
        The larger, the likelier positive.
    threshold : float, optional
        From which score on an item is predicted as positive; `default_threshold` if not given.
    beta : float
        Weight of recall in F.
    weights : array_like of float, shape (n_items,), optional
        How often each item counts.
    name : str
        What the positive class is called.

    Raises
    ------
    ScoresError
        If lengths differ, a score is not finite, all items are alike, all scores are equal, or `beta`,
        the threshold or a weight cannot be used.

    References
    ----------
    .. [1] Fawcett, An introduction to ROC analysis, Pattern Recognition Letters 27, 2006.
    .. [2] Gao & Zhou, On the consistency of AUC pairwise optimization, IJCAI 2015: losses of pairs.

    Examples
    --------
    >>> found = mx.metrics.threshold_scores([1, 0, 1, 0], [0.9, 0.6, 0.6, 0.2])
    >>> found.auc, found.break_even
    (0.875, 0.75)
    """
    right, values = np.asarray(positive, dtype=np.bool_), np.asarray(scores, dtype=np.float64)
    counts = counts_above(right, values, weights=weights)
    each = np.ones(len(values)) if weights is None else np.asarray(weights, dtype=np.float64)
    if len(counts.thresholds) == 1:
        raise ScoresError(
            "All {n} scores are {score:g}: no threshold can be chosen.",
            n=len(values),
            score=float(counts.thresholds[0]),
        )
    f = precision_recall_f(counts.tp, counts.fp, counts.n_positive - counts.tp, beta=beta).f
    best = int(np.argmax(f))
    if threshold is None:
        threshold = default_threshold(values, best=float(counts.thresholds[best]))
    check_range("threshold", threshold, "(-∞, ∞)", ScoresError)
    precision, recall = counts.precision, counts.recall
    return ThresholdScores(
        positive=name,
        beta=float(beta),
        counts=counts,
        at=point_at(counts, threshold, beta=beta),
        best=point_at(counts, float(counts.thresholds[best]), beta=beta, called="best F"),
        break_even=_break_even(counts),
        average_precision=float((np.diff(recall, prepend=0.0) * precision).sum()),
        auc=_area(counts),
        auc_by_ranks=_rank_area(counts),
        rank_loss=_rank_loss(counts),
        share_positive=counts.n_positive / (counts.n_positive + counts.n_negative),
        log_loss=_log_loss(right, values, each),
        pair_loss=_pair_loss(right, values, each),
    )


def default_threshold(scores: NDArray[np.float64], *, best: float) -> float:
    """.5 for scores from 0 to 1, 0 for scores of both signs, else `best`."""
    low, high = float(scores.min()), float(scores.max())
    if low >= 0 and high <= 1:
        return 0.5
    return 0.0 if low < 0 < high else best


def monotone_change(scores: NDArray[np.float64], change: Change) -> NDArray[np.float64]:
    """Scores in another scale and the same order, ties included: AUC cannot see it.

    `scores`: ndarray of float, shape (n_items,).
    `change`: `ranks` are shares of the items, from 0 to 1.
    """
    check_choice("change", change, CHANGES, ScoresError)
    if change == "none":
        return scores
    values, order = np.unique(scores, return_inverse=True)
    if change == "ranks":
        return order / max(len(values) - 1, 1)
    with np.errstate(over="ignore", under="ignore"):
        cubes = values**3
    if not np.isfinite(cubes).all() or (np.diff(cubes) <= 0).any():
        raise ScoresError("The cubes of these scores overflow.")
    changed: NDArray[np.float64] = cubes[order]
    return changed


def point_at(
    counts: CountsAbove, threshold: float | None, *, beta: float = 1.0, called: str = "chosen"
) -> ThresholdPoint:
    """What is predicted at a threshold, whether or not an item has that score; None is above all."""
    n = 0 if threshold is None else int((counts.thresholds >= threshold).sum())
    tp, fp = (float(of[n - 1]) if n else 0.0 for of in (counts.tp, counts.fp))
    fn, tn = counts.n_positive - tp, counts.n_negative - fp
    precision, recall, f = (float(score) for score in precision_recall_f(tp, fp, fn, beta=beta))
    rate = fp / counts.n_negative
    return ThresholdPoint(called, threshold, tp, fp, fn, tn, precision, recall, f, rate)


def _break_even(counts: CountsAbove) -> float:
    """Precision and recall are equal where as many are predicted as there are; ties are taken in part."""
    predicted = np.concatenate(([0.0], counts.tp + counts.fp))
    tp = np.concatenate(([0.0], counts.tp))
    return float(np.interp(counts.n_positive, predicted, tp)) / counts.n_positive


def _area(counts: CountsAbove) -> float:
    x = np.concatenate(([0.0], counts.false_positive_rate))
    y = np.concatenate(([0.0], counts.recall))
    return float(((x[1:] - x[:-1]) * (y[1:] + y[:-1])).sum() / 2)


def _rank_area(counts: CountsAbove) -> float:
    """Ranks count from the smallest score; equal ones share their mean rank."""
    positive, negative = _steps(counts)
    items = positive + negative
    below = items.sum() - np.cumsum(items)
    ranks = below + (items + 1) / 2
    n = counts.n_positive
    return float((positive * ranks).sum() - n * (n + 1) / 2) / (n * counts.n_negative)


def _rank_loss(counts: CountsAbove) -> float:
    """Each positive item against the negative ones that score more, and half of those that score the same."""
    positive, negative = _steps(counts)
    above = np.cumsum(negative) - negative
    wrong = positive * (above + negative / 2)
    return float(wrong.sum()) / (counts.n_positive * counts.n_negative)


def _log_loss(right: NDArray[np.bool_], scores: Floats, weights: Floats) -> float | None:
    """A probability of 0 for what happened counts as 2.2e-16, as in scikit-learn; it would be infinite."""
    if scores.min() < 0 or scores.max() > 1:
        return None
    least = np.finfo(np.float64).eps
    likely = np.clip(scores, least, 1 - least)
    return float(-np.average(np.log(np.where(right, likely, 1 - likely)), weights=weights))


def _pair_loss(right: NDArray[np.bool_], scores: Floats, weights: Floats) -> float | None:
    """Over all pairs, without making them: (1 - difference of the means)² and both variances."""
    means, variances = [], []
    with np.errstate(over="ignore", invalid="ignore"):
        for side in (right, ~right):
            mean = np.average(scores[side], weights=weights[side])
            means.append(mean)
            variances.append(np.average((scores[side] - mean) ** 2, weights=weights[side]))
        loss = float((1 - (means[0] - means[1])) ** 2 + sum(variances))
    return loss if np.isfinite(loss) else None


def _steps(counts: CountsAbove) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.diff(counts.tp, prepend=0.0), np.diff(counts.fp, prepend=0.0)
