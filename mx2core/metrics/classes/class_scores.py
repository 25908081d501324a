"""Scores of predicted classes: of each class against the rest, and averaged over classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_choice
from ...brief import frozen
from ...errors import Notice, ScoresError
from ..chunks.scores import precision_recall_f
from ..known_answers import check_paired, recognized, tidy
from ..outputs.values import checked_weights
from .classification import AVERAGES, averaged, confusion_matrix, expected_cost

POSITIVE_NAMES = ("1", "true", "yes", "positive", "pos", "+", "+1", "正", "正例", "是")
MOST_CLASSES = 1000


@frozen
class LabelScores:
    """One class against all others."""

    label: str
    tp: int | float
    fp: int | float
    fn: int | float
    tn: int | float
    precision: float
    recall: float
    f: float
    specificity: float | None  # tn / (tn + fp); None where nothing is of another class
    false_positive_rate: float | None  # 1 - specificity


@frozen
class AverageScores:
    """Precision, recall and F over classes."""

    average: str  # "micro", "macro" or "weighted"
    precision: float
    recall: float
    f: float


@frozen(eq=False)
class ClassScores:
    """What predicted classes are worth."""

    labels: tuple[str, ...]
    confusion: NDArray[
        np.integer | np.floating
    ]  # (n_labels, n_labels): row right, column predicted; weighted
    beta: float
    positive: str  # the class that `summary` is about
    rows: tuple[LabelScores, ...]
    averages: tuple[AverageScores, ...]
    notices: tuple[Notice, ...]
    costs: NDArray[np.float64]  # (n_labels, n_labels): of taking the class of a row for that of a column
    mean_cost: float  # of an item; with costs 1 the error rate

    @property
    def positive_scores(self) -> LabelScores:
        return self.rows[self.labels.index(self.positive)]

    @property
    def summary(self) -> dict[str, float | None]:
        """Error and accuracy, and the positive class against the rest."""
        n_items, row = float(self.confusion.sum()), self.positive_scores
        accuracy = float(np.trace(self.confusion)) / n_items
        return {
            "error_rate": 1 - accuracy,
            "accuracy": accuracy,
            "precision": row.precision,
            "recall": row.recall,
            f"f{self.beta:g}": row.f,
            "specificity": row.specificity,
            "false_positive_rate": row.false_positive_rate,
            "mean_cost": self.mean_cost,
        }


def class_scores(
    gold: Sequence[str],
    predicted: Sequence[str],
    *,
    beta: float = 1.0,
    positive: str | None = None,
    weights: ArrayLike | None = None,
    costs: Mapping[tuple[str, str], float] | None = None,
) -> ClassScores:
    """Error, precision, recall, F_beta, specificity and false positive rate of predicted classes.

    Parameters
    ----------
    gold, predicted : sequence of str
        The right and the predicted class of each item; `recognized` says which are the same.
    beta : float
        Weight of recall against precision, above 0.
    positive : str, optional
        The class that is looked for; `default_positive` of the gold ones if not given.
    weights : array_like of float, shape (n_items,), optional
        What each item counts, 0 or more; 1 if not given.
    costs : mapping of (right class, predicted class) to float, optional
        What a mistake costs; 1 for those not named, 0 for right answers.

    Raises
    ------
    ScoresError
        If there are no items, lengths differ, all answers and predictions are of one class, there
        is no class `positive`, `beta` is not positive, or a weight or cost is negative or not finite.

    Examples
    --------
    >>> found = mx.metrics.class_scores(["ill", "ill", "well", "well"], ["ill", "well", "ill", "well"])
    >>> found.positive, found.positive_scores.precision, found.positive_scores.specificity
    ('ill', 0.5, 0.5)
    """
    check_paired(len(gold), len(predicted))
    gold = list(map(tidy, gold))
    known = recognized(Counter(predicted), dict.fromkeys(gold), refused=False)
    predicted = list(map(known.answer, predicted))
    values, codes = np.unique(np.array([*gold, *predicted], dtype=object).astype(str), return_inverse=True)
    labels = tuple(values.tolist())
    _check_labels(labels, len(gold))
    counts = np.bincount(codes[: len(gold)], minlength=len(labels))
    notes = list(known.notices)
    if positive is None:
        positive = default_positive(labels, counts)
        notes += one_of_many(positive, labels)
    elif positive not in labels:
        check_choice("positive", positive, labels, ScoresError)
    right, answered = codes[: len(gold)], codes[len(gold) :]
    confusion = confusion_matrix(right, answered, n_classes=len(labels))
    if weights is not None:
        places = right * len(labels) + answered
        counted = np.bincount(places, checked_weights(weights, len(gold)), minlength=len(labels) ** 2)
        confusion = counted.reshape(confusion.shape)
    matrix = _cost_matrix(labels, costs or {})
    table = one_against_rest(confusion)
    return ClassScores(
        labels=labels,
        confusion=confusion,
        beta=float(beta),
        positive=positive,
        rows=label_rows(labels, table, beta),
        averages=tuple(
            AverageScores(name, *(float(score) for score in averaged(table[:, :3], name, beta=beta)))
            for name in AVERAGES
        ),
        notices=(*notes, *ratio_notices(labels, table)),
        costs=matrix,
        mean_cost=expected_cost(confusion, matrix),
    )


def _cost_matrix(labels: Sequence[str], costs: Mapping[tuple[str, str], float]) -> NDArray[np.float64]:
    matrix = 1.0 - np.eye(len(labels))
    for (right, predicted), cost in costs.items():
        for label in (right, predicted):
            check_choice("costs", label, labels, ScoresError)
        matrix[labels.index(right), labels.index(predicted)] = cost
    return matrix


def default_positive(labels: Sequence[str], counts: NDArray[np.integer]) -> str:
    """The class that is most likely looked for: one with such a name, else the rarest that occurs.

    `counts` (ndarray of int, shape (n_labels,)): how many items are of each.
    """
    for name in POSITIVE_NAMES:
        for label in labels:
            if label.casefold() == name:
                return label
    occurring = np.where(counts > 0, counts, counts.max() + 1)
    return labels[int(np.argmin(occurring))]


def one_of_many(positive: str, labels: Sequence[str]) -> list[Notice]:
    """Which class was taken, where it is one of three or more."""
    if len(labels) < 3:
        return []
    return [Notice("Precision, recall and F are of the class {label}.", {"label": positive})]


def one_against_rest(confusion: NDArray[np.int64]) -> NDArray[np.int64]:
    """tp, fp, fn, tn of each class, shape (n_classes, 4)."""
    tp = np.diagonal(confusion)
    fp, fn = confusion.sum(axis=0) - tp, confusion.sum(axis=1) - tp
    return np.stack([tp, fp, fn, confusion.sum() - tp - fp - fn], axis=1)


def label_rows(labels: Sequence[str], table: NDArray[np.int64], beta: float) -> tuple[LabelScores, ...]:
    each = precision_recall_f(*table[:, :3].T, beta=beta)
    rows = []
    for k, label in enumerate(labels):
        tp, fp, fn, tn = table[k].tolist()
        rate = fp / (fp + tn) if fp + tn else None
        specificity = None if rate is None else tn / (fp + tn)
        precision, recall, f = (float(score[k]) for score in each)
        rows.append(LabelScores(label, tp, fp, fn, tn, precision, recall, f, specificity, rate))
    return tuple(rows)


def ratio_notices(labels: Sequence[str], table: NDArray[np.int64]) -> list[Notice]:
    """Classes without a precision; of those that are no right answer `recognized` says so."""
    tp, fp, _fn, _tn = table.T
    never_predicted = [label for label, n in zip(labels, (tp + fp).tolist(), strict=True) if not n]
    if not never_predicted:
        return []
    return [Notice("Never predicted, precision 0: {labels}.", {"labels": never_predicted})]


def _check_labels(labels: Sequence[str], n_items: int) -> None:
    if len(labels) < 2:
        raise ScoresError(
            "All {n} answers and predictions are {label}; at least two classes are needed.",
            n=n_items,
            label=labels[0],
        )
    if len(labels) > MOST_CLASSES:
        raise ScoresError(
            "There are {n} different classes, more than {most}; are these numbers or texts?",
            n=len(labels),
            most=MOST_CLASSES,
        )
