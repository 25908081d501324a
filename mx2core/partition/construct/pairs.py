"""MatchedPairs of units that every partition separates.

A design gives one unit of each pair the signs of a row and the other the opposite
signs, so the halves have equal size in every partition.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ...brief import frozen
from ..checks import label_totals, one_label_per_unit
from ..halves.philox import Draws


@frozen(eq=False)
class MatchedPairs:
    """Units two by two, and the one over if their number is odd."""

    first: NDArray[np.int64]  # (n_pairs,)
    second: NDArray[np.int64]  # (n_pairs,)
    leftover: int | None  # stands in the second half of every partition

    def masks(self, signs: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Masks of the partitions in which pair p has signs (n_pairs, m) for its first unit."""
        n_units = 2 * len(self.first) + (self.leftover is not None)
        masks = np.zeros((signs.shape[1], n_units), np.bool_)
        masks[:, self.first] = signs.T > 0
        masks[:, self.second] = signs.T < 0
        return masks


def random_pairs(n_units: int, draws: Draws) -> MatchedPairs:
    """Units paired by chance, for partitions whose labels are to stay random."""
    return _pairs(draws.permutation(n_units).tolist())


def matched_pairs(tables: Sequence[csr_array], draws: Draws) -> MatchedPairs:
    """Units paired with units as like them as possible.

    Attributes with one label per unit come first, in the given order: as many pairs
    as can be have the same label in the first of them, among these in the second,
    and so on. So each label with an even number of occurrences is split evenly by
    every partition, and each other one but for a single unit. Attributes with
    several labels follow: units with equal counts are paired, then neighbours in an
    order in which units sharing their rarest labels stand together.
    """
    single = [table for table in tables if one_label_per_unit(table)]
    several = [table for table in tables if not one_label_per_unit(table)]
    labels = list(zip(*(table.indices.tolist() for table in single), strict=True))
    labels = labels or [()] * tables[0].shape[0]
    profiles = list(zip(*(_profiles(table) for table in several), strict=True)) or [()] * len(labels)
    units = sorted(draws.permutation(len(labels)).tolist(), key=lambda u: (labels[u], profiles[u]))
    couples: list[int] = []
    units = _pair_equal(units, [(labels[u], profiles[u]) for u in units], couples)
    for depth in range(len(single), 0, -1):
        units = _pair_equal(units, [labels[u][:depth] for u in units], couples)
    # What is left has different labels in the first attribute: pair by the others.
    units.sort(key=lambda u: (labels[u][1:], profiles[u]))
    return _pairs(couples + units)


def _pairs(units: list[int]) -> MatchedPairs:
    """Consecutive units are pairs; a last one is over."""
    order = np.array(units, np.int64)
    over = int(order[-1]) if len(order) % 2 else None
    n_pairs = len(order) // 2
    return MatchedPairs(order[: 2 * n_pairs : 2], order[1 : 2 * n_pairs : 2], over)


def _pair_equal(units: list[int], keys: Iterable[Hashable], couples: list[int]) -> list[int]:
    """Append neighbours with equal keys to `couples`, two by two; return the others in order."""
    waiting: list[int] = []
    last: Hashable = None
    rest: list[int] = []
    for unit, key in zip(units, keys, strict=True):
        if waiting and key == last:
            couples += [waiting.pop(), unit]
        else:
            rest += waiting
            waiting, last = [unit], key
    return rest + waiting


def _profiles(table: csr_array) -> list[bytes]:
    """Label counts of each unit as bytes that sort by the rarest label first."""
    rank = np.empty(table.shape[1], np.int64)
    rank[np.argsort(label_totals(table), kind="stable")] = np.arange(table.shape[1])
    owner = np.repeat(np.arange(table.shape[0]), np.diff(table.indptr))
    order = np.lexsort((rank[table.indices], owner))
    pairs = np.stack([rank[table.indices][order], table.data[order]], axis=1).astype(">u4")
    content = pairs.tobytes()
    return [content[8 * a : 8 * b] for a, b in zip(table.indptr[:-1], table.indptr[1:], strict=True)]
