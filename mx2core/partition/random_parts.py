"""Random parts of given sizes, such as K folds, each made again from its number."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ..errors import DesignError
from .checks import check_seed, check_units, check_whole
from .philox import FOLDS, raw_words

MAX_PARTS = 1_000  # a part is a number of two bytes, and nobody has more folds


def random_parts(sizes: Iterable[int], *, candidates: Iterable[int], seed: int = 0) -> NDArray[np.int16]:
    """Random parts of the given sizes, by their numbers.

    Parameters
    ----------
    sizes : iterable of int
        Units of each part.
    candidates : iterable of int
        Numbers from 0 on. Candidate i depends on the sizes, `seed` and i alone.
    seed : int

    Returns
    -------
    ndarray of int, shape (len(candidates), n_units)
        The part of each unit, 0, 1 …; each row is drawn uniformly from all ways to fill the parts.

    Raises
    ------
    DesignError
        If a part would be empty, or a number cannot be used.

    Examples
    --------
    >>> import mx2core as mx
    >>> parts = mx.partitions.random_parts([4, 3, 3], candidates=range(2))
    >>> [(row == 0).sum().item() for row in parts]
    [4, 4]
    """
    ends = np.cumsum(check_part_sizes(sizes))
    seed = check_seed(seed)
    numbers = [check_whole(i, "candidates", 0) for i in candidates]
    parts = np.empty((len(numbers), int(ends[-1])), np.int16)
    for row, number in zip(parts, numbers, strict=True):
        row[:] = _drawn(ends, number, seed)
    return parts


def check_part_sizes(sizes: Iterable[int]) -> NDArray[np.int64]:
    """Sizes of two or more parts, each at least one unit."""
    checked = np.array([check_whole(size, "sizes", 1) for size in sizes], dtype=np.int64)
    if not 2 <= len(checked) <= MAX_PARTS:
        raise DesignError(
            "A corpus is divided into 2 to {most:,} parts, got {n_parts}.",
            most=MAX_PARTS,
            n_parts=len(checked),
        )
    check_units(int(checked.sum()))
    return checked


def _drawn(ends: NDArray[np.int64], number: int, seed: int) -> NDArray[np.int64]:
    """By the order of random keys: the units with the smallest keys are the first part, and so on."""
    n_units, again = int(ends[-1]), 0
    while True:
        # A counter holds four words; candidates lie apart so far that none meets another's.
        keys = raw_words(seed, FOLDS, n_units, position=number << 40, stage=again)
        last = np.partition(keys, ends[:-1] - 1)[ends[:-1] - 1]  # the largest key of each part
        part: NDArray[np.int64] = np.searchsorted(last, keys, side="left")
        # Equal keys, one pair in 2^64, could make a part too large: draw all again.
        if (np.cumsum(np.bincount(part, minlength=len(ends))) == ends).all():
            return part
        again += 1
