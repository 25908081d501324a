"""Values of units, laid out as the tests of half splits, of folds and of nested folds take them.

Values come for one fold at a time, in the order of the units that it validates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...brief import brief
from ..resampling import Floats

if TYPE_CHECKING:
    from ...training.scores.evaluation import Pair
    from .decisions import Needs

Values = Callable[[int], Floats]  # how far A is ahead on the units of the fold of that place


@brief
@dataclass(frozen=True, slots=True, eq=False)
class UnitLayout:
    """What a test is given beside scores; None where it does not ask for it."""

    units: Floats | None = None  # (m, n_units); of folds (1, n_units)
    masks: NDArray[np.bool_] | None = None  # (m, n_units): units that train the first fold of a split
    folds: NDArray[np.int64] | None = None  # (1, n_units)
    inner: Floats | None = None  # (1, n_units, K)


def half_splits(pairs: Sequence[Pair], values: Values, n_units: int) -> UnitLayout:
    """Two folds a split."""
    units = np.zeros((len(pairs) // 2, n_units))
    masks = np.zeros(units.shape, dtype=bool)
    for place, (train, validation) in enumerate(pairs):
        masks[place // 2, train] |= place % 2 == 0
        units[place // 2, np.unique(validation)] = values(place)
    return UnitLayout(units, masks)


def folds(pairs: Sequence[Pair], values: Values, n_units: int) -> UnitLayout:
    """Folds that validate each unit once."""
    units, numbers = np.zeros((1, n_units)), np.zeros((1, n_units), np.int64)
    for place, (_train, validation) in enumerate(pairs):
        here = np.unique(validation)
        units[0, here], numbers[0, here] = values(place), place
    return UnitLayout(units, folds=numbers)


def nested_folds(pairs: Sequence[Pair], values: Values, n_units: int) -> UnitLayout:
    """K folds, then for every two of them what is validated on both and trained on neither."""
    k = next(k for k in range(2, len(pairs) + 1) if k * (k + 1) // 2 == len(pairs))
    outer = folds(pairs[:k], values, n_units)
    assert outer.folds is not None
    inner = np.zeros((1, n_units, k))
    for place, (one, two) in enumerate(combinations(range(k), 2), start=k):
        both = np.unique(pairs[place][1])
        inner[0, both, np.where(outer.folds[0, both] == one, two, one)] = values(place)
    return UnitLayout(outer.units, folds=outer.folds, inner=inner)


LAYOUTS: dict[Needs, Callable[[Sequence[Pair], Values, int], UnitLayout]] = {
    "half splits": half_splits,
    "folds": folds,
    "nested folds": nested_folds,
}
