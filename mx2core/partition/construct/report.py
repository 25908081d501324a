"""What partitions have reached, beside what the corpus allows and what chance gives."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import Notice
from ..checks import check_counts_list
from ..design import PartitionSet
from ..label_divergence import divergence
from ..law import floor, reference_law
from .attainable import half_values, nearest_mean


@frozen(eq=False)
class DesignReport:
    """chi2/J of m partitions in K attributes, with the floors and random halves of these."""

    divergence: NDArray[np.float64]  # (m, K)
    floor: NDArray[np.float64]  # (K,), a lower bound where units carry several labels
    expected: NDArray[np.float64]  # (K,), mean of random halves
    sd: NDArray[np.float64]  # (K,), their standard deviation
    deviation: NDArray[np.float64]  # (m, K), (divergence - expected) / sd; 0 where sd is 0
    running: NDArray[np.float64]  # (m, K), row k: deviation of the mean over the first k + 1 partitions
    nearest: NDArray[np.float64]  # (K,), value of a half nearest `expected`; NaN where too many to list
    nearest_mean: NDArray[np.float64]  # (K,), the same of the mean of m halves
    sizes: NDArray[np.int64]  # (m,), units in the first half
    overlaps: NDArray[np.int64]  # (m, m), units two first halves share
    overlap_deviation: float  # c_0, the largest distance of an overlap from n/4
    first: Notice  # what holds for the first k partitions alone


def partition_report(partitions: PartitionSet, counts_list: Any) -> DesignReport:
    """The χ²/J that a set of partitions reaches in each attribute.

    Parameters
    ----------
    counts_list : sequence of ndarray or CSR of int, each of shape (n_units, n_labels)

    Raises
    ------
    InputError
        If the counts cannot be used, or belong to another number of units.

    Examples
    --------
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1], [2, 1], [0, 1], [1, 0], [1, 2]]
    >>> halves = mx.block_partitions(8, 3)
    >>> report = mx.partitions.partition_report(halves, [counts])
    >>> report.overlap_deviation
    0.0
    """
    tables = check_counts_list(counts_list)
    laws = [reference_law(table) for table in tables]
    values = np.column_stack([divergence(partitions.masks, table) for table in tables])
    mean, sd = np.array([law.mean for law in laws]), np.array([law.sd for law in laws])
    deviation = np.divide(values - mean, sd, out=np.zeros_like(values), where=sd > 0)
    m = partitions.m
    nearest = np.full((2, len(tables)), np.nan)
    for k, (table, law) in enumerate(zip(tables, laws, strict=True)):
        possible = half_values(table)
        for row, size in enumerate((1, m)):
            found = nearest_mean(possible, law.mean, size)
            nearest[row, k] = np.nan if found is None else found
    return DesignReport(
        divergence=values,
        floor=np.array([floor(table) for table in tables]),
        expected=mean,
        sd=sd,
        deviation=deviation,
        running=np.cumsum(deviation, axis=0) / np.arange(1, m + 1)[:, None],
        nearest=nearest[0],
        nearest_mean=nearest[1],
        sizes=partitions.masks.sum(axis=1).astype(np.int64),
        overlaps=partitions.overlaps(),
        overlap_deviation=partitions.overlap_deviation(),
        first=_first_splits_note(partitions.method),
    )


def _first_splits_note(method: str) -> Notice:
    if method == "balanced":
        return Notice("The mean χ²/J is that of the whole set; for fewer, build a smaller set.")
    if method in ("random", "block", "stratified_block", "floor"):
        return Notice("The first k are the set that k from the start would give.")
    if method in ("centered", "thresholds"):
        return Notice("Every partition meets the target: any k of them can be used.")
    return Notice("Every partition can be used alone.")
