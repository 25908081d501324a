"""Rows of signs, any number of them, whose columns are as orthogonal as can be."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from math import isqrt

import numpy as np

from ...errors import DesignError
from ..checks import ways_to_halve
from ..halves.philox import BLOCKS, Draws
from .hadamard import Signs, exists, hadamard

TRIED_COLUMNS = 1024  # candidates for a column beyond those of a Hadamard matrix
MOST_SEARCHED = 2 * 10**7  # rows times squared columns: some ten seconds


def sign_rows(n_rows: int, m: int, *, draws: Draws | None = None) -> Signs:
    """`n_rows` rows for m splits, columns not balanced, shape (n_rows, m).

    Hadamard matrices of order m or more are stacked. Rows over are added, or the
    stack is made one to three rows too high and rows are deleted, whichever leaves
    the products of columns smaller: at most 0, 1, 2, 1 for n_rows = 0, 1, 2, 3
    modulo 4 where the stack exists. With `draws`, each matrix gets its own order
    and signs of columns, which gives more different rows.
    """
    total = _reachable(n_rows, m)
    parts = []
    for order, equal in groupby(_stack(total, m)):
        block, count = hadamard(order), len(tuple(equal))
        if draws is None:
            parts.append(np.tile(block[:, :m], (count, 1)))
        else:
            orders, signs = draws.orders_and_signs(count, order, m)
            rows = block[:, orders[:, :m]].transpose(1, 0, 2) * signs[:, None, :].astype(np.int8)
            parts.append(rows.reshape(-1, m))
    if n_rows > total:
        # Rows that alternate at different pace, so that no two columns agree in all of them.
        pace = np.arange(n_rows - total)[:, None]
        parts.append((1 - 2 * (np.arange(m) >> np.maximum(pace - 1, 0) & (pace > 0))).astype(np.int8))
    return np.concatenate(parts)[:n_rows]


def balanced_columns(n_rows: int, m: int) -> Signs:
    """`n_rows` rows for m splits whose columns add up to 0, or to -1 for odd `n_rows`.

    Columns of stacked Hadamard matrices without their constant column are
    orthogonal. Where n_rows is too small for m of them, columns that overlap least
    with the earlier ones are searched for.
    """
    rest, total = n_rows % 4, _nearest_multiple(n_rows)
    stack = _stack(total, m + 1)
    if stack or total == 0:
        exact = np.concatenate(
            [np.zeros((0, m), np.int8), *[hadamard(order)[:, 1 : m + 1] for order in stack]]
        )
    else:
        exact = hadamard(total)[:, 1 : m + 1] if exists(total) else np.zeros((total, 0), np.int8)
    extra = {0: [], 1: [-1], 2: [1, -1], 3: []}[rest]
    rows = np.concatenate([exact, np.repeat(np.array(extra, np.int8)[:, None], exact.shape[1], axis=1)])
    return _more_columns(rows[1:] if rest == 3 else rows, m)


def stackable(n_rows: int, m: int) -> bool:
    """Whether `balanced_columns` has all m columns from Hadamard matrices."""
    return bool(_stack(_nearest_multiple(n_rows), m + 1))


def _nearest_multiple(n_rows: int) -> int:
    """The number of rows of the matrices: up to two rows are added, or one deleted."""
    return n_rows + 1 if n_rows % 4 == 3 else n_rows - n_rows % 4


def _more_columns(rows: Signs, m: int) -> Signs:
    """Append columns with small products until there are m, or no new one exists."""
    n_rows = len(rows)
    if rows.shape[1] < m and n_rows * min(m, ways_to_halve(n_rows)) ** 2 > MOST_SEARCHED:
        raise DesignError(
            "m={m} block partitions take too long; use at most {most}, or random ones.",
            m=m,
            most=isqrt(MOST_SEARCHED // n_rows),
        )
    draws = Draws(n_rows, BLOCKS, stage=1)
    columns = rows.T.astype(np.int64)
    while len(columns) < m:
        candidates = -np.ones((TRIED_COLUMNS, n_rows), np.int64)
        chosen = draws.permutations(TRIED_COLUMNS, n_rows)[:, : n_rows // 2]
        np.put_along_axis(candidates, chosen, 1, axis=1)
        products = np.abs(candidates @ columns.T)
        largest = products.max(axis=1, initial=0)
        if len(columns) and largest.min() == n_rows:
            break
        nearest = np.flatnonzero(largest == largest.min())
        best = nearest[np.argmin((products[nearest] ** 2).sum(axis=1))]
        columns = np.concatenate([columns, candidates[best : best + 1]])
    return columns.T.astype(np.int8)


@lru_cache(maxsize=256)
def _stack(total: int, least: int) -> tuple[int, ...]:
    """Orders of at least `least` that add up to `total`, as many as can be; () if there are none."""
    usable = [order for order in range(least, 4 * least + 16) if exists(order)]
    smallest = usable[0]
    bulk = max(0, total // smallest - 4)
    rest = total - bulk * smallest
    usable += [order for order in range(usable[-1] + 4, rest + 1, 4) if exists(order)]
    combinations: dict[int, tuple[int, ...]] = {0: ()}
    for reached in range(smallest, rest + 1):
        ways = [
            (*combinations[reached - order], order) for order in usable if reached - order in combinations
        ]
        if ways:
            combinations[reached] = max(ways, key=len)
    return (smallest,) * bulk + combinations[rest] if rest in combinations else ()


def _reachable(n_rows: int, m: int) -> int:
    """The height of a stack of matrices that is nearest `n_rows`; 0 if there is none near."""
    for distance in range(4 * m + 16):
        for total in (n_rows - distance, n_rows + distance):
            if total >= m and _stack(total, m):
                return total
    return 0
