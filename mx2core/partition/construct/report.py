"""What partitions have reached, beside what the corpus allows and what chance gives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..checks import check_counts_list
from ..design import PartitionSet
from ..divergence import divergence
from ..law import floor, reference_law


@dataclass(frozen=True, slots=True, eq=False)
class DesignReport:
    """chi2/J of m partitions in K attributes, with the floors and random halves of these."""

    divergence: NDArray[np.float64]  # (m, K)
    floor: NDArray[np.float64]  # (K,), a lower bound where units carry several labels
    expected: NDArray[np.float64]  # (K,), mean of random halves
    sd: NDArray[np.float64]  # (K,), their standard deviation
    deviation: NDArray[np.float64]  # (m, K), (divergence - expected) / sd; 0 where sd is 0
    sizes: NDArray[np.int64]  # (m,), units in the first half
    overlap_deviation: float  # c_0, the largest distance of an overlap from n/4


def report(partitions: PartitionSet, counts_list: Sequence[Any]) -> DesignReport:
    """What a set of partitions has reached in each attribute.

    Parameters
    ----------
    partitions : PartitionSet
    counts_list : sequence of ndarray or CSR of int, each of shape (n_units, n_labels)
    """
    tables = check_counts_list(counts_list)
    laws = [reference_law(table) for table in tables]
    values = np.column_stack([divergence(partitions.masks, table) for table in tables])
    mean, sd = np.array([law.mean for law in laws]), np.array([law.sd for law in laws])
    deviation = np.divide(values - mean, sd, out=np.zeros_like(values), where=sd > 0)
    return DesignReport(
        divergence=values,
        floor=np.array([floor(table) for table in tables]),
        expected=mean,
        sd=sd,
        deviation=deviation,
        sizes=partitions.masks.sum(axis=1).astype(np.int64),
        overlap_deviation=partitions.overlap_deviation(),
    )
