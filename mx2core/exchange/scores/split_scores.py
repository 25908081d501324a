"""Scores of models by split, as papers print them: one row a split, one column a model."""

from __future__ import annotations

import re

from ...arguments import finite
from ...errors import InputError
from ...metrics import AnswerTable
from ..spreadsheet import as_utf8, read_rows

MOST_BYTES = 1_000_000
SPLIT = re.compile(rb"[\xef\xbb\xbf\s\"]*(split|fold|run|repeat)[\"\s]*[,;\t]", re.IGNORECASE)


def split_scores(data: bytes, name: str | None = None) -> AnswerTable | None:
    """A table whose first column numbers splits and whose others are numbers; None of any other file."""
    if len(data) > MOST_BYTES or not SPLIT.match(data):
        return None
    try:
        header, rows = read_rows(as_utf8(data), name)
        lines, cells = zip(*rows, strict=True)
    except (InputError, ValueError):  # no table, or no row
        return None
    columns = dict(zip(header[1:], list(zip(*cells, strict=True))[1:], strict=True))
    if not 1 < len(columns) == len(header) - 1:
        return None
    if any(finite(cell) is None for column in columns.values() for cell in column):
        return None
    return AnswerTable({"split": tuple(row[0] for row in cells)} | columns, tuple(lines), name)
