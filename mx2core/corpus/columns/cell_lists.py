"""Lists written into the cell of a table, as programs write a column that holds them."""

from __future__ import annotations

import json
import re
from typing import Any

LONGEST = 1_000_000  # characters of a cell that is looked into
_BESIDE = re.compile(r"""(['"])\s+['"]""")  # NumPy writes ['a' 'b']
_TOKEN = re.compile(
    r"""\s*(?:
        (?P<string>'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*")
        | (?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)
        | (?P<mark>[\[\](){},:])
        | (?P<name>None|True|False)
    )\s*""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL)
_IN_JSON = {"(": "[", ")": "]", "None": "null", "True": "true", "False": "false"}
_CONTROLS = {"n": "\n", "t": "\t", "r": "\r"}


def cell_list(cell: str) -> list[Any] | None:
    """The list that a cell is written as, in JSON, Python's or NumPy's way; None if it is none.

    >>> cell_list("['Ada', 'sings']"), cell_list('[{"start": 0}]'), cell_list("['Ada' 'sings']")
    (['Ada', 'sings'], [{'start': 0}], ['Ada', 'sings'])
    >>> cell_list("[(0, 2, 'PER'),]"), cell_list("[sic] no list"), cell_list("")
    ([[0, 2, 'PER']], None, None)
    """
    cell = cell.strip()
    if not (cell.startswith("[") and cell.endswith("]")) or len(cell) > LONGEST:
        return None
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        found = _parse_python(cell)
    return found if isinstance(found, list) else None


def _parse_python(cell: str) -> Any:
    """A list as Python or NumPy prints it, made JSON first."""
    beside = _BESIDE.search(cell) is not None and "," not in cell
    pieces: list[str] = []
    position = 0
    while position < len(cell):
        token = _TOKEN.match(cell, position)
        if token is None:
            return None
        position = token.end()
        if (text := token["string"]) is not None:
            if beside and pieces[-1:] != ["["]:
                pieces.append(",")
            pieces.append(json.dumps(_ESCAPE.sub(_character, text[1:-1])))
            continue
        piece = token["number"] or token["mark"] or token["name"]
        piece = _IN_JSON.get(piece, piece)
        if piece in ("]", "}") and pieces[-1:] == [","]:  # (1, 2,)
            pieces.pop()
        pieces.append(piece)
    try:
        return json.loads("".join(pieces))
    except (ValueError, RecursionError):
        return None


def _character(escape: re.Match[str]) -> str:
    code = escape[1]
    if len(code) > 1:
        number = int(code[1:], 16)
        return chr(number) if number < 0x110000 else "\ufffd"
    return _CONTROLS.get(code, code)
