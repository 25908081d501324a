"""How differently labels are distributed over the two sides of a partition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array

from ..brief import frozen
from .attribute_measure import Statistic, attribute_measure, chi_square_from_first
from .checks import check_counts, check_masks, label_totals
from .measures import PAPER

CELLS = 2**22  # of masks at a time: 32 MB of 64-bit integers


def divergence(masks: ArrayLike, counts: Any, *, statistic: Statistic = PAPER) -> NDArray[np.float64]:
    """Chi-square per label type, or another measure, between the two sides of each partition.

    Parameters
    ----------
    masks : ndarray of bool, shape (n_partitions, n_units)
        True = first side. The sides may be of any sizes.
    counts : ndarray or CSR of int, shape (n_units, n_labels)
        How often each label occurs in each unit. Labels that never occur are
        left out and not counted in J. For a measure of numbers one per unit, such
        as its length, shape (n_units,).
    statistic : str or float
        A key of `MEASURES`, where each measure says what it is; or the exponent of a power
        divergence (1: chi2, -1/2: Freeman and Tukey), divided by J.

    Returns
    -------
    ndarray of float, shape (n_partitions,)
        chi2 / J, dimensionless, >= 0; 0 when both sides have equal rates, and
        always 0 for J = 1. chi2 is what `scipy.stats.chi2_contingency` gives for
        the table of the two sides without Yates' correction.

    Raises
    ------
    InputError
        If `masks` and `counts` disagree on n_units, or a side is empty, in
        units or in occurrences.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data
       sets, eq. (3) and section 3.3 (division by J).

    Examples
    --------
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1]]
    >>> mx.divergence([[True, True, False, False], [True, False, True, False]], counts).tolist()
    [1.0, 0.0]
    """
    rows = check_masks(masks)
    wanted = attribute_measure(counts, statistic, n_units=rows.shape[1])
    result = np.empty(len(rows))
    for start, first in first_side_counts(rows, wanted.table):
        result[start : start + first.shape[1]] = wanted.values(first)
    return result


def first_side_counts(masks: NDArray[np.bool_], counts: csr_array) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """T_j of every mask in chunks: (number of the first mask, counts (n_labels, chunk))."""
    by_label = csr_array(counts.T)
    step = max(1, CELLS // max(masks.shape[1], counts.shape[1]))
    for start in range(0, len(masks), step):
        units = masks[start : start + step].T.astype(np.int64)
        yield start, by_label @ units


@frozen(eq=False)
class LabelContributions:
    """What each label adds to chi2/J of one partition, in the order of the columns."""

    first: NDArray[np.int64]  # T_j
    second: NDArray[np.int64]  # V_j
    expected: NDArray[np.float64]  # in the first side, if its rates were those of the whole
    contribution: NDArray[np.float64]  # these add up to chi2/J; 0 for labels that never occur


def label_contributions(mask: ArrayLike, counts: Any) -> LabelContributions:
    """Which labels make a partition uneven.

    Parameters
    ----------
    mask : ndarray of bool, shape (n_units,)
    counts : ndarray or CSR of int, shape (n_units, n_labels)

    Examples
    --------
    >>> counts = [[2, 0], [1, 1], [0, 2], [1, 1]]
    >>> mask = [True, True, False, False]
    >>> mx.partitions.label_contributions(mask, counts).contribution.shape
    (2,)
    """
    rows = check_masks(np.asarray(mask)[None, :])
    table = check_counts(counts, n_units=rows.shape[1])
    totals = label_totals(table)
    (_, columns), *_ = first_side_counts(rows, table)
    chi_square_from_first(columns, totals)  # refuses an empty side
    first = columns[:, 0]
    second = totals - first
    n_all, n_first = int(totals.sum()), int(first.sum())
    skew = (n_all * first - totals * n_first).astype(np.float64)
    share = np.zeros(len(totals))
    np.divide(
        skew * skew, totals.astype(np.float64) * n_first * (n_all - n_first), out=share, where=totals > 0
    )
    return LabelContributions(
        first=first,
        second=second,
        expected=totals * n_first / n_all,
        contribution=share / np.count_nonzero(totals),
    )
