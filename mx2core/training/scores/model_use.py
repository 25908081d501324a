"""What models of an evaluation cost: measured time, memory and size, and operations that are counted.

One sample is a sentence or a text, the mean one of those that a fold predicts.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import ScoresError
from ...metrics import AnswerTable, ModelCost, PartCost, model_cost, part_table
from ...models import CRF, Model, TextClassifier
from ...models.classifiers import ngram_counts
from ...models.crf import Features
from ...models.model import Material
from ..run.folds import sentences_of
from .evaluation import Evaluation

Sentences = NDArray[np.int64]


@frozen(eq=False)
class ModelUse:
    """One model: means over its finished folds, and its parts as they were in the first of these.

    >>> models, halves = mx.models.presets(corpus), mx.random_partitions(len(corpus), 1)
    >>> found = mx.compare(corpus, models, partitions=halves, n_workers=0)
    >>> use = mx.training.model_uses(models, found)[0]
    >>> use.model, use.n_train, [part.part for part in use.parts]
    ('A', 4, ['features', 'best sequence'])
    """

    model: str
    folds: int
    seconds: float  # of a fold: training and prediction
    model_bytes: float | None  # as it is stored
    peak_memory_bytes: float | None  # the most that a process which trained it held, with all else in it
    iterations: float | None
    n_train: int  # sentences or texts trained on
    n_predicted: int
    parts: tuple[PartCost, ...]  # of one sample that is predicted; empty for a model that is not counted
    training_operations: float | None  # of a whole training

    @property
    def table(self) -> AnswerTable:
        """Its parts for the metrics of `model_cost`; ScoresError if it is not known how it computes."""
        if not self.parts:
            raise ScoresError(
                "Operations are counted for CRFs and linear classifiers, not {model}.", model=self.model
            )
        return part_table(self.parts, self.model)


@frozen
class CostOfModel:
    """What was measured of a model, and what was counted where its operations can be."""

    use: ModelUse
    cost: ModelCost | None


def model_costs(models: Sequence[Model], evaluation: Evaluation, **settings: Any) -> tuple[CostOfModel, ...]:
    """What models cost by `model_uses`, and by `mx.metrics.model_cost` with these settings."""
    uses = model_uses(models, evaluation)
    return tuple(CostOfModel(use, model_cost(use.parts, **settings) if use.parts else None) for use in uses)


def joined_parts(uses: Sequence[ModelUse]) -> AnswerTable:
    """The parts of all models as rows of one table."""
    tables = [use.table for use in uses if use.parts]
    columns = {
        name: tuple(cell for one in tables for cell in one.columns[name])
        for name in ("operations", "weights", "outputs", "touched")
    }
    part = tuple(f"{one.name}: {cell}" for one in tables for cell in one.columns["part"])
    return AnswerTable({"part": part, **columns})


def model_uses(models: Sequence[Model], evaluation: Evaluation) -> tuple[ModelUse, ...]:
    """Time, memory, size and operations of each model of an evaluation, or a comparison.

    Raises ScoresError if a model has no finished fold.
    """
    return tuple(_use(model, evaluation) for model in models if model.name in evaluation.models)


def _use(model: Model, evaluation: Evaluation) -> ModelUse:
    number = evaluation.index(model.name)
    folds = [result for result in evaluation.results if result.model == number]
    if not folds:
        raise ScoresError("No training of {model} has finished.", model=model.name)
    material = evaluation.scorer.material
    train, asked = (sentences_of(units, material.units) for units in evaluation.folds[folds[0].fold])
    parts: tuple[PartCost, ...] = ()
    per_pass: float | None = None  # operations of one pass over the training sentences
    iterations = _mean([result.log.get("iterations") for result in folds])
    if isinstance(model, CRF):
        parts, per_pass = _crf(model, material, train, asked)
    elif isinstance(model, TextClassifier):
        parts, per_pass = _linear(model, material, train, asked)
    return ModelUse(
        model=model.name,
        folds=len(folds),
        seconds=_mean([result.log.get("seconds") for result in folds]) or 0.0,
        model_bytes=_mean([result.log.get("model_bytes") for result in folds]),
        peak_memory_bytes=_mean([result.log.get("peak_memory_bytes") for result in folds]),
        iterations=iterations,
        n_train=len(train),
        n_predicted=len(asked),
        parts=parts,
        training_operations=None if per_pass is None else per_pass * (iterations or 1.0),
    )


def _mean(values: Sequence[float | int | None]) -> float | None:
    known = [float(value) for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _crf(
    model: CRF, material: Material, train: Sentences, queries: Sentences
) -> tuple[tuple[PartCost, ...], float]:
    """T tokens with F features each and L tags: T F L additions of weights, then (T - 1) L² of Viterbi.

    A pass of training computes the scores, forward and backward sums, and both gradients: 2 T F L and
    3 (T - 1) L². Weights are those of features that stand beside a tag in training, as CRFsuite has them.
    """
    features = Features(model, material.columns, material.starts)
    codes = np.split(material.gold[0], material.starts[1:-1])
    state: set[tuple[str, int]] = set()
    steps: set[tuple[int, int]] = set()
    tags: set[int] = set()
    for sentence in np.unique(train).tolist():
        of_sentence = codes[sentence].tolist()
        tags.update(of_sentence)
        steps.update(pairwise(of_sentence))
        for tag, strings in zip(of_sentence, features.strings(sentence), strict=True):
            state.update((string, tag) for string in strings)
    n_features, n_tags = len(model.template.features), len(tags)
    lengths = np.diff(material.starts)

    def counted(sentences: Sentences) -> tuple[float, float]:
        tokens = lengths[sentences]
        return float(tokens.sum()), float(np.maximum(tokens - 1, 0).sum())

    tokens, pairs = (total / max(len(queries), 1) for total in counted(queries))
    parts = (
        PartCost(
            "features",
            tokens * n_features * n_tags,
            len(state),
            tokens * n_tags,
            touched=min(tokens * n_features * n_tags, len(state)),
        ),
        PartCost("best sequence", pairs * n_tags**2, len(steps), tokens * n_tags),
    )
    all_tokens, all_pairs = counted(train)
    return parts, 2 * all_tokens * n_features * n_tags + 3 * all_pairs * n_tags**2


def _linear(
    model: TextClassifier, material: Material, train: Sentences, queries: Sentences
) -> tuple[tuple[PartCost, ...], float]:
    """A text with z n-grams that training had and K rows of weights: 2 z operations of TF-IDF, then z K.

    A pass of training computes scores and their gradient: 2 z K; naive Bayes adds each n-gram up once.
    """
    counts = ngram_counts(model, material.texts)
    known = np.bincount(counts[train].indices, minlength=counts.shape[1]) >= model.min_df
    classes = len(np.unique(material.gold[0][train]))
    rows = 1 if classes == 2 and model.kind != "bayes" else classes
    of_text = counts.astype(bool).astype(np.int64) @ known.astype(np.int64)
    z, n_known = float(of_text[queries].mean()), float(known.sum())
    parts = (
        PartCost("TF-IDF", 2 * z, n_known, z, touched=min(z, n_known)),
        PartCost(
            "class scores", z * rows, n_known * rows, float(rows), touched=min(z * rows, n_known * rows)
        ),
    )
    passed = float(of_text[train].sum())
    return parts, passed if model.kind == "bayes" else 2 * passed * rows
