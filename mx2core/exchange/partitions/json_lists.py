"""A split as scripts write it in JSON: `{"train": [...], "test": [...]}`, or the training units alone."""

from __future__ import annotations

import json
import re
from typing import Any

from .named_parts import TRAINING

Lines = list[tuple[int, str]]  # each unit with the line where it stands

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+|[\[\]]')


def units_in_json(data: bytes) -> dict[str, Lines] | None:
    """The units of each list of a JSON file, the training part first; None for a file that is something else.

    >>> units_in_json(b'{"test": [2],\\n "train": [0, 1]}')
    {'train': [(2, '0'), (2, '1')], 'test': [(1, '2')]}
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
    lines = _item_lines(text)
    found: dict[str, Lines] = {training[0]: []}
    start = 0
    for name, items in lists.items():
        found[name] = list(zip(lines[start : start + len(items)], map(str, items), strict=True))
        start += len(items)
    return found


def _lists(document: Any) -> dict[str, list[Any]]:
    """Lists of names and numbers by what they are called; none where there is anything else."""
    if isinstance(document, list):
        document = {TRAINING[0]: document}
    if not isinstance(document, dict) or not all(isinstance(one, list) for one in document.values()):
        return {}
    items = [item for one in document.values() for item in one]
    flat = all(isinstance(item, (str, int)) and not isinstance(item, bool) for item in items)
    return document if flat else {}


def _item_lines(text: str) -> list[int]:
    """The line of each item, in the order of the file; what is called something is no item."""
    lines, inside = [], False
    for token in _TOKEN.finditer(text):
        if token[0] in "[]":
            inside = token[0] == "["
        elif inside:
            lines.append(text.count("\n", 0, token.start()) + 1)
    return lines
