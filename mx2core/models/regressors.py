"""Regressors of texts: a linear model or trees on TF-IDF of n-grams, and the mean as a baseline."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from ..brief import frozen
from .classifiers import NgramModel, frequent_columns, ngram_counts
from .model import Material, Prediction, Task
from .texts import numbers_of, written_number

if TYPE_CHECKING:
    from ..corpus.model import Corpus

Kind = Literal["ridge", "boosting", "mean"]
KINDS = {"ridge": "alpha", "boosting": None, "mean": None}  # with the name of its strength
MOST_COLUMNS = 300  # of trees: the most frequent n-grams


@frozen
class TextRegressor(NgramModel):
    r"""Predicts a number of each text, the same way on every fold.

    It is scikit-learn's TfidfVectorizer with Ridge, or with GradientBoostingRegressor on the
    300 most frequent n-grams, or the mean of the training texts, which sees no text at all.

    Parameters
    ----------
    kind : "ridge", "boosting" or "mean"
    analyzer, ngrams, min_df, gold
        As of `TextClassifier`.
    alpha : float
        Strength of the regularization of "ridge".
    seed : int, optional
        Of "boosting", which looks at features in random order; see `with_seeds`.

    Examples
    --------
    >>> rows = [f"{'good ' * (k % 7)}film,{k % 7 + k / 90:.2f}" for k in range(90)]
    >>> corpus = mx.read_corpus("\n".join(["text,label", *rows]).encode())
    >>> models = [mx.models.TextRegressor(kind, kind) for kind in ("ridge", "mean")]
    >>> halves = mx.random_partitions(len(corpus), 2)
    >>> result = mx.compare(corpus, models, partitions=halves, n_workers=0)
    >>> result.task, result.main_metrics
    ('numbers', ('mae', 'rmse', 'r2', 'spearman'))
    """

    kind: Kind = "ridge"
    alpha: float = 1.0
    gold: str | None = None
    seed: int | None = None

    task: ClassVar[Task] = "numbers"
    kinds: ClassVar[Mapping[str, str | None]] = KINDS

    def check_corpus(self, corpus: Corpus, gold: str) -> None:
        """Refuse a field that does not hold a number for each text."""
        numbers_of(corpus, gold)

    def prepare(self, material: Material, folder: Path) -> NumberLearner:
        """Count n-grams of all texts."""
        return NumberLearner(self, material)


class NumberLearner:
    """Trains a regressor on some texts and predicts the numbers of others."""

    def __init__(self, model: TextRegressor, material: Material) -> None:
        self._model = model
        codes, self._values = material.gold
        self._numbers = np.array([float(value) for value in self._values])[codes]
        self._counts = None if model.kind == "mean" else ngram_counts(model, material.texts)

    def predict(self, train: NDArray[np.int64], validation: NDArray[np.int64]) -> Prediction:
        """Train on texts (some may stand there several times), predict the numbers of others."""
        if self._counts is None:
            mean = float(self._numbers[train].mean())
            return Prediction.of([written_number(mean)] * len(validation), self._values)
        from sklearn.feature_extraction.text import TfidfTransformer
        from threadpoolctl import threadpool_limits

        counts = self._counts[train]
        columns = frequent_columns(self._model, counts)
        if self._model.kind == "boosting":
            often = np.bincount(counts.indices, minlength=counts.shape[1])[columns]
            columns = np.sort(columns[np.argsort(-often, kind="stable")[:MOST_COLUMNS]])
        weights, regressor = TfidfTransformer(), self._regressor()
        with threadpool_limits(limits=1):
            regressor.fit(weights.fit_transform(counts[:, columns]), self._numbers[train])
            predicted = regressor.predict(weights.transform(self._counts[validation][:, columns]))
        answers = list(map(written_number, predicted.tolist()))
        return Prediction.of(answers, self._values, model_bytes=len(pickle.dumps(regressor)))

    def _regressor(self) -> Any:
        if self._model.kind == "boosting":
            from sklearn.ensemble import GradientBoostingRegressor

            return GradientBoostingRegressor(random_state=self._model.seed or 0)
        from sklearn.linear_model import Ridge

        return Ridge(alpha=self._model.alpha, solver="sparse_cg", fit_intercept=True)
