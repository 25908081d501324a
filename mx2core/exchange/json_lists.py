"""A split as scripts write it in JSON: `{"train": [...], "test": [...]}`, or the training units alone."""

from __future__ import annotations

import json
import re
from typing import Any

from .splits import TRAINING

Lines = list[tuple[int, str]]  # each unit with the line where it stands

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+|[\[\]]')


def units_in_json(data: bytes) -> tuple[Lines, Lines] | None:
    """The training units and all others that a JSON file lists; None for a file that is something else.

    >>> units_in_json(b'{"train": [0, 1],\\n "test": [2]}')
    ([(1, '0'), (1, '1')], [(2, '2')])
    >>> units_in_json(b'{"schema": {}, "train": [0]}') is None
    True
    """
    try:
        text = data.decode("utf-8-sig")
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    lists = _lists(document)
    training = [name for name in lists if name.lower() in TRAINING]
    if len(training) != 1:
        return None
    lines = _in_order(text)
    found: dict[str, Lines] = {}
    start = 0
    for name, items in lists.items():
        found[name] = list(zip(lines[start : start + len(items)], map(str, items), strict=True))
        start += len(items)
    others = [line for name, written in found.items() if name != training[0] for line in written]
    return found[training[0]], others


def _lists(document: Any) -> dict[str, list[Any]]:
    """Lists of names and numbers by what they are called; none where there is anything else."""
    if isinstance(document, list):
        document = {TRAINING[0]: document}
    if not isinstance(document, dict) or not all(isinstance(one, list) for one in document.values()):
        return {}
    items = [item for one in document.values() for item in one]
    flat = all(isinstance(item, (str, int)) and not isinstance(item, bool) for item in items)
    return document if flat else {}


def _in_order(text: str) -> list[int]:
    """The line of each item, in the order of the file; what is called something is no item."""
    lines, inside = [], False
    for token in _TOKEN.finditer(text):
        if token[0] in "[]":
            inside = token[0] == "["
        elif inside:
            lines.append(text.count("\n", 0, token.start()) + 1)
    return lines
