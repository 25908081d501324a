"""A set of partitions of the same units into two halves."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from ..brief import frozen
from ..errors import DesignError
from .checks import check_masks
from .label_divergence import divergence
from .measures import SHARES
from .thresholds import Thresholds

METHODS = (
    "random",
    "block",
    "stratified_block",
    "balanced",
    "centered",
    "floor",
    "thresholds",
    "selected",
    "screened",
    "imported",
)


@frozen
class Selection:
    """What partitions had to meet, and how they were picked among random candidates."""

    thresholds: tuple[Thresholds, ...]  # one for each attribute, as `Thresholds.limits` has them
    candidates: int  # 0 where they were built to meet the thresholds
    survivors: int
    chosen: tuple[int, ...]  # numbers of the candidates that became partitions

    @property
    def attributes(self) -> tuple[str, ...]:
        return tuple(one.attribute for one in self.thresholds)


@dataclass(frozen=True, slots=True, eq=False)
class PartitionSet:
    """m partitions, each used both ways: 2m pairs of training and validation set.

    Found once and shared by all models, so that scores of two models on the same
    fold can be subtracted.

    Raises DesignError if `masks` is not an array of bool with one row per partition, or a side is empty.
    Sides of unequal size are allowed: a split of another ratio can be judged like any other.

    >>> halves = mx.block_partitions(8, 3)
    >>> halves.m, halves.masks.shape, len(halves.folds())
    (3, (3, 8), 6)
    >>> len(halves[:2].folds())
    4
    """

    masks: NDArray[np.bool_]  # (m, n_units), True = first half
    method: str
    seed: int | None
    selection: Selection | None = None

    def __eq__(self, other: object) -> bool:
        """The same partitions in the same order, made and chosen in the same way."""
        if not isinstance(other, PartitionSet):
            return NotImplemented
        made, made_other = ((p.method, p.seed, p.selection) for p in (self, other))
        return made == made_other and np.array_equal(self.masks, other.masks)

    def __hash__(self) -> int:
        return hash(self.signature)

    def __post_init__(self) -> None:
        # A private read-only copy: the signature must stay true.
        masks = check_masks(self.masks).copy()
        masks.flags.writeable = False
        object.__setattr__(self, "masks", masks)

    def __reduce__(self) -> tuple[Any, ...]:
        return PartitionSet, (self.masks, self.method, self.seed, self.selection)

    def __len__(self) -> int:
        return self.m

    def __getitem__(self, which: slice) -> PartitionSet:
        if not isinstance(which, slice):
            raise TypeError(f"take a slice such as p[:3] or p[{which!r}:{which!r} + 1], not p[{which!r}]")
        selection = self.selection
        if selection is not None:
            selection = replace(selection, chosen=selection.chosen[which])
        return PartitionSet(self.masks[which], self.method, self.seed, selection)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Its masks, so that a test of units takes the set as it is."""
        return np.array(self.masks, dtype, copy=copy)

    def __repr__(self) -> str:
        return f"PartitionSet({self.method!r}, {self.signature!r})"

    @property
    def m(self) -> int:
        return len(self.masks)

    @property
    def n_units(self) -> int:
        return int(self.masks.shape[1])

    @property
    def signature(self) -> str:
        """Short mark by which results say what they were computed on.

        `id` is the beginning of the SHA-256 of the masks: sets with the same
        partitions in the same order have the same one, whatever made them.
        """
        seed = "none" if self.seed is None else self.seed
        return f"m:{self.m}|n:{self.n_units}|seed:{seed}|id:{self.id}"

    @property
    def id(self) -> str:
        """The part of the signature that tells partitions from others of the same number, units and seed."""
        digest = hashlib.sha256(b"%d,%d:" % self.masks.shape + np.packbits(self.masks, axis=1).tobytes())
        return digest.hexdigest()[:6]

    @property
    def flatters(self) -> bool:
        """Whether they were picked or built for low divergence, which shifts scores upwards."""
        if self.selection is not None:
            # Of a seen share more is neither better nor worse.
            bounds = [one for one in self.selection.thresholds if one.measure not in SHARES]
            return bool(bounds) and not any(one.band for one in bounds)
        return self.method in ("floor", "stratified_block", "thresholds")

    def flatters_beside(self, expected: Mapping[str, float]) -> bool:
        """The same where the expected chi2/J of attributes is known: a band below it flatters, too."""
        bounds = () if self.selection is None else self.selection.thresholds
        return self.flatters or any(
            one.attribute in expected and one.lies_below(expected[one.attribute]) for one in bounds
        )

    @property
    def may_stop_early(self) -> bool:
        """Whether the first partitions are a set of their own kind; one balanced as a whole is not."""
        return self.method != "balanced"

    def overlaps(self) -> NDArray[np.int64]:
        """Units that the first halves of each two partitions share, shape (m, m).

        The diagonal holds the sizes of the first halves. Section 3.1 of the paper
        calls the values off the diagonal Phi(0); for random halves they are n/4
        on average, see `overlap_law`.
        """
        return overlaps(self.masks)

    def overlap_deviation(self) -> float:
        """Largest distance of an overlap from n/4, c_0 of section 3.2; 0 if m is 1.

        All four overlaps of two partitions count: training with training,
        validation with validation, and the two mixed ones.
        """
        if self.m < 2:
            return 0.0
        least, most = self.overlap_range()
        return max(self.n_units - 4 * least, 4 * most - self.n_units) / 4

    def overlap_range(self) -> tuple[int, int]:
        """Fewest and most units that halves of two partitions share; each half is once the training set.

        Raises DesignError if there is one partition only.
        """
        if self.m < 2:
            raise DesignError("Overlaps need m = 2 or more.")
        packed, sizes = np.packbits(self.masks, axis=1), self.masks.sum(axis=1, dtype=np.int64)
        least, most = self.n_units, 0
        for i, row in enumerate(packed[:-1]):  # one by one: thousands have millions of pairs
            first = np.bitwise_count(packed[i + 1 :] & row).sum(axis=1, dtype=np.int64)
            mixed, other = sizes[i] - first, sizes[i + 1 :] - first
            all_four = np.stack([first, mixed, other, self.n_units - mixed - other - first])
            least, most = min(least, int(all_four.min())), max(most, int(all_four.max()))
        return least, most

    def divergence(self, counts: Any) -> NDArray[np.float64]:
        """chi2/J of every partition, shape (m,); see `divergence`."""
        return divergence(self.masks, counts)

    def folds(self) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """The 2m pairs (training units, validation units), as ascending indices.

        The two halves of a partition come one after the other: first trained on
        the first half and validated on the second, then the other way round.
        """
        pairs = []
        for mask in self.masks:
            first, second = np.flatnonzero(mask), np.flatnonzero(~mask)
            pairs += [(first, second), (second, first)]
        return pairs


def overlaps(masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Units shared by the first halves of each two rows, counted bit by bit, shape (m, m)."""
    packed = np.packbits(masks, axis=1)
    shared = np.empty((len(packed), len(packed)), np.int64)
    for i, row in enumerate(packed):
        shared[i] = np.bitwise_count(packed & row).sum(axis=1, dtype=np.int64)
    return shared
