"""A split or folds as scripts write them in JSON, or the training units alone.

`{"train": [...], "test": [...]}`; of folds `[[...], [...]]`, `{"1": [...], "2": [...]}`, or
`[{"train": [...], "test": [...]}, ...]`, also below one key such as `folds`.
"""

from __future__ import annotations

import re
from typing import Any

from ...partition.parts.random_parts import MAX_PARTS
from ..json_text import json_value
from .named_parts import TRAINING

Lines = list[tuple[int, str]]  # each unit with the line where it stands
Named = list[tuple[str, list[Any]]]  # lists as they stand in the file, each with its name

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+|[\[\]{}]')


def units_in_json(data: bytes) -> dict[str, Lines] | None:
    """The units of each list of a JSON file, the training part first; None for a file that is something else.

    >>> units_in_json(b'{"test": [2],\\n "train": [0, 1]}')
    {'train': [(2, '0'), (2, '1')], 'test': [(1, '2')]}
    >>> units_in_json(b'[{"train": [1], "test": [0]}, {"train": [0], "test": [1]}]')
    {'1': [(1, '0')], '2': [(1, '1')]}
    >>> units_in_json(b'{"schema": {}, "train": [0]}') is None
    True
    """
    try:
        text = data.decode("utf-8-sig")
        document = json_value(text)
    except (ValueError, RecursionError):
        return None
    lists = _lists(document)
    names = [name for name, _items in lists if name]
    training = [name for name in names if name.lower() in TRAINING]
    if not names or len(training) > 1 or len(names) > MAX_PARTS or (len(names) == 1 and not training):
        return None
    lines = _item_lines(text)
    found: dict[str, Lines] = {name: [] for name in training}
    start = 0
    for name, items in lists:
        if name:
            found[name] = list(zip(lines[start : start + len(items)], map(str, items), strict=True))
        start += len(items)
    return found


def _lists(document: Any) -> Named:
    """Lists of names and numbers by what they are called; none where there is anything else.

    Of folds that list what they train on, too, those lists have no name: the rest of a fold says as much.
    """
    if isinstance(document, dict) and len(document) == 1:
        (only,) = document.values()
        document = only if isinstance(only, list) and only and not _flat(only) else document
    if isinstance(document, list) and document and all(isinstance(one, dict) for one in document):
        return _folds(document)
    if isinstance(document, list):
        document = (
            {TRAINING[0]: document}
            if _flat(document)
            else {str(k): one for k, one in enumerate(document, start=1)}
        )
    if not isinstance(document, dict) or not all(map(_flat, document.values())):
        return []
    return list(document.items())


def _folds(document: list[dict[str, Any]]) -> Named:
    """Folds that each list what they train on and what they validate, if one is all that the other is not."""
    lists: Named = []
    for k, fold in enumerate(document, start=1):
        training = [name for name in fold if name.lower() in TRAINING]
        if len(fold) != 2 or len(training) != 1 or not all(map(_flat, fold.values())):
            return []
        lists += [("" if name in training else str(k), items) for name, items in fold.items()]
    every = {str(item) for name, items in lists if name for item in items}
    for pair in zip(lists[::2], lists[1::2], strict=True):
        (_, trained), (_, validated) = sorted(pair, key=lambda one: one[0])
        if set(map(str, trained)) != every.difference(map(str, validated)):
            return []
    return lists


def _flat(items: Any) -> bool:
    """Whether it is a list of names and numbers."""
    return isinstance(items, list) and all(
        isinstance(item, (str, int)) and not isinstance(item, bool) for item in items
    )


def _item_lines(text: str) -> list[int]:
    """The line of each item, in the order of the file; what is called something is no item."""
    lines, inside, line, counted = [], False, 1, 0
    for token in _TOKEN.finditer(text):
        if token[0] in "[]{}":
            inside = token[0] == "["
        elif inside:
            line += text.count("\n", counted, token.start())
            counted = token.start()
            lines.append(line)
    return lines
