"""Random parts of given sizes, such as K folds, each made again from its number."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_range
from ...errors import DesignError
from ..checks import check_groups, check_seed, check_units, check_whole, group_numbers
from ..halves.philox import FOLDS, GROUPS, raw_words

MAX_PARTS = 1_000  # a part is a number of two bytes, and nobody has more folds


def random_parts(
    sizes: Iterable[int], *, candidates: Iterable[int], seed: int = 0, groups: ArrayLike | None = None
) -> NDArray[np.int16]:
    """The part of each unit, 0, 1 …, in random parts of the given sizes, shape (n_candidates, n_units).

    Candidate i depends on the sizes, `seed` and i alone; each row is drawn uniformly from all ways to fill
    the parts. Units of the same group stay in one part: the largest groups are placed first, each with
    chances as the room that is left where it fits, then single units fill up what is left, so sizes are off
    by no more than what a group that fits nowhere makes them.
    """
    ends = np.cumsum(check_part_sizes(sizes))
    seed = check_seed(seed)
    numbers = [check_whole(i, "candidates", 0) for i in candidates]
    if groups is not None:
        return _draw_grouped(np.diff(ends, prepend=0), numbers, seed, group_numbers(groups, int(ends[-1])))
    parts = np.empty((len(numbers), int(ends[-1])), np.int16)
    for row, number in zip(parts, numbers, strict=True):
        row[:] = _draw(ends, number, seed)
    return parts


def _draw_grouped(
    sizes: NDArray[np.int64], numbers: list[int], seed: int, groups: NDArray[np.int64]
) -> NDArray[np.int16]:
    """Candidates side by side, group after group: few steps, each over all of them."""
    members, n_parts, rows = np.bincount(groups), len(sizes), np.arange(len(numbers))
    check_groups(len(members), n_parts)
    order = np.argsort(-members, kind="stable")
    large, single = np.split(order, [int((members > 1).sum())])
    words = np.stack([raw_words(seed, GROUPS, max(len(large), 1), position=one << 40) for one in numbers])
    room = np.tile(sizes, (len(numbers), 1))
    part_of = np.zeros((len(numbers), len(members)), np.int16)
    for k, group in enumerate(large.tolist()):
        fits = np.where(room >= members[group], room, 0)
        ends = np.cumsum(fits, axis=1)
        # a word of 32 bits times the room, whose upper half is a place in it
        place = ((words[:, k] >> np.uint64(32)) * ends[:, -1].astype(np.uint64)) >> np.uint64(32)
        part = (ends <= place[:, None].astype(np.int64)).sum(axis=1)
        part = np.where(ends[:, -1] > 0, part, np.argmax(room, axis=1))
        part_of[:, group] = part
        room[rows, part] -= members[group]
    room = np.maximum(room, 0)
    while (over := room.sum(axis=1) - len(single)).any():  # other parts got more than they asked for
        late = np.flatnonzero(over)
        room[late, np.argmax(room[late], axis=1)] -= 1
    for row, number in enumerate(numbers if len(single) else ()):
        part_of[row, single] = _draw(np.cumsum(room[row]), number, seed)
    for row in range(len(numbers)):
        for empty in np.flatnonzero(np.bincount(part_of[row], minlength=n_parts) == 0).tolist():
            largest = int(np.argmax(np.bincount(part_of[row], weights=members, minlength=n_parts)))
            part_of[row, order[part_of[row, order] == largest][-1]] = empty  # no part stays empty
    return part_of[:, groups]


def check_part_sizes(sizes: Iterable[int]) -> NDArray[np.int64]:
    """Sizes of two or more parts, each at least one unit."""
    checked = np.array([check_whole(size, "sizes", 1) for size in sizes], dtype=np.int64)
    check_range("n_parts", len(checked), f"[2, {MAX_PARTS}]", DesignError)
    check_units(int(checked.sum()))
    return checked


def _draw(ends: NDArray[np.int64], number: int, seed: int) -> NDArray[np.int64]:
    """By the order of random keys: the units with the smallest keys are the first part, and so on."""
    n_units, again = int(ends[-1]), 0
    while True:
        # A counter holds four words; candidates lie apart so far that none meets another's.
        keys = raw_words(seed, FOLDS, n_units, position=number << 40, stage=again)
        places = np.maximum(ends[:-1] - 1, 0)
        last = np.partition(keys, places)[places]  # the largest key of each part
        last[ends[:-1] == 0] = 0  # parts that groups have filled already
        part: NDArray[np.int64] = np.searchsorted(last, keys, side="left")
        # Equal keys, one pair in 2^64, could make a part too large: draw all again.
        if (np.cumsum(np.bincount(part, minlength=len(ends))) == ends).all():
            return part
        again += 1


def mask_words(masks: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Masks (n, n_units) as words (n_units, ceil(n / 64)): bit t of column b is mask 64 b + t."""
    n, n_units = masks.shape
    octets = np.zeros((8 * -(-n // 64), n_units), np.uint8)
    packed = np.packbits(masks, axis=0, bitorder="little")
    octets[: len(packed)] = packed
    words = np.ascontiguousarray(octets.T).view("<u8").astype(np.uint64, copy=False)
    return np.asarray(words, dtype=np.uint64)
