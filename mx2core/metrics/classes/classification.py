"""Scores of classifiers: the confusion matrix, averages over classes, costs."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_choice
from ...errors import ScoresError
from ..chunks.scores import PrecisionRecallF, precision_recall_f, ratio
from ..known_answers import unpaired

Average = Literal["micro", "macro", "weighted"]
AVERAGES: tuple[Average, ...] = get_args(Average)


def confusion_matrix(
    gold: NDArray[np.integer], predicted: NDArray[np.integer], *, n_classes: int
) -> NDArray[np.int64]:
    """Counts of right class by predicted class.

    Parameters
    ----------
    gold, predicted : ndarray of int, shape (n_items,)
        Classes as codes 0 .. n_classes - 1.

    Returns
    -------
    ndarray of int, shape (n_classes, n_classes)
        Row: the right class; column: the predicted one.

    Raises
    ------
    ScoresError
        If the two arrays differ in length, or a code is none of the classes.

    Examples
    --------
    >>> mx.metrics.confusion_matrix(np.array([0, 1, 1]), np.array([0, 1, 0]), n_classes=2).tolist()
    [[1, 0], [1, 1]]
    """
    if gold.shape != predicted.shape:
        raise unpaired(len(gold), len(predicted))
    for name, codes in (("gold", gold), ("predicted", predicted)):
        wrong = np.flatnonzero((codes < 0) | (codes >= n_classes))
        if len(wrong):
            raise ScoresError(
                "`{name}` has code {code} at item {item}; codes run from 0 to {last}.",
                name=name,
                code=int(codes[wrong[0]]),
                item=int(wrong[0]) + 1,
                last=n_classes - 1,
            )
    cells = np.bincount(gold.astype(np.int64) * n_classes + predicted, minlength=n_classes * n_classes)
    return cells.reshape(n_classes, n_classes)


def averaged(counts: NDArray[np.int64], average: Average, *, beta: float = 1.0) -> PrecisionRecallF:
    """Precision, recall and F over classes (or labels of chunks).

    `counts` (ndarray of int, shape (..., n_classes, 3)): tp, fp, fn of each class.
    `average`: from the totals; the mean over classes; the mean weighted by how often a class is right.
    Classes that are neither right nor predicted anywhere are left out.
    Returns PrecisionRecallF: three numbers, or arrays of shape (...); 0 where there is nothing to count.
    """
    check_choice("average", average, AVERAGES, ScoresError)
    if average == "micro":
        counts = counts.sum(axis=-2)
    tp, fp, fn = np.moveaxis(counts, -1, 0)
    each = precision_recall_f(tp, fp, fn, beta=beta)
    if average == "micro":
        return each
    weights = counts.any(axis=-1).astype(np.float64) if average == "macro" else (tp + fn).astype(np.float64)
    return PrecisionRecallF(*(ratio((score * weights).sum(axis=-1), weights.sum(axis=-1)) for score in each))


def expected_cost(confusion: NDArray[np.integer] | NDArray[np.floating], costs: ArrayLike) -> float:
    """Mean cost of a prediction.

    Parameters
    ----------
    confusion : ndarray of int or float, shape (n_classes, n_classes)
        From `confusion_matrix`; or sums of weights.
    costs : array_like of float, shape (n_classes, n_classes)
        What it costs to take the class of a row for that of a column, 0 or more; with 0
        on the diagonal and 1 elsewhere the result is the error rate.

    Raises
    ------
    ScoresError
        If the shapes differ, a cost is negative or not finite, or there are no items.

    Examples
    --------
    >>> mx.metrics.expected_cost(np.array([[3, 1], [2, 4]]), [[0, 1], [5, 0]])
    1.1
    """
    matrix = np.asarray(costs, dtype=np.float64)
    if matrix.shape != confusion.shape or not np.isfinite(matrix).all():
        raise ScoresError(
            "Costs must be a finite {n_classes} × {n_classes} matrix: rows right, columns predicted.",
            n_classes=len(confusion),
        )
    if (matrix < 0).any():
        right, predicted = np.argwhere(matrix < 0)[0].tolist()
        raise ScoresError(
            "The cost in row {right}, column {predicted} is {cost:g}; give at least 0.",
            right=right + 1,
            predicted=predicted + 1,
            cost=float(matrix[right, predicted]),
        )
    n_items = confusion.sum()
    if not n_items:
        raise ScoresError("The confusion matrix has no items.")
    return float((confusion * matrix).sum() / n_items)


Floats = NDArray[np.float64]


def averaged_gradient(counts: NDArray[np.int64], average: Average, *, beta: float = 1.0) -> list[Floats]:
    """Derivatives of what `averaged` gives by tp, fp and fn of each class.

    All these scores stay the same when every count doubles, so the derivatives times the
    counts sum to 0, and a unit with counts c adds n (derivatives . c) to its score.

    `counts` (ndarray of int, shape (n_classes, 3)): tp, fp, fn of each class.
    Returns list of three ndarrays of float, shape (n_classes, 3): of precision, recall and F; 0 where a
    ratio has the denominator 0, and for classes that are left out.
    """
    values = counts.astype(np.float64)
    if average == "micro":
        each = _ratios(values.sum(axis=0, keepdims=True), beta)
        return [np.broadcast_to(gradient, values.shape).copy() for gradient in each]
    present = values.sum(axis=1) > 0
    gradients = _ratios(values, beta)
    if average == "macro":
        share = present / max(present.sum(), 1)
        return [gradient * share[:, None] for gradient in gradients]
    weights = values[:, 0] + values[:, 2]
    total = max(float(weights.sum()), 1.0)
    scores = precision_recall_f(values[:, 0], values[:, 1], values[:, 2], beta=beta)
    of_weight = np.array([1.0, 0.0, 1.0])
    return [
        (weights[:, None] * gradient + np.outer(score - (score * weights).sum() / total, of_weight)) / total
        for gradient, score in zip(gradients, scores, strict=True)
    ]


def _ratios(counts: Floats, beta: float) -> list[Floats]:
    """Derivatives of precision, recall and F of each row by its counts, (n_rows, 3) each."""
    squared = beta * beta
    parts = ((1.0, (1, 1, 0)), (1.0, (1, 0, 1)), (1 + squared, (1 + squared, 1, squared)))
    ratios = []
    for weight, whole in parts:
        whole_of = np.asarray(whole, dtype=np.float64)
        denominator = (counts @ whole_of)[:, None]
        safe = np.where(denominator > 0, denominator, 1.0)
        ratio = weight * counts[:, :1] / safe
        top = np.array([weight, 0.0, 0.0]) - ratio * whole_of
        ratios.append(np.where(denominator > 0, top / safe, 0.0))
    return ratios
