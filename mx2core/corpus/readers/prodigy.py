"""Prodigy: JSON lines with tokens, spans and the annotator's answer."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from ...errors import CorpusFormatError, Notice
from ..columns.tags import mark_several
from ..files.source import Source
from ..sentences import SEVERAL, Sentences
from ..spans.annotators import choose_annotator
from ..spans.json_spans import (
    classes_of,
    fields_of,
    is_number,
    iter_dicts,
    label_text,
    not_a_span,
    place_of,
    sample_records,
    share,
    span_of,
    text_of,
)
from ..spans.records import Record, records
from ..spans.span import Extent
from ..spans.span_text import SpanTexts, Where, misplaced_tokens
from . import Format

# What the program keeps for itself.
OWN = frozenset(
    {"_input_hash", "_task_hash", "_view_id", "_timestamp", "_is_binary", "answer", "_session_id"}
)
WHO = "_annotator_id"


def read(source: Source) -> Sentences:
    """The texts whose answer is `accept`, with their spans, tokens and classes.

    A span counts characters, the end not included. Where a record has tokens, they are
    the tokens of its sentence. `accept` (a list) and `label` are classes of the text.
    """
    who = choose_annotator(_annotators(records(source)), source)
    texts, refused, lines = SpanTexts(source), 0, []
    for record in records(source):  # once more, so that no more than one is held
        data, place = record.data, place_of(record, "spans")
        if who is not None and str(data.get(WHO, "")) != who:
            texts.skip(place)
            continue
        if data.get("answer", "accept") != "accept":
            refused += 1
            lines.append(record.line)
            texts.skip(place)
            continue
        key, text = text_of(record, source)
        words = [label_text(token.get("text")) for token in iter_dicts(data.get("tokens"))]
        items = ({"text": _words(item, words), **item} for item in iter_dicts(data.get("spans")))
        spans = [span_of(item, place, source) for item in items]
        used = {key, "spans", "tokens", "accept", "label", "options", *OWN}
        fields = fields_of(data, used, texts.unused, record.line)
        classes = classes_of(data.get("accept")) or classes_of(data.get("label"))
        if classes:
            fields["class" if spans else "label"] = SEVERAL.join(classes)
        texts.add(
            text,
            spans,
            place,
            fields,
            _tokens(data, place, source),
            identifier=label_text(data.get("_task_hash")),
        )
    if refused and not len(texts):
        raise CorpusFormatError("no record has the answer 'accept'. Export accepted ones.", file=source.name)
    notices = []
    if refused:
        notices.append(
            Notice("Left out: {n} records whose answer is not 'accept'.", {"n": refused}, tuple(lines[:5]))
        )
    return mark_several(texts.sentences(notices), "class", "label")


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    return 0.97 * share(
        "text" in data and ("answer" in data or "_input_hash" in data or _has_tokens(data))
        for data in sample_records(head)
    )


def _has_tokens(data: dict[str, Any]) -> bool:
    return "spans" in data and any("start" in token for token in iter_dicts(data.get("tokens")))


def _tokens(data: dict[str, Any], place: Where, source: Source) -> list[Extent] | None:
    tokens = list(iter_dicts(data.get("tokens")))
    if not tokens:
        return None
    places = []
    text = data.get("text")
    for token in tokens:
        start, end = token.get("start"), token.get("end")
        if not is_number(start) or not is_number(end):
            raise not_a_span(Where(place.number, place.line, place.extent, "tokens"), source)
        places.append((start, end))
    in_order = all(before[1] <= after[0] for before, after in pairwise(places))
    if not in_order or places[0][0] < 0 or not isinstance(text, str):
        raise misplaced_tokens(place, source.name)
    words = [
        label_text(token.get("text", text[slice(*place)]))
        for token, place in zip(tokens, places, strict=True)
    ]
    return [place for place, word in zip(places, words, strict=True) if place[0] < place[1] and word.strip()]


def _words(item: dict[str, Any], tokens: list[str]) -> str:
    """The words of a span that says which tokens it covers."""
    first, last = item.get("token_start"), item.get("token_end")
    if not (is_number(first) and is_number(last) and 0 <= first <= last < len(tokens)):
        return ""
    covered = tokens[first : last + 1]
    return "".join(covered) if all(covered) else ""


def _annotators(records: Iterable[Record]) -> dict[str, set[str]]:
    annotators_of: dict[str, set[str]] = {}
    for record in records:
        if WHO in record.data:
            key = str(record.data.get("_input_hash", record.data.get("text")))
            annotators_of.setdefault(key, set()).add(str(record.data[WHO]))
    return annotators_of


FORMAT = Format(
    "prodigy",
    name=Notice("Prodigy"),
    description="Prodigy JSONL, answers `accept` only",
    tokens="of the file, else as `spans`",
    counted="spans, classes",
    read=read,
    plausibility=plausibility,
    annotators="records",
    place=100,
)
