"""What JSON records with text and spans have in common: their text, their fields, their spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from typing import Any, TypeGuard

from ...errors import CorpusFormatError
from ..columns import column_names
from ..files.source import Source
from ..files.unused import Unused, UnusedKind
from .records import Record, lacking, records
from .span import Span
from .span_text import Where

TEXTS = ("text", "data", "raw", "sentence", "content", "文本", "句子", "内容", "document")
STARTS = ("start", "start_offset", "begin", "start_idx", "startOffset")
ENDS = ("end", "end_offset", "end_idx", "endOffset")
QUOTES = ("text", "mention", "surface")  # the words of a span, which have to be those of its text
LABELS = ("label", "labels", "type", "entity_type", "entity", "entity_group", "tag", "name")
SAMPLE = 500  # records that a guess looks at


@lru_cache(maxsize=4)  # each of the readers asks for the same
def sample_records(head: Source) -> list[dict[str, Any]]:
    """The first records of a file that may be cut anywhere; none if it is no JSON of objects."""
    start = head.data[:64].decode(head.encoding, errors="ignore").lstrip("\ufeff \t\r\n")
    if not start.startswith(("{", "[")):
        return []
    found: list[dict[str, Any]] = []
    with suppress(CorpusFormatError):  # what came before is enough for a guess
        found.extend(
            record.data for record in islice(records(head.quiet(), pairs=True, strict=False), SAMPLE)
        )
    return found


def share(hits: Iterable[bool]) -> float:
    """The share of what is true; 0 of nothing."""
    values = list(hits)
    return sum(values) / len(values) if values else 0.0


def text_of(record: Record, source: Source, keys: Iterable[str] = TEXTS) -> tuple[str, str]:
    """The key and the text of a record."""
    for key in keys:
        value = record.data.get(key)
        if isinstance(value, str) and value.strip():
            return key, value
    raise lacking(record, "text", source)


def place_of(record: Record, key: str) -> Where:
    return Where(record.number, record.line, record.span, key)


def span_of(item: Any, place: Where, source: Source) -> Span:
    """A span as `[start, end, label]` or as an object, which may say the words it covers."""
    start, end, label, covered = parts_of_span(item, place, source)
    return Span(start, end, label, sure=bool(covered.strip()), quote=covered.strip())


def parts_of_span(item: Any, place: Where, source: Source) -> tuple[int, int, str, str]:
    """Where a span begins and ends, its label, and the words that the file says it covers."""
    if isinstance(item, list | tuple):
        first, last = (_whole(item[0]), _whole(item[1])) if len(item) == 3 else (None, None)
        if first is None or last is None:
            raise not_a_span(place, source)
        return first, last, label_text(item[2]), ""
    if not isinstance(item, dict):
        raise not_a_span(place, source)
    start = _whole(next((item[key] for key in STARTS if key in item), None))
    end = _whole(next((item[key] for key in ENDS if key in item), None))
    if start is None or end is None:
        raise not_a_span(place, source)
    quote = next((item[key] for key in QUOTES if isinstance(item.get(key), str)), "")
    label = next((item[key] for key in LABELS if item.get(key) not in (None, [])), "")
    if isinstance(label, list):
        label = label[0] if len(label) == 1 else "+".join(map(label_text, label))
    return start, end, label_text(label), quote


def not_a_span(place: Where, source: Source) -> CorpusFormatError:
    return CorpusFormatError(
        "{key!r} of record {number} must hold spans with start and end.",
        **place.place(source.name),
        key=place.key,
    )


def looks_like_spans(value: Any) -> bool:
    """Whether it is a list of `[start, end, label]` or of objects with a start and an end."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(
            (
                isinstance(item, list | tuple)
                and len(item) == 3
                and _is_place(item[0])
                and _is_place(item[1])
                and isinstance(item[2], str | int)
            )
            or (
                isinstance(item, dict)
                and any(_is_place(item.get(key)) for key in STARTS)
                and any(_is_place(item.get(key)) for key in ENDS)
            )
            or (isinstance(item, dict) and isinstance(item.get("index"), list) and any(map(item.get, LABELS)))
            for item in value[:20]
        )
    )


def is_number(value: Any) -> TypeGuard[int]:
    return type(value) is int


def _whole(value: Any) -> int | None:
    """A whole number; programs that keep tables write 3 as 3.0."""
    if is_number(value):
        return value
    return int(value) if isinstance(value, float) and value.is_integer() else None


def _is_place(value: Any) -> bool:
    """Whether it is meant as an offset; one written as a word is refused later, with its record."""
    return _whole(value) is not None or (isinstance(value, str) and value.isdecimal())


def label_text(value: Any) -> str:
    """A label as it stands in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else str(value)


def fields_of(data: Mapping[str, Any], used: Iterable[str], unused: Unused, line: int) -> dict[str, str]:
    """The single values of a record; anything else that is not used is noted."""
    fields: dict[str, str] = {}
    for key, value in data.items():
        if key in used or value is None or value in ([], {}, ""):
            continue
        if isinstance(value, str | int | float):
            name = (
                column_names.text_name(key) if column_names.text_name(key) in ("sent_id", "document") else key
            )
            if name in fields or name in ("text", "word"):
                name = key if key not in fields else f"{key}'"
            fields.setdefault(str(name), label_text(value))
        elif "relation" in key.lower():
            unused.note(key, UnusedKind.OTHER, line)
        elif looks_like_spans(value):
            unused.note(key, UnusedKind.SPANS, line)
        else:
            unused.note(key, UnusedKind.OBJECT if isinstance(value, dict) else UnusedKind.LIST, line)
    return fields


def classes_of(value: Any) -> list[str]:
    """The classes of a text: a word, or a list of words."""
    if isinstance(value, str | int | float):
        return [label_text(value)]
    if isinstance(value, dict):  # scores of classes: those that are true
        return [str(key) for key, score in value.items() if isinstance(score, int | float) and score >= 0.5]
    return (
        [label_text(item) for item in value if isinstance(item, str | int | float)]
        if isinstance(value, list)
        else []
    )


def iter_dicts(values: Any) -> Iterator[dict[str, Any]]:
    """The objects of what should be a list of objects."""
    if isinstance(values, list):
        yield from (value for value in values if isinstance(value, dict))
