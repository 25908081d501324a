"""JSON text to a document, with a sentence for whatever is wrong with it."""

from __future__ import annotations

import json
import math
from collections import Counter
from functools import partial
from typing import Any

from ..errors import Mx2Error, PartitionFileError
from .sizes import MAX_PARTITIONS
from .spreadsheet import text_of

MAX_MEMBERS = 100  # of an object: what is measured of a partition has a member each
DEEPEST = 16  # levels; a document of partitions has five


def json_value(text: str) -> Any:
    """What JSON says; a ValueError where it names half a surrogate pair, which nothing can hold."""
    value = json.loads(text)
    if "\\ud" in text.lower():
        json.dumps(value, ensure_ascii=False).encode()
    return value


def parse(data: bytes, file: str | None) -> dict[str, Any]:
    text = text_of(data, file, PartitionFileError)
    try:
        document = json.loads(
            text,
            object_pairs_hook=partial(_once_each, file),
            parse_float=partial(_finite, file),
            parse_constant=partial(_finite, file),
        )
    except json.JSONDecodeError as error:
        if not text.strip():
            raise PartitionFileError("The file is empty.", file=file) from error
        if text.lstrip().startswith("{") and not text.rstrip().endswith("}"):
            lines = text.split("\n")
            raise PartitionFileError(
                "The file stops in the middle. Get it again.",
                file=file,
                line=len(lines),
                column=len(lines[-1]) + 1,
            ) from error
        raise PartitionFileError(
            "This is not JSON ({reason}).", file=file, line=error.lineno, column=error.colno, reason=error.msg
        ) from error
    except Mx2Error:
        raise
    except ValueError as error:  # of thousands of digits
        raise _no_partitions(file) from error
    if not isinstance(document, dict):
        raise _no_partitions(file)
    _check_size(document, file)
    return document


def _check_size(document: dict[str, Any], file: str | None) -> None:
    """Refuse more than any export has, before each of its values is looked at."""
    holders: list[tuple[Any, int]] = [(document, 1)]
    while holders:
        holder, depth = holders.pop()
        members = holder.values() if isinstance(holder, dict) else holder
        inner = [member for member in members if isinstance(member, dict | list)]
        most, n = MAX_MEMBERS, len(holder)
        if isinstance(holder, list):  # the rows of each unit are a list
            most, n = MAX_PARTITIONS, sum(isinstance(member, dict) for member in inner)
        if depth > DEEPEST or n > most:
            raise _no_partitions(file)
        holders += [(member, depth + 1) for member in inner]


def _once_each(file: str | None, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        twice, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise PartitionFileError("{key!r} appears twice. Keep one.", file=file, key=twice)
    return members


def _finite(file: str | None, text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise PartitionFileError(
            "{found} is not a JSON number. Export the file again.", file=file, found=text
        )
    return int(number) if number.is_integer() and abs(number) < 2**53 else number  # 5.0 is 5 in JSON


def _no_partitions(file: str | None) -> PartitionFileError:
    return PartitionFileError("This is not a file of partitions. Export it as JSON.", file=file)
