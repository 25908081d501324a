"""Choosing partitions whose overlaps are even."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ROUNDS_PER_PARTITION = 10  # bound of the exchanges


def most_even(packed: NDArray[np.uint8], n_units: int, m: int) -> NDArray[np.int64]:
    """Rows of `packed` masks with overlaps near n/4, ascending; see `even_candidates`.

    With signs x = +1 in the first half and -1 in the second, four times the
    deviation of an overlap is |x_i . x_j|, and x_i . x_j = n - 2 (units where they
    differ), which is counted on packed bits.
    """
    chosen = [0]
    products = np.empty((len(packed), m), np.int64)
    products[:, 0] = _products(packed, n_units, 0)
    for k in range(1, m):
        chosen.append(_best(products[:, :k], chosen))
        products[:, k] = _products(packed, n_units, chosen[-1])
    for _ in range(ROUNDS_PER_PARTITION * m if m > 1 else 0):
        if not _exchange(packed, n_units, products, chosen):
            break
    return np.sort(np.array(chosen, np.int64))


def _products(packed: NDArray[np.uint8], n_units: int, row: int) -> NDArray[np.int64]:
    """|x_i . x_row| for every row i."""
    differing = np.bitwise_count(packed ^ packed[row]).sum(axis=1, dtype=np.int64)
    products: NDArray[np.int64] = np.abs(n_units - 2 * differing)
    return products


def _best(products: NDArray[np.int64], rows: list[int]) -> int:
    """The row whose largest, then summed squared, deviation is least; the first of equals."""
    largest = products.max(axis=1)
    largest[rows] = np.iinfo(np.int64).max
    nearest = np.flatnonzero(largest == largest.min())
    squares = (products[nearest] ** 2).sum(axis=1)
    return int(nearest[np.argmin(squares)])


def _exchange(packed: NDArray[np.uint8], n_units: int, products: NDArray[np.int64], rows: list[int]) -> bool:
    """Replace one of the two partitions that overlap worst, if that helps."""
    m = len(rows)
    table = products[rows].copy()
    np.fill_diagonal(table, -1)
    worst = np.unravel_index(int(np.argmax(table)), table.shape)
    for k in (int(i) for i in worst):
        others = [i for i in range(m) if i != k]
        row = _best(products[:, others], rows)
        new, old = products[row, others], products[rows[k], others]
        if (int(new.max()), int((new**2).sum())) < (int(old.max()), int((old**2).sum())):
            rows[k] = row
            products[:, k] = _products(packed, n_units, row)
            return True
    return False
