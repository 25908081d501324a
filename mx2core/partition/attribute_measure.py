"""A measure of one attribute, taken of many splits at once."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from ..brief import frozen
from ..errors import DesignError, InputError
from .checks import as_list, check_counts, check_rows, label_totals
from .measures import MEASURES, PAPER, Measure, chi_square, measure_of

Statistic = str | float
LABELS = 1024  # of which chi-square is taken at a time, so that the terms stay near the processor


@frozen(eq=False)
class AttributeMeasure:
    """A measure of one attribute, ready to be taken of many splits."""

    # (n_units, n_labels); for numbers a label is a distinct one, for seen shares
    # the last one stands for all labels that only one unit has
    table: csr_array
    totals: NDArray[np.int64]  # (n_labels,)
    statistic: Statistic
    divisor: int  # J - ddof, or 1
    gaps: NDArray[np.float64]  # between the distinct numbers
    measure: Measure
    name: str  # of the attribute, for messages

    def values(self, first: NDArray[np.integer[Any]]) -> NDArray[np.float64]:
        """Values from the counts of the first sides, shape (n_labels, n_partitions)."""
        if self.measure.distance is chi_square:
            return chi_square_from_first(first, self.totals, self.name) / self.divisor
        _refuse_empty(first, self.totals, self.name)
        counts, totals = first.astype(np.int64), self.totals[:, None]
        if not (self.measure.numeric or self.measure.share):
            counts, totals = counts[self.totals > 0], totals[self.totals > 0]
        return self.measure.distance(counts, totals - counts, self.gaps) / self.divisor

    def pair_values(
        self, first: NDArray[np.integer[Any]], second: NDArray[np.integer[Any]]
    ) -> NDArray[np.float64]:
        """Values of two parts that need not be all units; NaN where either holds no occurrence.

        `first`, `second` (ndarray of int, shape (n_labels, n_partitions)): what is trained on, and what is
        validated.
        """
        counts, other = first.astype(np.int64), second.astype(np.int64)
        with np.errstate(divide="ignore", invalid="ignore"):
            values = self.measure.distance(counts, other, self.gaps) / self.divisor
        return np.where((counts.sum(axis=0) > 0) & (other.sum(axis=0) > 0), values, np.nan)

    def defined(self, first: NDArray[np.integer[Any]]) -> NDArray[np.bool_]:
        """Of which splits both sides hold occurrences."""
        inside = first.sum(axis=0, dtype=np.int64)
        both: NDArray[np.bool_] = (inside > 0) & (inside < self.totals.sum())
        return both


def attribute_measure(
    counts: Any, statistic: Statistic = PAPER, *, n_units: int | None = None, name: str = "counts"
) -> AttributeMeasure:
    """Check what is to be measured, and how.

    `counts` (ndarray or CSR of int, shape (n_units, n_labels)): for a measure of numbers one per unit, shape
    (n_units,).
    """
    statistic = check_statistic(statistic)
    measure = measure_of(statistic)
    called = str(getattr(counts, "name", None) or name)  # of a corpus or of a data frame
    gaps = np.zeros(0)
    if measure.numeric:
        points, table = _distinct(counts, name)
        gaps = np.diff(points)
    else:
        table = check_counts(counts, name=name)
        if measure.share:
            table = _lone_together(table)
    if n_units is not None:
        check_rows(table, n_units, name)
    totals = label_totals(table)
    divisor = max(1, int(np.count_nonzero(totals)) - measure.ddof) if measure.per_label else 1
    return AttributeMeasure(table, totals, statistic, divisor, gaps, measure, called)


def attribute_measures(
    counts_list: Any, statistic: Statistic = PAPER, *, names: Sequence[str] = ()
) -> list[AttributeMeasure]:
    """One measure for each attribute; a lone table, or array of numbers, is a list of one."""
    measured: list[AttributeMeasure] = []
    for k, counts in enumerate(as_list(counts_list)):
        n_units = measured[0].table.shape[0] if measured else None
        name = names[k] if names else f"counts_list[{k}]"
        measured.append(attribute_measure(counts, statistic, n_units=n_units, name=name))
    return measured


def check_statistic(statistic: object) -> Statistic:
    """The name of a measure, or an exponent as float."""
    if isinstance(statistic, str) and statistic in MEASURES:
        return statistic
    if isinstance(statistic, Real) and not isinstance(statistic, bool) and np.isfinite(float(statistic)):
        return float(statistic)
    raise InputError(
        "`statistic` must be one of {known} or an exponent, found {statistic}.",
        known=list(MEASURES),
        statistic=repr(statistic),
    )


def chi_square_from_first(
    first: NDArray[np.integer[Any]], totals: NDArray[np.int64], name: str = "counts"
) -> NDArray[np.float64]:
    """Chi-square from T_j, shape (n_labels, n_partitions), and N_j, shape (n_labels,).

    chi2 = sum_j (N T_j - N_j T)^2 / N_j / (T V), which is eq. (3) over a common
    denominator: whole numbers until the square, so that nothing cancels and both
    orders of the sides give the same bits. The sum runs over the first axis, label
    after label, which is the same order on every processor.
    """
    n_first = _refuse_empty(first, totals, name)
    present = totals > 0
    half, sizes = first[present], totals[present]
    n_all = int(sizes.sum())
    statistic = np.zeros(first.shape[1])
    # Of a single partition NumPy adds in another order, which pieces would change.
    piece = LABELS if first.shape[1] > 1 else len(sizes)
    for start in range(0, len(sizes), piece):
        size = sizes[start : start + piece, None]
        skew = half[start : start + piece].astype(np.int64)
        skew *= n_all
        skew -= size * n_first
        terms = skew.astype(np.float64)
        terms *= terms
        terms /= size
        terms[0] += statistic
        statistic = terms.sum(axis=0)
    statistic /= n_first.astype(np.float64) * (n_all - n_first)
    return statistic


def no_occurrence(name: str) -> DesignError:
    """What to say where a side of a split holds nothing of an attribute."""
    return DesignError("One side lacks {attribute}; leave it out or use larger sides.", attribute=name)


def _refuse_empty(first: NDArray[np.integer[Any]], totals: NDArray[np.int64], name: str) -> NDArray[np.int64]:
    """Occurrences in the first sides, if both sides of every partition have some."""
    n_all = int(totals.sum())
    n_first: NDArray[np.int64] = first.sum(axis=0, dtype=np.int64)
    if ((n_first == 0) | (n_first == n_all)).any():
        raise no_occurrence(name)
    return n_first


def _distinct(values: Any, name: str) -> tuple[NDArray[np.float64], csr_array]:
    """The distinct numbers, ascending, and a table of which unit has which."""
    numbers = np.asarray(values)
    if numbers.ndim == 2 and numbers.shape[1] == 1:
        numbers = numbers[:, 0]
    if numbers.ndim != 1 or numbers.dtype.kind not in "biuf" or not np.isfinite(numbers).all():
        raise InputError(
            "`{name}` must hold one finite number per unit, found {dtype} of shape {shape}.",
            name=name,
            dtype=str(numbers.dtype),
            shape=numbers.shape,
        )
    points, code = np.unique(numbers.astype(np.float64), return_inverse=True)
    n_units = len(numbers)
    ones = np.ones(n_units, np.int64)
    return points, csr_array((ones, (np.arange(n_units), code)), shape=(n_units, len(points)))


def _lone_together(table: csr_array) -> csr_array:
    """Labels that only one unit has, which are never seen from the other side, in one last column."""
    often = np.bincount(table.indices, minlength=table.shape[1]) > 1
    owner = np.repeat(np.arange(table.shape[0]), np.diff(table.indptr))
    column = np.cumsum(often) - 1
    column[~often] = n_often = int(often.sum())
    shape = (table.shape[0], n_often + 1)
    merged = csr_array((table.data, (owner, column[table.indices])), shape=shape)
    merged.sum_duplicates()
    return merged
