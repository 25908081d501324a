"""JSON objects with tokens and tags, or with a text and its label."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from ...errors import CorpusFormatError, Notice
from ..columns import column_names
from ..columns.label_names import named_labels
from ..columns.tags import detect_schemes, mark_several, mark_targets, split_labels
from ..files.source import Source
from ..files.unused import Unused, UnusedKind
from ..sentences import SEVERAL, Sentences
from ..spans.json_spans import looks_like_spans, place_of
from ..spans.records import Record, lacking, records
from ..spans.sentence_builder import MISSING, Builder
from ..spans.span_text import empty_record, two_versions
from ..spans.words import words
from . import Format

Versions = dict[int, tuple[int, int]]  # of a record's name and text: its number and its label, as hashes


def read(source: Source, columns: column_names.Columns | None = None) -> Sentences:
    """Sentences of a file with one JSON object a line, or one array of objects.

    An object has a list of tokens (`tokens` or `words`) and lists as long of tags of
    any name; or a text (`text`, `sentence` …, or the two texts of a pair) and the label
    of the text (`label`, `category` …), or the list of its labels. Numbers are read as
    strings, or as the names given for them. Other strings and numbers are kept as
    fields, so that units can be grouped by them; a notice names what is not used.
    """
    return read_records(records(source), source, columns)


def read_records(
    records: Iterable[Record], source: Source, columns: column_names.Columns | None, *, located: bool = True
) -> Sentences:
    """Sentences of records, wherever these come from; `located`: whether they know where they stand."""
    builder, names, unused = Builder(source), _Names(columns, source.name), Unused()
    several: dict[str, None] = {}
    versions: Versions = {}
    for record in records:
        lists, fields = _take_apart(record, names, unused, source)
        if "text" in fields and (second := fields.pop("text_2", "")):
            fields["text"] = f"{fields['text']}\n{second}"
        if "word" in lists:
            tokens = {name: cells for name, cells in lists.items() if len(cells) == len(lists["word"])}
            _check_lengths(lists, record, source)
            for name in lists.keys() - tokens.keys():
                unused.note(names.name_in_file(name), UnusedKind.LIST, record.line)
        elif "text" in fields:
            tokens = {"word": words(fields["text"])}
            for name, labels in lists.items():  # several labels of one text
                fields[name] = SEVERAL.join(labels)
                several[name] = None
        else:
            inner = next((key for key, value in record.data.items() if _holds_records(value)), None)
            if inner is not None:
                raise CorpusFormatError(
                    "record {number} holds the records in {key!r}. Give that list as the file.",
                    **record.place(source.name),
                    key=inner,
                )
            raise lacking(record, "text, tokens", source)
        if not tokens["word"]:
            raise empty_record(place_of(record, "text"), source.name)
        _check_version(record, tokens, fields, versions, source)
        builder.add(tokens, fields, record.line, record.span)
    made = builder.sentences({}, unused.notices())
    if not located:
        made = replace(made, spans=None)
    made = detect_schemes(mark_targets(named_labels(made, source)))
    if "label" not in several:
        made = split_labels(made, source.options.single_label)
    return mark_several(made, *several)


def cells(head: Source) -> column_names.UnnamedCells:
    """The keys of the first record as columns, and the values of the records at the beginning."""
    return cells_of(records(head, strict=False), head)


def cells_of(records: Iterable[Record], source: Source) -> column_names.UnnamedCells:
    """The keys of the first record, wherever it comes from, and the values of the following ones."""
    rest = iter(records)
    first = next(rest, None)
    if first is None:
        return column_names.UnnamedCells((), (), ())
    keys = list(first.data)
    names = _Names(None, source.name).names_in(first.data)
    rows = ([_one_line(record.data.get(key)) for key in keys] for record in chain([first], rest))
    return column_names.UnnamedCells(keys, [names[key] for key in keys], rows)


def _one_line(value: Any) -> str:
    """A value as a preview shows it: the cells of a list beside each other."""
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(cell, str | int | float) for cell in value):
        return " ".join(map(_cell, value))
    return _cell(value) if isinstance(value, str | int | float) else str(value)


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    start = head.data[:4096].decode(head.encoding, errors="ignore").lstrip()
    inner = start[1:].lstrip() if start.startswith("[") else start
    return 0.9 if inner.startswith("{") and inner[1:].lstrip()[:1] in ('"', "}") else 0.0


class _Names:
    """Our name for each key, told once from the keys of the first record that has it."""

    def __init__(self, columns: column_names.Columns | None, file: str) -> None:
        self._columns = columns
        self._file = file
        self._known: dict[str, str] = {}
        self._used_names: set[str] = set()

    def name_in_file(self, name: str) -> str:
        """The file's word for one of our names."""
        return next((key for key, ours in self._known.items() if ours == name), name)

    def names_in(self, data: Mapping[str, Any]) -> dict[str, str]:
        new = [key for key in data if key not in self._known]
        if new:
            guesses = column_names.name_pair([self._guess(key, data) for key in new], new)
            names = column_names.first_only(guesses, new, self._used_names)
            if not self._known:  # the user's names are those of the first record
                names = column_names.corrected_names(names, new, self._columns, self._file)
                self._used_names = set(names)
            self._known |= zip(new, names, strict=True)
        return self._known

    @staticmethod
    def _guess(key: str, data: Mapping[str, Any]) -> str | None:
        return column_names.token_name(key) if isinstance(data[key], list) else column_names.text_name(key)


