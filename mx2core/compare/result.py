"""What a comparison found: counts, and the scores and differences that follow from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..errors import Notice, ScoresError
from ..metrics import precision_recall_f

METRICS = ("precision", "recall", "f1")


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Models on the same 2m folds.

    `[a, i, k]` is model a on split i, trained on its first half (k = 0) or its second
    (k = 1) and counted on the other. Folds that are not finished have counts 0, scores
    NaN and `finished` False. A ratio whose denominator is 0 counts as 0.
    """

    models: tuple[str, ...]
    tags: str  # the column that was predicted
    scheme: str  # how its tags mark chunks
    lenient: bool  # chunks are read as conlleval reads them, broken tags included
    signature: str  # of the partitions
    corpus: str  # digest of the units' content
    labels: tuple[str, ...]  # of the chunks
    counts: NDArray[np.int64]  # (n_models, m, 2, 3): tp, fp, fn
    label_counts: NDArray[np.int64]  # (n_models, m, 2, n_labels, 3)
    unit_counts: NDArray[np.int32]  # (n_models, m, n_units, 3): each unit in the fold that validated on it
    finished: NDArray[np.bool_]  # (n_models, m, 2)
    seconds: NDArray[np.float64]  # (n_models, m, 2), NaN where not finished
    notices: tuple[Notice, ...] = ()  # halves without a chunk, folds that failed

    @property
    def splits_done(self) -> int:
        """How many splits from the first on all models have finished, as a sequential test needs them."""
        return int(np.cumprod(self.finished.all(axis=(0, 2))).sum())

    def scores(self, metric: str = "f1") -> NDArray[np.float64]:
        """Scores on the 0-1 scale, shape (n_models, m, 2); NaN where a fold is not finished.

        Raises
        ------
        ScoresError
            If `metric` is not one of precision, recall, f1.
        """
        if metric not in METRICS:
            raise ScoresError(
                "`metric` must be one of {known}, found {metric}.", known=", ".join(METRICS), metric=metric
            )
        found = precision_recall_f(*np.moveaxis(self.counts, -1, 0))
        values: NDArray[np.float64] = np.where(self.finished, found[METRICS.index(metric)], np.nan)
        return values

    def differences(self, a: int | str, b: int | str, metric: str = "f1") -> NDArray[np.float64]:
        """Score of model `a` minus that of `b`, shape (m, 2); models by number or name.

        Raises
        ------
        ScoresError
            If there is no such model or metric.
        """
        scores = self.scores(metric)
        differences: NDArray[np.float64] = scores[self._index(a)] - scores[self._index(b)]
        return differences

    def _index(self, model: int | str) -> int:
        if isinstance(model, str) and model in self.models:
            return self.models.index(model)
        if not isinstance(model, str) and 0 <= model < len(self.models):
            return model
        raise ScoresError(
            "there is no model {model} in this comparison; it has {known}.",
            model=model,
            known=", ".join(self.models),
        )
