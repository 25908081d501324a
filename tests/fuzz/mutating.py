"""Ways to spoil a file: its bytes, its lines, the cells of a table, the values of a JSON document.

A mutation is a list of edits, and an edit is six bytes, so that hypothesis draws all of
them at once, quickly, and can make them fewer when something fails.
"""

import copy
import json
import struct
from collections.abc import Callable, Sequence
from typing import Any

from hypothesis import strategies as st

Edit = tuple[int, int, int, int]  # what is done, two places, with what
Reshape = Callable[[bytes, Sequence[Edit]], bytes]

EDITS = st.binary(max_size=8 * 6).map(
    lambda drawn: [struct.unpack_from("<BHHB", drawn, i) for i in range(0, len(drawn) - 5, 6)]
)

# What readers give a meaning to, and what they should not trip over.
WORDS = (
    *("\t", "\n", "\n\n", " ", "\r\n", "\r", '"', ",", ";", "|", ":", "#", "'", "{", "}", "[", "]", "[["),
    *("\0", "\ufeff", "_", "-", "O", "Y", "B-", "I-", "-1", "0", "1", "2", "999999999999", "1e999", "1\t"),
    *("null", "true", "NaN", '{"a":1}', "[]", "\\ud800", "\\u0000", "\u3000", "\u2028", "\u200b", "\u202e"),
    *("-DOCSTART-", "# newdoc", "# a = b\n", '"start": ', "# global.columns = a b\n", "=1+1", "../x", "<b>"),
    *("unit_id", "split_1", "split_999999", "U", "B", "%x[", "%x[0,0]", "%x[-99,0]", "/", "％", "%x[0,9]"),
)
LONG = b"x" * 5000  # no message shows it whole
PIECES = (*(word.encode() for word in WORDS), b"\xff", b"\xa4\xa4", b"PK\x03\x04", b"\x00\x00\xff\xff", LONG)
VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 7, 10**6, 2**31, 2**63, -(2**63) - 1, 10**30, 0.5, -0.5, 1e308),
    *("", "a", "0", "-1", "B-X", "\0", "\ud800", "\u202e", "../../x", "=1+1", "<b>", "x" * 5000, "2 1", "｛"),
    *([], [0], [[]], [-1], [None], [1, 1], ["a", "b"], list(range(40)), {}, {"a": 1}, {"": None}),
)


def in_bytes(data: bytes, edits: Sequence[Edit]) -> bytes:
    """Insert, delete, change, copy, cut off, exchange lines."""
    for kind, a, b, what in edits:
        i, j = a % (len(data) + 1), b % (len(data) + 1)
        match kind % 6:
            case 0:
                data = data[:i] + PIECES[what % len(PIECES)] + data[i:]
            case 1:
                data = data[:i] + data[i + b % 12 :]
            case 2:
                data = data[:i] + bytes([what]) + data[i + 1 :]
            case 3:
                data = data[:j] + data[i : i + 40] + data[j:]
            case 4 if what % 4 == 0:
                data = data[:i]
            case _:
                lines = data.split(b"\n")
                i, j = a % len(lines), b % len(lines)
                lines[i], lines[j] = lines[j], lines[i]
                data = b"\n".join(lines)
    return data


def cell_changes(separator: bytes) -> Reshape:
    """Change, double, remove and exchange cells, rows and columns."""

    def reshape(data: bytes, edits: Sequence[Edit]) -> bytes:
        rows = [line.split(separator) for line in data.split(b"\n")]
        for kind, a, b, what in edits:
            row = rows[a % len(rows)]
            i, j = b % len(row), what % len(row)
            match kind % 6:
                case 0 | 1:
                    row[i] = PIECES[what % len(PIECES)]
                case 2:
                    row[i], row[j] = row[j], row[i]
                case 3:
                    rows.insert(b % len(rows), list(row))
                case 4 if len(rows) > 1:
                    del rows[a % len(rows)]
                case _:  # in every row: a column more, or one less
                    for each in rows:
                        if what % 2:
                            each.insert(i, each[j % len(each)])
                        elif len(each) > 1:
                            del each[i % len(each)]
        return b"\n".join(separator.join(row) for row in rows)

    return reshape


def change_values(document: Any, edits: Sequence[Edit]) -> Any:
    """A JSON document with some values replaced, removed, doubled or moved."""
    document = copy.deepcopy(document)
    for kind, a, b, what in edits:
        holder, key = _place(document, a, b)
        if holder is None:
            return VALUES[what % len(VALUES)]
        match kind % 4:
            case 0 | 1:
                holder[key] = copy.deepcopy(VALUES[what % len(VALUES)])
            case 2 if isinstance(holder, list):
                holder.insert(int(key), copy.deepcopy(holder[key]))
            case 2:
                holder[str(VALUES[what % len(VALUES)])[:99]] = holder[key]
            case _:
                del holder[key]
    return document


def _place(document: Any, a: int, b: int) -> tuple[Any, Any]:
    """Somewhere in the document: what holds it and its key; None where nothing is left to hold anything."""
    holder, key = None, None
    place, path = document, a
    while isinstance(place, dict | list) and place:
        keys = sorted(place) if isinstance(place, dict) else range(len(place))
        holder, key = place, keys[path % len(keys)]
        if b % 5 == 0:
            break
        place, path, b = place[key], path // len(keys) + b, b // 5
    return holder, key


def in_json(data: bytes, edits: Sequence[Edit]) -> bytes:
    """One document; bytes where an edit before has left none."""
    try:
        document = json.loads(data)
    except ValueError:
        return in_bytes(data, edits)
    return json.dumps(change_values(document, edits)).encode()


def in_json_lines(data: bytes, edits: Sequence[Edit]) -> bytes:
    """One document a line."""
    rows = change_values([json.loads(line) for line in data.splitlines() if line], edits)
    rows = rows if isinstance(rows, list) else [rows]
    return "".join(json.dumps(row) + "\n" for row in rows).encode()
