"""The report that the scorer of the CoNLL shared tasks prints, conlleval."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from .scores import precision_recall_f


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
