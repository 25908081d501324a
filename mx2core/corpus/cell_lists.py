"""Lists written into the cell of a table, as programs write a column that holds them."""

from __future__ import annotations

import ast
import json
import re
from typing import Any

LONGEST = 1_000_000  # characters of a cell that is looked into
_BESIDE = re.compile(r"""(['"])\s+['"]""")  # NumPy writes ['a' 'b']
_WORD = re.compile(r"""'([^']*)'|"([^"]*)\"""")


def cell_list(cell: str) -> list[Any] | None:
    """The list that a cell is written as, in JSON, Python's or NumPy's way; None if it is none.

    >>> cell_list("['Ada', 'sings']"), cell_list('[{"start": 0}]'), cell_list("['Ada' 'sings']")
    (['Ada', 'sings'], [{'start': 0}], ['Ada', 'sings'])
    >>> cell_list("[sic] no list"), cell_list("")
    (None, None)
    """
    cell = cell.strip()
    if not (cell.startswith("[") and cell.endswith("]")) or len(cell) > LONGEST:
        return None
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        found = _of_python(cell)
    return found if isinstance(found, list) else None


def _of_python(cell: str) -> Any:
    if _BESIDE.search(cell) and "," not in cell:
        return [first or second for first, second in _WORD.findall(cell)]
    try:
        return ast.literal_eval(cell)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None
