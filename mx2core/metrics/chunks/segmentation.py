"""Word segmentation: recall of the words that the training set has, and of those it lacks."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...brief import brief
from ...schemes import Spans
from .counts import correct_spans


@brief
@dataclass(frozen=True, slots=True)
class VocabularyRecall:
    """Recall on the 0-1 scale; 0 where there is no such word."""

    known: float  # of words in the training set's vocabulary (IV recall)
    unknown: float  # of words out of it (OOV recall)
    n_known: int
    n_unknown: int


def vocabulary_recall(gold: Spans, predicted: Spans, is_known: NDArray[np.bool_]) -> VocabularyRecall:
    """How many of the gold words are found, apart for known and unknown ones.

    Parameters
    ----------
    gold, predicted : Spans
        Words of the same text.
    is_known : ndarray of bool, shape (n_gold,)
        Whether the word occurs in the training set.

    Returns
    -------
    VocabularyRecall

    References
    ----------
    .. [1] Sproat & Emerson, The first international Chinese word segmentation bakeoff,
       2003.

    Examples
    --------
    >>> from mx2core.schemes import Spans
    >>> gold = Spans(np.array([0, 3]), np.array([2, 4]), np.array([0, 1]), ("PER", "LOC"))
    >>> predicted = Spans(np.array([0, 2]), np.array([2, 4]), np.array([0, 1]), ("PER", "LOC"))
    >>> mx.metrics.vocabulary_recall(gold, predicted, np.array([True, False])).known
    1.0
    """
    recalled = correct_spans(predicted, gold)
    n_known = int(is_known.sum())
    n_unknown = len(is_known) - n_known
    return VocabularyRecall(
        known=float(recalled[is_known].mean()) if n_known else 0.0,
        unknown=float(recalled[~is_known].mean()) if n_unknown else 0.0,
        n_known=n_known,
        n_unknown=n_unknown,
    )
