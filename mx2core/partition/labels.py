"""Label counts from what people hold: labels in a list, an array or a column, and sequences of tags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, issparse

from ..amounts import N_RANGES, range_codes
from ..arguments import check_finite, check_shape, check_whole
from ..errors import InputError
from ..schemes import detect_scheme_in, spans


def number_ranges(numbers: ArrayLike, n_ranges: int = N_RANGES, *, widths: bool = False) -> NDArray[np.int64]:
    """Ranges of a numeric target, to be balanced like classes.

    Parameters
    ----------
    numbers : array_like of float, shape (n_units,)
    n_ranges : int
        From 2 to the number of units; fewer come out where numbers recur.
    widths : bool
        Ranges of equal width instead of quantiles.

    Returns
    -------
    ndarray of int, shape (n_units,)
        The range of each unit, from 0, ascending; none is without a unit.

    Raises
    ------
    InputError
        If a number is missing or not finite, or there are fewer numbers than ranges.

    Examples
    --------
    For `BalancedKFold`, `Mx2Split` and `StratifiedKFold`, as `y` of `split`; or as `counts`, where a
    search passes the numbers on as `y`:

    >>> prices = [1.5, 2, 4, 9, 12, 40]
    >>> mx.partitions.number_ranges(prices, 3).tolist()
    [0, 0, 1, 1, 2, 2]
    >>> folds = mx.BalancedKFold(2, counts=mx.partitions.number_ranges(prices, 3))
    >>> [len(test) for _train, test in folds.split(prices, prices)]
    [3, 3]
    """
    values = np.asarray(numbers)
    if values.dtype.kind not in "iufb":
        values = values.astype(np.float64)
    check_shape("numbers", values.shape, "(n_units,)")
    check_finite("numbers", values)
    check_whole("n_ranges", n_ranges, f"[2, {len(values)}]")
    return range_codes(values.astype(np.float64), n_ranges, widths=widths)


def is_table(value: Any) -> bool:
    """Whether `value` is a data frame; pandas is not needed to tell."""
    return hasattr(value, "columns") and hasattr(value, "iloc")


def is_attribute(value: Any) -> bool:
    """Whether `value` is an attribute of a corpus: labels, and how often each unit has them."""
    return issparse(getattr(value, "counts", None)) and hasattr(value, "labels")


def is_one_attribute(value: Any) -> bool:
    """Whether `value` is a single attribute and not a sequence of several."""
    if issparse(value) or isinstance(value, np.ndarray) or _is_column(value) or is_attribute(value):
        return True
    listed = hasattr(value, "__getitem__") and not is_table(value)
    return listed and len(value) > 0 and (np.isscalar(value[0]) or is_missing(value[0]))


def is_missing(value: Any) -> bool:
    """Whether `value` is None, NaN, NaT or NA of pandas, which has no truth value."""
    if value is None or isinstance(value, list | tuple | np.ndarray):
        return value is None
    unequal = value != value
    return bool(unequal) if isinstance(unequal, bool | np.bool_) else type(unequal).__name__ == "NAType"


def label_counts(labels: Any, name: str) -> csr_array | None:
    """Counts of one label per unit, or of the chunks in each unit's tags; None for anything else.

    Parameters
    ----------
    labels : sequence of str or int, or sequence of sequences of tags
        Lists, arrays of one dimension and columns of a data frame.

    Returns
    -------
    csr_array of int, shape (n_units, n_labels), or None
        Labels ascending.
    """
    if _is_column(labels):
        labels = labels.tolist()
    if not isinstance(labels, np.ndarray) and all(isinstance(entry, list | tuple) for entry in labels):
        cells = [cell for entry in labels for cell in entry]
        return _chunk_counts(labels, cells) if all(isinstance(cell, str) for cell in cells) else None
    values = np.asarray(labels, dtype=None if isinstance(labels, np.ndarray) else object)
    if values.ndim != 1:
        return None
    missing = [row for row, value in enumerate(values.tolist()) if is_missing(value)]
    if missing:
        raise InputError(
            "`{name}` is missing in row {row} (from 0); give every unit a label.", name=name, row=missing[0]
        )
    if values.dtype.kind == "O" and all(isinstance(value, str) for value in values):
        values = values.astype(np.str_)
    elif values.dtype.kind == "O":
        values = np.asarray(values.tolist())
    if values.dtype.kind == "f" and not (values == np.floor(values)).all():
        raise InputError("`{name}` holds fractions; cut them with `mx.partitions.number_ranges`.", name=name)
    if values.dtype.kind not in "biufU":
        return None
    distinct, code = np.unique(values, return_inverse=True)
    rows = np.arange(len(values))
    return csr_array((np.ones(len(values), np.int64), (rows, code)), shape=(len(values), len(distinct)))


def _is_column(value: Any) -> bool:
    return hasattr(value, "iloc") and not hasattr(value, "columns")


def _chunk_counts(sequences: Sequence[Sequence[str]], cells: list[str]) -> csr_array:
    """How often each label's chunks begin in each sequence of tags."""
    distinct, code = np.unique(np.array(cells, dtype=np.str_), return_inverse=True)
    names, codes = [str(value) for value in distinct], code.astype(np.int32)
    starts = np.cumsum([0, *map(len, sequences)]).astype(np.int64)
    # Tags that follow no scheme are labels of single tokens.
    chunks = spans(codes, names, starts, detect_scheme_in(codes, names, starts) or "token")
    owner = np.searchsorted(starts, chunks.start, side="right") - 1
    shape = (len(sequences), len(chunks.labels))
    return csr_array((np.ones(len(chunks), np.int64), (owner, chunks.label)), shape=shape)
