"""The result of a comparison: an evaluation on both halves of m splits, split by split."""

from __future__ import annotations

from dataclasses import field, fields, replace

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import Notice, Whole
from ...inference import McNemarTest, mcnemar_test
from ...inference.checks import Alternative
from ..run.folds import FoldFailure
from .evaluation import Evaluation, Value
from .scoring import Metric
from .unit_values import unit_values

LITTLE = 0.1  # a score below says that a model has hardly learned anything


@frozen(eq=False)
class Comparison(Evaluation):
    """Models on the same 2m folds.

    What an `Evaluation` has by fold, a comparison has by split and half: `[a, i, k]` is model a
    on split i, trained on its first half (k = 0) or its second (k = 1) and scored on the other.
    So the shape of `scores`, `finished` and `seconds` is (n_models, m, 2), that of `differences`
    (m, 2) and that of `discordant` (m, 2, 2).

    >>> result.models, result.scores("accuracy").shape
    (('A', 'B'), (2, 2, 2))
    """

    signature: str = field(kw_only=True)  # of the partitions

    @classmethod
    def from_evaluation(cls, evaluation: Evaluation, signature: str) -> Comparison:
        """An evaluation whose folds are the halves of partitions, in their order."""
        values = {one.name: getattr(evaluation, one.name) for one in fields(Evaluation)}
        return cls(**values, signature=signature)

    @property
    def evaluation(self) -> Evaluation:
        """The same fold by fold: fold 2 i + k is half k of split i."""
        return Evaluation(**{one.name: getattr(self, one.name) for one in fields(Evaluation)})

    @property
    def unit_counts(self) -> NDArray[np.int32]:
        """Each unit in the fold that validated on it, shape (n_models, m, n_units, 3)."""
        scorer = self.scorer
        counts = np.zeros((len(self.models), self.m, self._n_units, 3), dtype=np.int32)
        for result in self.results:
            units = np.unique(self.folds[result.fold][1])
            counts[result.model, result.fold // 2, units] = scorer.counts(result).by_unit
        return counts

    @property
    def predicted(self) -> NDArray[np.int32]:
        """Code of the answer given to each item (token or text), shape (n_models, m, n_items).

        Codes count through `values`; -1 where a fold is not finished.
        """
        scorer = self.scorer
        n_items = len(scorer.material.gold[0])
        codes = np.full((len(self.models), self.m, n_items), -1, dtype=np.int32)
        for result in self.results:
            codes[result.model, result.fold // 2, scorer.items(result.fold)] = result.predicted
        return codes

    @property
    def how_scored(self) -> Notice:
        """What is counted, and how precision, recall and F1 come from it."""
        if self.task == "labels":
            return Notice("Sets of labels: precision, recall and F1 from labels in all.")
        if self.task == "numbers":
            return Notice("Errors in the unit of {name}.", {"name": self.gold})
        if self.task == "class":
            return Notice("One class a text: micro-averaged precision, recall and F1 equal accuracy.")
        if self.scheme == "token":
            return Notice("Labelled tokens counted; precision, recall and F1 from totals per fold.")
        if self.scheme == "plain":
            return Notice("Every token has a label: precision, recall and F1 equal accuracy.")
        leniency = Notice("read as the CoNLL scorer does") if self.lenient else Notice("read strictly")
        return Notice(
            "Chunks in {scheme}, {leniency}; precision, recall and F1 from totals per fold.",
            {"scheme": Whole(self.scheme), "leniency": leniency},
        )

    def learned_little(self, metric: str, least: float = LITTLE) -> tuple[str, ...]:
        """Models of which no finished score reaches `least`, by a metric of which more is better.

        A comparison with them says little about what they are made of.
        """
        if self.known_direction(metric) is not False:
            return ()
        scores = zip(self.names, self.seed_means(metric), strict=True)
        known = ((name, values[np.isfinite(values)]) for name, values in scores)
        return tuple(name for name, values in known if len(values) and values.max() < least)

    @property
    def values(self) -> tuple[str, ...]:
        """The answers there are: what the codes of `predicted` stand for."""
        return self.scorer.material.gold[1]

    @property
    def m(self) -> int:
        """Number of splits."""
        return len(self.folds) // 2

    @property
    def splits_done(self) -> int:
        """How many splits from the first on all models have finished, as a sequential test needs them."""
        return int(np.cumprod(self.finished.all(axis=(0, 2))).sum())

    def mcnemar(
        self, a: int | str, b: int | str, *, m: int | None = None, alternative: Alternative = "two-sided"
    ) -> tuple[McNemarTest, ...]:
        """McNemar's test on each hold-out of the first `m` splits, or of all, split by split.

        A hold-out is one half of a split, by models trained on the other half; what is counted
        is `discordant`. Each test speaks of two trained models, not of two ways to train them.

        Raises ScoresError if there is no such model; InputError if `alternative` is none.
        """
        return tuple(
            mcnemar_test(only_a, only_b, alternative=alternative)
            for only_a, only_b in self.discordant(a, b)[:m].reshape(-1, 2).tolist()
        )

    def unit_scores(
        self, model: int | str, metric: Metric = "f1", within: NDArray[np.bool_] | None = None
    ) -> NDArray[np.float64]:
        """What each unit adds to the score of the fold that validated it, shape (m, n_units).

        The mean over the units of a fold is the fold's score; see `unit_values`. Two models'
        values are subtracted for `out_of_fold_t_test`. Several seeds are averaged within a fold.
        With `within`, bool of that shape, only these units are scored, as if folds had no others;
        the rest is NaN.

        Raises ScoresError if there is no such model or metric, a fold is not finished, or the metric cannot
        be divided among units.
        """
        rows = self.runs(model)
        self.check_finished(rows)
        values = np.zeros((self.m, self._n_units))
        for result in self.results:
            if result.model in rows:
                units = np.unique(self.folds[result.fold][1])
                split, asked = result.fold // 2, None
                if within is not None:
                    asked = within[split, units]
                    units = units[asked]
                values[split, units] += unit_values(self.scorer, result, metric, asked) / len(rows)
        return values if within is None else np.where(within, values, np.nan)

    def seed_scores(self, model: int | str, metric: Metric = "f1") -> NDArray[np.float64]:
        """Scores of a model by seed, shape (n_seeds, m, 2); for `seed_variance`.

        Raises ScoresError if there is no such model or metric.
        """
        return self.scores(metric)[self.runs(model)]

    def select(self, *models: int | str) -> Comparison:
        """The same comparison with some of its models, each with all its seeds."""
        rows = [row for model in models for row in self.runs(model)]
        seeds = {model: runs for model, runs in self.seeds.items() if model in models}
        if rows == list(range(len(self.models))) and seeds == self.seeds:
            return self  # with the scores that are known of its folds
        return replace(
            self,
            models=tuple(self.models[row] for row in rows),
            results=tuple(
                replace(result, model=rows.index(result.model))
                for result in self.results
                if result.model in rows
            ),
            failures=tuple(
                replace(failed, model=rows.index(failed.model))
                for failed in self.failures
                if failed.model in rows
            ),
            seeds=seeds,
        )

    def first(self, m: int) -> Comparison:
        """The same comparison on its first m splits."""
        return replace(
            self,
            folds=self.folds[: 2 * m],
            results=tuple(result for result in self.results if result.fold < 2 * m),
            failures=tuple(failed for failed in self.failures if failed.fold < 2 * m),
        )

    @property
    def _n_units(self) -> int:
        train, validation = self.folds[0]
        return len(train) + len(validation)

    def _fold(self, *place: int) -> int:
        split, half = place
        return 2 * split + half

    def _arranged(self, array: NDArray[Value], axis: int = 1) -> NDArray[Value]:
        return array.reshape(*array.shape[:axis], self.m, 2, *array.shape[axis + 1 :])

    def _failed(self, failed: FoldFailure) -> Notice:
        split, half = divmod(failed.fold, 2)
        where = {"model": self.models[failed.model], "split": split + 1, "half": half + 1}
        return Notice(
            "Model {model} has no score on split {split}, half {half}. {reason}",
            {**where, "reason": failed.reason},
        )
