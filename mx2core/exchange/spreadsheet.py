"""Names in CSV files that spreadsheets open without harm.

A spreadsheet runs a cell that starts with `=`, `+`, `-` or `@` as a formula, and
rewrites a name such as `0012` or `1234567e12345678` as a number. Such names, and
those that start with an apostrophe, are written with one apostrophe in front,
which is taken off again on reading. All other names stand as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable

from ..errors import TableError

_FORMULA = tuple("=+-@＝＋－＠\t\r\n'")  # also the full-width signs, which Chinese and Japanese editions run
_NUMBER = re.compile(r"\d+(\.\d*)?(e\d+)?", re.IGNORECASE)
_KEPT_NUMBER = re.compile(r"0|[1-9]\d{0,14}")  # what 15 digits of a spreadsheet keep

_QUOTED = re.compile(r'[",\r\n]|^\s|\s$')


def guarded(name: str) -> str:
    """`name` as it is written in a CSV cell; `unguarded` gives it back."""
    formula = name.startswith(_FORMULA) or name.lstrip().startswith(_FORMULA)
    altered = _NUMBER.fullmatch(name) and not _KEPT_NUMBER.fullmatch(name)
    return "'" + name if formula or altered else name


def unguarded(cell: str) -> str:
    return cell.removeprefix("'")


def csv_bytes(rows: Iterable[Iterable[object]]) -> bytes:
    """Rows as CSV in UTF-8 with `\\n` line ends, the same on every version of Python.

    The `csv` module leaves a lone carriage return unquoted in some of them.
    """
    lines = (",".join(_cell(str(cell)) for cell in row) + "\n" for row in rows)
    return "".join(lines).encode("utf-8", errors="backslashreplace")


def _cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text


def read_rows(data: bytes, file: str | None) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """The header, and each further row with its line, of a CSV that may have been saved again.

    Comma, semicolon and tab are told apart by the header; a byte order mark and
    empty lines are passed over.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as cause:
        raise TableError(
            "The file is not UTF-8 text. Save it as CSV in UTF-8.",
            file=file,
            line=data.count(b"\n", 0, cause.start) + 1,
        ) from cause
    first = text.lstrip().partition("\n")[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    rows = []
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                rows.append((reader.line_num, row))
    except csv.Error as cause:
        raise TableError(
            "This is not CSV ({reason}). Save it as CSV in UTF-8.",
            file=file,
            line=reader.line_num,
            reason=str(cause),
        ) from cause
    if not rows:
        raise TableError("The file is empty.", file=file)
    header = [cell.strip() for cell in rows[0][1]]
    for line, row in rows[1:]:
        if len(row) != len(header):
            raise TableError(
                "Expected {expected} cells as in the header, found {found}.",
                file=file,
                line=line,
                expected=len(header),
                found=len(row),
            )
    return header, rows[1:]
