"""Label Studio: tasks with the annotations of each annotator (JSON), or flat records (JSON-MIN)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from ...errors import CorpusFormatError, Notice
from ..columns import column_names
from ..columns.tags import mark_several
from ..files.source import Source
from ..files.unused import UnusedKind
from ..sentences import SEVERAL, Sentences
from ..spans.annotators import choose_annotator
from ..spans.json_spans import (
    TEXTS,
    fields_of,
    is_number,
    iter_dicts,
    label_text,
    not_a_span,
    place_of,
    sample_records,
    share,
)
from ..spans.records import Record, lacking, records
from ..spans.span import Span
from ..spans.span_text import SpanTexts, Where
from . import Format

SPANS = ("labels", "hypertextlabels")
WHO = "completed_by"
# What the program keeps for itself.
OWN = frozenset(
    {
        *("annotations", "completions", "predictions", "drafts", "data", "meta", "project", "file_upload"),
        *("created_at", "updated_at", "updated_by", "inner_id", "annotation_id", "annotator", "lead_time"),
        *("total_annotations", "cancelled_annotations", "total_predictions", "is_labeled", "overlap"),
        *("comment_count", "unresolved_comment_count", "comment_authors", "last_comment_updated_at"),
        "allow_skip",
    }
)

# Where a picture, a recording or a document lies; no text.
_PLACE = re.compile(
    r"(?:[a-z][a-z0-9+.-]*://|/data/|/static/|data:)\S+|\S+\.(?:jpe?g|png|gif|bmp|webp|tiff?|svg|pdf|wav|mp3|ogg|flac|m4a|mp4|webm|html?)",
    re.IGNORECASE,
)

BESIDE = ("predictions", "drafts", "meta")  # of a task, and no annotation of it


def read(source: Source) -> Sentences:
    """Texts with the spans and choices of one annotator.

    Cancelled annotations are left out. Offsets count characters, the end not included.
    Labels of several controls are columns of their own; choices are the classes.
    """
    # Read again for each look, so that no more than one task is held.
    flat = not any(_is_task(record.data) for record in records(source))
    annotators_of, controls = _annotators_and_controls(records(source), flat)
    annotator = choose_annotator(annotators_of, source)
    texts, without = SpanTexts(source), 0
    for record in records(source):
        place = place_of(record, "result")
        for key in () if flat else BESIDE:
            if record.data.get(key):
                texts.unused.note(key, UnusedKind.OTHER, record.line)
        if flat:
            results = _flat_results(record.data)
            who = _annotator(record.data.get("annotator"))
            if annotator is not None and who != annotator:
                texts.skip(place)
                continue
            chosen: list[Mapping[str, Any]] = [{"result": results}]
            marked = _names(results)
            holder = {key: value for key, value in record.data.items() if key not in marked}
        else:
            chosen = [item for item in _annotations(record.data) if not item.get("was_cancelled")]
            if annotator is not None:
                chosen = [item for item in chosen if _annotator(item.get(WHO)) == annotator]
            data = record.data.get("data")
            holder = dict(data) if isinstance(data, dict) else {}
            if "id" in record.data:
                holder.setdefault("id", record.data["id"])
        if not chosen:
            without += 1
            texts.skip(place)
            continue
        if len(chosen) > 1:
            raise CorpusFormatError(
                "record {number} has {n} annotations by one person. Keep one.",
                **record.place(source.name),
                n=len(chosen),
            )
        result = list(iter_dicts(chosen[0].get("result")))
        key, text = _text(holder, result, record, source)
        spans, fields = _usable_results(result, controls, place, texts, source)
        fields |= fields_of(holder, {key, *OWN}, texts.unused, record.line)
        texts.add(text, spans, place, fields)
    if without and not len(texts):
        raise CorpusFormatError("no task has a submitted annotation.", file=source.name)
    notices = []
    if without:
        notices.append(Notice("Left out: {n} tasks without a submitted annotation.", {"n": without}))
    found = texts.sentences(notices)
    return mark_several(found, *(name for name in found.fields if name not in ("text", "sent_id")))


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    records = sample_records(head)
    tasks = share(map(_is_task, records))
    if tasks:
        return 0.99 * tasks
    return 0.98 * share("annotation_id" in data or "lead_time" in data for data in records) or 0.97 * (
        any(map(_flat_spans, records)) and share(isinstance(data.get("text"), str) for data in records)
    )


def _is_task(data: Mapping[str, Any]) -> bool:
    return isinstance(data.get("data"), dict) and any(
        isinstance(data.get(key), list) for key in ("annotations", "completions")
    )


def _annotations(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    return list(iter_dicts(data.get("annotations", data.get("completions"))))


def _annotator(value: Any) -> str:
    if isinstance(value, dict):
        value = value.get("email") or value.get("username") or value.get("id")
    return label_text(value)


def _annotators_and_controls(tasks: Iterable[Record], flat: bool) -> tuple[dict[str, set[str]], set[str]]:
    """Who annotated each text, and the controls with which spans were marked."""
    annotators_of, controls = dict[str, set[str]](), set[str]()
    for record in tasks:
        key = str(record.data.get("id", f"#{record.number}"))
        annotations = [{"result": _flat_results(record.data)}] if flat else _annotations(record.data)
        who = [record.data["annotator"]] if flat and "annotator" in record.data else []
        who += [item[WHO] for item in annotations if not item.get("was_cancelled") and WHO in item]
        if who:
            annotators_of.setdefault(key, set()).update(map(_annotator, who))
        for item in annotations:
            controls |= _names(one for one in iter_dicts(item.get("result")) if one.get("type") in SPANS)
    return annotators_of, controls


def _flat_spans(data: Mapping[str, Any]) -> bool:
    return any(
        isinstance(value, list) and any("labels" in item and "start" in item for item in iter_dicts(value))
        for value in data.values()
    )


def _flat_results(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    results = []
    for name, value in data.items():
        items = list(iter_dicts(value))
        kind = next((kind for kind in SPANS if any(kind in item for item in items)), None)
        if kind:
            results += [{"from_name": name, "type": kind, "value": item} for item in items]
        elif isinstance(value, dict) and isinstance(value.get("choices"), list):
            results.append({"from_name": name, "type": "choices", "value": value})
        elif "annotation_id" in data and name not in OWN and name not in (*TEXTS, "id") and _is_choice(value):
            results.append({"from_name": name, "type": "choices", "value": {"choices": [value]}})
    return results


def _is_choice(value: Any) -> bool:
    return isinstance(value, str) and len(value) < 100 and "\n" not in value


def _names(results: Iterable[Mapping[str, Any]]) -> set[str]:
    return {str(item.get("from_name")) for item in results}


def _text(
    holder: Mapping[str, Any], results: Iterable[Mapping[str, Any]], record: Record, source: Source
) -> tuple[str, str]:
    """The field that was annotated: the one of its name, or in which the spans read as they should."""
    texts = {key: value for key, value in holder.items() if isinstance(value, str) and value.strip()}
    texts = {key: value for key, value in texts.items() if key not in OWN and key != "id"}
    texts = {key: value for key, value in texts.items() if not _PLACE.fullmatch(value.strip())}
    for item in results:
        if item.get("to_name") in texts and item.get("to_name") in TEXTS:
            return str(item["to_name"]), texts[item["to_name"]]
    known = [key for key in texts if key in TEXTS or column_names.text_name(key) == "text"]
    for key in [*known, *sorted(texts, key=lambda key: -len(texts[key]))]:
        return key, texts[key]
    raise lacking(record, "text", source, holder)


def _usable_results(
    results: Iterable[Mapping[str, Any]], controls: set[str], place: Where, texts: SpanTexts, source: Source
) -> tuple[list[Span], dict[str, str]]:
    """The spans of an annotation, and its choices by the name of their control."""
    spans: list[Span] = []
    choices: dict[str, list[str]] = {}
    for item in results:
        kind, value, name = item.get("type"), item.get("value"), str(item.get("from_name") or "label")
        value = value if isinstance(value, dict) else {}
        if kind in SPANS:
            at = value.get("globalOffsets") if isinstance(value.get("globalOffsets"), dict) else value
            start, end = at.get("start"), at.get("end")  # type: ignore[union-attr]
            if not is_number(start) or not is_number(end):
                raise not_a_span(place, source)
            column = "label" if len(controls) == 1 else name
            labels = value.get(str(kind)) or [""]
            quote = value["text"] if isinstance(value.get("text"), str) else ""
            sure = bool(quote.strip())
            spans += [Span(start, end, label_text(label), column, sure, quote.strip()) for label in labels]
        elif kind == "choices":
            choices.setdefault(name, []).extend(map(label_text, value.get("choices") or []))
        else:
            texts.unused.note(str(kind or name), UnusedKind.OTHER, place.line)
    if not controls and len(choices) == 1:
        choices = {"label": next(iter(choices.values()))}
    elif "label" in choices:  # spans have that name
        choices["class"] = choices.pop("label")
    return spans, {name: SEVERAL.join(given) for name, given in choices.items()}


FORMAT = Format(
    "label_studio",
    name=Notice("Label Studio"),
    description="Label Studio JSON and JSON-MIN",
    tokens="as `spans`",
    counted="spans by control, choices",
    read=read,
    plausibility=plausibility,
    annotators="records",
    place=120,
)
