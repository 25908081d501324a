"""One way to write a JSON value, so that equal values are equal bytes everywhere.

The layout: keys sorted, one space of indent a level, a list of plain values on
one line (so each half of a partition is one line), UTF-8 with `\\n` line ends.
Numbers are rounded to 12 significant digits, where processors agree, and whole
numbers are written without a fraction. Rewriting a file with another program
changes the bytes but not the values, hence not the digest, which is taken over
this layout of what was read.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Collection, Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime
from typing import Any

from ..errors import Notice

DIGITS = 12  # significant; float64 sums agree to about 15 whatever the order of adding


def canonical_bytes(value: Any) -> bytes:
    """`value` as JSON in the one layout, with a line end."""
    text = "".join(_pieces(value, "\n")) + "\n"
    # A lone surrogate cannot be UTF-8; its escape is the same six characters in JSON.
    return text.encode("utf-8", errors="backslashreplace")


def digest(document: Mapping[str, Any]) -> str:
    """SHA-256 over the document's bytes without its member `digest`."""
    rest = {key: value for key, value in document.items() if key != "digest"}
    return "sha256:" + hashlib.sha256(canonical_bytes(rest)).hexdigest()


def rounded(number: float) -> float | int:
    """`number` with 12 significant digits; an int where nothing stands behind the point."""
    if not math.isfinite(number):
        raise ValueError(f"JSON has no number {number!r}.")
    short = float(f"{number:.{DIGITS - 1}e}")
    return int(short) if short.is_integer() and abs(short) < 2**53 else short


def plain(value: Any, *, but: Collection[str] = ()) -> Any:
    """A result as what JSON has: a dataclass as its `document`, or its fields `but` some of them.

    Arrays are lists and numbers `rounded`; a notice or an error is its sentence, a time as ISO 8601 has it.
    """
    if value is None or isinstance(value, str | int):
        return value
    if isinstance(value, float):
        return rounded(value) if math.isfinite(value) else value
    if isinstance(value, Notice | Exception):
        return str(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if is_dataclass(value):
        document = getattr(type(value), "document", None)
        if isinstance(document, property):
            return plain(document.__get__(value))
        kept = (field.name for field in fields(value) if field.name not in but)
        return {name: plain(getattr(value, name)) for name in kept}
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else plain(value.tolist())


def _pieces(value: Any, line: str) -> list[str]:
    """The text of `value`; `line` is a line end with the indent of its level."""
    inner = line + " "
    if isinstance(value, dict):
        members = [
            f"{_scalar(key)}: {''.join(_pieces(member, inner))}" for key, member in sorted(value.items())
        ]
        return ["{", inner, f",{inner}".join(members), line, "}"] if members else ["{}"]
    if isinstance(value, list | tuple):
        kinds = set(map(type, value))
        if kinds <= {int, str}:  # the halves and the units: millions in a large corpus
            return [json.dumps(value, ensure_ascii=False)]
        if not kinds & {dict, list, tuple}:
            return ["[", ", ".join(map(_scalar, value)), "]"]
        items = ["".join(_pieces(item, inner)) for item in value]
        return ["[", inner, f",{inner}".join(items), line, "]"]
    return [_scalar(value)]


def _scalar(value: Any) -> str:
    if isinstance(value, float):
        value = rounded(value)
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
