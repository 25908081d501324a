"""Results print in three lines, however much they hold."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

from .errors import quoted

LINES, WIDTH, SHORT = 3, 110, 60

C = TypeVar("C", bound=type)


def brief(cls: C) -> C:
    """Above `@dataclass`: its instances print their numbers and names, and only the sizes of arrays.

    >>> from dataclasses import dataclass
    >>> import numpy as np
    >>> @brief
    ... @dataclass
    ... class Estimate:
    ...     mean: float
    ...     draws: np.ndarray
    >>> Estimate(1 / 3, np.zeros((1000, 2)))
    Estimate(mean=0.333333, draws=float64 (1000, 2))
    """
    cls.__repr__ = shown  # type: ignore[assignment]
    return cls


def shown(result: Any) -> str:
    """At most three lines of a dataclass."""
    stated = [f"{field.name}={_value(getattr(result, field.name))}" for field in fields(result) if field.repr]
    lines = list(_wrapped(f"{type(result).__name__}(", stated))
    if len(lines) <= LINES:
        return "\n".join(lines)
    return "\n".join([*lines[: LINES - 1], lines[LINES - 1][: WIDTH - 3].rpartition(" ")[0] + " …)"])


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
