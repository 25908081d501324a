"""Predicted spans that are partly right, as SemEval 2013 (task 9.1) counts them."""

from __future__ import annotations

from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_choice
from ...errors import ScoresError
from ...schemes import Spans

Way = Literal["strict", "exact", "partial", "type"]
WAYS: tuple[Way, ...] = get_args(Way)
OUTCOMES = ("correct", "incorrect", "partial", "missed", "spurious")


def span_outcomes(
    gold: Spans, predicted: Spans, *, starts: NDArray[np.int64], way: Way = "partial"
) -> NDArray[np.int64]:
    """Outcomes of the spans of each sentence.

    Each predicted span meets at most one right span that it overlaps. What that is worth, by way:
    strict, the same boundaries and label are correct; exact, the same boundaries; type, the same
    label; anything else incorrect. Partial: the same boundaries are correct, others partial.

    Parameters
    ----------
    gold, predicted : Spans
        Of the same tokens; none overlaps another of its side.
    starts : ndarray of int, shape (n_sentences + 1,)
        First token of each sentence, then n_tokens.
    way : "strict", "exact", "partial" or "type"

    Returns
    -------
    ndarray of int, shape (n_sentences, 5)
        Correct, incorrect, partial, missed and spurious. Precision is (correct + partial / 2) over all
        but missed, recall over all but spurious.

    Raises
    ------
    ScoresError
        If there is no such way, or spans overlap.

    Examples
    --------
    >>> from mx2core.schemes import Spans
    >>> gold = Spans(np.array([0, 3]), np.array([2, 4]), np.array([0, 1]), ("PER", "LOC"))
    >>> predicted = Spans(np.array([0, 3]), np.array([1, 4]), np.array([0, 0]), ("PER", "LOC"))
    >>> [mx.metrics.span_outcomes(gold, predicted, starts=np.array([0, 4]), way=way).tolist()[0]
    ...  for way in ("strict", "exact", "partial", "type")]
    [[0, 2, 0, 0, 0], [1, 1, 0, 0, 0], [1, 0, 1, 0, 0], [1, 1, 0, 0, 0]]
    """
    check_choice("way", way, WAYS, ScoresError)
    names = {label: code for code, label in enumerate(dict.fromkeys((*gold.labels, *predicted.labels)))}
    (rights, right_ends), (givens, given_ends) = (
        _sort_spans(spans, names, starts) for spans in (gold, predicted)
    )
    outcomes = np.zeros((len(starts) - 1, len(OUTCOMES)), dtype=np.int64)
    for sentence in np.flatnonzero(np.diff(right_ends) + np.diff(given_ends)).tolist():
        right = rights[right_ends[sentence] : right_ends[sentence + 1]]
        given = givens[given_ends[sentence] : given_ends[sentence + 1]]
        if np.array_equal(right, given):
            outcomes[sentence, 0] = len(right)
        else:
            outcomes[sentence] = _score_sentence(right.tolist(), given.tolist(), way)
    return outcomes


def _sort_spans(
    spans: Spans, names: dict[str, int], starts: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """First token, end and label of each span, (n_spans, 3), and where those of each sentence end."""
    if (spans.start[1:] < spans.end[:-1]).any():
        raise ScoresError("Spans overlap, so none can be partly right; choose another metric.")
    label = np.array([names[name] for name in spans.labels], dtype=np.int64)[spans.label]
    rows = np.stack([spans.start, spans.end, label], axis=1)
    return rows, np.searchsorted(spans.start, starts)


def _score_sentence(right: list[list[int]], predicted: list[list[int]], way: Way) -> list[int]:
    counts, met = dict.fromkeys(OUTCOMES, 0), set[int]()
    for span in predicted:
        touched = [k for k, one in enumerate(right) if k not in met and _overlap(span, one)]
        if not touched:
            counts["spurious"] += 1
            continue
        fitting = [k for k in touched if _is_correct(span, right[k], way)]
        met.add(min(fitting, key=lambda k: _distance(span, right[k])) if fitting else touched[0])
        wrong = "partial" if way == "partial" else "incorrect"
        counts["correct" if fitting else wrong] += 1
    counts["missed"] = len(right) - len(met)
    return list(counts.values())


def _is_correct(span: list[int], one: list[int], way: Way) -> bool:
    wanted = {"strict": slice(0, 3), "type": slice(2, 3)}.get(way, slice(0, 2))
    return span[wanted] == one[wanted]


def _overlap(span: list[int], one: list[int]) -> bool:
    return span[0] < one[1] and one[0] < span[1]


def _distance(span: list[int], one: list[int]) -> int:
    return abs(span[0] - one[0]) + abs(span[1] - one[1])
