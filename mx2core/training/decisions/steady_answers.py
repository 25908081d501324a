"""Units that one model always answers better than the other, with right and predicted answers."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...brief import Tabular, frozen
from ...inference import steady_units

if TYPE_CHECKING:
    from ...corpus.model import Corpus
    from ...partition import PartitionSet
    from ..scores.result import Comparison


@frozen
class SteadyUnit(Tabular):
    """A unit on which the same model makes fewer errors in every split.

    `words`, `gold`, `a` and `b` have one string an item: a token, or a whole text.

    >>> first, second = mx.training.side_by_side(result, "A", "B", corpus=corpus, partitions=halves)
    >>> all(unit.better == "A" for unit in first)
    True
    """

    unit: int
    unit_id: str
    better: str  # "A" or "B"
    errors_a: float  # mean over splits: chunks missed and invented, wrong answers, or how far off numbers are
    errors_b: float
    words: tuple[str, ...]
    gold: tuple[str, ...]
    a: tuple[str, ...]  # the most frequent answer of A, or its mean answer
    b: tuple[str, ...]
    times_a: int  # in how many of the splits, or of splits and seeds
    times_b: int


def side_by_side(
    comparison: Comparison,
    a: int | str,
    b: int | str,
    *,
    corpus: Corpus,
    partitions: PartitionSet,
    most: int | None = None,
) -> tuple[tuple[SteadyUnit, ...], tuple[SteadyUnit, ...]]:
    """Units that A always answers better, and those that B does; the clearest first.

    Parameters
    ----------
    corpus : Corpus
        Whose units were predicted.
    partitions : PartitionSet
        What the models were trained on.
    most : int, optional
        Units of each kind; all without it.

    Returns
    -------
    tuple of two tuples of SteadyUnit

    Raises
    ------
    ScoresError
        If there is no such model, folds are not finished, or the corpus is another one.

    Examples
    --------
    >>> first, second = mx.training.side_by_side(result, "A", "B", corpus=corpus, partitions=halves)
    >>> len(first) + len(second) <= len(corpus)
    True
    """
    comparison.check_corpus(corpus)
    rows = [comparison.runs(model) for model in (a, b)]
    comparison.check_finished(*rows)
    counted = _errors(comparison, len(corpus))
    errors = np.stack([counted[of_model].mean(axis=0) for of_model in rows])
    wins, losses = steady_units(errors[1] - errors[0], partitions.masks)
    units = _AnswerTexts(comparison, rows, corpus, errors.mean(axis=1))
    return (
        tuple(units.unit(unit, "A") for unit in wins[:most].tolist()),
        tuple(units.unit(unit, "B") for unit in losses[:most].tolist()),
    )


def _errors(comparison: Comparison, n_units: int) -> NDArray[np.float64]:
    """Errors on each unit, shape (n_runs, m, n_units): fp + fn, of numbers how far the answers are off."""
    material = comparison.scorer.material
    if material.task != "numbers":
        counted: NDArray[np.float64] = comparison.unit_counts[..., 1:].sum(axis=-1).astype(np.float64)
        return counted
    amounts = np.array(comparison.values, dtype=np.float64)
    off = np.abs(amounts[comparison.predicted] - amounts[material.gold[0]])  # of each text
    summed = np.zeros((n_units, *off.shape[:2]))
    np.add.at(summed, material.unit_of_item, np.moveaxis(off, -1, 0))
    return np.moveaxis(summed, 0, -1)


class _AnswerTexts:
    def __init__(
        self, comparison: Comparison, rows: list[list[int]], corpus: Corpus, errors: NDArray[np.float64]
    ) -> None:
        material = comparison.scorer.material
        self._values = comparison.values
        self._numbers = material.task == "numbers"
        self._gold = material.gold[0]
        predicted = comparison.predicted
        self._codes = [np.concatenate(predicted[of_model]) for of_model in rows]  # (n_seeds * m, n_items)
        of_item = material.unit_of_item
        ends = np.cumsum(np.bincount(of_item, minlength=len(corpus)))
        self._items = np.split(np.argsort(of_item, kind="stable"), ends[:-1])
        if material.task == "tags":
            word = corpus.sentences.columns["word"]
            self._words = [word.values[code] for code in word.codes.tolist()]
        else:
            self._words = _texts(corpus)
        self._ids = corpus.unit_ids
        self._errors = errors

    def unit(self, unit: int, better: str) -> SteadyUnit:
        items = self._items[unit]
        (a, times_a), (b, times_b) = (self._answer(codes[:, items]) for codes in self._codes)
        return SteadyUnit(
            unit=unit,
            unit_id=self._ids[unit],
            better=better,
            errors_a=float(self._errors[0, unit]),
            errors_b=float(self._errors[1, unit]),
            words=tuple(self._words[item] for item in items.tolist()),
            gold=self._tags(self._gold[items].tolist()),
            a=a,
            b=b,
            times_a=times_a,
            times_b=times_b,
        )

    def _answer(self, codes: NDArray[np.int32]) -> tuple[tuple[str, ...], int]:
        """The answers given most often and how often; of numbers their mean over all trainings."""
        if self._numbers:
            means = np.array(self._values, dtype=np.float64)[codes].mean(axis=0)
            return tuple(f"{mean:.6g}" for mean in means), len(codes)
        answers, times = _most_frequent(codes)
        return self._tags(answers), times

    def _tags(self, codes: list[int]) -> tuple[str, ...]:
        return tuple(self._values[code] for code in codes)


def _texts(corpus: Corpus) -> list[str]:
    """Whole texts: as they are written, or their words."""
    sentences = corpus.sentences
    if "text" in sentences.fields:
        return list(sentences.fields["text"])
    return [" ".join(sentences.sentence(i).columns["word"]) for i in range(len(sentences))]


def _most_frequent(codes: NDArray[np.int32]) -> tuple[list[int], int]:
    """The answers given most often, the first of them where several were, and how often."""
    counted = Counter(map(tuple, codes.tolist()))
    answers, times = max(counted.items(), key=lambda one: one[1])
    return list(answers), times
