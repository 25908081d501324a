"""Folds of a plan that a store has, and where new ones go."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import CancelledError
from time import monotonic, sleep
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from ...errors import ScoresError, StoreBusyError
from .folds import Fold, FoldFailure, FoldResult, damaged
from .plan import Plan, are_answers

if TYPE_CHECKING:
    from ...store import Store


T = TypeVar("T")

PAUSE = 1.0  # seconds between two attempts on a store that is busy
PATIENCE = 600.0  # seconds after which it is no longer waited for


def when_free(call: Callable[[], T], cancelled: Callable[[], bool] = lambda: False) -> T:
    """What a call to the store gives; asked again while the store is busy, as during its backup."""
    end = monotonic() + PATIENCE
    while True:
        try:
            return call()
        except StoreBusyError:
            if monotonic() >= end:
                raise
        if cancelled():
            raise CancelledError("cancelled while the store was busy")
        sleep(PAUSE)


class KeptFolds:
    """The folds of one plan in a store, by the key of what decides them.

    `imported` has the keys under which an exported experiment put what it brought, by
    (model, fold); only that experiment shows it.
    """

    def __init__(
        self, store: Store, planned: Plan, imported: Mapping[tuple[int, int], str] | None = None
    ) -> None:
        self._folds = store.folds
        self._plan = planned
        self._corpus = planned.corpus
        self._keys = planned.keys()
        self._imported = imported or {}

    def load(self, folds: Sequence[Fold]) -> list[FoldResult]:
        """Results of those of the folds that are kept; one that is damaged is forgotten.

        A training done here goes before one that an exported experiment brought.
        """
        places: dict[str, list[Fold]] = {}
        for fold in folds:
            for key in {self._imported.get(fold.key, self._keys[fold.key]), self._keys[fold.key]}:
                places.setdefault(key, []).append(fold)
        finished: dict[tuple[int, int], FoldResult] = {}
        for record in self._folds.find(places):
            try:
                # One training may stand in several places, as when two partitions are equal.
                results = [FoldResult.from_bytes(record.payload, *fold.key) for fold in places[record.key]]
                self._check(results[0])
            except ScoresError:
                self._folds.discard(record.key)
                continue
            for result in results:
                if record.key == self._keys[result.key]:
                    finished[result.key] = result
                else:
                    finished.setdefault(result.key, result)
        return list(finished.values())

    def _check(self, result: FoldResult) -> None:
        """Refuse what cannot be a result of its fold, whoever put it there."""
        material = self._plan.material
        n_items, n_values = len(self._plan.scorer.items(result.fold)), len(material.gold[1])
        scores = result.class_scores
        if (
            len(result.predicted) != n_items
            or (result.predicted >= n_values + len(result.others)).any()
            or (scores is not None and (scores.shape != (n_items, n_values) or not np.isfinite(scores).all()))
            or not all(isinstance(value, int | float | None) for value in result.log.values())
            or "seconds" not in result.log
            or not are_answers(result.others, self._plan.scorer)
        ):
            raise damaged()

    def keep(self, result: FoldResult | FoldFailure) -> None:
        """Put a fold there, at once and whole; a failure is no result of its key."""
        if isinstance(result, FoldResult):
            self._folds.put(self._keys[result.key], self._corpus, result.to_bytes(), dict(result.log))
