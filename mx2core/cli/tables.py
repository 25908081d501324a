"""Rows as aligned text, also with Chinese in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns two spaces apart; the first is flush left, numbers flush right."""
    cells = [list(header), *([cell(given) for given in row] for row in rows)]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(
            text + " " * (wide - width(text)) if column == 0 else " " * (wide - width(text)) + text
            for column, (text, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )


def cell(given: object) -> str:
    """A number with the digits that are read, a dash for None."""
    if given is None:
        return "–"
    if isinstance(given, bool):
        return "yes" if given else "no"
    if isinstance(given, float):
        return f"{given:.4f}"
    return f"{given:,}" if isinstance(given, int) else str(given)


def value(estimate: Mapping[str, Any] | None, form: str) -> str:
    """An estimate of a document without its interval; a dash where there is none."""
    return "–" if estimate is None or estimate["value"] is None else f"{estimate['value']:{form}}"


def interval(estimate: Mapping[str, Any] | None, form: str) -> str:
    """Both ends of its interval; nothing where there is none."""
    if estimate is None or estimate["lower"] is None:
        return ""
    return f"{estimate['lower']:{form}} to {estimate['upper']:{form}}"


def width(text: str) -> int:
    """Columns of a terminal: two for a Chinese character, none for a combining mark."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
