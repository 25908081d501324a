"""One fold: train on a half, tag the other, count. A function of corpus, split, half and model alone."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..metrics import label_counts, unit_counts
from ..models.columns import Codes
from ..models.crf import CRF, Features, tag, train
from ..schemes import spans


@dataclass(frozen=True, slots=True, eq=False)
class Fold:
    """What is to be done: train model number `model` on the units of `train`, tag the others."""

    model: int
    split: int
    half: int  # 0 trains on the first half of the split, 1 on the second
    train: NDArray[np.bool_]  # (n_units,)

    @property
    def key(self) -> tuple[int, int, int]:
        return self.model, self.split, self.half


@dataclass(frozen=True, slots=True, eq=False)
class FoldCounts:
    """What one fold gave; enough to go on later without training again."""

    model: int
    split: int
    half: int
    by_label: NDArray[np.int64]  # (n_labels, 3): tp, fp, fn
    by_unit: NDArray[np.int32]  # (n_validation_units, 3), in order of the units
    seconds: float  # training and tagging

    @property
    def key(self) -> tuple[int, int, int]:
        return self.model, self.split, self.half


@dataclass(frozen=True, slots=True, eq=False)
class FoldFailure:
    """A fold that could not be finished, and why."""

    model: int
    split: int
    half: int
    cause: Literal["memory", "crfsuite", "worker"]
    detail: str = ""

    @property
    def key(self) -> tuple[int, int, int]:
        return self.model, self.split, self.half


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """All that folds need of a corpus, and the models; goes to each worker once."""

    models: tuple[CRF, ...]
    columns: Mapping[str, Codes]
    starts: NDArray[np.int64]  # (n_sentences + 1,)
    units: NDArray[np.int64]  # (n_sentences,)
    tags: Codes
    labels: tuple[str, ...]  # of the chunks
    scheme: str
    strict: bool


class Evaluator:
    """Does folds, one at a time; the features of a model are made at its first fold and kept.

    Parameters
    ----------
    folder : Path
        Where CRFsuite's model files are put while they are needed.
    material : Material
    """

    def __init__(self, folder: Path, material: Material) -> None:
        self._material = material
        self._folder = folder
        self._features: dict[int, Features] = {}
        codes, values = material.tags
        self._tags = [
            [values[code] for code in sentence.tolist()]
            for sentence in np.split(codes, material.starts[1:-1])
        ]
        self._code_of = {value: code for code, value in enumerate(values)}

    def evaluate(self, fold: Fold) -> FoldCounts | FoldFailure:
        """Do one fold. What CRFsuite cannot do is a result too, so that other folds go on."""
        from pycrfsuite import CRFSuiteError

        began = time.perf_counter()
        try:
            predicted = self._predict(fold)
        except MemoryError:
            return FoldFailure(*fold.key, "memory")
        except CRFSuiteError as error:
            return FoldFailure(*fold.key, "crfsuite", str(error))
        by_label, by_unit = self._count(fold, predicted)
        return FoldCounts(*fold.key, by_label, by_unit, time.perf_counter() - began)

    def _predict(self, fold: Fold) -> NDArray[np.int32]:
        """Codes of the tags given to the tokens of the validation half."""
        material = self._material
        model = material.models[fold.model]
        if fold.model not in self._features:
            self._features[fold.model] = Features(model, material.columns, material.starts)
        features = self._features[fold.model]
        in_training = fold.train[material.units]
        path = self._folder / f"{os.getpid()}-{fold.model}-{fold.split}-{fold.half}.crfsuite"
        try:
            train(model, features, self._tags, np.flatnonzero(in_training).tolist(), path)
            tagged = tag(features, np.flatnonzero(~in_training).tolist(), path)
        finally:
            path.unlink(missing_ok=True)
        return np.array([self._code_of[name] for sentence in tagged for name in sentence], dtype=np.int32)

    def _count(self, fold: Fold, predicted: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        material = self._material
        codes, values = material.tags
        lengths = np.diff(material.starts)
        validation = ~fold.train[material.units]
        starts = np.concatenate(([0], np.cumsum(lengths[validation])))
        right = codes[np.repeat(validation, lengths)]
        gold = spans(right, values, starts, material.scheme, material.strict)
        found = spans(predicted, values, starts, material.scheme, material.strict)
        units = np.unique(material.units[validation], return_inverse=True)[1]
        by_unit = unit_counts(gold, found, starts, units).astype(np.int32)
        return label_counts(gold, found, material.labels), by_unit
