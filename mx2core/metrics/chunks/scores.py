"""Precision, recall and F from counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_range
from ...errors import ScoresError


class PrecisionRecallF(NamedTuple):
    """Scores on the 0-1 scale, each with the shape of the counts they come from.

    >>> scores = mx.metrics.precision_recall_f(6, 2, 4)
    >>> float(scores.precision), float(scores.recall)
    (0.75, 0.6)
    """

    precision: NDArray[np.float64]
    recall: NDArray[np.float64]
    f: NDArray[np.float64]


def precision_recall_f(tp: ArrayLike, fp: ArrayLike, fn: ArrayLike, *, beta: float = 1.0) -> PrecisionRecallF:
    """Precision, recall and F_beta.

    A ratio whose denominator is 0 is 0: no prediction gives precision 0, nothing to
    find gives recall 0, and either gives F 0, as conlleval and seqeval have it.

    Parameters
    ----------
    tp, fp, fn : array_like of number
        Found, invented, missed; shapes that broadcast.
    beta : float
        Weight of recall against precision; 2 counts recall four times as much.

    Returns
    -------
    PrecisionRecallF
        precision = tp / (tp + fp), recall = tp / (tp + fn),
        f = (1 + beta^2) tp / ((1 + beta^2) tp + beta^2 fn + fp).

    Raises
    ------
    ScoresError
        If `beta` is not a positive number or a count is negative or no number.

    Examples
    --------
    >>> scores = precision_recall_f(tp=6, fp=2, fn=4)
    >>> [round(float(score), 4) for score in scores]
    [0.75, 0.6, 0.6667]
    """
    check_range("beta", beta, "(0, ∞)", ScoresError)
    right, invented, missed = np.broadcast_arrays(*(np.asarray(x, dtype=np.float64) for x in (tp, fp, fn)))
    if not all((counts >= 0).all() for counts in (right, invented, missed)):
        raise ScoresError("`tp`, `fp` and `fn` must be 0 or more.")
    squared = beta * beta
    weighted = (1 + squared) * right
    return PrecisionRecallF(
        ratio(right, right + invented),
        ratio(right, right + missed),
        ratio(weighted, weighted + squared * missed + invented),
    )


def ratio(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    """part / whole, 0 where the whole is 0."""
    return np.divide(part, whole, out=np.zeros_like(part), where=whole > 0)


def conlleval_report(labels: Sequence[str], counts: NDArray[np.int64], *, n_right: int, n_tokens: int) -> str:
    """Precision, recall and F1 in all and by label, as conlleval.pl prints them.

    Parameters
    ----------
    labels : sequence of str
        Labels of the chunks; "" is left out of the table.
    counts : ndarray of int, shape (n_labels, 3)
        tp, fp, fn of each label, from `label_counts`.
    n_right, n_tokens : int
        Tokens whose tag is right, and tokens in all.

    Returns
    -------
    str
        Lines that end with a line feed; labels in alphabetical order, those that occur
        in neither gold nor predicted chunks left out; after F1 the number of predicted
        chunks.

    References
    ----------
    .. [1] Tjong Kim Sang & Buchholz, Introduction to the CoNLL-2000 shared task.

    Examples
    --------
    >>> print(conlleval_report(("PER",), np.array([[3, 1, 2]]), n_right=18, n_tokens=20), end="")
    processed 20 tokens with 5 phrases; found: 4 phrases; correct: 3.
    accuracy:  90.00%; precision:  75.00%; recall:  60.00%; FB1:  66.67
                  PER: precision:  75.00%; recall:  60.00%; FB1:  66.67  4
    """
    tp, fp, fn = counts.sum(axis=0).tolist()
    accuracy = 100 * n_right / n_tokens if n_tokens else 0.0
    lines = [
        f"processed {n_tokens} tokens with {tp + fn} phrases; found: {tp + fp} phrases; correct: {tp}.",
        f"accuracy: {accuracy:6.2f}%; {_scores(tp, fp, fn)}",
    ]
    for label, (tp, fp, fn) in sorted(zip(labels, counts.tolist(), strict=True)):
        if label and tp + fp + fn:
            lines.append(f"{label:>17}: {_scores(tp, fp, fn)}  {tp + fp}")
    return "".join(line + "\n" for line in lines)


def _scores(tp: int, fp: int, fn: int) -> str:
    precision, recall, f = (100 * float(score) for score in precision_recall_f(tp, fp, fn))
    return f"precision: {precision:6.2f}%; recall: {recall:6.2f}%; FB1: {f:6.2f}"
