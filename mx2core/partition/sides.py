"""Random splits with sides of any two sizes, each made again from its number.

Every unit draws a key, and the `n_first` smallest keys are the first side. Keys are
independent and alike, so every side of that size is equally probable; a candidate
whose keys do not tell the last unit inside from the first outside draws all of
them again, which favours no unit either. For halves, `mx2core.partition.halves`
is several times faster; another size needs another way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..errors import DesignError
from .checks import check_seed, check_units, check_whole, label_totals
from .divergence import chi_square
from .philox import raw_words, split_words
from .tally import Tally

SIDES = 4  # the stream of random words of this module; those of the others stand in `philox`
BLOCK = 64  # candidates whose bits share a word when labels are counted
CELLS = 2**21  # keys at a time: 8 MB


def random_sides(n_units: int, n_first: int, candidates: Iterable[int], seed: int = 0) -> NDArray[np.bool_]:
    """Random splits into sides of `n_first` and `n_units - n_first` units, by their numbers.

    Parameters
    ----------
    n_units, n_first : int
    candidates : iterable of int
        Numbers from 0 on. Candidate i depends on the two sizes, `seed` and i alone.
    seed : int

    Returns
    -------
    ndarray of bool, shape (len(candidates), n_units)
        Each row is drawn uniformly from all masks with `n_first` units True.

    Raises
    ------
    DesignError
        If a side would be empty, or a number cannot be used.
    """
    n_units, n_first = check_sizes(n_units, n_first)
    seed = check_seed(seed)
    rows = [_sides(n_units, n_first, check_whole(i, "candidates", 0), 1, seed)[0] for i in candidates]
    return np.array(rows, dtype=np.bool_).reshape(len(rows), n_units)


def random_side_divergences(
    tables: Sequence[csr_array],
    n_first: int,
    n_candidates: int,
    seed: int,
    report: Callable[[int, int], None] | None = None,
) -> NDArray[np.float64]:
    """chi2/J of the random splits 0..n_candidates-1 in every attribute, shape (n_candidates, n_attributes).

    NaN where a side holds no occurrence of an attribute, so that its rates are unknown.
    """
    n_units, n_first = check_sizes(tables[0].shape[0], n_first)
    plan = Tally(tables)
    totals = [label_totals(table) for table in tables]
    result = np.full((n_candidates, len(tables)), np.nan)
    for start, words in _words(n_units, n_first, n_candidates, seed):
        rows = result[start : start + BLOCK * words.shape[1]]
        first = plan.totals(words)[:, : len(rows)]
        for k, labels in enumerate(plan.attributes):
            inside = first[labels].sum(axis=0, dtype=np.int64)
            known = (inside > 0) & (inside < totals[k].sum())
            if known.any():
                values = chi_square(first[labels][:, known], totals[k], start)
                rows[known, k] = values / np.count_nonzero(totals[k])
        if report is not None:
            report(start + len(rows), n_candidates)
    return result


def check_sizes(n_units: object, n_first: object) -> tuple[int, int]:
    units, first = check_units(n_units), check_whole(n_first, "n_first", 1)
    if first >= units:
        raise DesignError(
            "`n_first` must be below n_units={n_units}, so that both sides have a unit; got {n_first}.",
            n_units=units,
            n_first=first,
        )
    return units, first


def _words(
    n_units: int, n_first: int, n_candidates: int, seed: int
) -> Iterator[tuple[int, NDArray[np.uint64]]]:
    """All candidates in chunks: (number of the first, words (n_units, blocks) with 64 candidates each)."""
    step = max(1, CELLS // (BLOCK * n_units))
    n_blocks = -(-n_candidates // BLOCK)
    for block in range(0, n_blocks, step):
        n = min(step, n_blocks - block)
        masks = _sides(n_units, n_first, block * BLOCK, n * BLOCK, seed)
        octets = np.packbits(masks.reshape(n, BLOCK, n_units), axis=1, bitorder="little")
        words = np.ascontiguousarray(octets.transpose(2, 0, 1)).view("<u8")[:, :, 0]
        yield block * BLOCK, words.astype(np.uint64, copy=False)


def _sides(n_units: int, n_first: int, first: int, n_candidates: int, seed: int) -> NDArray[np.bool_]:
    """The candidates from number `first` on, shape (n_candidates, n_units)."""
    masks = np.empty((n_candidates, n_units), np.bool_)
    step = max(1, CELLS // n_units)
    for start in range(0, n_candidates, step):
        rows = masks[start : start + step]
        rows[:] = _smallest(_keys(n_units, first + start, len(rows), seed, 0), n_first)
        for i in np.flatnonzero(rows.sum(axis=1) != n_first):
            for stage in count(1):
                again = _smallest(_keys(n_units, first + start + int(i), 1, seed, stage), n_first)
                if again.sum() == n_first:
                    rows[i] = again[0]
                    break
    return masks


def _keys(n_units: int, first: int, n_candidates: int, seed: int, stage: int) -> NDArray[np.uint32]:
    """32-bit keys, shape (n_candidates, n_units); a counter of the generator holds eight."""
    counters = -(-n_units // 8)
    words = raw_words(seed, SIDES, 4 * counters * n_candidates, position=first * counters, stage=stage)
    return split_words(words.reshape(n_candidates, 4 * counters))[:, :n_units]


def _smallest(keys: NDArray[Any], n_first: int) -> NDArray[np.bool_]:
    """Where the `n_first` smallest keys of each row are; fewer if the next key equals the last of them."""
    bound = np.partition(keys, n_first, axis=1)[:, n_first]
    below: NDArray[np.bool_] = keys < bound[:, None]
    return below
