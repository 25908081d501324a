"""Numbers as people read them: with a minus sign, where files keep the hyphen that programs read."""

from __future__ import annotations

import re
from functools import partial

import numpy as np
import pandas as pd

MOST_PLACES = 4  # behind the point, in a table


def number(value: float, spec: str = "") -> str:
    """A number as `format` writes it, with a minus sign; none before what was rounded to zero.

    >>> number(-0.00104, "+.4f"), number(-0.00001, ".4f"), number(2e-7, ".2g")
    ('−0.0010', '0.0000', '2e−07')
    """
    words = format(value, spec)
    if "-" not in words:
        return words
    if value < 0 and not re.search("[1-9]", words.partition("e")[0]):
        words = format(0.0, spec.replace("+", ""))
    return words.replace("-", "−")


def power(value: float) -> str:
    """A level of a slider or an axis; powers of ten far from 1 are written as such.

    >>> power(0.0001), power(0.1), power(1000.0), power(35)
    ('10⁻⁴', '0.1', '10³', '35')
    """
    words = f"{value:e}"
    mantissa, _e, exponent = words.partition("e")
    if float(mantissa) != 1 or abs(int(exponent)) < 2:
        return f"{value:g}"
    return "10" + f"{int(exponent)}".translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def hyphened(words: object) -> object:
    """The same for a program to read: every minus sign before a digit a hyphen.

    >>> hyphened("A − B: −0.002 [−0.01, 0.00]")
    'A − B: -0.002 [-0.01, 0.00]'
    """
    return re.sub(r"−(?=\d)", "-", words) if isinstance(words, str) else words


class Sentence(str):
    """Words for people, whose `format` writes numbers as `number` does; a hyphen in a name stays what it is."""

    __slots__ = ()

    def format(self, *values: object, **named: object) -> str:
        return str.format(self, *map(_signed, values), **{name: _signed(one) for name, one in named.items()})


class _Number:
    __slots__ = ("_value",)

    def __init__(self, value: float) -> None:
        self._value = value

    def __format__(self, spec: str) -> str:
        return number(self._value, spec)


def _signed(value: object) -> object:
    # Only these can have a hyphen: below zero, or so near to it that it is written with a power of ten.
    if isinstance(value, int | float | np.integer | np.floating) and value < 1e-3:
        return _Number(float(value) if isinstance(value, float | np.floating) else int(value))
    return value


def readable(table: pd.DataFrame) -> object:
    """The same table for a page: a column with numbers below zero is written with minus signs.

    It is still sorted by its numbers.
    """
    if not table.columns.is_unique:
        return table
    numbers = [name for name in table if table[name].dtype.kind in "if"]
    below = [name for name in numbers if (table[name] < 0).any()]
    if not below:
        return table
    # What is not named here would be written with six places.
    named = [name for name in numbers if name in below or table[name].dtype.kind == "f"]
    return table.style.format({name: partial(_cell, spec=_spec(table[name])) for name in named})


def _spec(column: pd.Series) -> str:
    """As many places behind the point as the numbers need, and no more than are read."""
    if column.dtype.kind == "i":
        return ",d"
    known = column[np.isfinite(column)]
    return next(
        (f",.{n}f" for n in range(MOST_PLACES) if np.allclose(known, known.round(n))), f",.{MOST_PLACES}f"
    )


def _cell(value: float, spec: str) -> str:
    return "" if value != value else number(value, spec)
