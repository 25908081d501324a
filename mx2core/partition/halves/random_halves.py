"""Random halves, each drawn uniformly from all halves and made again from its number.

A half is a row of independent random bits, brought into balance by moving units
of the larger side, chosen one by one with equal probability, to the smaller one.
Both steps treat all units alike, so every half of the final size is equally
probable, and about 0.8 sqrt(n) numbers are drawn beyond the bits instead of a
permutation of all units.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from ..checks import check_seed, check_units, check_whole, different, too_few_different, ways_to_halve
from ..design import PartitionSet
from .philox import HALVES, raw_words
from .rebalance import BLOCK, Words, rebalance, units_inside

FEW_UNITS = 40  # more than that can be halved in more ways than anybody asks for


def random_masks(n_units: int, candidates: Iterable[int], *, seed: int = 0) -> NDArray[np.bool_]:
    """Random halves by their numbers.

    Parameters
    ----------
    candidates : iterable of int
        Numbers from 0 on. Candidate i depends on `seed`, `n_units` and i alone.

    Returns
    -------
    ndarray of bool, shape (len(candidates), n_units)
        Each row is drawn uniformly from all masks with n/2 units True. For odd n
        the first half is the larger one in every second candidate on average,
        and all masks of both sizes are equally probable.

    Examples
    --------
    >>> masks = mx.partitions.random_masks(8, [0, 7], seed=1)
    >>> masks.sum(axis=1).tolist()
    [4, 4]
    """
    n_units, seed = check_units(n_units), check_seed(seed)
    return unpacked(n_units, candidates, lambda block: half_words(n_units, block, 1, seed))


def unpacked(n_units: int, candidates: Iterable[int], words_of: Callable[[int], Words]) -> NDArray[np.bool_]:
    """Masks of numbered candidates from the words of their blocks."""
    numbers = np.fromiter((check_whole(i, "candidates", 0) for i in candidates), np.int64)
    masks = np.empty((len(numbers), n_units), np.bool_)
    for block in np.unique(numbers // BLOCK):
        wanted = np.flatnonzero(numbers // BLOCK == block)
        bits = (numbers[wanted] % BLOCK).astype(np.uint64)
        masks[wanted] = (words_of(int(block))[:, 0] >> bits[:, None]) & np.uint64(1) == 1
    return masks


def random_partitions(n_units: int, m: int, seed: int = 0) -> PartitionSet:
    """The first m random halves of `seed` that are different; growing m keeps the earlier ones.

    Repeats occur only below some twenty units; they are left out, also with the halves swapped.

    Raises DesignError if m or n_units is no usable number, or there are not so many halves.

    >>> bool((mx.random_partitions(8, 2).masks == mx.random_partitions(8, 3).masks[:2]).all())
    True
    """
    m, n_units = check_whole(m, "m", 1), check_units(n_units)
    if n_units <= FEW_UNITS and m > ways_to_halve(n_units):
        raise too_few_different(ways_to_halve(n_units), m, n_units)
    n_drawn = m
    while True:
        masks = random_masks(n_units, range(n_drawn), seed=seed)
        rows = different(masks)
        if len(rows) >= m:
            return PartitionSet(masks[rows[:m]], "random", seed)
        n_drawn = 2 * n_drawn + BLOCK


def half_words(n_units: int, first_block: int, n_blocks: int, seed: int) -> Words:
    """The halves of `n_blocks` blocks of 64 candidates, shape (n_units, n_blocks)."""
    counters = -(-n_units // 4)
    raw = raw_words(seed, HALVES, 4 * counters * n_blocks, position=first_block * counters)
    words = np.ascontiguousarray(raw.reshape(n_blocks, 4 * counters)[:, :n_units].T)
    excess = 2 * units_inside(words) - n_units
    rebalance(
        words,
        np.abs(excess) // 2,  # for odd n one unit stays over, on the side that had more
        excess > 0,
        n_draws=8 * (2 + -(-3 * math.isqrt(n_units) // 8)),  # too few for one candidate in 400
        first_block=first_block,
        seed=seed,
        stream=HALVES,
    )
    return words
