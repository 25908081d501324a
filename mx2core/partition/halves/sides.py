"""Random splits with sides of any two sizes, each made again from its number.

As for halves, independent bits are brought to the wanted size by moving units. A bit
is 1 with a probability of few binary digits near the share of the smaller side: as
many random words as there are digits are joined by `and` and `or`. All units are
treated alike, so every side of that size is equally probable.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_range
from ...errors import DesignError
from ..checks import check_seed, check_units, check_whole
from .philox import SIDES, raw_words
from .random_halves import unpacked
from .rebalance import Words, rebalance, units_inside

RARE = 0.2  # share of a side from which units are better added than taken


def random_sides(
    n_units: int, n_first: int, *, candidates: Iterable[int], seed: int = 0
) -> NDArray[np.bool_]:
    """Random splits into sides of `n_first` and `n_units - n_first` units, shape (n_candidates, n_units).

    Candidate i depends on the two sizes, `seed` and i alone; each row is drawn uniformly from all masks
    with `n_first` units True.
    """
    n_units, n_first = check_sizes(n_units, n_first)
    seed = check_seed(seed)
    return unpacked(n_units, candidates, lambda block: side_words(n_units, n_first, block, 1, seed))


def check_sizes(n_units: object, n_first: object) -> tuple[int, int]:
    units, first = check_units(n_units), check_whole(n_first, "n_first", 1)
    check_range("n_first", first, f"[1, {units})", DesignError)
    return units, first


def side_words(n_units: int, n_first: int, first_block: int, n_blocks: int, seed: int) -> Words:
    """The splits of `n_blocks` blocks of 64 candidates, shape (n_units, n_blocks)."""
    smaller = min(n_first, n_units - n_first)
    words = _independent_bits(n_units, *_start(n_units, smaller), first_block, n_blocks, seed)
    excess = units_inside(words) - smaller
    rebalance(
        words,
        np.abs(excess),
        excess > 0,
        n_draws=8 * (2 + -(-3 * math.isqrt(n_units) // 8)),
        first_block=first_block,
        seed=seed,
        stream=SIDES,
    )
    return words if smaller == n_first else ~words


def _start(n_units: int, smaller: int) -> tuple[int, int]:
    """Numerator and number of binary digits of the probability that a unit starts on the smaller side.

    A unit of a rare side is seldom drawn, so taking one from it costs many draws; then
    two standard deviations too few are put there at first. With steps of less than a
    standard deviation, more digits would save few moves.
    """
    share = smaller / n_units
    sd = math.sqrt(n_units * share * (1 - share))
    mean = smaller - (2 * sd if share < RARE else 0)
    digits = math.ceil(math.log2(n_units / sd))
    numerator = max(0, math.floor(mean / n_units * 2**digits + 0.5))
    while numerator and numerator % 2 == 0:
        numerator, digits = numerator // 2, digits - 1
    return numerator, digits


def _independent_bits(
    n_units: int, numerator: int, digits: int, first_block: int, n_blocks: int, seed: int
) -> Words:
    """Bits that are 1 with probability numerator / 2^digits, shape (n_units, n_blocks)."""
    words = np.zeros((n_blocks, n_units), np.uint64)
    counters = -(-n_units // 4)
    for block in range(n_blocks if numerator else 0):  # one at a time stays near the processor
        position = (first_block + block) * digits * counters
        raw = raw_words(seed, SIDES, 4 * counters * digits, position=position).reshape(digits, -1)[
            :, :n_units
        ]
        bits = words[block]
        bits[:] = raw[0]  # the last digit, which is 1
        for digit in range(1, digits):  # (bit and so far) halves, (bit or so far) adds a half
            join = np.bitwise_or if numerator >> digit & 1 else np.bitwise_and
            join(bits, raw[digit], out=bits)
    return np.ascontiguousarray(words.T)
