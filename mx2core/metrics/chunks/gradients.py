"""How a score of counts changes with each count, by which it is divided among units."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..classes.classification import Average
from .scores import precision_recall_f

Floats = NDArray[np.float64]


def averaged_gradient(
    counts: NDArray[np.int64], average: Average, *, beta: float = 1.0
) -> tuple[Floats, Floats, Floats]:
    """Derivatives of what `averaged` gives by tp, fp and fn of each class.

    All these scores stay the same when every count doubles, so the derivatives times the
    counts sum to 0, and a unit with counts c adds n (derivatives . c) to its score.

    `counts` (ndarray of int, shape (n_classes, 3)): tp, fp, fn of each class.
    Returns tuple of three ndarrays of float, shape (n_classes, 3): of precision, recall and F; 0 where a
    ratio has the denominator 0, and for classes that are left out.
    """
    values = counts.astype(np.float64)
    if average == "micro":
        each = _ratios(values.sum(axis=0, keepdims=True), beta)
        return _three([np.broadcast_to(gradient, values.shape).copy() for gradient in each])
    present = values.sum(axis=1) > 0
    gradients = _ratios(values, beta)
    if average == "macro":
        share = present / max(present.sum(), 1)
        return _three([gradient * share[:, None] for gradient in gradients])
    weights = values[:, 0] + values[:, 2]
    total = max(float(weights.sum()), 1.0)
    scores = precision_recall_f(values[:, 0], values[:, 1], values[:, 2], beta=beta)
    of_weight = np.array([1.0, 0.0, 1.0])
    return _three(
        [
            (weights[:, None] * gradient + np.outer(score - (score * weights).sum() / total, of_weight))
            / total
            for gradient, score in zip(gradients, scores, strict=True)
        ]
    )


def _three(gradients: list[Floats]) -> tuple[Floats, Floats, Floats]:
    precision, recall, f = gradients
    return precision, recall, f


def _ratios(counts: Floats, beta: float) -> tuple[Floats, Floats, Floats]:
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
    return ratios[0], ratios[1], ratios[2]
