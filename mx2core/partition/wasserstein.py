"""How far a number per unit, such as sentence length, is shifted between two sides."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from ..errors import InputError
from .checks import check_masks
from .divergence import first_side_counts


def wasserstein(masks: ArrayLike, values: ArrayLike) -> NDArray[np.float64]:
    """Mean distance by which a number, such as sentence length, is shifted between the sides.

    Parameters
    ----------
    masks : ndarray of bool, shape (n_partitions, n_units)
    values : array of float, shape (n_units,)
        One number per unit.

    Returns
    -------
    ndarray of float, shape (n_partitions,)
        Wasserstein-1 distance of the two distributions, in the unit of `values`.
    """
    rows, numbers = check_masks(masks), np.asarray(values, dtype=np.float64)
    if numbers.shape != (rows.shape[1],) or not np.isfinite(numbers).all():
        raise InputError(
            "`values` must hold one finite number for each of the {n_units} units, got shape {shape}.",
            n_units=rows.shape[1],
            shape=numbers.shape,
        )
    points, code = np.unique(numbers, return_inverse=True)
    n_units = len(numbers)
    table = csr_array((np.ones(n_units, np.int64), (np.arange(n_units), code)), shape=(n_units, len(points)))
    whole = np.cumsum(np.bincount(code))[:-1, None]
    gaps: Any = np.diff(points)[:, None]
    result = np.empty(len(rows))
    for start, first in first_side_counts(rows, table):
        below = np.cumsum(first, axis=0)
        size = below[-1]
        apart = np.abs(below[:-1] / size - (whole - below[:-1]) / (n_units - size))
        result[start : start + first.shape[1]] = (apart * gaps).sum(axis=0)
    return result
