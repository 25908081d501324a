"""JSON text to a document, with a sentence for whatever is wrong with it."""

from __future__ import annotations

import json
import math
from typing import Any

from ..errors import PartitionFileError

LONGEST_REASON = 200  # characters of somebody else's complaint, which may quote a whole list


def parse(data: bytes, file: str | None) -> dict[str, Any]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PartitionFileError(
            "The file is not UTF-8 text, as JSON has to be. Export the partitions again.",
            file=file,
            line=data.count(b"\n", 0, error.start) + 1,
        ) from error
    try:
        document = json.loads(text, object_pairs_hook=_once_each, parse_float=_finite, parse_constant=_finite)
    except json.JSONDecodeError as error:
        if not text.strip():
            raise PartitionFileError("The file is empty.", file=file) from error
        if text.lstrip().startswith("{") and not text.rstrip().endswith("}"):
            lines = text.split("\n")
            raise PartitionFileError(
                "The file stops in the middle. Copy or download it again.",
                file=file,
                line=len(lines),
                column=len(lines[-1]) + 1,
            ) from error
        raise PartitionFileError(
            "This is not JSON ({reason}). Give a file that was exported as JSON.",
            file=file,
            line=error.lineno,
            column=error.colno,
            reason=error.msg,
        ) from error
    except (ValueError, RecursionError) as error:  # a number or nesting that no export has
        raise PartitionFileError(
            "This is not a file of partitions ({reason}). Give a file that was exported as JSON.",
            file=file,
            reason=str(error)[:LONGEST_REASON],
        ) from error
    if not isinstance(document, dict):
        raise PartitionFileError(
            "The file holds a JSON list or value where an object is needed. Give a file of partitions.",
            file=file,
        )
    return document


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the member {twice[:50]!r} stands twice in one object")
    return members


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:50]} is not a finite number")
    return int(number) if number.is_integer() and abs(number) < 2**53 else number  # 5.0 is 5 in JSON
