"""spaCy: documents as `Doc.to_json` writes them, and lists of a text and its entities."""

from __future__ import annotations

from typing import Any

from ...errors import Notice
from ..columns.tags import mark_several
from ..files.source import Source
from ..sentences import SEVERAL, Sentences
from ..spans.json_spans import (
    classes_of,
    fields_of,
    is_number,
    iter_dicts,
    label_text,
    place_of,
    sample_records,
    share,
    span_of,
    text_of,
)
from ..spans.records import records
from ..spans.span import Extent
from ..spans.span_text import SpanTexts
from . import Format

TOKEN = {"tag": "XPOS", "pos": "pos", "lemma": "LEMMA", "dep": "DEPREL", "morph": "FEATS"}
SKIPPED = frozenset({"sents", "tokens", "ents", "cats"})


def read(source: Source) -> Sentences:
    """Texts with the spans of `ents`, the tokens with their tags, and the classes of `cats`."""
    texts = SpanTexts(source)
    for record in records(source, pairs=True):
        key, text = text_of(record, source)
        name = next((name for name in ("ents", "entities") if name in record.data), "ents")
        place = place_of(record, name)
        items = record.data.get(name)
        spans = [span_of(item, place, source) for item in (items if isinstance(items, list) else [])]
        fields = fields_of(record.data, {key, name, *SKIPPED}, texts.unused, record.line)
        if classes := classes_of(record.data.get("cats")):
            fields["class" if spans else "label"] = SEVERAL.join(classes)
        tokens = list(iter_dicts(record.data.get("tokens")))
        places = _places(tokens, text)
        cells = {
            ours: [label_text(token.get(theirs)) or "_" for token in tokens]
            for theirs, ours in TOKEN.items()
            if places and any(token.get(theirs) for token in tokens)
        }
        texts.add(text, spans, place, fields, places, cells)
    return mark_several(texts.sentences(), "class", "label")


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    return 0.965 * share(
        isinstance(data.get("text"), str)
        and (
            isinstance(data.get("ents"), list)
            or (set(data) <= {"text", "entities", "cats"} and "entities" in data)
        )
        for data in sample_records(head)
    )


def _places(tokens: list[dict[str, Any]], text: str) -> list[Extent] | None:
    """Where the tokens stand, if all of them say so and in order."""
    places: list[Extent] = []
    for token in tokens:
        start, end = token.get("start"), token.get("end")
        if not is_number(start) or not is_number(end):
            return None
        if not (places[-1][1] if places else 0) <= start < end <= len(text):
            return None
        places.append((start, end))
    return places or None


FORMAT = Format(
    "spacy",
    name=Notice("spaCy"),
    description="`Doc.to_json`, and lists of text and entities",
    tokens="of the file, else as `spans`",
    counted="spans, POS, classes",
    read=read,
    plausibility=plausibility,
    annotators="files",
    place=110,
)
