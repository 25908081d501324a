"""What the public functions of this package ask of their arguments."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csr_array, issparse

from .. import arguments
from ..amounts import times
from ..arguments import check_range, check_shape
from ..errors import DesignError, InputError
from .labels import is_attribute, is_missing, is_one_attribute, is_table, label_counts

LARGEST_SEED = 2**63 - 1
USUAL_M = 5  # partitions, unless another number is asked for: docs/decisions/0053-five-splits.md


def check_whole(value: object, name: str, least: int) -> int:
    """`value` as an int of at least `least`; True is not a number of anything."""
    return arguments.check_whole(name, value, f"[{least}, ∞)", DesignError)


def check_seed(seed: object) -> int:
    value = check_whole(seed, "seed", 0)
    check_range("seed", value, f"[0, {LARGEST_SEED}]", DesignError)
    return value


def check_groups(n_groups: int, n_parts: int) -> None:
    """At least one group for each part."""
    if n_groups < n_parts:
        raise DesignError(
            "{n_parts} parts need as many groups, found {n_groups}; keep less together.",
            n_groups=n_groups,
            n_parts=n_parts,
        )


def group_numbers(groups: ArrayLike, n_units: int) -> NDArray[np.int64]:
    """Number of each unit's group, 0, 1 ... in the order of the groups' names."""
    given = groups if isinstance(groups, np.ndarray) else np.asarray(groups, dtype=object)
    check_shape("groups", given.shape, f"({n_units},)", DesignError)
    for row, name in enumerate(given.tolist() if given.dtype.kind in "Of" else ()):
        if is_missing(name):
            raise DesignError("`groups` is missing in row {row} (from 0); give that unit its own.", row=row)
    try:
        numbers = np.unique(given, return_inverse=True)[1]
    except TypeError:  # names of several types have no order
        numbers = np.unique(given.astype(np.str_), return_inverse=True)[1]
    return numbers.astype(np.int64)


def check_units(n_units: object) -> int:
    """A number of units that can be halved and counted with 32 bits."""
    value = check_whole(n_units, "n_units", 2)
    check_range("n_units", value, "[2, 2147483648)", DesignError)
    return value


def check_masks(masks: ArrayLike) -> NDArray[np.bool_]:
    """Masks as a two-dimensional array of bool, True = first half; an empty side is refused."""
    array = np.asarray(masks)
    if array.ndim != 2 or array.dtype != np.bool_:
        raise DesignError(
            "`masks` must be bool of shape (m, n_units), found {dtype} of shape {shape}; one partition "
            "is masks[None, :].",
            dtype=str(array.dtype),
            shape=array.shape,
        )
    n_units = array.shape[1]
    sizes = array.sum(axis=1)
    empty = np.flatnonzero((sizes == 0) | (sizes == n_units))
    if len(empty):
        raise DesignError(
            "Partition {index} has all {n_units} units on one side.", index=int(empty[0]), n_units=n_units
        )
    return array


def different(masks: NDArray[np.bool_]) -> NDArray[np.int64]:
    """The first row of every partition in `masks`, ascending; halves may be exchanged."""
    packed = np.packbits(masks ^ ~masks[:, :1], axis=1)  # the first unit in the first half
    rows: dict[bytes, int] = {}
    for number, row in enumerate(packed):
        rows.setdefault(row.tobytes(), number)
    return np.array(list(rows.values()), dtype=np.int64)


def check_different(masks: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """`masks`, unless a partition is among them twice: a second time it adds no score.

    Whatever makes a set of partitions asks this before it hands the set out.
    """
    found = len(different(masks))
    if found < len(masks):
        raise too_few_different(found, *masks.shape)
    return masks


def too_few_different(n_different: int, m: int, n_units: int) -> DesignError:
    return DesignError(
        "Only {found} different partitions of {n_units} units were found, not m={m} (possible: "
        "{halves}). Lower m or widen thresholds.",
        found=n_different,
        m=m,
        n_units=n_units,
        halves=ways_to_halve(n_units),
    )


def ways_to_halve(n_units: int) -> int:
    """Different partitions of so many units into halves."""
    return comb(n_units, n_units // 2) // (2 - n_units % 2)


def check_counts(counts: Any, *, n_units: int | None = None, name: str = "counts") -> csr_array:
    """Label counts as an int64 CSR array (n_units, n_labels) without stored zeros.

    In place of counts: an attribute of a corpus, one label per unit, or the tags of each unit (see
    `label_counts`).
    """
    if isinstance(counts, list | tuple) and counts and all(map(_is_counts, counts)):
        if len(counts) > 1:
            raise InputError("`{name}` holds {n} attributes; give one at a time.", name=name, n=len(counts))
        [counts] = counts
    if is_attribute(counts):
        counts = counts.counts
    if not issparse(counts):
        table = label_counts(counts, name)
        counts = counts if table is None else table
    dense = None if issparse(counts) else np.asarray(counts)
    if dense is not None and (dense.ndim != 2 or dense.dtype.kind not in "biuf"):
        raise _no_counts(name, str(dense.dtype), dense.shape)
    table = csr_array(counts if dense is None else dense)
    if table.data.dtype.kind == "f" and not np.isfinite(table.data).all():
        raise InputError("`{name}` holds a value that is not finite.", name=name)
    kind = table.data.dtype.kind
    if kind not in "biuf" or (kind == "f" and (table.data != np.floor(table.data)).any()):
        raise InputError("`{name}` holds a count that is not a whole number.", name=name)
    if (table.data < 0).any():
        raise InputError("`{name}` holds a negative count.", name=name)
    if (table.data > 2**31).any() or table.data.sum(dtype=np.float64) >= 2**31:
        raise InputError("`{name}` holds 2147483648 occurrences or more.", name=name)
    if table.data.dtype != np.int64 or not table.has_canonical_format or not table.data.all():
        table = csr_array(table.astype(np.int64))  # a copy: the user's matrix is not changed below
        table.sum_duplicates()
        table.eliminate_zeros()
    if n_units is not None:
        check_rows(table, n_units, name)
    if table.shape[0] == 0 or not table.data.size:
        raise InputError("`{name}` holds no occurrence of any label.", name=name)
    return table


def _no_counts(name: str, dtype: str, shape: tuple[int, ...]) -> InputError:
    return InputError(
        "`{name}` needs a label per unit or counts (n_units, n_labels), found {dtype} of shape {shape}.",
        name=name,
        dtype=dtype,
        shape=shape,
    )


def _is_counts(entry: Any) -> bool:
    """Whether an entry of a list is an attribute by itself, not the row of one."""
    return issparse(entry) or is_attribute(entry) or is_table(entry) or getattr(entry, "ndim", 1) == 2


def check_counts_list(counts_list: Any) -> list[csr_array]:
    """Several attributes of the same units; a lone matrix is taken as a list of one."""
    counts_list = as_list(counts_list)
    tables = [check_counts(counts, name=f"counts_list[{k}]") for k, counts in enumerate(counts_list)]
    n_units = tables[0].shape[0]
    for k, table in enumerate(tables):
        check_rows(table, n_units, f"counts_list[{k}]")
    return tables


def as_list(counts_list: Any) -> Sequence[Any]:
    """Several attributes: the columns of a data frame, or a list; a lone attribute is a list of one."""
    if is_table(counts_list):
        counts_list = [counts_list.iloc[:, k] for k in range(counts_list.shape[1])]
    if is_one_attribute(counts_list):
        return [counts_list]
    if not hasattr(counts_list, "__getitem__"):
        raise _no_counts("counts_list", type(counts_list).__name__, ())
    if len(counts_list) == 0:
        raise InputError("`counts_list` is empty; give counts of an attribute.")
    return counts_list  # type: ignore[no-any-return]


def check_rows(table: csr_array, n_units: int, name: str) -> None:
    check_shape(name, table.shape, f"({n_units}, n_labels)")


def one_label_per_unit(counts: csr_array) -> bool:
    """Whether every unit carries exactly one occurrence, where exact formulas are known."""
    return bool((np.diff(counts.indptr) == 1).all() and (counts.data == 1).all())


def label_totals(counts: csr_array) -> NDArray[np.int64]:
    """N_j, occurrences of each label, shape (n_labels,)."""
    return times(counts.indices, counts.shape[1], counts.data)
