"""Predictions against the right answers: counts and scores of folds, each computed once."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_choice
from ...brief import frozen
from ...errors import ScoresError
from ...metrics import (
    METRICS,
    Average,
    averaged,
    averaged_gradient,
    label_counts,
    unit_counts,
    vocabulary_recall,
)
from ...metrics.known_metrics import basis_of
from ...models.columns import Codes
from ...models.model import Material
from ...schemes import Spans, spans
from ..run.folds import FoldResult, damaged, sentences_of
from .own_metrics import function_name, score_of, takes_labels

_AVERAGE = re.compile(
    r"(?:(?P<average>macro|weighted)_)?(?P<quantity>precision|recall|f(?P<beta>[0-9]+(?:\.[0-9]+)?))"
    r"(?::(?P<label>.*))?",
    re.DOTALL,
)


@frozen(eq=False)
class Answered:
    """Right and predicted answers of the items a fold validated on."""

    gold: NDArray[np.int32]  # (n_items,): codes into values
    predicted: NDArray[np.int32]
    values: tuple[str, ...]
    starts: NDArray[np.int64]  # (n_sentences + 1,): first item of each sentence, then n_items
    units: NDArray[np.int64]  # (n_sentences,): place among the fold's units, in order
    class_scores: NDArray[np.float32] | None
    scheme: str = "plain"
    strict: bool = False

    @property
    def chunks(self) -> tuple[Spans, Spans]:
        """Right and predicted chunks, classes or labels."""
        return (
            spans(self.gold, self.values, self.starts, self.scheme, self.strict),
            spans(self.predicted, self.values, self.starts, self.scheme, self.strict),
        )

    @property
    def amounts(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Right and predicted numbers."""
        used, place = np.unique(np.concatenate([self.gold, self.predicted]), return_inverse=True)
        numbers = np.array([float(self.values[code]) for code in used.tolist()])[place]
        return numbers[: len(self.gold)], numbers[len(self.gold) :]


# A name; or a function of an answered fold, or of right and predicted labels.
Metric = str | Callable[..., float]


def metric_name(metric: Metric) -> str:
    """What a metric is called; a function is known by its own name."""
    return metric if isinstance(metric, str) else function_name(metric)


@frozen(eq=False)
class FoldCounts:
    """Chunks (or items) found, invented and missed."""

    by_label: NDArray[np.int64]  # (n_labels, 3): tp, fp, fn
    by_unit: NDArray[np.int64]  # (n_validation_units, 3), units ascending

    @property
    def right(self) -> NDArray[np.bool_]:
        """Units in which nothing was missed and nothing invented, shape (n_validation_units,)."""
        right: NDArray[np.bool_] = (self.by_unit[:, 1:] == 0).all(axis=1)
        return right


def sums_of(fold: Answered, metric: str) -> NDArray[np.float64]:
    """What each sentence of a fold adds to a score that is a function of sums, (n_sentences, k)."""
    sums = METRICS[metric].sums
    assert sums is not None  # others are of another basis
    return sums(fold)


