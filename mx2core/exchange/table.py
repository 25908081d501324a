"""Rows of a table that came from elsewhere, in CSV or in JSON lines with the same names."""

from __future__ import annotations

import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from ..arguments import check_range
from ..arguments import finite as finite
from ..errors import ScoresError
from ..metrics import known_direction
from ..seeds import run_name
from .json_text import json_value
from .spreadsheet import as_utf8, read_rows, text_of, unguarded

Row = dict[str, Any]


def table_rows(
    data: bytes,
    file: str | None,
    columns: Sequence[str],
    guarded: Sequence[str],
    optional: Sequence[str] = (),
    *,
    aliases: Mapping[str, str] = MappingProxyType({}),
    defaults: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[tuple[int, Row]]:
    """Each row with its line, from 1; further columns are handed on as they are.

    `columns`: names every row needs.
    `guarded`: columns whose cells may have an apostrophe in front, see `spreadsheet`.
    `optional`: names that a row may have, and that stand in the header once at most.
    `aliases`: other names of columns, for where the column itself is absent.
    `defaults`: the values of an absent column.
    """
    data = as_utf8(data)
    is_json = data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{")
    needed = [column for column in columns if column not in defaults]
    rows = (
        _json_lines(data, file, needed, aliases)
        if is_json
        else _csv(data, file, needed, guarded, (*optional, *defaults), aliases)
    )
    return ((line, {**defaults, **row}) for line, row in rows) if defaults else rows


def name_in(row: Mapping[str, Any], column: str, file: str | None, line: int) -> str:
    """A cell that is a name."""
    value = row[column]
    if not isinstance(value, str) or not value.strip():
        raise ScoresError(
            "The {what} is {value}; give it a name.", file=file, line=line, what=column, value=repr(value)
        )
    return value.strip()


def unit_in(row: Mapping[str, Any], column: str, file: str | None, line: int) -> str:
    """The cell that identifies a unit, which may be a number."""
    value = row.get(column)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return name_in({column: value}, column, file, line)


def number_of(value: object, column: str, file: str | None, line: int | None) -> float:
    """A cell that is a finite number."""
    number = finite(value)
    if number is None:
        raise ScoresError(
            "The {name} is {value}; it must be a number such as 0.8123.",
            name=column,
            file=file,
            line=line,
            value=repr(value),
        )
    return number


def whole_in(row: Mapping[str, Any], column: str, largest: int, file: str | None, line: int) -> int:
    """A cell that is a whole number from 1 to `largest`."""
    text = str(row[column]).strip()
    if not (text.isascii() and text.isdigit() and len(text) < 20):
        where: Any = {"file": file, "line": line, "name": column, "value": row[column]}
        raise ScoresError("`{name}` must be a whole number, found {value!r}.", **where)
    check_range(column, int(text), f"[1, {largest}]", ScoresError, cell=row[column], file=file, line=line)
    return int(text)


def _csv(
    data: bytes,
    file: str | None,
    columns: Sequence[str],
    guarded: Sequence[str],
    optional: Sequence[str],
    aliases: Mapping[str, str],
) -> Iterator[tuple[int, Row]]:
    written, rows = read_rows(data, file)
    known = (*columns, *optional, *aliases)
    header = [cell.strip().lower() if cell.strip().lower() in known else cell for cell in written]
    names = frozenset(header)
    header = [_column(cell, names, aliases) for cell in header]
    missing = [column for column in columns if header.count(column) != 1]
    missing += [column for column in optional if header.count(column) > 1]
    if missing:
        raise ScoresError(
            "The header needs {columns}, once each; it has {header}.",
            file=file,
            line=1,
            columns=columns,
            header=written,
        )
    for line, row in rows:
        cells = dict(zip(header, row, strict=True))
        yield line, {**cells, **{column: unguarded(cells[column]) for column in guarded if column in cells}}


def _column(name: str, names: Collection[str], aliases: Mapping[str, str]) -> str:
    """The column that a name stands for among the names of a row."""
    return name if aliases.get(name, name) in names else aliases[name]


def _json_lines(
    data: bytes, file: str | None, columns: Sequence[str], aliases: Mapping[str, str]
) -> Iterator[tuple[int, Row]]:
    text_of(data, file, ScoresError)
    rows = io.TextIOWrapper(io.BytesIO(data), "utf-8-sig", newline="\n")
    for line, row in enumerate(rows, start=1):
        if not row.strip():
            continue
        try:
            value = json_value(row)
        except (ValueError, RecursionError) as error:
            raise ScoresError("This line is not a JSON object.", file=file, line=line) from error
        if isinstance(value, dict):
            value = {_column(name, value, aliases): cell for name, cell in value.items()}
        missing = [column for column in columns if not isinstance(value, dict) or column not in value]
        check_complete(missing, columns, file, line)
        yield line, value


def check_complete(missing: Collection[str], columns: Collection[str], file: str | None, line: int) -> None:
    """Refuse a row that lacks columns."""
    if missing:
        raise ScoresError(
            "The row lacks {missing}; it needs {columns}.",
            file=file,
            line=line,
            missing=missing,
            columns=columns,
        )


SEED = "seed"


class SeedRuns:
    """The runs of each model in a table, named for their seeds, in order of first appearance."""

    def __init__(self, file: str | None) -> None:
        self._file = file
        self._runs: dict[str, dict[str, None]] = {}
        self._with_seed: dict[str, bool] = {}

    def run_of(self, model: str, row: Mapping[str, Any], line: int) -> str:
        """The run that a row belongs to: the model itself where it has no seed."""
        value = row.get(SEED)
        seed = "" if value is None else str(value).strip()
        if self._with_seed.setdefault(model, bool(seed)) != bool(seed):
            raise ScoresError(
                "Only some rows of {model} have a seed.", file=self._file, line=line, model=model
            )
        if not seed:
            return model
        run = run_name(model, seed)
        self._runs.setdefault(model, {})[run] = None
        return run

    @property
    def by_model(self) -> dict[str, tuple[str, ...]]:
        """The runs of models that have seeds."""
        return {model: tuple(runs) for model, runs in self._runs.items()}


DIRECTION = "smaller_is_better"  # the column, and the key in JSON lines
WORDS = {"": None, "true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class StatedDirections:
    """The direction of each metric as rows state it; rows that say nothing do no harm."""

    def __init__(self, file: str | None) -> None:
        self._file = file
        self._directions: dict[str, tuple[bool, int]] = {}  # with the line that says so first

    @property
    def by_metric(self) -> dict[str, bool]:
        """Whether smaller is better, of metrics of which a row says it."""
        return {metric: smaller for metric, (smaller, _line) in self._directions.items()}

    def note(self, metric: str, row: Mapping[str, Any], line: int) -> None:
        value = row.get(DIRECTION)
        text = "" if value is None else str(value).strip().lower()
        if text not in WORDS:
            raise ScoresError(
                "smaller_is_better is {value}, not true, false or empty.",
                file=self._file,
                line=line,
                value=repr(value)[:50],
            )
        smaller = WORDS[text]
        if smaller is None:
            return
        if metric not in self._directions:
            self._directions[metric] = smaller, line
            try:
                known_direction(metric, smaller)
            except ScoresError as error:
                raise ScoresError(error.message, file=self._file, line=line, **error.values) from None
        elif self._directions[metric][0] != smaller:
            raise ScoresError(
                "smaller_is_better of {metric} is {value}, but not in line {earlier}.",
                file=self._file,
                line=line,
                metric=metric,
                value=text,
                earlier=self._directions[metric][1],
            )
