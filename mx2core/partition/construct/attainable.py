"""Values that chi2/J can take at all, where they are few enough to be listed."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array

from ..checks import label_totals, one_label_per_unit
from .state import Floats

MOST_HALVES = 2**18  # ways to divide the labels that are tried
MOST_SUMS = 2**16  # sums of several values that are kept
DIGITS = 10  # to which equal values agree


def half_values(table: csr_array) -> Floats | None:
    """All values of chi2/J that halves can have, ascending; None if there are too many to list.

    They are listed if every unit carries one label and labels are few: how many of
    each label stand in the first half then says all.
    """
    totals = np.sort(label_totals(table))
    totals = totals[totals > 0]
    free = totals[:-1]  # what is left of the half has the most frequent label
    # Each label doubles the ways at least; so many of them overflow the product.
    too_many = len(free) >= MOST_HALVES.bit_length() or np.prod(free + 1.0) > MOST_HALVES
    if not one_label_per_unit(table) or too_many:
        return None
    n_units = table.shape[0]
    first = np.indices(tuple((free + 1).tolist())).reshape(len(free), -1)
    rest = n_units // 2 - first.sum(axis=0)
    possible = (rest >= 0) & (rest <= totals[-1])
    imbalance = 2.0 * np.concatenate([first, rest[None]])[:, possible] - totals[:, None]
    over = float(n_units % 2)  # D^2, the halves differing by one unit if n is odd
    quadratic = (imbalance * imbalance / totals[:, None]).sum(axis=0) - over / n_units
    values: Floats = quadratic * (n_units**2 / (n_units**2 - over)) / len(totals)
    return np.unique(np.round(values, DIGITS))


def nearest_mean(values: Floats | None, target: float, m: int) -> float | None:
    """The mean of m of the values, taken with repetition, that is nearest to `target`.

    None where there are more sums than can be kept.
    """
    if values is None:
        return None
    sums = np.zeros(1)
    for _ in range(m):
        # Values are not negative, so a sum well beyond the goal cannot come back to it.
        small = values[values <= m * target + values[0] + 1]
        if len(sums) * len(small) > MOST_HALVES:
            return None
        sums = np.unique(np.round((sums[:, None] + small).ravel(), DIGITS - 1))
        sums = sums[sums <= 2 * m * target + 1]
        if len(sums) > MOST_SUMS:
            return None
    means = sums / m
    return float(means[np.argmin(np.abs(means - target))])
