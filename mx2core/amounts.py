"""Whether answers, or the cells of a field, are numbers and no names of classes; ranges, and counts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

MOST_CLASSES = 10  # different numbers with fractions that can still be classes, such as half stars
MOST_NUMBERED = 50  # different whole numbers that are classes whether or not they recur
N_RANGES = 5
PIECE = 2**18  # numbers that are counted at a time


def are_amounts(gold: Sequence[str], predicted: Sequence[str] = ()) -> bool:
    """Whether right answers are numbers to come close to, and no classes.

    All are numbers. Then they are amounts if there are fractions among the right answers and more than ten
    different ones; if something was predicted with a fraction that no right answer has; or if there are more
    than fifty different whole numbers, most of them once. So 0, 1, 2 and stars stay classes.
    """
    right, estimates = _numbers(gold), _numbers(predicted)
    if right is None or estimates is None or not len(right):
        return False
    n = len(different := np.unique(right))
    others = estimates[~np.isin(estimates, different)]
    if (others != np.round(others)).any():
        return True
    if (different != np.round(different)).any():
        return n > MOST_CLASSES
    return n > MOST_NUMBERED and 2 * n > len(right)


def range_codes(
    numbers: NDArray[np.float64], n_ranges: int = N_RANGES, *, widths: bool = False
) -> NDArray[np.int64]:
    """The range of each number, from 0, none empty: of about equally many numbers, or of equal width."""
    if widths:
        ends = np.linspace(numbers.min(), numbers.max(), n_ranges + 1)[1:-1]
    else:
        ends = np.sort(numbers)[np.arange(1, n_ranges) * len(numbers) // n_ranges - 1]
    codes: NDArray[np.int64] = np.unique(np.searchsorted(ends, numbers), return_inverse=True)[1]
    return codes


def times(
    codes: NDArray[np.integer[Any]], n_values: int, weights: NDArray[np.integer[Any]] | None = None
) -> NDArray[np.int64]:
    """How often each of the whole numbers below `n_values` occurs, or the sum of its weights."""
    totals = np.zeros(n_values, np.int64)
    for start in range(0, len(codes), PIECE):  # `bincount` makes wider copies of what it counts
        piece = slice(start, start + PIECE)
        own = None if weights is None else weights[piece]
        totals += np.bincount(codes[piece], own, n_values).astype(np.int64)
    return totals


def _numbers(answers: Sequence[str]) -> np.ndarray | None:
    try:
        values = np.array(answers, dtype=object).astype(np.float64)
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None
