"""Folds of a plan that a store has, and where new ones go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..errors import ScoresError
from .folds import Fold, FoldFailure, FoldResult
from .plan import Plan

if TYPE_CHECKING:
    from ..store import Store


class KeptFolds:
    """The folds of one plan in a store, by the key of what decides them."""

    def __init__(self, store: Store, planned: Plan) -> None:
        self._folds = store.folds
        self._corpus = planned.corpus
        self._keys = planned.keys()

    def known(self, folds: Sequence[Fold]) -> list[FoldResult]:
        """Results of those of the folds that are kept; one that is damaged is forgotten."""
        places: dict[str, list[Fold]] = {}
        for fold in folds:
            places.setdefault(self._keys[fold.key], []).append(fold)
        found = []
        for record in self._folds.find(places):
            try:
                # One training may stand in several places, as when two partitions are equal.
                found += [FoldResult.from_bytes(record.payload, *fold.key) for fold in places[record.key]]
            except ScoresError:
                self._folds.discard(record.key)
        return found

    def keep(self, result: FoldResult | FoldFailure) -> None:
        """Put a fold there, at once and whole; a failure is no result of its key."""
        if isinstance(result, FoldResult):
            self._folds.put(self._keys[result.key], self._corpus, result.to_bytes(), dict(result.log))
