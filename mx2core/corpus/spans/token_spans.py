"""Spans that count tokens instead of characters, as programs for relations and nested names write them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...errors import CorpusFormatError, Notice
from ..columns import column_names
from ..files.source import Source
from .json_spans import fields_of, is_number, parts_of_span, place_of
from .records import Record, lacking
from .span import Extent, Span
from .span_text import SpanTexts

TOKENS = ("tokens", "token", "words", "word", "sentence")


@dataclass(frozen=True, slots=True)
class _TokenSpan:
    start: int
    end: int
    label: str
    quote: str  # its words, where the file has them
    last: bool | None  # whether `end` is the last token; None: to be told from all spans


def tokens_of(data: Mapping[str, Any]) -> tuple[str, list[str]] | None:
    """The key and the tokens of a record whose labels are no list of one tag a token."""
    for key in TOKENS:
        tokens = data.get(key)
        if isinstance(tokens, list) and tokens and all(isinstance(token, str) for token in tokens):
            tagged = (name for name in data if column_names.token_name(name) == "label")
            return None if any(_is_column(data[name], len(tokens)) for name in tagged) else (key, tokens)
    return None


def add_token_spans(
    entries: Iterable[tuple[Record, str | None]], texts: SpanTexts, source: Source
) -> list[Notice]:
    """Add records with the field of their spans; what their ends are is told from all of them."""
    held: list[Any] = []
    source.sizes.append(lambda: (len(held), sum(len(tokens) for _, _, _, tokens, _ in held)))
    for record, spans_key in entries:
        named = tokens_of(record.data)
        if named is None:
            raise lacking(record, "tokens", source)
        items = record.data[spans_key] if spans_key else []
        place = place_of(record, spans_key or "label")
        held.append((record, place, *named, [_item_bounds(item, place, source) for item in items]))
    last = _ends_are_last_tokens([(tokens, span) for *_, tokens, spans in held for span in spans])
    for record, place, key, tokens, spans in held:
        text, places = _joined(tokens)
        chunks = []
        for span in spans:
            stop = span.end + (bool(last) if span.last is None else span.last)
            if not 0 <= span.start < stop <= len(tokens):
                raise CorpusFormatError(
                    "{key!r} of record {number}: span {start} to {end} lies outside its {length} tokens.",
                    **record.place(source.name),
                    key=place.key,
                    start=span.start,
                    end=span.end,
                    length=len(tokens),
                )
            chunks.append(Span(places[span.start][0], places[stop - 1][1], span.label))
        columns = {
            column_names.token_name(name) or name: [str(cell) for cell in value]
            for name, value in record.data.items()
            if name not in (key, place.key) and _is_column(value, len(tokens))
        }
        used = {key, place.key, *(name for name in record.data if _is_column(record.data[name], len(tokens)))}
        fields = fields_of(record.data, used, texts.unused, record.line)
        texts.add(text, chunks, place, fields, places, columns)
    if last is not None:
        return []
    return [Notice("Span ends were read as exclusive. If inclusive, add 1.")]


def _is_column(value: object, n: int) -> bool:
    return isinstance(value, list) and len(value) == n and all(isinstance(cell, str | int) for cell in value)


def _item_bounds(item: Any, place: Any, source: Source) -> _TokenSpan:
    index = item.get("index") if isinstance(item, dict) else None
    if isinstance(index, list) and index and all(map(is_number, index)):
        bounds = {"start": min(index), "end": max(index)}
        start, end, label, quote = parts_of_span({**item, **bounds}, place, source)
        return _TokenSpan(start, end, label, quote, True)
    start, end, label, quote = parts_of_span(item, place, source)
    return _TokenSpan(start, end, label, quote, None)


def _ends_are_last_tokens(spans: list[tuple[list[str], _TokenSpan]]) -> bool | None:
    """Whether ends are last tokens: by the words that spans say, else by what no span can be."""
    open_spans = [(tokens, span) for tokens, span in spans if span.last is None]
    if not open_spans:
        return False
    inside = sum(_reads(tokens, span, 1) for tokens, span in open_spans)
    behind = sum(_reads(tokens, span, 0) for tokens, span in open_spans)
    if inside != behind:
        return inside > behind
    if any(span.start == span.end for _, span in open_spans):
        return True
    return False if any(span.end == len(tokens) for tokens, span in open_spans) else None


def _reads(tokens: list[str], span: _TokenSpan, extra: int) -> bool:
    covered = "".join(tokens[span.start : span.end + extra])
    return bool(span.quote) and covered == "".join(span.quote.split())


def _joined(tokens: list[str]) -> tuple[str, list[Extent]]:
    """The tokens as a text, Chinese characters without blanks between them, and where each stands."""
    between = "" if all(len(token) == 1 and not token.isascii() for token in tokens) else " "
    places, start = [], 0
    for token in tokens:
        places.append((start, start + len(token)))
        start += len(token) + len(between)
    return between.join(tokens), places
