"""Random halves, each drawn uniformly from all halves and made again from its number.

A half is a row of independent random bits, brought into balance by moving units
of the larger side, chosen one by one with equal probability, to the smaller one.
Both steps treat all units alike, so every half of the final size is equally
probable, and about 0.8 sqrt(n) numbers are drawn beyond the bits instead of a
permutation of all units.

Bits of 64 candidates share a word, one word per unit: moving units and counting
labels are then operations on whole words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from .checks import check_seed, check_units, check_whole
from .design import PartitionSet
from .philox import HALVES, raw_words, scaled, split_words
from .tally import Tally

BLOCK = 64  # candidates that share words: bit t of block b is candidate 64 b + t

Words = NDArray[np.uint64]  # (n_units, n_blocks)


def random_masks(n_units: int, candidates: Iterable[int], seed: int = 0) -> NDArray[np.bool_]:
    """Random halves by their numbers.

    Parameters
    ----------
    n_units : int
    candidates : iterable of int
        Numbers from 0 on. Candidate i depends on `seed`, `n_units` and i alone.
    seed : int

    Returns
    -------
    ndarray of bool, shape (len(candidates), n_units)
        Each row is drawn uniformly from all masks with n/2 units True. For odd n
        the first half is the larger one in every second candidate on average,
        and all masks of both sizes are equally probable.
    """
    n_units, seed = check_units(n_units), check_seed(seed)
    numbers = np.fromiter((check_whole(i, "candidates", 0) for i in candidates), np.int64)
    masks = np.empty((len(numbers), n_units), np.bool_)
    for block in np.unique(numbers // BLOCK):
        wanted = np.flatnonzero(numbers // BLOCK == block)
        words = half_words(n_units, int(block), 1, seed)[:, 0]
        bits = (numbers[wanted] % BLOCK).astype(np.uint64)
        masks[wanted] = (words >> bits[:, None]) & np.uint64(1) == 1
    return masks


def random_partitions(n_units: int, m: int, seed: int = 0) -> PartitionSet:
    """The first m random halves of `seed`; growing m keeps the earlier ones.

    Raises
    ------
    DesignError
        If m or n_units is no usable number.
    """
    m = check_whole(m, "m", 1)
    return PartitionSet(random_masks(n_units, range(m), seed), "random", seed)


def half_words(n_units: int, first_block: int, n_blocks: int, seed: int) -> Words:
    """The halves of `n_blocks` blocks of 64 candidates, shape (n_units, n_blocks)."""
    counters = -(-n_units // 4)
    raw = raw_words(seed, HALVES, 4 * counters * n_blocks, position=first_block * counters)
    words = np.ascontiguousarray(raw.reshape(n_blocks, 4 * counters)[:, :n_units].T)
    _balance(words, first_block, seed)
    return words


def _balance(words: Words, first_block: int, seed: int) -> None:
    """Move units, in place, until the sides differ by one at most.

    Each candidate has its own sequence of units, drawn with replacement. One
    after the other, a unit of the larger side goes over; others are passed by.
    As many draws as units are still missing cannot overshoot, so that many are
    taken together without changing what the sequence does.
    """
    n_units, n_blocks = words.shape
    excess = 2 * _ones(words) - n_units
    missing = np.abs(excess) // 2  # for odd n one unit stays over, on the side that had more
    downwards = excess > 0
    n_draws = 8 * (2 + -(-3 * math.isqrt(n_units) // 8))  # too few for one candidate in 400
    blocks = np.arange(n_blocks)
    stage = 0
    while len(blocks):
        stage += 1
        draws = _draws(blocks, first_block, stage, n_draws, seed)
        row = np.full(n_blocks * BLOCK, -1)  # of `draws`, by candidate
        row[(blocks[:, None] * BLOCK + np.arange(BLOCK)).ravel()] = np.arange(len(draws))
        used = np.zeros(len(missing), np.int64)
        while True:
            active = np.flatnonzero((missing > 0) & (used < n_draws))
            if not len(active):
                break
            take = np.minimum(missing[active], n_draws - used[active])
            candidates = np.repeat(active, take)
            columns = np.arange(len(candidates)) - np.repeat(np.cumsum(take) - take - used[active], take)
            used[active] += take
            units, usable = scaled(draws[row[candidates], columns], n_units)
            missing -= _move(words, candidates[usable], units[usable], downwards)
        blocks = np.flatnonzero(missing.reshape(n_blocks, BLOCK).any(axis=1))


def _draws(
    blocks: NDArray[np.int64], first_block: int, stage: int, n_draws: int, seed: int
) -> NDArray[np.uint32]:
    """32-bit numbers for every candidate of the given blocks, shape (64 * len(blocks), n_draws)."""
    n_words = BLOCK * n_draws // 2
    if stage == 1:  # all blocks, one after the other
        raw = raw_words(seed, HALVES, n_words * len(blocks), position=first_block * n_words // 4, stage=1)
    else:
        raw = np.concatenate(
            [
                raw_words(seed, HALVES, n_words, position=(first_block + int(b)) * n_words // 4, stage=stage)
                for b in blocks
            ]
        )
    return split_words(raw.reshape(len(blocks) * BLOCK, n_draws // 2))


def _move(
    words: Words, candidates: NDArray[np.int64], units: NDArray[np.int64], downwards: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Move the units that are on the larger side; how many moved, by candidate."""
    n_blocks = words.shape[1]
    flat = words.reshape(-1)

    def address(candidates: NDArray[np.int64], units: NDArray[np.int64]) -> tuple[Any, Any]:
        return units * n_blocks + (candidates >> 6), np.uint64(1) << (candidates & 63).astype(np.uint64)

    place, bit = address(candidates, units)
    on_larger = ((flat[place] & bit) != 0) == downwards[candidates]
    key = np.sort((candidates[on_larger] << 32) | units[on_larger])
    key = key[np.diff(key, prepend=-1) > 0]  # a unit drawn twice moves once
    candidates = key >> 32
    place, bit = address(candidates, key & 0xFFFFFFFF)
    # Each bit is known and touched once, so adding or subtracting it sets or clears it;
    # unlike `^=`, `add.at` does so for several candidates of one word.
    np.add.at(flat, place, np.where(downwards[candidates], np.uint64(0) - bit, bit))
    return np.bincount(candidates, minlength=len(downwards)).astype(np.int64, copy=False)


@lru_cache(maxsize=8)
def _row_tally(n_units: int) -> Tally:
    return Tally([csr_array(np.ones((n_units, 1), np.int64))])


def _ones(words: Words) -> NDArray[np.int64]:
    """Units in the first half, by candidate."""
    ones: NDArray[np.int64] = _row_tally(len(words)).totals(words)[0].astype(np.int64)
    return ones
