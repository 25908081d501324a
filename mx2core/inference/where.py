"""Where two models differ: by groups of units, and unit by unit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..errors import ScoresError
from .checks import check_alpha
from .multiple import adjusted_pvalues
from .mx2 import tail_probability, upper_point
from .out_of_fold import SMALLEST, checked_units
from .unit_variance import mean_variance


@dataclass(frozen=True, slots=True)
class GroupDifference:
    """The units of one group; interval and p-value are None where too few units vary."""

    group: str
    n_units: int
    mean: float  # A minus B
    lower: float | None  # intervals of all groups hold together at `level`
    upper: float | None
    pvalue: float | None  # two-sided, adjusted by Holm
    level: float


def group_differences(
    differences: ArrayLike, masks: ArrayLike, groups: ArrayLike, *, alpha: float = 0.05
) -> tuple[GroupDifference, ...]:
    """Mean difference of each group of units, with intervals adjusted for looking at many.

    Parameters
    ----------
    differences, masks : array_like, shape (m, n_units)
        As in `out_of_fold_t_test`.
    groups : array_like, shape (n_units,)
        Group of each unit: its label, length, document, or whether its words are known.
    alpha : float
        Chance that any interval misses, shared by Bonferroni.

    Returns
    -------
    tuple of GroupDifference
        Largest group first. The variance of a group is that of its units, times how much the
        whole variance exceeds the part from testing units: groups share the training halves.

    Raises
    ------
    ScoresError, InputError
        As `out_of_fold_t_test`; if a unit has no group.
    """
    check_alpha(alpha)
    values, halves = checked_units(differences, masks)
    labels = np.asarray(groups).astype(str)
    n = values.shape[1]
    if labels.shape != (n,):
        raise ScoresError(
            "`groups` must name the group of each of the {n} units; found the shape {shape}.",
            n=n,
            shape=labels.shape,
        )
    parts = mean_variance(values, halves)
    units = float(parts.units)
    factor = float(parts.variance) / units if units > 0 else 1.0
    of_unit = values.mean(axis=0)
    names, sizes = np.unique(labels, return_counts=True)
    order = sorted(range(len(names)), key=lambda k: (-sizes[k], names[k]))
    rows = [_one(of_unit[labels == names[k]], factor) for k in order]
    tested = [row for row in rows if row is not None]
    level = 1 - alpha / max(len(tested), 1)
    adjusted = iter(adjusted_pvalues([row[2] for row in tested]).tolist() if tested else [])
    found = []
    for k, row in zip(order, rows, strict=True):
        mean, half, pvalue = float(of_unit[labels == names[k]].mean()), None, None
        if row is not None:
            half, pvalue = upper_point((1 - level) / 2, row[1]) * row[0], next(adjusted)
        found.append(
            GroupDifference(
                str(names[k]),
                int(sizes[k]),
                mean,
                None if half is None else mean - half,
                None if half is None else mean + half,
                pvalue,
                1 - alpha,
            )
        )
    return tuple(found)


def steady_units(differences: ArrayLike, masks: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Units on which A is ahead in every split, and those on which B is; the clearest first.

    Parameters
    ----------
    differences, masks : array_like, shape (m, n_units)
        As in `out_of_fold_t_test`.

    Returns
    -------
    tuple of two ndarrays of int
        Numbers of units.
    """
    values, _ = checked_units(differences, masks)
    mean = values.mean(axis=0)
    order = np.argsort(-np.abs(mean), kind="stable")
    least, most = values.min(axis=0)[order], values.max(axis=0)[order]
    return order[least > 0], order[most < 0]


def _one(values: NDArray[np.float64], factor: float) -> tuple[float, float, float] | None:
    """Standard error, degrees of freedom and two-sided p-value of a group."""
    n = len(values)
    if n < SMALLEST:
        return None
    error = float(np.sqrt(values.var(ddof=1) / n * factor))
    if error <= 0:
        return None
    return error, n - 1, tail_probability(float(values.mean()) / error, n - 1, "two-sided")
