"""A field of numbers as ranges, so that they can be counted, balanced and told apart like labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ...amounts import are_amounts, range_codes
from ...schemes import EMPTY

WIDTHS = ":widths"  # after a field: ranges of equal width, not of about equally many


def is_numeric(values: Sequence[str]) -> bool:
    """Whether a field holds amounts, some cells empty perhaps, and no numbers of rows."""
    given = [value for value in values if value not in EMPTY]
    if not are_amounts(given):
        return False
    numbers = np.sort(np.array(given, dtype=np.float64))
    return bool((np.diff(numbers) != 1).any())


def numeric_field(name: str, fields: Mapping[str, Sequence[str]], known: Sequence[str]) -> str | None:
    """The field of numbers that an attribute is made of: `price` for `price` and `price:widths`."""
    field = name.removesuffix(WIDTHS)
    return field if field in known and field in fields and is_numeric(fields[field]) else None


def ranges(
    values: Sequence[str], *, widths: bool = False
) -> tuple[NDArray[np.int64], NDArray[np.int64], tuple[str, ...]]:
    """Rows with a number, the range of each, and what ranges are called: their least and largest number."""
    rows = np.array([k for k, value in enumerate(values) if value not in EMPTY], dtype=np.int64)
    numbers = np.array([values[k] for k in rows.tolist()], dtype=np.float64)
    codes = range_codes(numbers, widths=widths)
    parts = [numbers[codes == k] for k in range(int(codes.max()) + 1)]
    return rows, codes, tuple(_named(float(one.min()), float(one.max())) for one in parts)


def _named(low: float, high: float) -> str:
    return f"{low:.6g}–{high:.6g}" if high > low else f"{low:.6g}"
