"""CLUENER and its kin: spans under their label and their words, the end included."""

from __future__ import annotations

from typing import Any

from ...errors import Notice
from ..files.source import Source
from ..sentences import Sentences
from ..spans.json_spans import fields_of, is_number, not_a_span, place_of, sample_records, share, text_of
from ..spans.records import records
from ..spans.span import Span
from ..spans.span_text import SpanTexts
from . import Format


def read(source: Source) -> Sentences:
    """Texts with `{"label": {"name": {"周荫如": [[15, 17]]}}}`; the end is the last character."""
    texts = SpanTexts(source)
    for record in records(source):
        key, text = text_of(record, source)
        place = place_of(record, "label")
        labels = record.data.get("label") or {}
        spans = []
        for label, words in _items(labels, place, source):
            for covered, places in _items(words, place, source):
                for item in places if isinstance(places, list) else [places]:
                    if not (isinstance(item, list) and len(item) == 2 and all(map(is_number, item))):
                        raise not_a_span(place, source)
                    spans.append(Span(item[0], item[1] + 1, label, sure=True, quote=covered.strip()))
        texts.add(text, spans, place, fields_of(record.data, (key, "label"), texts.unused, record.line))
    return texts.sentences()


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    found = sample_records(head)
    return 0.96 * share(map(_fits, found)) if any(map(_has_spans, found)) else 0.0


def _items(value: Any, place: Any, source: Source) -> list[tuple[str, Any]]:
    if not isinstance(value, dict):
        raise not_a_span(place, source)
    return list(value.items())


def _fits(data: dict[str, Any]) -> bool:
    return isinstance(data.get("text"), str) and isinstance(data.get("label", {}), dict)


def _has_spans(data: dict[str, Any]) -> bool:
    label = data.get("label")
    return isinstance(label, dict) and any(
        isinstance(words, dict)
        and any(
            isinstance(places, list) and places and isinstance(places[0], list) for places in words.values()
        )
        for words in label.values()
    )


FORMAT = Format(
    "cluener",
    name=Notice("CLUENER"),
    description="CLUENER JSON, end included",
    tokens="as `spans`",
    counted="spans",
    read=read,
    plausibility=plausibility,
    annotators="files",
    place=90,
)