def _take_apart(
    record: Record, names: _Names, unused: Unused, source: Source
) -> tuple[dict[str, list[str]], dict[str, str]]:
    """The record's lists of strings, and its single values."""
    lists: dict[str, list[str]] = {}
    fields: dict[str, str] = {}
    known = names.names_in(record.data)
    for key, value in record.data.items():
        name = known[key]
        if name == column_names.LEFT_OUT:
            continue
        if isinstance(value, list):
            if all(isinstance(cell, str | int) or (cell is None and name != "word") for cell in value):
                lists[name] = [MISSING if cell is None else _cell(cell) for cell in value]
            elif name == "word":
                raise _not_texts(record, key, source)
            else:
                unused.note(
                    key, UnusedKind.SPANS if looks_like_spans(value) else UnusedKind.LIST, record.line
                )
        elif isinstance(value, str | int | float):
            fields[name] = _cell(value)
        elif value is None and name in ("word", "text"):
            raise empty_record(place_of(record, "text"), source.name)
        elif name in ("word", "text"):
            raise _not_texts(record, key, source)
        elif value:
            unused.note(key, UnusedKind.OBJECT, record.line)
    return lists, fields


def _holds_records(value: Any) -> bool:
    """Whether it is a list of what could be read as records: objects with a text or with tokens."""
    return isinstance(value, list) and bool(value) and all(map(_is_record, value[:20]))


def _is_record(item: Any) -> bool:
    if not isinstance(item, dict) or looks_like_spans([item]):
        return False
    texts = any(column_names.text_name(key) == "text" and isinstance(item[key], str) for key in item)
    return texts or any(
        column_names.token_name(key) == "word" and isinstance(item[key], list) for key in item
    )


def _not_texts(record: Record, key: str, source: Source) -> CorpusFormatError:
    return CorpusFormatError(
        "{key!r} of record {number} must be one or more texts.", **record.place(source.name), key=key
    )


def _check_version(
    record: Record,
    tokens: Mapping[str, Sequence[str]],
    fields: Mapping[str, str],
    versions: Versions,
    source: Source,
) -> None:
    """Raise CorpusFormatError if the record stood there before with another label."""
    name = fields.get("sent_id")
    if not name:
        return
    # Hashes alone: a large file has a million records.
    text = hash((name, fields.get("text"), *tokens["word"]))
    label = hash((fields.get("label"), *tokens.get("label", ())))
    number, before = versions.setdefault(text, (record.number, label))
    if before != label:
        raise two_versions(number, record.number, record.line, name, "label", source.name)


def _cell(value: str | int | float) -> str:
    """The value as it stands in the file, where `true` is a label like others."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _check_lengths(lists: Mapping[str, list[str]], record: Record, source: Source) -> None:
    n = len(lists["word"])
    for name in ("label", "pos", "role", "target"):
        if name in lists and len(lists[name]) != n:
            raise CorpusFormatError(
                "record {number}: {n_tokens} tokens, {n_tags} tags in {name!r}.",
                **record.place(source.name),
                n_tokens=n,
                n_tags=len(lists[name]),
                name=name,
            )


FORMAT = Format(
    "jsonl",
    name=Notice("JSONL"),
    description="JSON(L) of tokens and tags, or of a text and its labels",
    tokens="of the file, or as `spans`",
    counted="tags, classes",
    example='{"text": "a", "label": "x"}\n{"text": "b", "label": "y"}\n',
    read=read,
    plausibility=plausibility,
    cells=cells,
    annotators="files",
    place=60,
)
