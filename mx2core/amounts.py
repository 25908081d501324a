"""Whether answers, or the cells of a field, are numbers to come close to, and no names of classes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

MOST_CLASSES = 10  # different numbers with fractions that can still be classes, such as half stars
MOST_NUMBERED = 50  # different whole numbers that are classes whether or not they recur


def are_amounts(gold: Sequence[str], predicted: Sequence[str] = ()) -> bool:
    """Whether right answers are numbers to come close to, and no classes.

    All are numbers. Then they are amounts if there are fractions among the right answers and more than ten
    different ones; if something was predicted with a fraction that no right answer has; or if there are more
    than fifty different whole numbers, most of them once. So 0, 1, 2 and stars stay classes.

    >>> are_amounts(["1", "2", "2"], ["1", "1", "3"]), are_amounts(["1", "2", "2"], ["1.2", "1.9", "2.5"])
    (False, True)
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


def _numbers(answers: Sequence[str]) -> np.ndarray | None:
    try:
        values = np.array(answers, dtype=object).astype(np.float64)
    except ValueError:
        return None
    return values if np.isfinite(values).all() else None
