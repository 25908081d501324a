"""Tables of right and predicted answers from files: CSV, or JSON lines with the same names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...arguments import finite
from ...errors import InputError, ScoresError
from ...files import Readable, name_of, read_limited, way_in, write
from ...metrics import AnswerTable
from ...schemes import SEVERAL
from ..spreadsheet import as_utf8, csv_bytes, read_rows, unguarded
from ..table import check_complete, table_rows

MAX_BYTES = 20_000_000
# What a column may be called; the first that a table has is taken.
NAMES = {
    "gold": ("gold", "right", "true", "y_true", "label", "actual"),
    "predicted": ("predicted", "prediction", "pred", "y_pred"),
    "predicted_b": ("predicted_b", "prediction_b", "pred_b"),
    "cluster": ("cluster",),
    "score": ("score", "probability", "prob", "y_score"),
    "unit": ("unit", "unit_id", "item"),
    "query": ("query", "qid", "query_id", "topic"),
    "relevance": ("relevance", "rel", "grade"),
    "n_relevant": ("n_relevant", "relevant"),
    "reference": ("reference", "ref", "translation"),
    "words": ("words", "gold_words"),
    "segmented": ("segmented", "predicted_words"),
    "weight": ("weight", "sample_weight"),
    "part": ("part", "layer"),
    "operations": ("operations", "macs", "flops"),
    "weights": ("weights", "parameters"),
    "outputs": ("outputs", "activations"),
    "touched": ("touched", "touched_weights"),
    "text": ("text", "hypothesis", "candidate", "output"),
}
_ANSWERS = ("gold", "predicted", "predicted_b")  # whose JSON lists are sets of labels
_KNOWN = tuple(name for names in NAMES.values() for name in names)


@way_in(ScoresError)
def read_answer_table(
    source: Readable, *, columns: Mapping[str, str] | None = None, name: str | None = None
) -> AnswerTable:
    r"""Columns such as gold, predicted, score, query, reference and text.

    Parameters
    ----------
    source : str, Path, bytes or DataFrame
        The file, or its content.
    columns : mapping of str to str, optional
        Which column of the file is meant: `{"gold": "class"}`. Others are known by usual names, such as
        `label`, `y_true`, `pred`, `prob`.

    Raises
    ------
    ScoresError
        What is neither CSV nor JSON lines, has no rows, has a column twice, or lacks one that is named.

    Examples
    --------
    >>> table = mx.io.read_answer_table(b"label,pred\ncat,cat\ndog,cat\n")
    >>> table.columns["gold"], table.columns["predicted"]
    (('cat', 'dog'), ('cat', 'cat'))
    """
    name = name_of(source, name)
    data = read_limited(source, MAX_BYTES, name, ScoresError)
    lines: list[int] = []
    cells: dict[str, list[str]] = {}
    answers = {*(columns or {}).values(), *(one for name in _ANSWERS for one in NAMES[name])}
    for line, row in table_rows(data, name, (), guarded=(), optional=_KNOWN):
        if not lines:
            cells = {column: [] for column in row}
        check_complete([column for column in cells if column not in row], list(cells), name, line)
        lines.append(line)
        for column, values in cells.items():
            between = SEVERAL if column in answers else " "
            values.append(_text(row[column], between))
    if not lines:
        raise ScoresError("The table has no rows.", file=name)
    found = {column: tuple(values) for column, values in cells.items()}
    return AnswerTable(_named(found, columns or {}, name), tuple(lines), name)


def write_answer_table(table: AnswerTable, path: str | Path | None = None) -> bytes:
    r"""The same table as CSV.

    >>> mx.io.write_answer_table(mx.metrics.AnswerTable({"gold": ("a",), "predicted": ("b",)}))
    b'gold,predicted\na,b\n'
    """
    return write(csv_bytes([list(table.columns), *zip(*table.columns.values(), strict=True)]), path)


def _named(
    columns_of_file: dict[str, tuple[str, ...]], columns: Mapping[str, str], file: str | None
) -> dict[str, tuple[str, ...]]:
    for meaning, column in columns.items():
        if column not in columns_of_file:
            raise ScoresError(
                "There is no column {name} ({meaning}); the table has {columns}.",
                file=file,
                name=column,
                meaning=meaning,
                columns=list(columns_of_file),
            )
    named = {meaning: columns_of_file[column] for meaning, column in columns.items()}
    used = set(columns.values())
    usual = {column.strip().lower(): column for column in reversed(list(columns_of_file))}
    for meaning, names in NAMES.items():
        if meaning not in named:
            likely = [usual[name] for name in names if name in usual and usual[name] not in used]
            if likely:
                named[meaning] = columns_of_file[likely[0]]
                used.add(likely[0])
    return named | {
        column: values for column, values in columns_of_file.items() if column not in used | set(named)
    }


def _text(value: Any, separator: str = " ") -> str:
    """A cell of CSV, or a value of JSON, as the text that it stands for."""
    if value is None:
        return ""
    if isinstance(value, list):
        return separator.join(map(_text, value))
    if isinstance(value, bool):
        return str(value).lower()
    return unguarded(value) if isinstance(value, str) else str(value)


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
