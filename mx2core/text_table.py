"""Rows as aligned text, also with Chinese in them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

# A word, or a Chinese character, with the marks that may not stand apart from it.
_PIECE = re.compile(r"[（“]*(?:[\u4e00-\u9fff]|[^\s\u4e00-\u9fff（“，。；：、）”]+)?[，。；：、）”]*\s*")


def table(header: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Columns two spaces apart; the first is flush left, numbers flush right."""
    cells = [[*header], *([cell(given) for given in row] for row in rows)]
    widths = [max(map(width, column)) for column in zip(*cells, strict=True)]
    return "\n".join(
        "  ".join(
            text + " " * (wide - width(text)) if column == 0 else " " * (wide - width(text)) + text
            for column, (text, wide) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in cells
    )


def markdown(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The same in Markdown, where a bar in a cell is no border."""
    lines = [header, ["---"] * len(header), *rows]
    cells = ([" ".join(one.split()).replace("|", "\\|") for one in line] for line in lines)
    return "\n".join("| " + " | ".join(line) + " |" for line in cells)


def cell(value: object) -> str:
    """A number with the digits that are read, a dash for None."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.4f}"
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def width(text: str) -> int:
    """Columns of a terminal: two for a Chinese character, none for a combining mark."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )


def wrapped(text: str, most: int) -> list[str]:
    """Lines of at most `most` columns, which end between words or after a Chinese character."""
    lines = [""]
    for piece in _PIECE.findall(" ".join(text.split())):
        if lines[-1] and width((lines[-1] + piece).rstrip()) > most:
            lines.append("")
        lines[-1] += piece
    return [line.rstrip() for line in lines]
