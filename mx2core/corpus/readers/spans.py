"""JSON records of a text and its labelled spans, as doccano and many programs write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain, islice

from ...errors import Notice
from ..columns.tags import mark_several
from ..files.source import Source
from ..sentences import SEVERAL, Sentences
from ..spans.json_spans import (
    TEXTS,
    classes_of,
    fields_of,
    looks_like_spans,
    place_of,
    sample_records,
    share,
    span_of,
    text_of,
)
from ..spans.records import Record, records
from ..spans.span_text import SpanTexts
from ..spans.token_spans import add_token_spans, tokens_of
from . import Format

KEYS = (
    *("label", "labels", "entities", "spans", "annotations", "entity", "ents"),
    *("annotation", "ner", "entity_mentions", "mentions"),
)
CLASSES = ("cats", "label", "labels")


def read(source: Source) -> Sentences:
    """Texts whose spans are `[start, end, label]`, or objects with a start, an end and a label.

    Offsets count characters, the end not included. They stand under `label`, `labels`,
    `entities` or `spans`; classes of the text beside them (`cats`, or a list of words)
    are its label. Where a record has a list of tokens in place of a text they count tokens.
    """
    return read_records(records(source, pairs=True), source)


def read_records(entries: Iterable[Record], source: Source) -> Sentences:
    """Texts with spans of records, wherever these come from."""
    texts = SpanTexts(source)
    rest = iter(entries)
    first = list(islice(rest, 1))
    if first and not _has_text(first[0].data) and tokens_of(first[0].data):
        keyed = ((record, _spans_key(record)) for record in chain(first, rest))
        return texts.sentences(add_token_spans(keyed, texts, source))
    for record in chain(first, rest):
        key, text = text_of(record, source)
        spans_key = _spans_key(record)
        place = place_of(record, spans_key or "label")
        spans = [span_of(item, place, source) for item in record.data[spans_key]] if spans_key else []
        fields: dict[str, str] = {}
        used = {key, spans_key or ""}
        for name in CLASSES:
            if name not in used and (classes := classes_of(record.data.get(name))):
                fields["class"] = SEVERAL.join(classes)
                used.add(name)
        fields |= fields_of(record.data, used, texts.unused, record.line)
        texts.add(text, spans, place, fields)
    return mark_several(texts.sentences(), "class")


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    records = sample_records(head)
    if not any(map(has_spans, records)):
        return 0.0
    return 0.94 * share(_has_text(data) or tokens_of(data) is not None for data in records)


def _has_text(data: Mapping[str, object]) -> bool:
    return any(isinstance(data.get(key), str) for key in TEXTS)


def has_spans(data: Mapping[str, object]) -> bool:
    """Whether one of the fields that hold spans does."""
    return _spans_key_of(data) is not None


def _spans_key(record: Record) -> str | None:
    """The field with the spans; an empty list says that there are none."""
    return _spans_key_of(record.data) or next(
        (key for key in KEYS if record.data.get(key) == []),
        next((key for key in KEYS if _list_of_objects(record.data.get(key))), None),
    )


def _spans_key_of(data: Mapping[str, object]) -> str | None:
    return next((key for key in KEYS if looks_like_spans(data.get(key))), None)


def _list_of_objects(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(item, list | dict) for item in value)


FORMAT = Format(
    "spans",
    name=Notice("JSON with spans (doccano)"),
    description="JSON(L) of a text, or of tokens (SpERT, W2NER), and its spans: doccano and others",
    tokens="of the file, else letters and digits, Chinese characters one by one",
    counted="spans; classes beside them",
    read=read,
    plausibility=plausibility,
    annotators="files",
    place=80,
)
