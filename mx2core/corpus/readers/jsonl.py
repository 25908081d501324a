"""JSON objects with tokens and tags, or with a text and its label."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ...errors import CorpusFormatError
from .. import naming
from ..building import Builder
from ..records import Record, records
from ..sentences import Sentences
from ..source import Source
from ..tags import with_schemes, with_targets
from ..words import words


def read(source: Source, columns: naming.Columns | None = None) -> Sentences:
    """Sentences of a file with one JSON object a line, or one array of objects.

    An object has a list of tokens (`tokens` or `words`) and lists as long of tags of
    any name; or a text (`text`, `sentence` …) and the label of the text (`label`,
    `category` …). Numbers are read as strings. Other strings and numbers are kept
    as fields, so that units can be grouped by them.

    Raises
    ------
    CorpusFormatError
        If an object has neither tokens nor a text, or its lists differ in length.
    """
    builder, names = Builder(), _Names(columns, source.name)
    for record in records(source):
        lists, fields = _take_apart(record, names, source)
        if "word" in lists:
            tokens = {name: cells for name, cells in lists.items() if len(cells) == len(lists["word"])}
            _check_lengths(lists, record, source)
        elif "text" in fields:
            tokens = {"word": words(fields["text"])}
        else:
            raise CorpusFormatError(
                "record {number} has neither a list of tokens nor a text; its keys are {keys}. "
                "Name the right ones with `columns`.",
                file=source.name,
                line=record.line,
                number=record.number,
                keys=tuple(map(str, record.data)) or "none",
            )
        if not tokens["word"]:
            raise CorpusFormatError(
                "record {number} has no token. Remove it, or fill in its text.",
                file=source.name,
                line=record.line,
                number=record.number,
            )
        builder.add(tokens, fields, record.line, record.span)
    return with_schemes(with_targets(builder.sentences({})))


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    start = head.data[:4096].decode(head.encoding, errors="ignore").lstrip()
    inner = start[1:].lstrip() if start.startswith("[") else start
    return 0.9 if inner.startswith("{") and inner[1:].lstrip()[:1] in ('"', "}") else 0.0


class _Names:
    """Our name for each key, told once from the keys of the first record that has it."""

    def __init__(self, columns: naming.Columns | None, file: str) -> None:
        self._columns = columns
        self._file = file
        self._known: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, data: Mapping[str, Any]) -> dict[str, str]:
        new = [key for key in data if key not in self._known]
        if new:
            guesses = [self._guess(key, data) for key in new]
            found = naming.first_only(guesses, new, self._taken)
            if not self._known:  # the user's names are those of the first record
                found = naming.named(found, new, self._columns, self._file)
                self._taken = set(found)
            self._known |= zip(new, found, strict=True)
        return self._known

    @staticmethod
    def _guess(key: str, data: Mapping[str, Any]) -> str | None:
        return naming.of_tokens(key) if isinstance(data[key], list) else naming.of_texts(key)


def _take_apart(record: Record, names: _Names, source: Source) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The record's lists of strings, and its single values."""
    lists: dict[str, list[str]] = {}
    fields: dict[str, str] = {}
    known = names.of(record.data)
    for key, value in record.data.items():
        name = known[key]
        if isinstance(value, list):
            if all(isinstance(cell, str | int) for cell in value):
                lists[name] = [_written(cell) for cell in value]
            elif name == "word":
                raise CorpusFormatError(
                    "{key!r} of record {number} must be a list of strings.",
                    file=source.name,
                    line=record.line,
                    key=key,
                    number=record.number,
                )
        elif isinstance(value, str | int | float):
            fields[name] = _written(value)
        elif name in ("word", "text"):
            raise CorpusFormatError(
                "{key!r} of record {number} must be text or a list of tokens, found {kind}.",
                file=source.name,
                line=record.line,
                key=key,
                number=record.number,
                kind=type(value).__name__,
            )
    return lists, fields


def _written(value: str | int | float) -> str:
    """The value as it stands in the file, where `true` is a label like others."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_lengths(lists: Mapping[str, list[str]], record: Record, source: Source) -> None:
    n = len(lists["word"])
    for name in ("label", "pos", "role", "target"):
        if name in lists and len(lists[name]) != n:
            raise CorpusFormatError(
                "record {number} has {n_tokens} tokens and {n_tags} tags in {name!r}. Every token needs one.",
                file=source.name,
                line=record.line,
                number=record.number,
                n_tokens=n,
                n_tags=len(lists[name]),
                name=name,
            )
