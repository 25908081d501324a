"""Scores of the candidates of a search over parameters, as scikit-learn writes them (`cv_results_`)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ...errors import ScoresError
from ..spreadsheet import as_utf8, csv_bytes, read_rows, unguarded
from ..table import finite

_SPLIT = re.compile(r"split(\d+)_test_(.+)")
PARAMETER = "param_"


def search_bytes(results: Mapping[str, Any]) -> bytes:
    """What `GridSearchCV.cv_results_` would be as a CSV file."""
    names = [name for name in results if name.startswith(PARAMETER) or _SPLIT.fullmatch(name)]
    if not any(map(_SPLIT.fullmatch, names)):
        raise ScoresError("There are no test scores of splits, such as split0_test_score.")
    columns = [_cells(results[name], text=name.startswith(PARAMETER)) for name in names]
    return csv_bytes([names, *map(list, zip(*columns, strict=True))])


def _cells(values: Any, *, text: bool) -> list[object]:
    """The column of a parameter, empty where a candidate has none, or of scores."""
    filled = np.ma.filled(np.ma.asarray(values, dtype=object), "").tolist()
    return [str(one) for one in filled] if text else filled


def is_search(data: bytes) -> bool:
    """Whether a table has candidates in its rows and splits in its columns."""
    return b"split0_test_" in data.partition(b"\n")[0]


def score_rows(data: bytes, file: str | None) -> bytes:
    """The same with one row a score: splits 0 and 1 are the folds of partition 1, and so on."""
    header, rows = read_rows(as_utf8(data), file)
    splits = [(column, found) for column, name in enumerate(header) if (found := _SPLIT.fullmatch(name))]
    n = len({int(found[1]) for _column, found in splits})
    if n % 2:
        raise ScoresError("The search has {n} splits. Use cv=Mx2Split(m), which makes 2m.", file=file, n=n)
    lines: list[list[object]] = [["partition", "fold", "model", "metric", "value", "smaller_is_better"]]
    seen = set()
    for line, row in rows:
        model = _candidate(header, row)
        if model in seen:
            raise ScoresError("Candidate {model} appears twice.", file=file, line=line, model=model)
        seen.add(model)
        for column, found in splits:
            split = int(found[1])
            value = finite(row[column])
            lines.append(
                [
                    split // 2 + 1,
                    split % 2 + 1,
                    model,
                    found[2],
                    row[column] if value is None else value,
                    "false",
                ]
            )
    return csv_bytes(lines)


def _candidate(header: Sequence[str], row: Sequence[str]) -> str:
    given = [
        f"{name.removeprefix(PARAMETER)}={unguarded(cell)}"
        for name, cell in zip(header, row, strict=True)
        if name.startswith(PARAMETER) and cell
    ]
    return ", ".join(given) or "–"
