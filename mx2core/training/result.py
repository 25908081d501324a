"""What a comparison found: an evaluation on both halves of m splits, split by split."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ..brief import brief
from ..errors import Notice, ScoresError
from ..models.model import Task
from .evaluation import Evaluation
from .folds import FoldFailure
from .scoring import Answered, Metric
from .unit_values import unit_values

Value = TypeVar("Value", bound=np.generic)


@brief
@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Models on the same 2m folds.

    `[a, i, k]` is model a on split i, trained on its first half (k = 0) or its second
    (k = 1) and scored on the other. Folds that are not finished have counts 0, scores
    NaN and `finished` False. A ratio whose denominator is 0 counts as 0.
    """

    evaluation: Evaluation  # its fold 2 i + k is half k of split i
    signature: str  # of the partitions

    @property
    def models(self) -> tuple[str, ...]:
        return self.evaluation.models

    @property
    def names(self) -> tuple[str, ...]:
        """Models, each once, whatever seeds it was trained with; `models` has every run."""
        return self.evaluation.names

    @property
    def seeds(self) -> Mapping[str, tuple[str, ...]]:
        """The runs of each model that was trained with several seeds."""
        return self.evaluation.seeds

    @property
    def task(self) -> Task:
        """ "tags" or "class"."""
        return self.evaluation.task

    @property
    def tags(self) -> str:
        """The column or field that was predicted."""
        return self.evaluation.answers

    @property
    def scheme(self) -> str:
        """How tags mark chunks; "plain" where every item has an answer of its own."""
        return self.evaluation.scheme

    @property
    def lenient(self) -> bool:
        """Whether chunks are read as conlleval reads them, broken tags included."""
        return self.evaluation.lenient

    @property
    def corpus(self) -> str:
        """Digest of the units' content."""
        return self.evaluation.corpus

    @property
    def labels(self) -> tuple[str, ...]:
        """Labels of the chunks, or the classes."""
        return self.evaluation.labels

    @property
    def metrics(self) -> tuple[str, ...]:
        """Names that `scores` takes; also f2, f0.5, … and with a label, as in recall:PER."""
        return self.evaluation.metrics

    @property
    def main_metrics(self) -> tuple[str, ...]:
        """The few of them that are usually reported, and written to a file."""
        return self.evaluation.main_metrics

    @property
    def counts(self) -> NDArray[np.int64]:
        """tp, fp, fn, shape (n_models, m, 2, 3)."""
        return self._by_split(self.evaluation.counts)

    @property
    def label_counts(self) -> NDArray[np.int64]:
        """Shape (n_models, m, 2, n_labels, 3)."""
        return self._by_split(self.evaluation.label_counts)

    @property
    def unit_counts(self) -> NDArray[np.int32]:
        """Each unit in the fold that validated on it, shape (n_models, m, n_units, 3)."""
        scorer = self.evaluation.scorer
        counts = np.zeros((len(self.models), self.m, self._n_units, 3), dtype=np.int32)
        for result in self.evaluation.results:
            units = np.unique(self.evaluation.folds[result.fold][1])
            counts[result.model, result.fold // 2, units] = scorer.counts(result).by_unit
        return counts

    @property
    def predicted(self) -> NDArray[np.int32]:
        """Code of the answer given to each item (token or text), shape (n_models, m, n_items).

        Codes count through `values`; -1 where a fold is not finished.
        """
        scorer = self.evaluation.scorer
        n_items = len(scorer.material.answers[0])
        codes = np.full((len(self.models), self.m, n_items), -1, dtype=np.int32)
        for result in self.evaluation.results:
            codes[result.model, result.fold // 2, scorer.items(result.fold)] = result.predicted
        return codes

    @property
    def values(self) -> tuple[str, ...]:
        """The answers there are: what the codes of `predicted` stand for."""
        return self.evaluation.scorer.material.answers[1]

    @property
    def finished(self) -> NDArray[np.bool_]:
        """Shape (n_models, m, 2)."""
        return self._by_split(self.evaluation.finished)

    @property
    def seconds(self) -> NDArray[np.float64]:
        """Shape (n_models, m, 2), NaN where not finished."""
        return self._by_split(self.evaluation.seconds)

    @property
    def notices(self) -> tuple[Notice, ...]:
        """What is worth knowing: of models, of halves, and which trainings failed."""
        evaluation = self.evaluation
        failures = (_failure(failed, self.models[failed.model]) for failed in evaluation.failures)
        return (*evaluation.remarks, *failures)

    @property
    def m(self) -> int:
        """Number of splits."""
        return len(self.evaluation.folds) // 2

    @property
    def splits_done(self) -> int:
        """How many splits from the first on all models have finished, as a sequential test needs them."""
        return int(np.cumprod(self.finished.all(axis=(0, 2))).sum())

    def scores(self, metric: Metric = "f1") -> NDArray[np.float64]:
        """Scores on the 0-1 scale, shape (n_models, m, 2); NaN where a fold is not finished.

        Parameters
        ----------
        metric : str or callable
            One of `metrics`, or a function of `Answered` that returns a number.

        Raises
        ------
        ScoresError
            If `metric` is not one of `metrics`.
        """
        return self._by_split(self.evaluation.scores(metric))

    def known_direction(self, metric: Metric, stated: bool | None = None) -> bool | None:
        """Whether smaller is better, by the metric's name or as it is `stated`; None: nothing tells."""
        return self.evaluation.known_direction(metric, stated)

    def differences(
        self,
        a: int | str,
        b: int | str,
        metric: Metric = "f1",
        smaller_is_better: bool | None = None,
    ) -> NDArray[np.float64]:
        """How far model `a` is ahead of model `b`, shape (m, 2); models by number or name.

        That is a − b, or b − a where smaller is better: positive always means that `a` is better.

        Raises
        ------
        ScoresError
            If there is no such model or metric, or which way it is better is not known or contradicted.
        """
        return self.evaluation.differences(a, b, metric, smaller_is_better).reshape(self.m, 2)

    def discordant(self, a: int | str, b: int | str) -> NDArray[np.int64]:
        """Units that `a` alone has right, and that `b` alone has, shape (m, 2, 2).

        `[i, k]` is for `mcnemar_test` on split i, trained on half k; see `Evaluation.discordant`.

        Raises
        ------
        ScoresError
            If there is no such model.
        """
        return self.evaluation.discordant(a, b).reshape(self.m, 2, 2)

    def unit_scores(self, model: int | str, metric: Metric = "f1") -> NDArray[np.float64]:
        """What each unit adds to the score of the fold that validated it, shape (m, n_units).

        The mean over the units of a fold is the fold's score; see `unit_values`. Two models'
        values are subtracted for `out_of_fold_t_test`. Several seeds are averaged within a fold.

        Raises
        ------
        ScoresError
            If there is no such model or metric, a fold is not finished, or the metric cannot
            be divided among units.
        """
        rows = self.evaluation.runs(model)
        for row in rows:
            if not self.finished[row].all():
                raise ScoresError(
                    "{model} has folds that are not finished; every unit must have been validated in every "
                    "split.",
                    model=self.models[row],
                )
        values = np.zeros((self.m, self._n_units))
        for result in self.evaluation.results:
            if result.model in rows:
                units = np.unique(self.evaluation.folds[result.fold][1])
                of_run = unit_values(self.evaluation.scorer, result, metric)
                values[result.fold // 2, units] += of_run / len(rows)
        return values

    def seed_scores(self, model: int | str, metric: Metric = "f1") -> NDArray[np.float64]:
        """Scores of a model by seed, shape (n_seeds, m, 2); for `seed_variance`.

        Raises
        ------
        ScoresError
            If there is no such model or metric.
        """
        return self.scores(metric)[self.evaluation.runs(model)]

    def seed_means(self, metric: Metric = "f1") -> NDArray[np.float64]:
        """Scores of each of `names`, averaged over its seeds within a fold, shape (n_names, m, 2)."""
        return self._by_split(self.evaluation.seed_means(metric))

    def only(self, *models: int | str) -> Comparison:
        """The same comparison with some of its models, each with all its seeds."""
        rows = [row for model in models for row in self.evaluation.runs(model)]
        evaluation = replace(
            self.evaluation,
            models=tuple(self.models[row] for row in rows),
            results=tuple(
                replace(result, model=rows.index(result.model))
                for result in self.evaluation.results
                if result.model in rows
            ),
            failures=tuple(
                replace(failed, model=rows.index(failed.model))
                for failed in self.evaluation.failures
                if failed.model in rows
            ),
            seeds={model: runs for model, runs in self.evaluation.seeds.items() if model in models},
        )
        return replace(self, evaluation=evaluation)

    def first(self, m: int) -> Comparison:
        """The same comparison on its first m splits."""
        evaluation = replace(
            self.evaluation,
            folds=self.evaluation.folds[: 2 * m],
            results=tuple(result for result in self.evaluation.results if result.fold < 2 * m),
            failures=tuple(failed for failed in self.evaluation.failures if failed.fold < 2 * m),
        )
        return replace(self, evaluation=evaluation)

    def answered(self, model: int | str, split: int, half: int) -> Answered:
        """Right and predicted answers of one fold, for scores of your own.

        Raises
        ------
        ScoresError
            If there is no such model, or that fold is not finished.
        """
        return self.evaluation.answered(model, 2 * split + half)

    def report(self, model: int | str, split: int, half: int) -> str:
        """What conlleval, the scorer of the CoNLL shared tasks, prints of one fold.

        Raises
        ------
        ScoresError
            As `answered`.
        """
        return self.evaluation.report(model, 2 * split + half)

    def reading(self, *, strict: bool) -> Comparison:
        """The same predictions, chunks read strictly or as conlleval reads them; nothing is trained."""
        return replace(self, evaluation=self.evaluation.reading(strict=strict))

    @property
    def _n_units(self) -> int:
        train, validation = self.evaluation.folds[0]
        return len(train) + len(validation)

    def _by_split(self, array: NDArray[Value]) -> NDArray[Value]:
        return array.reshape(len(array), self.m, 2, *array.shape[2:])


def _failure(failed: FoldFailure, model: str) -> Notice:
    where = {"model": model, "split": failed.fold // 2 + 1, "half": failed.fold % 2 + 1}
    if failed.cause == "memory":
        return Notice(
            "Model {model} has no score on split {split}, trained on half {half}: "
            "there was not enough memory. Use a smaller model or fewer workers.",
            where,
        )
    if failed.cause == "training":
        return Notice(
            "Model {model} has no score on split {split}, trained on half {half}: "
            "it could not be trained ({detail}).",
            {**where, "detail": failed.detail},
        )
    return Notice(
        "Model {model} has no score on split {split}, trained on half {half}: "
        "its worker process ended twice before it was done.",
        where,
    )
