"""What items of a table add to metrics of classes, sets of labels and numbers, as columns that are summed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_choice
from ...brief import frozen
from ...errors import Notice, ScoresError
from ...metrics import (
    AnswerTable,
    are_amounts,
    averaged,
    default_positive,
    have_sets,
    label_sets,
    precision_recall_f,
    recognized,
)
from ...metrics.chunks.scores import ratio
from ...metrics.classes.class_scores import one_of_many
from ...metrics.classes.set_scores import LabelSets
from ...metrics.fold_sums import explained, root
from ...metrics.outputs.rank_correlation import spearman

Floats = NDArray[np.float64]
Share = Callable[[Floats], tuple[Floats, Floats]]  # columns of items -> part, whole
Score = Callable[[Floats], Floats]  # sums of columns (..., k), or weights of items (n, n_items) -> (...)
MOST_AVERAGED = 50  # classes of a macro average


@frozen(eq=False)
class AnswerSums:
    """What items add, and what metrics make of the sums; of F1 the share of tp in tp + fp + fn."""

    values: Floats  # (n_items, k)
    scores: dict[str, Score]
    shares: dict[str, Share] = field(default_factory=dict)
    weighted: dict[str, Score] = field(default_factory=dict)  # metrics of items, not of sums

    def times(self, weight: Floats) -> AnswerSums:
        """The same where items count more or less."""
        return replace(self, values=self.values * weight[:, None])


def answer_sums(
    table: AnswerTable, columns: Mapping[str, str], positive: str | None
) -> tuple[dict[str, AnswerSums], tuple[Notice, ...]]:
    """Of models, given by their columns, all of one kind of answers."""
    gold = table.texts("gold", blank=True)
    if are_amounts(gold, table.texts(columns["A"], blank=True)):
        return _number_sums(table, columns)
    if have_sets(gold):
        given = {name: table.texts(column, blank=True) for name, column in columns.items()}
        sets, notices = label_sets(gold, given, file=table.name)
        return {name: _set_sums(one) for name, one in sets.items()}, notices
    models = {name: table.texts(column) for name, column in columns.items()}
    return _class_sums(table.texts("gold"), models, positive, table.name)


def _class_sums(
    gold: Sequence[str], models: Mapping[str, Sequence[str]], positive: str | None, file: str | None
) -> tuple[dict[str, AnswerSums], tuple[Notice, ...]]:
    known = {
        name: recognized(Counter(answers), dict.fromkeys(gold), model=name, file=file)
        for name, answers in models.items()
    }
    answers = {name: list(map(known[name].answer, given)) for name, given in models.items()}
    labels = sorted({*gold, *(answer for given in answers.values() for answer in given)})
    code = {label: k for k, label in enumerate(labels)}
    right = np.array([code[label] for label in gold])
    notices = [notice for one in known.values() for notice in one.notices]
    if positive is None:
        positive = default_positive(labels, np.bincount(right, minlength=len(labels)))
        notices += one_of_many(positive, labels)
    check_choice("positive", positive, labels, ScoresError)
    sums = {
        name: _class_columns(right, np.array([code[one] for one in given]), len(labels), code[positive])
        for name, given in answers.items()
    }
    return sums, tuple(notices)


def _class_columns(
    right: NDArray[np.int64], predicted: NDArray[np.int64], n_labels: int, positive: int
) -> AnswerSums:
    """Right and all items; found, predicted and right ones of the positive class; tp, fp, fn of each."""
    hit = right == predicted
    of_positive = [right == positive, predicted == positive]
    first = [hit, np.ones(len(hit)), of_positive[0] & of_positive[1], of_positive[1], of_positive[0]]
    each: list[NDArray[np.bool_]] = []
    if n_labels <= MOST_AVERAGED:
        for label in range(n_labels):
            is_right, is_given = right == label, predicted == label
            each += [is_right & is_given, is_given & ~is_right, is_right & ~is_given]

    def macro(sums: Floats) -> Floats:
        counts = np.moveaxis(sums[..., len(first) :].reshape(*sums.shape[:-1], n_labels, 3), -1, 0)
        f = precision_recall_f(*counts).f
        there = counts.any(axis=0)
        return ratio((f * there).sum(axis=-1), there.sum(axis=-1).astype(np.float64))

    scores: dict[str, Score] = {
        "accuracy": lambda sums: ratio(sums[..., 0], sums[..., 1]),
        "precision": lambda sums: ratio(sums[..., 2], sums[..., 3]),
        "recall": lambda sums: ratio(sums[..., 2], sums[..., 4]),
        "f1": lambda sums: ratio(2 * sums[..., 2], sums[..., 3] + sums[..., 4]),
        **({"macro_f1": macro} if each else {}),
    }
    shares: dict[str, Share] = {
        "accuracy": lambda items: (items[:, 0], items[:, 1]),
        "precision": lambda items: (items[:, 2], items[:, 3]),
        "recall": lambda items: (items[:, 2], items[:, 4]),
        "f1": lambda items: (items[:, 2], items[:, 3] + items[:, 4] - items[:, 2]),
    }
    return AnswerSums(np.stack([*first, *each], axis=1).astype(np.float64), scores, shares)


def _set_sums(sets: LabelSets) -> AnswerSums:
    """Right sets, wrong labels, F1 and 1 of items; found, invented, missed in all, and of each label."""
    n_labels, parts = len(sets.labels), sets.label_counts()
    first = [sets.item_sums(), np.stack([np.asarray(part.sum(axis=1)) for part in parts], axis=1)]
    each = [part.toarray() for part in parts] if n_labels <= MOST_AVERAGED else []

    def macro(sums: Floats) -> Floats:
        counts = np.moveaxis(sums[..., 7:].reshape(*sums.shape[:-1], 3, n_labels), -2, -1)
        return np.asarray(averaged(counts, "macro").f)  # type: ignore[arg-type] # weighted counts

    def micro(place: int) -> Score:
        return lambda sums: np.asarray(precision_recall_f(*np.moveaxis(sums[..., 4:7], -1, 0))[place])

    scores: dict[str, Score] = {
        "subset_accuracy": lambda sums: ratio(sums[..., 0], sums[..., 3]),
        "precision": micro(0),
        "recall": micro(1),
        "f1": micro(2),
        **({"macro_f1": macro} if each else {}),
        "samples_f1": lambda sums: ratio(sums[..., 2], sums[..., 3]),
        "hamming_loss": lambda sums: ratio(sums[..., 1], sums[..., 3] * n_labels),
    }
    values = np.concatenate([*first, *each], axis=1).astype(np.float64)
    shares: dict[str, Share] = {
        "subset_accuracy": lambda items: (items[:, 0], items[:, 3]),
        "precision": lambda items: (items[:, 4], items[:, 4] + items[:, 5]),
        "recall": lambda items: (items[:, 4], items[:, 4] + items[:, 6]),
        "f1": lambda items: (items[:, 4], items[:, 4:7].sum(axis=1)),
    }
    return AnswerSums(values, scores, shares)


def _number_sums(
    table: AnswerTable, columns: Mapping[str, str]
) -> tuple[dict[str, AnswerSums], tuple[Notice, ...]]:
    gold = table.numbers("gold")
    around = gold - np.median(gold)
    constant = not np.ptp(gold)
    notices: dict[str, Notice] = {}
    if constant:
        notices["gold"] = Notice("All right values are equal: no R² or rank correlation.")
    scores: dict[str, Score] = {
        "mae": lambda sums: ratio(sums[..., 0], sums[..., 2]),
        "rmse": lambda sums: root(sums[..., 1:]),
        **({} if constant else {"r2": lambda sums: explained(sums[..., 1:])}),
    }
    made = {}
    for name, column in columns.items():
        predicted = table.numbers(column)
        errors = np.abs(gold - predicted)
        values = np.stack([errors, errors**2, np.ones(len(gold)), around, around**2], axis=1)
        weighted: dict[str, Score] = {}
        if not constant and not np.ptp(predicted):
            notices["predicted"] = Notice("All predicted values are equal: no rank correlation.")
        elif not constant:
            weighted["spearman"] = partial(spearman, gold, predicted)
        made[name] = AnswerSums(values, scores, weighted=weighted)
    return made, tuple(notices.values())
