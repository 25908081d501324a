"""What models got on folds of any kind: predictions, and the scores that follow from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import Notice, ScoresError
from ...metrics import conlleval_report, known_direction, subtraction_order
from ...metrics import smaller_is_better as needed_direction
from ...models.model import Task
from ...schemes import EMPTY
from ..run.folds import FoldFailure, FoldResult
from .scoring import Answered, Metric, Scorer, metric_name

if TYPE_CHECKING:
    from ...corpus.model import Corpus

Value = TypeVar("Value", bound=np.generic)
Pair = tuple[NDArray[np.int64], NDArray[np.int64]]  # units to train on, units to validate on


@frozen(eq=False)
class Evaluation:
    """Models on the same folds.

    `[a, i]` is model a on fold i. Folds that are not finished have counts 0, scores
    NaN and `finished` False. A ratio whose denominator is 0 counts as 0.

    >>> len(result.evaluation.folds), result.evaluation.gold
    (4, 'pos')
    """

    models: tuple[str, ...]
    task: Task
    gold: str  # the column or field that was predicted
    corpus: str  # digest of the units' content
    folds: tuple[Pair, ...]
    results: tuple[FoldResult, ...]
    failures: tuple[FoldFailure, ...]
    remarks: tuple[Notice, ...]  # on models and folds, before any training
    scorer: Scorer = field(repr=False)
    seeds: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # model -> its runs in `models`

    @property
    def scheme(self) -> str:
        """How tags mark chunks; "plain" where every item has an answer of its own."""
        return self.scorer.scheme

    @property
    def lenient(self) -> bool:
        """Whether chunks are read as conlleval reads them, broken tags included."""
        return not self.scorer.strict

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the chunks, or the classes."""
        return self.scorer.labels

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names that `scores` takes; also f2, f0.5, … and with a label, as in recall:PER."""
        return self.scorer.metrics

    @property
    def main_metrics(self) -> tuple[str, ...]:
        """The few of them that are usually reported."""
        return self.scorer.main_metrics

    @property
    def finished(self) -> NDArray[np.bool_]:
        """Shape (n_models, n_folds)."""
        finished = np.zeros(self._shape, dtype=bool)
        for result in self.results:
            finished[result.key] = True
        return self._arranged(finished)

    @property
    def seconds(self) -> NDArray[np.float64]:
        """Of training and predicting, shape (n_models, n_folds); NaN where not finished."""
        seconds = np.full(self._shape, np.nan)
        for result in self.results:
            taken = result.log["seconds"]  # None where somebody else's program trained
            seconds[result.key] = np.nan if taken is None else taken
        return self._arranged(seconds)

    @property
    def label_counts(self) -> NDArray[np.int64]:
        """tp, fp, fn of each label, shape (n_models, n_folds, n_labels, 3)."""
        counts = np.zeros((*self._shape, len(self.labels), 3), dtype=np.int64)
        for result in self.results:
            counts[result.key] = self.scorer.counts(result).by_label
        return self._arranged(counts)

    @property
    def counts(self) -> NDArray[np.int64]:
        """tp, fp, fn, shape (n_models, n_folds, 3)."""
        counts: NDArray[np.int64] = self.label_counts.sum(axis=-2)
        return counts

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is worth knowing: of models, of folds, and which trainings failed."""
        return (*self.remarks, *self._same_everywhere(), *map(self._failed, self.failures))

    def _only_answers(self) -> dict[str, set[str]]:
        """What models answered that gave one answer to everything in each of their finished folds.

        Their scores say nothing about them; a mean of numbers is meant to be one answer.
        """
        if self.task == "numbers":
            return {}
        answers: dict[int, set[str]] = {}
        several = set()
        for result in self.results:
            codes = np.unique(result.predicted)
            answers.setdefault(result.model, set()).update(
                self.scorer.material.gold[1][code] for code in codes
            )
            if len(codes) > 1:
                several.add(result.model)
        return {self.models[k]: answers[k] for k in sorted(answers) if k not in several and answers[k]}

    def _same_everywhere(self) -> list[Notice]:
        steady = self._only_answers()
        nothing = [name for name, given in steady.items() if given <= EMPTY and self.scorer.scheme != "plain"]
        notices = []
        if nothing:
            notices.append(Notice("Nothing found: {models} (O everywhere), so F1 is 0.", {"models": nothing}))
        if others := [name for name in steady if name not in nothing]:
            notices.append(
                Notice(
                    "Learned nothing: {models} (one answer everywhere). Try more text, other features "
                    "or weaker regularization.",
                    {"models": others},
                )
            )
        return notices

    def scores(self, metric: Metric = "f1") -> NDArray[np.float64]:
        """Scores on the 0-1 scale, shape (n_models, n_folds); NaN where a fold is not finished.

        Raises ScoresError if `metric` is not one of `metrics`.

        Parameters
        ----------
        metric : str or callable
            One of `metrics`, or a function that returns a number: of `Answered`, or of right and
            predicted labels as those of scikit-learn.
        """
        self.scorer.check_metric(metric)
        scores = np.full(self._shape, np.nan)
        for result in self.results:
            scores[result.key] = self.scorer.score(result, metric)
        return self._arranged(scores)

    def known_direction(self, metric: Metric, stated: bool | None = None) -> bool | None:
        """Whether smaller is better, by the metric's name or as it is `stated`; None: nothing tells."""
        return known_direction(metric_name(metric), stated)

    def differences(
        self, a: int | str, b: int | str, metric: Metric = "f1", smaller_is_better: bool | None = None
    ) -> NDArray[np.float64]:
        """How far model `a` is ahead of model `b`, shape (n_folds,); models by number or name.

        That is a − b, or b − a where smaller is better: positive always means that `a` is better.
        Of a model with several seeds the scores are averaged within each fold.

        Raises ScoresError if there is no such model or metric, or which way it is better is not known or
        contradicted.

        Parameters
        ----------
        metric : str or callable
            As in `scores`; a function is known by its name.
        smaller_is_better : bool, optional
            For a metric whose name does not tell.
        """
        scores = self.scores(metric)
        smaller = needed_direction(metric_name(metric), smaller_is_better)
        of_a, of_b = (scores[self.runs(model)].mean(axis=0) for model in (a, b))
        first, second = subtraction_order(of_a, of_b, smaller=smaller)
        differences: NDArray[np.float64] = first - second
        return differences

    def discordant(self, a: int | str, b: int | str) -> NDArray[np.int64]:
        """Units that `a` alone has right, and that `b` alone has, in each fold, shape (n_folds, 2).

        What McNemar's test is about. A unit is right if the usual metrics of the task count
        nothing wrong in it: every chunk was found and no other predicted, read as `lenient`
        says; where every item has an answer of its own, each of its answers is right. It is the
        same whatever metric is tested, since a unit has no F1. Folds that one of the two has
        not finished count 0.

        Raises ScoresError if there is no such model.

        Examples
        --------
        `mcnemar_test(*evaluation.discordant("A", "B")[0])` tests the models of the first fold.
        """
        numbers = self.index(a), self.index(b)
        results = {result.key: result for result in self.results}
        counts = np.zeros((len(self.folds), 2), dtype=np.int64)
        for fold in range(len(self.folds)):
            of_a, of_b = (results.get((number, fold)) for number in numbers)
            if of_a is not None and of_b is not None:
                right_a, right_b = self.scorer.counts(of_a).right, self.scorer.counts(of_b).right
                counts[fold] = (right_a & ~right_b).sum(), (right_b & ~right_a).sum()
        return self._arranged(counts, axis=0)

    def answered(self, model: int | str, *fold: int) -> Answered:
        """Right and predicted answers of one fold, for scores of your own.

        Raises ScoresError if there is no such model, or that fold is not finished.

        Parameters
        ----------
        *fold : int
            Its number; of a `Comparison` those of its split and its half. All count from 0.
        """
        return self.scorer.answered(self._result(model, *fold))

    def report(self, model: int | str, *fold: int) -> str:
        """What conlleval, the scorer of the CoNLL shared tasks, prints of one fold, given as in `answered`.

        Raises ScoresError as `answered`.
        """
        result = self._result(model, *fold)
        answered, by_label = self.scorer.answered(result), self.scorer.counts(result).by_label
        n_right = int((answered.gold == answered.predicted).sum())
        return conlleval_report(self.labels, by_label, n_right=n_right, n_tokens=len(answered.gold))

    def reading(self, *, strict: bool) -> Self:
        """The same predictions, chunks read strictly or as conlleval reads them; nothing is trained."""
        return replace(self, scorer=self.scorer.reading(strict))

    def seed_means(self, metric: Metric = "f1") -> NDArray[np.float64]:
        """Scores of each of `names`, averaged over its seeds within a fold; shaped as `scores`."""
        scores = self.scores(metric)
        return np.stack([scores[self.runs(name)].mean(axis=0) for name in self.names])

    @property
    def names(self) -> tuple[str, ...]:
        """Models, each once, whatever seeds it was trained with."""
        of_run = {run: model for model, runs in self.seeds.items() for run in runs}
        return tuple(dict.fromkeys(of_run.get(run, run) for run in self.models))

    def runs(self, model: int | str) -> list[int]:
        """Rows of a model: one for each of its seeds, or its own.

        Raises ScoresError if there is no such model.
        """
        if isinstance(model, str) and model in self.seeds:
            return [self.models.index(run) for run in self.seeds[model] if run in self.models]
        return [self.index(model)]

    def check_corpus(self, corpus: Corpus) -> None:
        """Refuse a corpus whose units were not predicted."""
        if corpus.units_sha256 != self.corpus:
            raise ScoresError("The predictions are not of the corpus {corpus}.", corpus=corpus.name)

    def check_finished(self, *models: Sequence[int]) -> None:
        """Refuse models, given by their `runs`, of which a fold is not finished."""
        finished = self.finished
        for row in (row for runs in models for row in runs):
            if not finished[row].all():
                raise ScoresError("{model} has unfinished folds.", model=self.models[row])

    def index(self, model: int | str) -> int:
        """Number of a model. Raises ScoresError if there is no such model."""
        if isinstance(model, str) and model in self.models:
            return self.models.index(model)
        if not isinstance(model, str) and 0 <= model < len(self.models):
            return model
        raise ScoresError("There is no model {model}; there are {known}.", model=model, known=self.models)

    def _result(self, model: int | str, *place: int) -> FoldResult:
        key = self.index(model), self._fold(*place)
        for result in self.results:
            if result.key == key:
                return result
        raise ScoresError(
            "Fold {fold} of model {model} is not finished.", fold=key[1] + 1, model=self.models[key[0]]
        )

    def _fold(self, *place: int) -> int:
        (fold,) = place
        return fold

    def _arranged(self, array: NDArray[Value], axis: int = 1) -> NDArray[Value]:
        """`array` as it is handed out, with folds along `axis`."""
        return array

    @property
    def _shape(self) -> tuple[int, int]:
        return len(self.models), len(self.folds)

    def _failed(self, failed: FoldFailure) -> Notice:
        where = {"model": self.models[failed.model], "fold": failed.fold + 1}
        return Notice(
            "Model {model} has no score on fold {fold}. {reason}", {**where, "reason": failed.reason}
        )
