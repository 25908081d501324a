"""CSV files that spreadsheets open without harm: every one that this package writes is made here.

A spreadsheet runs a cell that starts with `=`, `+`, `-` or `@` as a formula, and
rewrites a name such as `0012` or `1234567e12345678` as a number. Such names, and
those that start with an apostrophe, are written with one apostrophe in front,
which is taken off again on reading. So is a formula behind a semicolon or a line end,
where a spreadsheet whose lists have semicolons begins a cell. All other names stand as they are.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ..corpus.files.encodings import decodes, is_western
from ..errors import Mx2Error, TableError, uneven_row

_FORMULA = tuple("=+-@＝＋－＠\t\r\n'")  # also the full-width signs, which Chinese and Japanese editions run
_INNER = r"(?<=[;\r\n]){}(?=[^\S\r\n]*[=+\-@＝＋－＠'])"  # a cell begins where others separate with these
_UNGUARDED, _GUARDED = re.compile(_INNER.format("")), re.compile(_INNER.format("'"))
_NUMBER = re.compile(r"\d+(\.\d*)?(e\d+)?", re.IGNORECASE)
_KEPT_NUMBER = re.compile(r"0|[1-9]\d{0,14}")  # what 15 digits of a spreadsheet keep

MAX_CELL = 10_000_000  # characters; the module's own limit cuts long documents off
_QUOTED = re.compile(r'[",\r\n]|^\s|\s$')


def guarded(name: str) -> str:
    """`name` as it is written in a CSV cell; `unguarded` gives it back."""
    formula = name.startswith(_FORMULA) or name.lstrip().startswith(_FORMULA)
    altered = _NUMBER.fullmatch(name) and not _KEPT_NUMBER.fullmatch(name)
    name = _UNGUARDED.sub("'", name)
    return "'" + name if formula or altered else name


def unguarded(cell: str) -> str:
    return _GUARDED.sub("", cell.removeprefix("'"))


def csv_bytes(rows: Iterable[Iterable[object]]) -> bytes:
    """Rows as CSV in UTF-8 with `\\n` line ends, the same on every version of Python.

    Text is guarded; numbers are written with all their digits, true and false in small letters,
    and None or what is not a number as an empty cell. The `csv` module leaves a lone carriage
    return unquoted in some versions.
    """
    lines = (",".join(map(_cell, row)) + "\n" for row in rows)
    return "".join(lines).encode("utf-8", errors="backslashreplace")


def _cell(value: Any) -> str:
    value = value.item() if isinstance(value, np.generic) else value
    if value is None or value != value:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value) if isinstance(value, int | float) else guarded(str(value))
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text


BROKEN = 10  # UTF-8 in which less than a tenth of what is not ASCII is wrong is damaged, no other encoding


def as_utf8(data: bytes) -> bytes:
    """A text file in UTF-8, also one saved in GB18030; what is neither stays as it is."""
    if decodes(data, "utf-8") or is_western(data):
        return data
    wrong = data.decode("utf-8", errors="replace").count("\ufffd")
    beyond_ascii = len(data) - len(data.decode("ascii", errors="ignore"))
    if BROKEN * wrong < beyond_ascii or not decodes(data, "gb18030"):
        return data
    return data.decode("gb18030").encode()


def text_of(data: bytes, file: str | None, problem: type[Mx2Error]) -> str:
    """A file as text, refused in the line that is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as cause:
        line = data.count(b"\n", 0, cause.start) + 1
        raise problem("The file is not UTF-8 text. Save it as UTF-8.", file=file, line=line) from cause


Rows = Iterator[tuple[int, list[str]]]  # each with its line


def read_rows(data: bytes, file: str | None) -> tuple[list[str], Rows]:
    """The header, and one by one the further rows with their lines, of a CSV that may have been saved again.

    Comma, semicolon and tab are told apart by the header; a byte order mark and
    empty lines are passed over. In UTF-8 or GB18030.
    """
    data = as_utf8(data)
    first = text_of(data, file, TableError).lstrip().partition("\n")[0]
    rows = _rows(data, max(",;\t", key=first.count), file)
    _, header = next(rows, (0, []))
    if not header:
        raise TableError("The file is empty.", file=file)
    header = [cell.strip() for cell in header]
    return header, _as_wide(rows, len(header), file)


def _rows(data: bytes, delimiter: str, file: str | None) -> Rows:
    text = io.TextIOWrapper(io.BytesIO(data), "utf-8-sig", newline="")
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(text, delimiter=delimiter, strict=True)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                yield reader.line_num, row
    except csv.Error as cause:
        raise TableError(
            "This is not CSV ({reason}). Save it as CSV.", file=file, line=reader.line_num, reason=str(cause)
        ) from cause


def _as_wide(rows: Rows, width: int, file: str | None) -> Rows:
    for line, row in rows:
        if len(row) != width:
            raise uneven_row(width, len(row), file, line, TableError)
        yield line, row
