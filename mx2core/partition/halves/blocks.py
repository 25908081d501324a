"""Block-regularized partitions: m x 2 BCV, every overlap n/4.

The units are put in random order. Unit of rank r is in the first half of partition
i = 1..m when the binary digits that r and i have in common are even in number: a
two-level orthogonal array whose columns never change when m grows.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...errors import DesignError
from ..checks import check_counts, check_different, check_seed, check_units, check_whole, too_few_different
from ..construct.hadamard import Signs, hadamard
from ..construct.stacks import balanced_columns, stackable
from ..design import PartitionSet
from .philox import BLOCKS, Draws

DEFAULT_M_MAX = 20


def block_partitions(n_units: int, m: int, seed: int = 0, *, m_max: int = DEFAULT_M_MAX) -> PartitionSet:
    """Partitions with overlaps n/4, or as near as whole units allow.

    The halves differ by one unit at most. The overlap deviation c_0 is 0, 1/2 or
    3/4, for n divisible by 4, even, or odd, once n is at least 24 (for m_max = 20;
    for larger m_max about twice that). For smaller n the first partitions are as
    good and further ones overlap as little as a search finds.

    Parameters
    ----------
    m_max : int
        The largest m planned. Units left over when blocks are filled are placed
        with all `m_max` partitions in mind, so that growing m up to there adds
        partitions and changes none.

    Raises
    ------
    DesignError
        If m exceeds m_max, or the number of different halves.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data
       sets, section 4 and Table 1, which is n divisible by 8 and m_max = 7 (the
       four blocks of 3 x 2 BCV: n divisible by 4 and m_max = 3).

    Examples
    --------
    >>> mx.block_partitions(8, 3).overlaps().tolist()
    [[4, 2, 2], [2, 4, 2], [2, 2, 4]]
    """
    n_units, seed = check_units(n_units), check_seed(seed)
    columns = _columns(n_units, m, m_max)
    order = Draws(seed, BLOCKS).permutation(n_units)
    return PartitionSet(_masks(columns, order), "block", seed)


def block_table(m: int) -> NDArray[np.bool_]:
    """Which blocks are in the first half of each of m partitions, in the paper's order of blocks.

    Returns ndarray of bool, shape (m, n_blocks): for m = 7 it is Table 1: row i is S_i, with True for the
    blocks of its training set.
    """
    m = check_whole(m, "m", 1)
    return np.asarray(hadamard(_n_blocks(m))[:, 1 : m + 1].T > 0)


def stratified_block_partitions(
    counts: Any, m: int, *, seed: int = 0, m_max: int = DEFAULT_M_MAX
) -> PartitionSet:
    """Block partitions over which the units of each label are dealt evenly.

    Units with the same label counts form a stratum; with one label per unit a
    stratum is a label, as with the target words of section 6.3 of the paper. The
    units of a stratum take consecutive places, and the places run through the
    blocks in an order in which every partition alternates between its halves.
    Frequent strata come first, so that units left over are those of rare ones.

    Parameters
    ----------
    counts : ndarray or CSR of int, shape (n_units, n_labels)
    m, seed, m_max : int
        As for `block_partitions`.

    Examples
    --------
    >>> labels = [[1, 0]] * 4 + [[0, 1]] * 4
    >>> mx.partitions.stratified_block_partitions(labels, 3).masks[:, :4].sum(axis=1).tolist()
    [2, 2, 2]
    """
    table = check_counts(counts)
    seed, n_units = check_seed(seed), check_units(table.shape[0])
    columns = _columns(n_units, m, m_max)
    stratum = _strata(table)
    shuffled = Draws(seed, BLOCKS).permutation(n_units)
    frequency = np.bincount(stratum)[stratum[shuffled]]
    order = shuffled[np.lexsort((stratum[shuffled], -frequency))]
    n_blocks = _n_blocks(m_max)
    left_over = _left_over(n_units, n_blocks, m_max)
    full = (n_units - left_over) // n_blocks
    places = (n_blocks * np.arange(full)[:, None] + _alternating(n_blocks, m_max, blocks=True)).ravel()
    if left_over:
        rest = n_units - left_over + _alternating(left_over, m_max, blocks=False)
        places = np.concatenate([places, rest])
    return PartitionSet(_masks(columns[places], order), "stratified_block", seed)


def _masks(columns: Signs, order: NDArray[np.int64]) -> NDArray[np.bool_]:
    masks = np.empty(columns.shape[::-1], np.bool_)
    masks[:, order] = columns.T > 0
    return check_different(masks)


def _columns(n_units: int, m: int, m_max: int) -> Signs:
    """Signs by place, shape (n_units, m)."""
    m, m_max = check_whole(m, "m", 1), check_whole(m_max, "m_max", 1)
    if m > m_max:
        raise DesignError("m={m} exceeds m_max={m_max}; pass m_max={m} from the start.", m=m, m_max=m_max)
    n_blocks = _n_blocks(m_max)
    left_over = _left_over(n_units, n_blocks, m_max)
    ranks = np.arange(n_units - left_over) % n_blocks
    rows = hadamard(n_blocks)[ranks, 1 : m_max + 1]
    if left_over:
        rest = balanced_columns(left_over, m_max)
        if rest.shape[1] < m:
            raise too_few_different(rest.shape[1], m, n_units)
        rows = np.concatenate([rows[:, : rest.shape[1]], rest])
    return rows[:, :m]


def _n_blocks(m_max: int) -> int:
    return 1 << int(m_max).bit_length()


def _left_over(n_units: int, n_blocks: int, m_max: int) -> int:
    """Units placed by other matrices: none, or enough for m_max balanced orthogonal columns."""
    fewest = n_units % n_blocks
    if fewest == 0:
        return 0
    possible = (k for k in range(fewest, n_units + 1, n_blocks) if stackable(k, m_max))
    return next(possible, fewest)


def _strata(table: Any) -> NDArray[np.int64]:
    """A number for each unit, the same for units with equal label counts."""
    profiles: dict[bytes, int] = {}
    rows = []
    for start, stop in zip(table.indptr[:-1], table.indptr[1:], strict=True):
        profile = table.indices[start:stop].tobytes() + b"|" + table.data[start:stop].tobytes()
        rows.append(profiles.setdefault(profile, len(profiles)))
    return np.array(rows, np.int64)


@lru_cache(maxsize=8)
def _alternating(n_rows: int, m_max: int, *, blocks: bool) -> NDArray[np.int64]:
    """An order of whole blocks, or of places left over, in which no partition stays long on one side.

    Each four blocks that follow one another show every combination of the first
    two partitions, as dealing over four blocks does for m = 3. Two places are
    exchanged while that lowers the squared imbalances of all runs of places.
    """
    rows = hadamard(n_rows)[:, 1 : m_max + 1] if blocks else balanced_columns(n_rows, m_max)
    signs = rows.astype(np.int64)
    order = np.arange(n_rows)

    def imbalance() -> int:
        # sum over pairs of places of |difference of running sums|^2
        running = np.cumsum(signs[order], axis=0)
        return int(n_rows * (running**2).sum() - (running.sum(axis=0) ** 2).sum())

    least, improved = imbalance(), True
    step = 4 if blocks else 1
    while improved:
        improved = False
        for a in range(n_rows):
            for b in range(a + step, n_rows, step):
                order[[a, b]] = order[[b, a]]
                now = imbalance()
                if now < least:
                    least, improved = now, True
                else:
                    order[[a, b]] = order[[b, a]]
    return order
