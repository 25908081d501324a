"""True positives, false positives and misses of a tagger's chunks: in all, per label, per unit.

A predicted chunk is right when a gold chunk has the same first and last token and the
same label. Word segmentation is the case where words are the chunks.

Counts, not scores, are what is kept of an evaluation: they add up over units, so that
a bootstrap or another metric needs no second training.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ...schemes import Spans


def span_counts(gold: Spans, predicted: Spans) -> NDArray[np.int64]:
    """Chunks found, invented and missed (tp, fp, fn), shape (3,).

    Labels are compared as words, not as codes.
    """
    tp = int(correct_spans(gold, predicted).sum())
    return np.array([tp, len(predicted) - tp, len(gold) - tp], dtype=np.int64)


def label_counts(gold: Spans, predicted: Spans, *, labels: Sequence[str] | None = None) -> NDArray[np.int64]:
    """tp, fp, fn of each of `labels`, those of `gold` if not given, shape (n_labels, 3).

    Chunks with other labels are not counted, so pass all labels where a tagger may predict one that gold
    lacks.
    """
    rows = {label: row for row, label in enumerate(gold.labels if labels is None else labels)}
    return _group_counts(gold, predicted, _codes(gold, rows), _codes(predicted, rows), len(rows))


def unit_counts(
    gold: Spans, predicted: Spans, *, starts: NDArray[np.int64], units: NDArray[np.int64] | None = None
) -> NDArray[np.int64]:
    """tp, fp, fn of each unit, shape (n_units, 3); the sum over units is `span_counts`.

    `starts`: first token of each sentence, then n_tokens.
    `units`: unit of each sentence, 0 .. n_units-1; each sentence its own unit by default.
    """
    of_gold, of_predicted, n_units = _units_of(gold, predicted, starts, units)
    return _group_counts(gold, predicted, of_gold, of_predicted, n_units)


def unit_label_counts(
    gold: Spans,
    predicted: Spans,
    *,
    starts: NDArray[np.int64],
    units: NDArray[np.int64],
    labels: Sequence[str],
) -> NDArray[np.int64]:
    """Chunks found, invented and missed, by unit and label.

    `labels`: chunks of other labels are not counted.
    Returns ndarray of int, shape (n_units, n_labels, 3).
    """
    of_gold, of_predicted, n_units = _units_of(gold, predicted, starts, units)
    rows = {label: row for row, label in enumerate(labels)}

    def cell(chunks: Spans, unit: NDArray[np.int64]) -> NDArray[np.int64]:
        label = _codes(chunks, rows)
        return np.where(label >= 0, unit * len(rows) + label, -1)

    n_cells = n_units * len(rows)
    counts = _group_counts(gold, predicted, cell(gold, of_gold), cell(predicted, of_predicted), n_cells)
    return counts.reshape(n_units, len(rows), 3)


def unit_sums(
    gold: Spans,
    predicted: Spans,
    *,
    starts: NDArray[np.int64],
    units: NDArray[np.int64],
    labels: Sequence[str],
    weights: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Sum over the chunks of each unit of what each is worth.

    `labels`: rows of `weights`; chunks of other labels are worth nothing.
    `weights` (ndarray of float, shape (n_labels, 3)): worth of a chunk found, invented or missed.
    Returns ndarray of float, shape (n_units,): `weights` times `label_counts`, unit by unit.
    """
    of_gold, of_predicted, n_units = _units_of(gold, predicted, starts, units)
    rows = {label: row for row, label in enumerate(labels)}
    worth = np.vstack([weights, np.zeros(3)])  # row -1: other labels
    right = correct_spans(gold, predicted)
    answers = worth[_codes(predicted, rows), np.where(right, 0, 1)]
    missed = np.where(correct_spans(predicted, gold), 0.0, worth[_codes(gold, rows), 2])
    total: NDArray[np.float64] = np.bincount(
        np.concatenate([of_predicted, of_gold]), np.concatenate([answers, missed]), n_units
    ).astype(np.float64)
    return total


def _units_of(
    gold: Spans, predicted: Spans, starts: NDArray[np.int64], units: NDArray[np.int64] | None
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """Unit of each gold and of each predicted chunk, and how many units there are."""
    of_sentence = np.arange(len(starts) - 1) if units is None else units

    def unit(chunks: Spans) -> NDArray[np.int64]:
        of_chunk: NDArray[np.int64] = of_sentence[np.searchsorted(starts, chunks.start, side="right") - 1]
        return of_chunk

    return unit(gold), unit(predicted), int(of_sentence.max(initial=-1)) + 1


def _group_counts(
    gold: Spans,
    predicted: Spans,
    group_of_gold: NDArray[np.int64],
    group_of_predicted: NDArray[np.int64],
    n_groups: int,
) -> NDArray[np.int64]:
    """Counts by group; chunks with group -1 are left out."""

    def tally(group: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.bincount(group[group >= 0], minlength=n_groups)

    tp = tally(group_of_predicted[correct_spans(gold, predicted)])
    return np.stack([tp, tally(group_of_predicted) - tp, tally(group_of_gold) - tp], axis=1)


def correct_spans(gold: Spans, predicted: Spans) -> NDArray[np.bool_]:
    """Whether each predicted chunk is a gold chunk, shape (n_predicted,)."""
    rows = {label: row for row, label in enumerate(dict.fromkeys((*gold.labels, *predicted.labels)))}
    longest = max((gold.end - gold.start).max(initial=0), (predicted.end - predicted.start).max(initial=0))

    def key(chunks: Spans) -> NDArray[np.int64]:
        # One integer for first token, length and label: 2**63 is room enough for any corpus.
        number: NDArray[np.int64] = chunks.start * (longest + 1) + (chunks.end - chunks.start)
        return number * len(rows) + _codes(chunks, rows)

    # np.isin makes both unique first, which takes several times as long; no key is -1.
    known, asked = np.append(np.sort(key(gold)), -1), key(predicted)
    found: NDArray[np.bool_] = known[np.searchsorted(known[:-1], asked)] == asked
    return found


def _codes(chunks: Spans, rows: dict[str, int]) -> NDArray[np.int64]:
    """Label of each chunk as a row number, -1 for labels without a row."""
    codes = np.array([rows.get(label, -1) for label in chunks.labels], dtype=np.int64)
    return codes[chunks.label]
