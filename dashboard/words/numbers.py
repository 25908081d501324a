"""Numbers and names in sentences, as people read them; files keep what programs read."""

import re
from dataclasses import dataclass
from functools import cache, partial
from typing import Self

import numpy as np
import pandas as pd

from mx2core.errors import End, quoted_once
from mx2core.inference.pvalues import written_pvalue

LARGE = 10  # from here on two places behind the point say enough
MOST_PLACES = 4  # behind the point, in a table
pvalue = written_pvalue

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SUNK = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
LOWERED = {high: low for low, high in RAISED.items()}

_CHINESE = "\u3001-\u303f\u4e00-\u9fff\uff01-\uff5e“”"
_RELATION = re.compile(r"(?<=\S) (\\?[=≤≥<>]) (?=\S)")
_PERHAPS = "\ue000"  # a blank that stands only where one side of it is not Chinese


def number(value: float | None, spec: str = "") -> str:
    """A number as `format` writes it, with a minus sign; none before what was rounded to zero.

    A dash where there is none. A power of ten is raised. Four places are for scores: larger numbers have two.

    >>> number(-0.00104, "+.4f"), number(-0.00001, ".4f"), number(2e-7, ".2g"), number(-113.8203, "+.4f")
    ('−0.0010', '0.0000', '2×10⁻⁷', '−113.82')
    """
    if value is None:
        return "–"
    if spec.endswith(".4f") and abs(value) >= LARGE:
        spec = spec.replace(".4f", ".2f")
    words = format(value, spec)
    if "-" not in words:
        return words
    mantissa, _e, exponent = words.partition("e")
    if value < 0 and not re.search("[1-9]", mantissa):
        mantissa, exponent = format(0.0, spec.replace("+", "")), ""
    raised = f"×10{str(int(exponent)).translate(RAISED)}" if exponent else ""
    return mantissa.replace("-", "−") + raised


@dataclass(frozen=True, slots=True)
class PValue:
    """One in the cell of a table: people read it as everywhere, a file keeps the number.

    >>> str(PValue(0.0412)), str(PValue(1e-26)), str(PValue(None))
    ('0.041', '< 0.001', '–')
    """

    value: float | None

    def __str__(self) -> str:
        return written_pvalue(self.value, alone=True)


def subscripted(symbol: str, index: object) -> str:
    """
    >>> subscripted("t", 0.05)
    't₀.₀₅'
    """
    return symbol + str(index).translate(SUNK)


def power(value: float) -> str:
    """A level of a slider or an axis; powers of ten far from 1 are written as such.

    >>> power(0.0001), power(0.1), power(1000.0), power(35)
    ('10⁻⁴', '0.1', '10³', '35')
    """
    words = f"{value:e}"
    mantissa, _e, exponent = words.partition("e")
    if float(mantissa) != 1 or abs(int(exponent)) < 2:
        return f"{value:g}"
    return "10" + f"{int(exponent)}".translate(RAISED)


def hyphened(words: object) -> object:
    """The same for a program to read: every minus sign before a digit a hyphen, no raised power.

    >>> hyphened("A − B: −0.002 [−0.01, 0.00]"), hyphened("2×10⁻⁷")
    ('A − B: -0.002 [-0.01, 0.00]', '2e-7')
    """
    if not isinstance(words, str):
        return words
    lowered = re.sub("(?<=[0-9])×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda found: "e" + found[1].translate(LOWERED), words)
    return re.sub(r"−(?=\d)", "-", lowered).replace("\N{NO-BREAK SPACE}", " ")


def whole(words: str) -> str:
    """A symbol stays on one line with its number, also where Markdown is escaped."""
    return _RELATION.sub("\N{NO-BREAK SPACE}\\1\N{NO-BREAK SPACE}", words)


class WrittenSentence(str):
    """Words for people, whose `format` writes numbers as `number` does; a hyphen in a name stays what it is.

    Chinese has a blank beside a Latin name, and none beside a Chinese one. No end of a line divides an equation.

    >>> WrittenSentence("{a} 更好").format(a="CRF"), WrittenSentence("{a} 更好").format(a="左右两字")
    ('CRF 更好', '左右两字更好')
    >>> "p ≤ 5%" in WrittenSentence("at p ≤ 5%"), "p\N{NO-BREAK SPACE}≤" in WrittenSentence("at p ≤ 5%")
    (False, True)
    """

    __slots__ = ()

    def __new__(cls, words: str) -> Self:
        return super().__new__(cls, whole(words))

    def format(self, *values: object, **named: object) -> str:
        written = str.format(
            _mark_doubtful_blanks(str(self)),
            *map(_signed, values),
            **{name: _signed(one) for name, one in named.items()},
        )
        if _PERHAPS in written:
            between = re.sub(rf"(?<=[{_CHINESE}])(\**){_PERHAPS}(?=\**[{_CHINESE}])", r"\1", written)
            written = between.replace(_PERHAPS, " ")
        return whole(quoted_once(written))


@cache
def _mark_doubtful_blanks(sentence: str) -> str:
    """The blanks between Chinese words and what will be inserted, marked."""
    before = re.sub(rf"(?<=[{_CHINESE}])(\**) (?=\**\{{)", rf"\1{_PERHAPS}", sentence)
    return re.sub(rf"(?<=\}})(\**) (?=\**[{_CHINESE}])", rf"\1{_PERHAPS}", before)


class _Number:
    __slots__ = ("_value",)

    def __init__(self, value: float) -> None:
        self._value = value

    def __format__(self, spec: str) -> str:
        return number(self._value, spec)

    def __repr__(self) -> str:
        return number(self._value)


def _signed(value: object) -> object:
    # Only these can have a hyphen, or are large: below zero, or so near to it that it is written with a power of ten.
    if isinstance(value, int | float | np.integer | np.floating) and not 1e-3 <= value < LARGE:
        if isinstance(value, End):
            return _Number(value)
        return _Number(float(value) if isinstance(value, float | np.floating) else int(value))
    return value


def readable(table: pd.DataFrame) -> object:
    """The same table for a page: numbers of a column have as many places as each other, and minus signs.

    It is still sorted by its numbers.
    """
    if not table.columns.is_unique:
        return table
    pvalues = [name for name in table if any(isinstance(cell, PValue) for cell in table[name])]
    table = table.astype(dict.fromkeys(pvalues, str)) if pvalues else table
    kinds = {name: table[name].dtype.kind for name in table}
    # Of others Streamlit writes each digit as it is.
    long = {name for name, kind in kinds.items() if kind == "i" and not table[name].between(0, 999).all()}
    named = [name for name, kind in kinds.items() if kind == "f" or name in long]
    if not named:
        return table
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
