"""Spearman's rank correlation, also of items that count several times or not at all."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_CHUNK = 2_000_000  # numbers at a time
_TINY = 1e-12  # share of the largest spread there can be


def spearman(gold: Floats, predicted: Floats, weights: Floats | None = None) -> Floats:
    """Rank correlation, equal values with their mean rank; NaN where all of a side are equal.

    `gold`, `predicted`: ndarray of float, shape (n_items,).
    `weights` (ndarray of float, shape (n_rows, n_items), optional): how often each item counts, 0 or more:
    the draws of a bootstrap, or all but one item. Fractions are weights.
    Returns ndarray of float, shape (n_rows,), or () without weights.
    """
    if weights is None:
        correlation: Floats = spearman(gold, predicted, np.ones((1, len(gold))))[0]
        return correlation
    sides = [_Places(values) for values in (gold, predicted)]
    rows = max(1, _CHUNK // max(1, len(gold)))
    parts = [
        _row_correlations(sides, weights[start : start + rows]) for start in range(0, len(weights), rows)
    ]
    return np.concatenate(parts) if parts else np.zeros(0)


class _Places:
    """Items in order of their values, equal ones together."""

    def __init__(self, values: Floats) -> None:
        self._order = np.argsort(values, kind="stable")
        ordered = values[self._order]
        self._first = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
        sizes = np.diff(self._first, append=len(values))
        self._group = np.empty(len(values), dtype=np.int64)
        self._group[self._order] = np.repeat(np.arange(len(sizes)), sizes)

    def centered_ranks(self, weights: Floats) -> Floats:
        """Ranks of the items of each row less their mean, which is half of the weight, (n_rows, n_items)."""
        if not weights.shape[1]:
            return weights
        sizes = np.add.reduceat(weights[:, self._order], self._first, axis=1)
        ranks = np.cumsum(sizes, axis=1) - sizes / 2 - weights.sum(axis=1, keepdims=True) / 2
        of_items: Floats = ranks[:, self._group]
        return of_items


def _row_correlations(sides: list[_Places], weights: Floats) -> Floats:
    first, second = (side.centered_ranks(weights) for side in sides)
    spreads = [np.einsum("ij,ij,ij->i", weights, one, one) for one in (first, second)]
    joint = np.einsum("ij,ij,ij->i", weights, first, second)
    varied = np.minimum(*spreads) > _TINY * weights.sum(axis=1) ** 3
    scale = np.sqrt(np.where(varied, spreads[0] * spreads[1], 1.0))
    return np.where(varied, joint / scale, np.nan)
