"""JSON objects of a file, one a line or all in one array, with the line of each."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from json import JSONDecodeError
from typing import Any, NoReturn

from ...brief import frozen
from ...errors import CorpusFormatError
from ..files.source import Source

_BLANK = " \t\r\n"
STEP = 1_000  # records between two times that whoever watches is asked


@frozen(eq=False)
class Record:
    """One JSON object and where it stands."""

    data: dict[str, Any]
    number: int  # from 1
    line: int  # on which it begins
    span: tuple[int, int]  # characters of the decoded file

    def place(self, file: str) -> dict[str, Any]:
        return {"file": file, "line": self.line, "number": self.number}


class _RepeatedKeyError(ValueError):
    """A key that an object has twice."""


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise _RepeatedKeyError(Counter(key for key, _ in pairs).most_common(1)[0][0])
    return members


def _constant(name: str) -> float | None:
    """What JSON does not have and Python writes: NaN is how tables say that a value is missing."""
    return None if name == "NaN" else float(name)


_STRICT = json.JSONDecoder(object_pairs_hook=_once_each, parse_constant=_constant)
_ANY = json.JSONDecoder(parse_constant=_constant)


def records(source: Source, *, pairs: bool = False, strict: bool = True) -> Iterator[Record]:
    """All objects of a JSON array, or of a file with one object a line.

    With `pairs`, a list of a text and an object is that object with the text in it. Without `strict`,
    of a key that stands twice the last value counts: enough to guess what the file is.
    """
    decoder = _STRICT if strict else _ANY
    start = source.data[:4096].decode(source.encoding, errors="ignore").lstrip(_BLANK)
    if pairs and start.startswith("["):  # one line of many may be such a pair itself
        rest = start[1:].lstrip(_BLANK)
        pairs_a_line = rest.startswith('"')
        return (
            _line_records(source, pairs, decoder) if pairs_a_line else _array_records(source, pairs, decoder)
        )
    if start.startswith("["):
        return _array_records(source, pairs, decoder)
    return _line_records(source, pairs, decoder)


def _line_records(source: Source, pairs: bool, decoder: json.JSONDecoder) -> Iterator[Record]:
    number = 0
    for block in source.blocks():
        for i, line in enumerate(block.lines):
            if not line or line.isspace():
                continue
            number += 1
            at = block.first + i
            try:
                data = decoder.decode(line)
            except JSONDecodeError as cause:
                column = len(line) + 1 if _is_cut(line, cause) else cause.pos + 1
                _refuse_syntax(source, line, cause, at, column)
            except (ValueError, RecursionError) as cause:
                _refuse(source, number, at, cause)
            yield _record(data, number, at, (int(block.offsets[i]), int(block.offsets[i + 1])), source, pairs)


def _array_records(source: Source, pairs: bool, decoder: json.JSONDecoder) -> Iterator[Record]:
    text = source.text()
    decode = decoder.raw_decode
    position, number = _skip(text, text.index("[") + 1), 0
    line, counted = 1, 0  # line ends are counted up to here
    while text[position : position + 1] != "]" or number == 0:
        if text[position : position + 1] == "]":  # []
            break
        number += 1
        line, counted = line + text.count("\n", counted, position), position
        try:
            data, end = decode(text, position)
        except JSONDecodeError as cause:
            if source.partial:
                return
            _refuse_syntax(source, text, cause)
        except (ValueError, RecursionError) as cause:
            _refuse(source, number, line, cause)
        yield _record(data, number, line, (position, end), source, pairs)
        if number % STEP == 0:
            source.report(int(len(source.data) * end / len(text)), len(source.data))
        position = _skip(text, end)
        if text[position : position + 1] == ",":
            position = _skip(text, position + 1)
        elif text[position : position + 1] != "]":
            if source.partial:
                return
            message = "Expecting ',' delimiter" if position < len(text) else "Unexpected end"
            _refuse_syntax(source, text, JSONDecodeError(message, text, position))
    if text[position + 1 :].strip(_BLANK):
        _refuse_syntax(source, text, JSONDecodeError("Extra data", text, _skip(text, position + 1)))
    source.report(len(source.data), len(source.data))


def _skip(text: str, position: int) -> int:
    while position < len(text) and text[position] in _BLANK:
        position += 1
    return position


def _record(data: Any, number: int, line: int, span: tuple[int, int], source: Source, pairs: bool) -> Record:
    if pairs and isinstance(data, list) and len(data) == 2:
        text, rest = data
        if isinstance(text, str) and isinstance(rest, dict):
            data = {"text": text, **rest}
    if not isinstance(data, dict):
        raise CorpusFormatError(
            "record {number} is not a JSON object. Write {{…}} per text.",
            file=source.name,
            line=line,
            number=number,
        )
    return Record(data, number, line, span)


def lacking(
    record: Record, part: str, source: Source, keys: Iterable[object] | None = None
) -> CorpusFormatError:
    """What to say of a record without a text, or without its tokens; `keys` are its own."""
    return CorpusFormatError(
        "record {number} lacks {wanted}; its keys are {keys}.",
        **record.place(source.name),
        wanted=part,
        keys=tuple(map(str, record.data if keys is None else keys)) or "none",
    )


def _is_cut(text: str, cause: JSONDecodeError) -> bool:
    return cause.pos >= len(text.rstrip(_BLANK)) or cause.msg.startswith("Unterminated string")


def _refuse_syntax(
    source: Source, text: str, cause: JSONDecodeError, line: int | None = None, column: int | None = None
) -> NoReturn:
    if b'"urn:mx2core:' in source.data:
        raise CorpusFormatError("these are partitions, not a corpus.", file=source.name) from cause
    place: dict[str, Any] = {"line": line or cause.lineno, "column": column or cause.colno}
    if _is_cut(text, cause):
        raise CorpusFormatError(
            "the JSON ends early. Get the whole file.", file=source.name, **place
        ) from cause
    raise CorpusFormatError(
        "this is not valid JSON ({reason}).", file=source.name, **place, reason=cause.msg
    ) from cause


def _refuse(source: Source, number: int, line: int, cause: Exception) -> NoReturn:
    if isinstance(cause, _RepeatedKeyError):
        raise CorpusFormatError(
            "record {number} has the key {key!r} twice. Keep one.",
            file=source.name,
            line=line,
            number=number,
            key=cause.args[0],
        ) from cause
    raise CorpusFormatError(
        "the file is nested too deeply, or has too long numbers.", file=source.name, line=line
    ) from cause
