"""Rows as aligned text, also with Chinese in them."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns two spaces apart; the first is flush left, numbers flush right."""
    cells = [list(header), *([cell(value) for value in row] for row in rows)]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(
            text + " " * (wide - width(text)) if column == 0 else " " * (wide - width(text)) + text
            for column, (text, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )


def cell(value: object) -> str:
    """A number with the digits that are read, nothing for None."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def width(text: str) -> int:
    """Columns of a terminal: two for a Chinese character, none for a combining mark."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
