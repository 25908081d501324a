"""What each sentence of a fold adds to scores that are functions of sums: right items, errors, label sets.

The first two columns are what is divided and by what, unless the record of a metric says how a score is
made of its sums. Sums add up over units, so a score is divided among units, and drawn again, from them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..schemes import Spans
from .chunks.counts import correct_spans
from .chunks.partial_spans import Way, span_outcomes
from .chunks.scores import ratio as divided

Floats = NDArray[np.float64]


class AnsweredItems(Protocol):
    """Right and predicted answers of a fold, as codes into `values`."""

    @property
    def gold(self) -> NDArray[np.int32]: ...
    @property
    def predicted(self) -> NDArray[np.int32]: ...
    @property
    def values(self) -> tuple[str, ...]: ...
    @property
    def starts(self) -> NDArray[np.int64]: ...
    @property
    def class_scores(self) -> NDArray[np.float32] | None: ...
    @property
    def chunks(self) -> tuple[Spans, Spans]: ...
    @property
    def amounts(self) -> tuple[Floats, Floats]: ...


def ratio(sums: Floats) -> Floats:
    """The first sum divided by the second, 0 where there is nothing to divide by; (..., 2) -> (...)."""
    return divided(sums[..., 0], sums[..., 1])


def right_items(fold: AnsweredItems) -> Floats:
    return _sentence_sums(fold, fold.gold == fold.predicted, 1.0)


def wrong_items(fold: AnsweredItems) -> Floats:
    return _sentence_sums(fold, fold.gold != fold.predicted, 1.0)


def absolute_errors(fold: AnsweredItems) -> Floats:
    gold, predicted = fold.amounts
    return _sentence_sums(fold, np.abs(gold - predicted), 1.0)


def squared_errors(fold: AnsweredItems) -> Floats:
    """With sums of the right numbers and their squares, from one of them on, for R²."""
    gold, predicted = fold.amounts
    around = gold - np.partition(gold, len(gold) // 2)[len(gold) // 2] if len(gold) else gold
    return _sentence_sums(fold, (gold - predicted) ** 2, 1.0, around, around**2)


def root(sums: Floats) -> Floats:
    """RMSE of `squared_errors`."""
    rooted: Floats = np.sqrt(ratio(sums))
    return rooted


def explained(sums: Floats) -> Floats:
    """R² of `squared_errors`; as scikit-learn has it, 1 or 0 where all right numbers are the same."""
    error, n, first, second = np.moveaxis(sums, -1, 0)
    spread = second - first**2 / np.where(n > 0, n, 1)
    varied = spread > 1e-12 * np.abs(second)
    share: Floats = np.where(varied, 1 - error / np.where(varied, spread, 1), error == 0)
    return share


def right_sets(fold: AnsweredItems) -> Floats:
    """Texts whose labels are all right, and no other predicted."""
    return _sentence_sums(fold, _text_sums(fold)[:, 1:].sum(axis=1) == 0, 1.0)


def set_scores(precision: int, recall: int) -> Callable[[AnsweredItems], Floats]:
    """Precision (1, 0), recall (0, 1) or F1 (1, 1) of the labels of each text, to be averaged."""

    def score(fold: AnsweredItems) -> Floats:
        found, invented, missed = _text_sums(fold).T
        weight = precision + recall
        pairs = np.stack([weight * found, weight * found + precision * invented + recall * missed], axis=1)
        return _sentence_sums(fold, ratio(pairs.astype(np.float64)), 1.0)

    return score


def wrong_labels(fold: AnsweredItems) -> Floats:
    """Labels that are wrong, of all labels of each text: Hamming loss."""
    return _sentence_sums(fold, _text_sums(fold)[:, 1:].sum(axis=1), len(fold.chunks[0].labels))


def span_f1(way: Way) -> Callable[[AnsweredItems], Floats]:
    """F1 of spans that may be partly right."""

    def score(fold: AnsweredItems) -> Floats:
        counts = span_outcomes(*fold.chunks, starts=fold.starts, way=way).astype(np.float64)
        correct, incorrect, partial, missed, spurious = counts.T
        met = correct + incorrect + partial
        return np.stack([2 * correct + partial, 2 * met + missed + spurious], axis=1)

    return score


def _text_sums(fold: AnsweredItems) -> NDArray[np.int64]:
    """Labels found, invented and missed of each text, (n_items, 3)."""
    gold, predicted = fold.chunks
    n = len(fold.gold)
    found = np.bincount(predicted.start[correct_spans(gold, predicted)], minlength=n)
    given, right = (np.bincount(spans.start, minlength=n) for spans in (predicted, gold))
    return np.stack([found, given - found, right - found], axis=1)


def _sentence_sums(fold: AnsweredItems, *item_values: ArrayLike) -> Floats:
    n = len(fold.starts) - 1
    sentence = np.repeat(np.arange(n), np.diff(fold.starts))
    columns = [
        np.bincount(sentence, np.broadcast_to(values, sentence.shape).astype(np.float64), n)
        for values in item_values
    ]
    return np.stack(columns, axis=1)
