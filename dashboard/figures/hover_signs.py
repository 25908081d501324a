"""Minus signs in what figures say under the pointer: Plotly itself writes hyphens there."""

import re
from collections.abc import Mapping
from typing import Any

from dashboard.words.numbers import number

_ASKED = re.compile(r"%\{(x|y|customdata(?:\[(\d+)\])?):([^}]+)\}")
_BARE = re.compile(r"%\{customdata(?=[:}])")

Trace = Mapping[str, Any]


def signed(trace: Trace) -> Trace:
    """The same trace; where it has numbers below zero, what is said of each point is written beforehand."""
    template = trace.get("hovertemplate")
    if not isinstance(template, str) or trace.get("type") == "heatmap":
        return trace
    given = trace.get("customdata")
    flat = given is not None and not any(isinstance(row, list | tuple) for row in given)
    columns: list[list[str]] = []
    rows = [] if given is None else [[row] if flat else list(row) for row in given]
    width = max(map(len, rows), default=0)

    def written(asked: re.Match[str]) -> str:
        what, place, spec = asked.groups()
        values = trace.get(what) if what in "xy" else [row[int(place or 0)] for row in rows]
        if not isinstance(values, list | tuple) or not any(_below_zero(value) for value in values):
            return asked[0]
        columns.append([_words(value, spec) for value in values])
        return f"%{{customdata[{width + len(columns) - 1}]}}"

    template = _ASKED.sub(written, template)
    if not columns:
        return trace
    if flat:
        template = _BARE.sub("%{customdata[0]", template)
    every = [
        (rows[k] if k < len(rows) else [None] * width) + [column[k] for column in columns]
        for k in range(len(columns[0]))
    ]
    return dict(trace) | {"customdata": every, "hovertemplate": template}


def _below_zero(value: object) -> bool:
    return isinstance(value, int | float) and value < 0


def _words(value: object, spec: str) -> str:
    return number(value, spec) if isinstance(value, int | float) else str(value or "")
