"""Moving units between the sides of random splits until the sizes are right.

Splits stand 64 to a word, one word per unit: bit t of block b is candidate 64 b + t.
Counting units and moving them are then operations on whole words.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from .philox import raw_words, scaled, split_words

BLOCK = 64  # candidates that share words

Words = NDArray[np.uint64]  # (n_units, n_blocks)


def units_inside(words: Words) -> NDArray[np.int64]:
    """Units in the first side, by candidate: a sum of bits by carry-save adders, as in `Tally`."""
    inside = np.zeros(BLOCK * words.shape[1], np.int64)
    weight, rows = 0, words
    while True:
        carries = []
        while len(rows) > 2:
            third = len(rows) // 3
            a, b, c = rows[:third], rows[third : 2 * third], rows[2 * third : 3 * third]
            odd = a ^ b
            carries.append((a & b) | (odd & c))
            rows = np.concatenate([odd ^ c, rows[3 * third :]])
        if len(rows) == 2:
            carries.append((rows[0] & rows[1])[None])
            rows = (rows[0] ^ rows[1])[None]
        # Bit t of a word is candidate t of its block on machines of either byte order.
        octets = np.ascontiguousarray(rows[0]).astype("<u8", copy=False).view(np.uint8)
        inside += np.unpackbits(octets, bitorder="little").astype(np.int64) << weight
        if not carries:
            return inside
        weight, rows = weight + 1, np.concatenate(carries)


def rebalance(
    words: Words,
    missing: NDArray[np.int64],
    leaving: NDArray[np.bool_],
    *,
    n_draws: int,
    first_block: int,
    seed: int,
    stream: int,
) -> None:
    """Move `missing` units of each candidate, in place, to the side that has too few.

    Each candidate has its own sequence of units, drawn with replacement. One after
    the other, a unit of the side with too many goes over; others are passed by. As
    many draws as units are still missing cannot overshoot, so that many are taken
    together without changing what the sequence does.

    `words`: ndarray of uint64, shape (n_units, n_blocks).
    `missing` (ndarray of int, shape (64 * n_blocks,)): becomes 0.
    `leaving` (ndarray of bool, shape (64 * n_blocks,)): whether the first side has too many.
    `n_draws`: A multiple of 8, drawn for each candidate of a block at a time; more follow where one of them
    needs more.
    `first_block`, `seed`, `stream`: which random words to use.
    """
    n_blocks = words.shape[1]
    blocks, stage = np.arange(n_blocks), 0
    while len(blocks):
        stage += 1
        draws = _draws(blocks, first_block, stage, n_draws, seed, stream)
        candidates = (blocks[:, None] * BLOCK + np.arange(BLOCK)).ravel()
        place = np.arange(len(candidates)) * n_draws  # of the next draw of each
        end = place + n_draws
        while True:
            going_on = (missing[candidates] > 0) & (place < end)
            candidates, place, end = candidates[going_on], place[going_on], end[going_on]
            if not len(candidates):
                break
            take = np.minimum(missing[candidates], end - place)
            which = np.repeat(np.arange(len(candidates)), take)
            drawn = np.arange(len(which)) + np.repeat(place - (np.cumsum(take) - take), take)
            place = place + take
            units, usable = scaled(draws[drawn], len(words))
            if not usable.all():
                which, units = which[usable], units[usable]
            missing[candidates] -= _move(words, candidates, which, units, leaving)
        blocks = np.flatnonzero(missing.reshape(n_blocks, BLOCK).any(axis=1))


def _draws(
    blocks: NDArray[np.int64], first_block: int, stage: int, n_draws: int, seed: int, stream: int
) -> NDArray[np.uint32]:
    """32-bit numbers, `n_draws` for every candidate of the given blocks, one after the other."""
    n_words = BLOCK * n_draws // 2
    if stage == 1:  # all blocks, one after the other
        raw = raw_words(seed, stream, n_words * len(blocks), position=first_block * n_words // 4, stage=1)
    else:
        raw = np.concatenate(
            [
                raw_words(seed, stream, n_words, position=(first_block + int(b)) * n_words // 4, stage=stage)
                for b in blocks
            ]
        )
    return split_words(raw)


def _move(
    words: Words,
    candidates: NDArray[np.int64],
    which: NDArray[np.int64],
    units: NDArray[np.int64],
    leaving: NDArray[np.bool_],
) -> NDArray[np.int64]:
    """Move drawn `units` of candidates[which] that are on the larger side; how many, by candidate."""
    n_blocks = words.shape[1]
    flat = words.reshape(-1)

    def address(which: NDArray[np.int64], units: NDArray[np.int64]) -> tuple[Any, Any, Any]:
        owner = candidates[which]
        return owner, units * n_blocks + (owner >> 6), np.uint64(1) << (owner & 63).view(np.uint64)

    owner, place, bit = address(which, units)
    on_larger = ((flat[place] & bit) != 0) == leaving[owner]
    key = np.sort((which[on_larger] << 32) | units[on_larger])
    key = key[np.diff(key, prepend=-1) > 0]  # a unit drawn twice moves once
    which = key >> 32
    owner, place, bit = address(which, key & 0xFFFFFFFF)
    # Each bit is known and touched once, so adding or subtracting it sets or clears it;
    # unlike `^=`, `add.at` does so for several candidates of one word.
    np.add.at(flat, place, np.where(leaving[owner], np.uint64(0) - bit, bit))
    return np.bincount(which, minlength=len(candidates)).astype(np.int64, copy=False)
