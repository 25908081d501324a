"""Scores of answers that are sets of labels, such as `sport | health`: set by set, and label by label."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...brief import frozen
from ...errors import Notice, ScoresError
from ..chunks.scores import ratio
from ..known_answers import BETWEEN, check_paired, recognized, set_of
from ..outputs.values import checked_weights
from .class_scores import AverageScores, LabelScores, label_rows, ratio_notices
from .classification import AVERAGES, averaged

if TYPE_CHECKING:
    from scipy.sparse import csr_array  # imported where one is made: processes that train need none

Floats = NDArray[np.float64]


@frozen(eq=False)
class LabelSets:
    labels: tuple[str, ...]
    gold: csr_array  # (n_items, n_labels) of 0 and 1
    predicted: csr_array

    def item_sums(self) -> Floats:
        """Whether each set is right, its wrong labels, its F1, and 1 for the item, (n_items, 4)."""
        found = np.asarray(self.gold.multiply(self.predicted).sum(axis=1), dtype=np.float64)
        sides = self.gold, self.predicted
        right, given = (np.asarray(side.sum(axis=1), dtype=np.float64) for side in sides)
        wrong = right + given - 2 * found
        return np.stack([wrong == 0, wrong, ratio(2 * found, right + given), np.ones(len(found))], axis=1)

    def label_counts(self) -> tuple[csr_array, csr_array, csr_array]:
        """What is found, invented and missed, each (n_items, n_labels)."""
        from scipy.sparse import csr_array

        found = csr_array(self.gold.multiply(self.predicted))
        return found, csr_array(self.predicted - found), csr_array(self.gold - found)


@frozen(eq=False)
class LabelSetScores:
    labels: tuple[str, ...]
    summary: dict[str, float]
    rows: tuple[LabelScores, ...]  # one a label
    averages: tuple[AverageScores, ...]
    notices: tuple[Notice, ...]


def label_set_scores(
    gold: Sequence[str], predicted: Sequence[str], *, weights: ArrayLike | None = None
) -> LabelSetScores:
    """Subset accuracy, micro, macro and sample F1, and Hamming loss of sets of labels.

    Parameters
    ----------
    gold, predicted : sequence of str
        Labels of each item with | between them, in any order; an empty one has no label.
    weights : array_like of float, shape (n_items,), optional
        What each item counts, 0 or more; 1 if not given.

    Returns
    -------
    LabelSetScores
        `summary` by the names of `METRICS`. Labels that are neither right nor predicted are no labels.

    Raises
    ------
    ScoresError
        If there are no items or no labels, lengths differ, no predicted label is known, or a weight is
        negative or not finite.

    Examples
    --------
    >>> found = mx.metrics.label_set_scores(["sport|health", "finance"], ["health | sport", "sport"])
    >>> found.summary["subset_accuracy"], round(found.summary["hamming_loss"], 3)
    (0.5, 0.333)
    """
    check_paired(len(gold), len(predicted))
    sets, notices = label_sets(gold, {"predicted": predicted})
    of_model = sets["predicted"]
    weight = checked_weights(weights, len(gold))
    right, wrong, f1, items = weight @ of_model.item_sums()
    counts = np.stack([weight @ part for part in of_model.label_counts()], axis=1)
    if weights is None:
        counts = counts.astype(np.int64)
    table = np.column_stack([counts, (int(items) if weights is None else items) - counts.sum(axis=1)])
    averages = {name: averaged(counts, name) for name in AVERAGES}
    return LabelSetScores(
        labels=of_model.labels,
        summary={
            "subset_accuracy": float(right / items),
            "precision": float(averages["micro"].precision),
            "recall": float(averages["micro"].recall),
            "f1": float(averages["micro"].f),
            "macro_f1": float(averages["macro"].f),
            "samples_f1": float(f1 / items),
            "hamming_loss": float(wrong / (items * len(of_model.labels))),
        },
        rows=label_rows(of_model.labels, table, 1.0),
        averages=tuple(AverageScores(name, *map(float, one)) for name, one in averages.items()),
        notices=(*notices, *ratio_notices(of_model.labels, table)),
    )


def have_sets(gold: Sequence[str]) -> bool:
    """Whether right answers are sets: one at least has several labels.

    >>> have_sets(["a", "a|b"]), have_sets(["a", "b"])
    (True, False)
    """
    return any(BETWEEN in answer and len(set_of(answer)) > 1 for answer in set(gold))


def label_sets(
    gold: Sequence[str], models: Mapping[str, Sequence[str]], *, file: str | None = None
) -> tuple[dict[str, LabelSets], tuple[Notice, ...]]:
    """Sets of labels of each model, every label recognized by itself, over the labels of all of them."""
    right = list(map(set_of, gold))
    known = dict.fromkeys(label for labels in right for label in labels)
    if not known:
        raise ScoresError("No item has a right label.", file=file)
    given: dict[str, list[tuple[str, ...]]] = {}
    notices: list[Notice] = []
    for name, answers in models.items():
        parts = list(map(set_of, answers))
        times = Counter(label for labels in parts for label in labels)
        found = recognized(times, known, model=name, file=file)
        given[name] = [tuple(dict.fromkeys(map(found.answer, labels))) for labels in parts]
        notices += found.notices
    labels = sorted({*known, *(label for sets in given.values() for labels in sets for label in labels)})
    place = {label: k for k, label in enumerate(labels)}

    def table(sets: Sequence[Sequence[str]]) -> csr_array:
        from scipy.sparse import csr_array

        ends = np.cumsum([0, *map(len, sets)])
        columns = np.array([place[label] for one in sets for label in one], dtype=np.int64)
        return csr_array((np.ones(len(columns), np.int64), columns, ends), shape=(len(sets), len(labels)))

    of_gold = table(right)
    made = {name: LabelSets(tuple(labels), of_gold, table(sets)) for name, sets in given.items()}
    return made, tuple(notices)