class Scorer:
    """Scores the folds of one evaluation.

    `scheme`: how tags mark chunks; a class is read like the tag of a single token.
    `strict`: count only chunks without a broken tag.
    `words`: the characters of a text whose tags cut it into words.
    """

    def __init__(
        self,
        material: Material,
        folds: tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...],
        scheme: str,
        strict: bool,
        words: Codes | None = None,
    ) -> None:
        self.material = material
        self.scheme = scheme
        self.strict = strict
        codes, values = material.gold
        self.labels = spans(codes, values, material.item_starts, self.scheme, strict).labels
        self._folds = folds
        self._words = words
        self._scores: WeakKeyDictionary[FoldResult, dict[str, float]] = WeakKeyDictionary()
        self._counts: WeakKeyDictionary[FoldResult, FoldCounts] = WeakKeyDictionary()

    def reading(self, strict: bool) -> Scorer:
        """The same answers, read strictly or not."""
        if strict == self.strict:
            return self
        return Scorer(self.material, self._folds, self.scheme, strict, self._words)

    def items(self, fold: int) -> NDArray[np.int64]:
        starts = self.material.item_starts
        sentences = sentences_of(self._folds[fold][1], self.material.units)
        lengths = np.diff(starts)[sentences]
        bounds = np.concatenate(([0], np.cumsum(lengths)))
        return np.arange(bounds[-1]) + np.repeat(starts[sentences] - bounds[:-1], lengths)

    def answered(self, result: FoldResult) -> Answered:
        material, items = self.material, self.items(result.fold)
        if len(items) != len(result.predicted):
            raise damaged()
        codes, values = material.gold
        sentences = sentences_of(self._folds[result.fold][1], material.units)
        lengths = np.diff(material.item_starts)[sentences]
        return Answered(
            gold=codes[items],
            predicted=result.predicted.astype(np.int32),
            values=values,
            starts=np.concatenate(([0], np.cumsum(lengths))),
            units=np.unique(material.units[sentences], return_inverse=True)[1],
            class_scores=result.class_scores,
            scheme=self.scheme,
            strict=self.strict,
        )

    def counts(self, result: FoldResult) -> FoldCounts:
        """What was found, invented and missed; kept, since results of a run are asked for again and again."""
        if result not in self._counts:
            fold = self.answered(result)
            gold, predicted = fold.chunks
            self._counts[result] = FoldCounts(
                label_counts(gold, predicted, labels=self.labels),
                unit_counts(gold, predicted, starts=fold.starts, units=fold.units),
            )
        return self._counts[result]

    def with_others(self, results: tuple[FoldResult, ...]) -> tuple[Scorer, tuple[FoldResult, ...]]:
        """The same answers, and results, with one code for each answer that only models gave.

        Such answers are numbers or sets of labels, of which no score of classes is made.
        """
        others = sorted({answer for result in results for answer in result.others})
        if not others:
            return self, results
        codes, values = self.material.gold
        code_of = {answer: len(values) + k for k, answer in enumerate(others)}
        known, kind = np.arange(len(values)), np.min_scalar_type(len(values) + len(others) - 1)

        def turned(result: FoldResult) -> FoldResult:
            new = np.array([code_of[answer] for answer in result.others], dtype=np.int64)
            codes = np.concatenate([known, new])[result.predicted]
            return replace(result, predicted=codes.astype(kind), class_scores=None, others=())

        material = replace(self.material, gold=(codes, (*values, *others)))
        scorer = Scorer(material, self._folds, self.scheme, self.strict, self._words)
        return scorer, tuple(map(turned, results))

    @cached_property
    def metrics(self) -> tuple[str, ...]:
        """Names that `score` knows, those usually reported first.

        With f2, f0.5 and so on in place of f1, and with a label behind a colon in place
        of "macro_" (`recall:PER`), there are more.
        """
        every = (one.key for one in METRICS.values() if self._answers in one.tasks)
        return tuple(dict.fromkeys((*self.main_metrics, *every)))

    @cached_property
    def main_metrics(self) -> tuple[str, ...]:
        """The few of them that are usually reported."""
        return tuple(one.key for one in METRICS.values() if self._answers in one.main)

    @property
    def _answers(self) -> str:
        """What the answers are, as the records of metrics call it."""
        return self.material.task if self._words is None else "words"

    def check_metric(self, metric: Metric) -> None:
        """Refuse a metric that `score` does not know."""
        if callable(metric):
            takes_labels(metric)
            return
        averages = self.material.task != "numbers"
        if metric in self.metrics or (averages and self._average(metric) is not None):
            return
        check_choice("metric", metric, self.metrics, ScoresError)

    def score(self, result: FoldResult, metric: Metric) -> float:
        """A score of one fold; NaN where it cannot be computed, as an AUC without scores."""
        self.check_metric(metric)
        if callable(metric):
            return self.score_of(self.answered(result), metric)
        known = self._scores.setdefault(result, {})
        if metric not in known:
            known[metric] = self._score(result, metric)
        return known[metric]

    def score_counts(self, by_label: NDArray[np.int64], metric: str) -> NDArray[np.float64] | None:
        """Scores of counts by label, (..., n_labels, 3); None if the metric is no function of them."""
        average = self._average(metric)
        if average is not None:
            return average(by_label)
        if self.material.task == "class" and metric in ("accuracy", "error_rate"):
            right, _, missed = np.moveaxis(by_label.sum(axis=-2), -1, 0)
            counted = missed if METRICS[metric].smaller_is_better else right
            share: NDArray[np.float64] = counted / np.maximum(right + missed, 1)
            return share
        return None

    def score_of(self, fold: Answered, metric: Metric) -> float:
        """A callable's score of a fold, or that of a record; NaN where it cannot be computed."""
        if callable(metric):
            return score_of(metric, fold)
        score = METRICS[metric].score
        assert score is not None  # others are made of counts
        return score(fold)

    def _score(self, result: FoldResult, metric: str) -> float:
        average, basis = self._average(metric), basis_of(metric)
        if average is not None:
            return float(average(self.counts(result).by_label))
        if basis == "sums":
            return float(METRICS[metric].of_sums(sums_of(self.answered(result), metric).sum(axis=0)))
        if basis == "fold":
            return self.score_of(self.answered(result), metric)
        recall = vocabulary_recall(*self.vocabulary(result))
        return recall.unknown if basis == "unseen words" else recall.known

    def gradient(self, metric: str, by_label: NDArray[np.int64]) -> NDArray[np.float64] | None:
        """Derivatives by counts of precision, recall or F, (n_labels, 3); None for other metrics."""
        parts = self._parse(metric)
        if parts is None:
            return None
        rows, average, beta, place = parts
        gradient = np.zeros(by_label.shape)
        gradient[rows] = averaged_gradient(by_label[rows], average, beta=beta)[place]
        return gradient

    def share(
        self, metric: str, by_label: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64], float] | None:
        """Of counts (n, n_labels, 3) part, whole and beta of `share_interval`; None for other metrics."""
        parts = self._parse(metric)
        if parts is None or parts[1] != "micro":
            return None
        rows, _, beta, place = parts
        right, wrong, missed = np.moveaxis(by_label[..., rows, :].sum(axis=-2), -1, 0)
        whole = (right + wrong, right + missed, right + wrong + beta**2 * missed)[place]
        return right, whole, beta if place == 2 else 0.0

    def _average(self, metric: str) -> Callable[[NDArray[np.int64]], NDArray[np.float64]] | None:
        """What a metric of precision, recall or F makes of counts by label; None for other metrics."""
        parts = self._parse(metric)
        if parts is None:
            return None
        rows, average, beta, place = parts
        return lambda counts: averaged(counts[..., rows, :], average, beta=beta)[place]

    def _parse(self, metric: str) -> tuple[slice | list[int], Average, float, int] | None:
        """Rows of labels, average, beta and place in `PrecisionRecallF` of a metric."""
        parts = _AVERAGE.fullmatch(metric)
        if parts is None:
            return None
        label, beta = parts["label"], float(parts["beta"] or 1)
        if beta == 0 or (label is not None and label not in self.labels):
            return None
        rows = slice(None) if label is None else [self.labels.index(label)]
        place = {"precision": 0, "recall": 1}.get(parts["quantity"], 2)
        prefixes: dict[str | None, Average] = {None: "micro", "macro": "macro", "weighted": "weighted"}
        return rows, prefixes[parts["average"]], beta, place

    def vocabulary(self, result: FoldResult) -> tuple[Spans, Spans, NDArray[np.bool_]]:
        """Gold and predicted words of a fold, and which of the gold ones are in the training set."""
        word, sentence = self._gold_words
        train, validation = self._folds[result.fold]
        units = self.material.units[sentence]
        is_known = np.isin(word, word[np.isin(units, train)])[np.isin(units, validation)]
        return *self.chunks(result), is_known

    def chunks(self, result: FoldResult) -> tuple[Spans, Spans]:
        return self.answered(result).chunks

    @cached_property
    def _gold_words(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """For all words of the corpus a number, the same for equal ones, and the sentence each is in."""
        assert self._words is not None
        codes, characters = self._words
        gold = spans(*self.material.gold, self.material.starts, self.scheme, self.strict)
        words = [
            "".join(characters[code] for code in codes[first:last].tolist())
            for first, last in zip(gold.start.tolist(), gold.end.tolist(), strict=True)
        ]
        number = np.unique(np.array(words, dtype=object), return_inverse=True)[1]
        return number, np.searchsorted(self.material.starts, gold.start, side="right") - 1
