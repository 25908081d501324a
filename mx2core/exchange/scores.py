"""Scores of models on the folds of m×2 cross-validation, as a table in a file.

One row a score: `partition` (1 to m), `fold` (1 trains on the first half, 2 on
the second), `model`, `metric`, `value`; optionally `partitions`, the signature of
the partitions the scores come from.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..errors import ScoresError
from .files import read_limited
from .spreadsheet import csv_bytes, guarded, read_rows, unguarded

MAX_BYTES = 50_000_000
MAX_PARTITIONS = 10_000  # a larger number is a slip of the key, not an experiment
COLUMNS = ("partition", "fold", "model", "metric", "value")
METRICS = ("precision", "recall", "f1")  # what a comparison is written with


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTable:
    """Scores by model and metric, each on both folds of every partition."""

    models: tuple[str, ...]  # in order of first appearance
    metrics: tuple[str, ...]
    m: int
    values: Mapping[tuple[str, str], NDArray[np.float64]]  # (model, metric) -> (m, 2)
    signature: str | None = None  # of the partitions, where the file states it

    def scores(self, model: str, metric: str) -> NDArray[np.float64]:
        """(m, 2).

        Raises
        ------
        ScoresError
            If the table has no such scores.
        """
        if (model, metric) not in self.values:
            raise ScoresError(
                "There is no {metric} of {model} in the table. It has the models {models} and the metrics "
                "{metrics}.",
                metric=metric,
                model=model,
                models=", ".join(self.models),
                metrics=", ".join(self.metrics),
            )
        return self.values[model, metric]

    def differences(self, a: str, b: str, metric: str) -> NDArray[np.float64]:
        """Model `a` minus model `b`, (m, 2); raises as `scores` does."""
        return self.scores(a, metric) - self.scores(b, metric)


class Compared(Protocol):
    """What a comparison has that a table of scores needs."""

    @property
    def models(self) -> Sequence[str]: ...
    @property
    def signature(self) -> str: ...
    def scores(self, metric: str) -> NDArray[np.float64]: ...


def write_scores(comparison: Compared, metrics: Sequence[str] = METRICS) -> bytes:
    """A comparison's scores as CSV, with as many digits as they have.

    Folds that failed have no score (NaN) and no row.

    Returns
    -------
    bytes
        UTF-8; `read_scores` gives the same numbers back.
    """
    rows: list[list[object]] = [[*COLUMNS, "partitions"]]
    for metric in metrics:
        for model, splits in zip(comparison.models, comparison.scores(metric).tolist(), strict=True):
            for partition, folds in enumerate(splits, start=1):
                for fold, value in enumerate(folds, start=1):
                    if not math.isnan(value):
                        row = [partition, fold, guarded(model), guarded(metric), repr(value)]
                        rows.append([*row, comparison.signature])
    return csv_bytes(rows)


def read_scores(source: str | Path | bytes, *, name: str | None = None) -> ScoreTable:
    """Scores from CSV, or from JSON lines with the same names.

    Raises
    ------
    ScoresError
        If a value is not a number, a score stands twice, or one of a model's
        2m scores is missing.
    OSError
        If there is no such file, or it may not be read.
    """
    if not isinstance(source, bytes):
        name = name or Path(source).name
    data = read_limited(source, MAX_BYTES, name)
    is_json = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    rows = _json_lines(data, name) if is_json else _csv(data, name)
    found: dict[tuple[str, str, int, int], float] = {}
    lines: dict[tuple[str, str, int, int], int] = {}
    signatures: dict[str, int] = {}
    for line, row in rows:
        partition = _whole(row, "partition", MAX_PARTITIONS, name, line)
        fold = _whole(row, "fold", 2, name, line)
        key = (_text(row, "model", name, line), _text(row, "metric", name, line), partition, fold)
        if key in found:
            raise ScoresError(
                "{metric} of {model} in partition {partition}, fold {fold} stands in line {earlier} already.",
                file=name,
                line=line,
                metric=key[1],
                model=key[0],
                partition=partition,
                fold=fold,
                earlier=lines[key],
            )
        found[key] = _number(row, name, line)
        lines[key] = line
        if row.get("partitions"):
            signatures.setdefault(str(row["partitions"]), line)
    if len(signatures) > 1:
        (first, _), (second, line) = list(signatures.items())[:2]
        raise ScoresError(
            "Scores on different partitions cannot be compared: {first} and {second}. "
            "Put each set of partitions into its own file.",
            file=name,
            line=line,
            first=first,
            second=second,
        )
    return _table(found, next(iter(signatures), None), name)


def _table(
    found: Mapping[tuple[str, str, int, int], float], signature: str | None, file: str | None
) -> ScoreTable:
    if not found:
        raise ScoresError("The file has no scores.", file=file)
    m = max(partition for _, _, partition, _ in found)
    values = {}
    for (model, metric), n_scores in Counter((model, metric) for model, metric, _, _ in found).items():
        folds = [(model, metric, partition, fold) for partition in range(1, m + 1) for fold in (1, 2)]
        if n_scores < 2 * m:
            *_, partition, fold = next(key for key in folds if key not in found)
            raise ScoresError(
                "{metric} of {model} in partition {partition}, fold {fold} is missing; with partitions up to "
                "{m} each model needs {n_scores} scores.",
                file=file,
                metric=metric,
                model=model,
                partition=partition,
                fold=fold,
                m=m,
                n_scores=2 * m,
            )
        values[model, metric] = np.array([found[key] for key in folds]).reshape(m, 2)
    return ScoreTable(
        models=tuple(dict.fromkeys(model for model, _ in values)),
        metrics=tuple(dict.fromkeys(metric for _, metric in values)),
        m=m,
        values=values,
        signature=signature,
    )


def _csv(data: bytes, file: str | None) -> Iterator[tuple[int, dict[str, Any]]]:
    header, rows = read_rows(data, file)
    missing = [column for column in COLUMNS if header.count(column) != 1]
    if missing:
        raise ScoresError(
            "The header needs each of {columns} once; missing or repeated: {missing}.",
            file=file,
            line=1,
            columns=", ".join(COLUMNS),
            missing=", ".join(missing),
        )
    for line, row in rows:
        cells = dict(zip(header, row, strict=True))
        yield line, {**cells, "model": unguarded(cells["model"]), "metric": unguarded(cells["metric"])}


def _json_lines(data: bytes, file: str | None) -> Iterator[tuple[int, dict[str, Any]]]:
    for line, row in enumerate(_decoded(data, file).split("\n"), start=1):
        if not row.strip():
            continue
        try:
            value = json.loads(row)
        except (ValueError, RecursionError) as error:
            raise ScoresError(
                "This line is not a JSON object. Write one score a line.", file=file, line=line
            ) from error
        missing = [column for column in COLUMNS if not isinstance(value, dict) or column not in value]
        if missing:
            raise ScoresError(
                "The score lacks {missing}; it needs {columns}.",
                file=file,
                line=line,
                missing=", ".join(missing),
                columns=", ".join(COLUMNS),
            )
        yield line, value


def _decoded(data: bytes, file: str | None) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScoresError(
            "The file is not UTF-8 text. Save it in UTF-8.",
            file=file,
            line=data.count(b"\n", 0, error.start) + 1,
        ) from error


def _text(row: Mapping[str, Any], column: str, file: str | None, line: int) -> str:
    value = row[column]
    if not isinstance(value, str) or not value.strip():
        raise ScoresError(
            "The {what} is {value}; give it a name.",
            file=file,
            line=line,
            what=column,
            value=repr(value)[:50],
        )
    return value.strip()


def _whole(row: Mapping[str, Any], column: str, largest: int, file: str | None, line: int) -> int:
    text = str(row[column]).strip()
    if not (text.isascii() and text.isdigit()) or not 1 <= int(text[:10]) <= largest:
        raise ScoresError(
            "The {what} is {value}; it must be a whole number from 1 to {largest}.",
            file=file,
            line=line,
            what=column,
            value=repr(row[column])[:50],
            largest=largest,
        )
    return int(text)


def _number(row: Mapping[str, Any], file: str | None, line: int) -> float:
    value = row["value"]
    try:
        number = math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise ScoresError(
            "The value is {value}; it must be a number such as 0.8123, with a point.",
            file=file,
            line=line,
            value=repr(value)[:50],
        )
    return number
