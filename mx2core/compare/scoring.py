"""Predictions against the right answers: counts and scores of folds, each computed once."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import ScoresError
from ..metrics import label_counts, precision_recall_f, token_accuracy, unit_counts
from ..models.model import Material
from ..schemes import spans
from .folds import FoldResult, sentences_of

USUAL = ("precision", "recall", "f1")
_F_BETA = re.compile(r"f([0-9]+(?:\.[0-9]+)?)")


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """Right and predicted answers of the items a fold validated on."""

    gold: NDArray[np.int32]  # (n_items,): codes into values
    predicted: NDArray[np.int32]
    values: tuple[str, ...]
    starts: NDArray[np.int64]  # (n_sentences + 1,): first item of each sentence, then n_items
    units: NDArray[np.int64]  # (n_sentences,): the how-manieth of the fold's units, in order
    class_scores: NDArray[np.float32] | None


@dataclass(frozen=True, slots=True, eq=False)
class FoldCounts:
    """Chunks (or items) found, invented and missed."""

    by_label: NDArray[np.int64]  # (n_labels, 3): tp, fp, fn
    by_unit: NDArray[np.int64]  # (n_validation_units, 3), units ascending


class Scorer:
    """Scores the folds of one evaluation.

    Parameters
    ----------
    material : Material
    folds : tuple of (train, validation)
    scheme : str
        How tags mark chunks; a class is read like the tag of a single token.
    strict : bool
        Count only chunks without a broken tag.
    """

    def __init__(
        self,
        material: Material,
        folds: tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...],
        scheme: str,
        strict: bool,
    ) -> None:
        self.material = material
        self.scheme = scheme
        self.strict = strict
        codes, values = material.answers
        self.labels = spans(codes, values, material.item_starts, self.scheme, strict).labels
        self._folds = folds
        self._counts: dict[tuple[int, int], FoldCounts] = {}

    def reading(self, strict: bool) -> Scorer:
        """The same answers, read strictly or not."""
        return self if strict == self.strict else Scorer(self.material, self._folds, self.scheme, strict)

    def items(self, fold: int) -> NDArray[np.int64]:
        """The items a fold validates on, ascending."""
        starts = self.material.item_starts
        sentences = sentences_of(self._folds[fold][1], self.material.units)
        lengths = np.diff(starts)[sentences]
        bounds = np.concatenate(([0], np.cumsum(lengths)))
        return np.arange(bounds[-1]) + np.repeat(starts[sentences] - bounds[:-1], lengths)

    def answered(self, result: FoldResult) -> Answered:
        """Right and predicted answers of a fold."""
        material = self.material
        codes, values = material.answers
        sentences = sentences_of(self._folds[result.fold][1], material.units)
        lengths = np.diff(material.item_starts)[sentences]
        return Answered(
            gold=codes[self.items(result.fold)],
            predicted=result.predicted.astype(np.int32),
            values=values,
            starts=np.concatenate(([0], np.cumsum(lengths))),
            units=np.unique(material.units[sentences], return_inverse=True)[1],
            class_scores=result.class_scores,
        )

    def counts(self, result: FoldResult) -> FoldCounts:
        """What was found, invented and missed; kept, since results of a run are asked for again and again."""
        if result.key not in self._counts:
            fold = self.answered(result)
            gold = spans(fold.gold, fold.values, fold.starts, self.scheme, self.strict)
            found = spans(fold.predicted, fold.values, fold.starts, self.scheme, self.strict)
            self._counts[result.key] = FoldCounts(
                label_counts(gold, found, self.labels), unit_counts(gold, found, fold.starts, fold.units)
            )
        return self._counts[result.key]

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names that `score` knows; f2, f0.5 and other F beside f1 are not listed."""
        return (*USUAL, "accuracy")

    def check_metric(self, metric: str) -> None:
        """Refuse a metric that `score` does not know.

        Raises
        ------
        ScoresError
        """
        beta = _F_BETA.fullmatch(metric)
        if metric not in self.metrics and (beta is None or float(beta[1]) == 0):
            raise ScoresError(
                "`metric` must be one of {known}, found {metric}.",
                known=", ".join(self.metrics),
                metric=metric,
            )

    def score(self, result: FoldResult, metric: str) -> float:
        """A score of one fold, on the 0-1 scale.

        Raises
        ------
        ScoresError
            If `metric` is not one of `metrics`.
        """
        self.check_metric(metric)
        if metric == "accuracy":
            fold = self.answered(result)
            return token_accuracy(fold.gold, fold.predicted)
        tp, fp, fn = self.counts(result).by_label.sum(axis=0)
        if metric in ("precision", "recall"):
            return float(precision_recall_f(tp, fp, fn)[USUAL.index(metric)])
        return float(precision_recall_f(tp, fp, fn, beta=float(metric[1:])).f)
