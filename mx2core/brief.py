"""Results print in three lines, however much they hold; as a table they are a frame of pandas or HTML."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform, overload

from .errors import quoted
from .extras import needed

if TYPE_CHECKING:
    import pandas as pd

LINES, WIDTH, SHORT = 3, 110, 60
MOST_ROWS = 60  # of the HTML
ROWS = ("table", "rows", "cells", "looks", "pairs")  # where a result keeps its records

C = TypeVar("C", bound=type)


def brief(cls: C) -> C:
    """Above `@dataclass`: its instances print their numbers and names, and only the sizes of arrays.

    A class may name in `FIRST` what is printed before its other fields, properties too.
    """
    cls.__repr__ = short_text  # type: ignore[assignment]
    for name, method in (("to_frame", frame), ("_repr_html_", html)):
        if not hasattr(cls, name):
            setattr(cls, name, method)
    return cls


@overload
def frozen(cls: C) -> C: ...
@overload
def frozen(*, eq: bool = True, slots: bool = True) -> Callable[[C], C]: ...
@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: Any = None, *, eq: bool = True, slots: bool = True) -> Any:
    """Above a class: a frozen dataclass that prints as `brief` has it; `eq=False` where it holds arrays."""
    if cls is None:
        return partial(frozen, eq=eq, slots=slots)
    return brief(dataclass(frozen=True, slots=slots, eq=eq)(cls))


def short_text(result: Any) -> str:
    """At most three lines of a dataclass."""
    names = dict.fromkeys([*getattr(result, "FIRST", ()), *(one.name for one in fields(result) if one.repr)])
    stated = [f"{name}={_value(getattr(result, name))}" for name in names]
    lines = list(_wrapped(f"{type(result).__name__}(", stated))
    if len(lines) <= LINES:
        return "\n".join(lines)
    return "\n".join([*lines[: LINES - 1], lines[LINES - 1][: WIDTH - 3].rpartition(" ")[0] + " …)"])


def records(result: Any) -> list[dict[str, Any]]:
    """Rows of a result: those of its `table`, `rows` or `looks` if it has such, else one of its values.

    >>> test = mx.sequential_t_test([[0.02, 0.03], [0.01, 0.03], [0.04, 0.01]])
    >>> [row["m"] for row in records(test)]
    [3]
    """
    for name in ROWS:
        rows = getattr(result, name, None)
        if isinstance(rows, tuple | list) and rows and all(_is_record(row) for row in rows):
            return [_plain(row) for row in rows]
    return [_plain(result)]


def frame(result: Any) -> pd.DataFrame:
    """The rows of a result as a frame of pandas.

    >>> frame(mx.mx2_t_test([[0.02, 0.03], [0.01, 0.03], [0.04, 0.01]])).shape[0]
    1
    """
    with needed():
        import pandas as pd

    return pd.DataFrame(records(result))


def html(result: Any) -> str:
    """What a notebook shows: the name and the rows, at most MOST_ROWS of them.

    >>> "<th>pvalue</th>" in html(mx.mx2_t_test([[0.02, 0.03], [0.01, 0.03], [0.04, 0.01]]))
    True
    """
    rows = records(result)
    heads = "".join(f"<th>{escape(name)}</th>" for name in rows[0])
    lines = [
        "<tr>" + "".join(f"<td>{escape(_value(value))}</td>" for value in row.values()) + "</tr>"
        for row in rows[:MOST_ROWS]
    ]
    more = f"<p>and {len(rows) - MOST_ROWS:,} more rows</p>" if len(rows) > MOST_ROWS else ""
    name = escape(type(result).__name__)
    return f"<p><b>{name}</b></p><table><tr>{heads}</tr>{''.join(lines)}</table>{more}"


class Tabular:
    """Above results of tests: what `brief` gives all classes, where type checkers see it."""

    __slots__ = ()
    to_frame = frame
    _repr_html_ = html


def _is_record(value: Any) -> bool:
    return is_dataclass(value) and not isinstance(value, type)


def _plain(result: Any) -> dict[str, Any]:
    return {field.name: getattr(result, field.name) for field in fields(result) if field.repr}


def _wrapped(line: str, stated: list[str]) -> Iterator[str]:
    for k, words in enumerate(stated):
        words += ", " if k + 1 < len(stated) else ""
        if k and len(line) + len(words) > WIDTH:
            yield line.rstrip()
            line = "    "
        line += words
    yield line + ")"


def _value(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, str):
        return repr(str(quoted(str(value))))
    if isinstance(value, bytes | bytearray):
        return f"{len(value):,} bytes"
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"{value.dtype} {value.shape}" if value.shape else f"{value:.6g}"
    if is_dataclass(value) and not isinstance(value, type):
        return f"{type(value).__name__}(…)"
    if isinstance(value, Collection):
        return _collection(value)
    return " ".join(str(quoted(repr(value))).split())


def _collection(values: Collection[Any]) -> str:
    """The items, if they are few and short, else how many there are."""
    if len(values) <= SHORT // 3:
        if isinstance(values, Mapping):
            inside = ", ".join(f"{_value(key)}: {_value(value)}" for key, value in values.items())
        else:
            inside = ", ".join(map(_value, values))
        if len(inside) <= SHORT:
            return f"{{{inside}}}" if isinstance(values, Mapping | set | frozenset) else f"({inside})"
    return f"({len(values):,} items)"
