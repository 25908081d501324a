"""Chinese FrameNet: JSON records with a text, its words, a target and its roles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from ...errors import CorpusFormatError, Notice
from ..columns.tags import detect_schemes
from ..files.source import Source
from ..sentences import Sentences
from ..spans.json_spans import not_a_span, place_of
from ..spans.records import Record, records
from ..spans.sentence_builder import Builder
from ..spans.span_text import misplaced
from . import Format

GAP_POS = "_"  # part of speech of text that no word covers
Span = tuple[int, int]  # first character and one past the last


def read(source: Source) -> Sentences:
    """One sentence a record; offsets in the file count characters, the end included.

    Words are the spans in `word`, roles those in `cfn_spans`, written as BIO tags of
    words under their `fe_name`. The target may have several parts. Text between words
    that is not white space becomes a word without a part of speech, with a notice:
    nothing of a text is lost, and one forgotten span does not refuse a corpus.
    """
    builder, uncovered = Builder(source), []
    for record in records(source):
        text, frame = _string(record, "text", source), _string(record, "frame", source, optional=True)
        words = _spans(record, "word", text, source)
        covered = _cover(text, words)
        if len(covered) > len(words):
            uncovered.append(record.line)
        pos = {span: str(item.get("pos") or GAP_POS) for span, item in words}
        targets = _spans(record, "target", text, source)
        roles = _spans(record, "cfn_spans", text, source)
        begins = {start: i for i, (start, _) in enumerate(covered)}
        ends = {end: i + 1 for i, (_, end) in enumerate(covered)}
        tags, marks = ["O"] * len(covered), ["_"] * len(covered)
        for span, item in roles:
            first, last = _words_of(span, "cfn_spans", begins, ends, record, source)
            name = str(item.get("fe_name") or item.get("fe_abbr") or "").strip()
            if not name:
                raise CorpusFormatError(
                    "a role of record {number} has no fe_name.", **record.place(source.name)
                )
            tags[first:last] = [f"B-{name}", *[f"I-{name}"] * (last - first - 1)]
        for span, _ in targets:
            first, last = _words_of(span, "target", begins, ends, record, source)
            marks[first:last] = [text[start:end] for start, end in covered[first:last]]
        target = "…".join(text[start:end] for (start, end), _ in targets)
        fields = {"text": text, "frame": frame, "target": target}
        builder.add(
            {
                "word": [text[start:end] for start, end in covered],
                "pos": [pos.get(span, GAP_POS) for span in covered],
                "target": marks,
                "role": tags,
            },
            fields | _identifier(record),
            record.line,
            record.span,
        )
    notices = []
    if uncovered:
        notices.append(
            Notice(
                "Text outside words became words in {n} records.", {"n": len(uncovered)}, tuple(uncovered[:5])
            )
        )
    return detect_schemes(builder.sentences({"role": "IOB2", "pos": "plain"}, notices))


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    start = head.data[: 1 << 16].decode(head.encoding, errors="ignore").lstrip()
    keys = ('"text"', '"word"', '"target"')
    if not start.startswith(("[", "{")):
        return 0.0
    return 1.0 if '"cfn_spans"' in start else 0.95 if all(key in start for key in keys) else 0.0


def _identifier(record: Record) -> dict[str, str]:
    value = record.data.get("sentence_id")
    return {"sent_id": str(value)} if isinstance(value, str | int) and str(value).strip() else {}


def _string(record: Record, key: str, source: Source, optional: bool = False) -> str:
    value = record.data.get(key, "" if optional else None)
    if isinstance(value, str) and (optional or value.strip()):
        return value
    raise CorpusFormatError(
        "{key!r} of record {number} must be text, and not empty.", **record.place(source.name), key=key
    )


def _spans(record: Record, key: str, text: str, source: Source) -> list[tuple[Span, Mapping[str, Any]]]:
    """The spans under `key` in the order of the text."""
    value = record.data.get(key, [])
    spans: list[tuple[Span, Mapping[str, Any]]] = []
    for item in value if isinstance(value, list) else [value]:
        start = item.get("start") if isinstance(item, dict) else None
        end = item.get("end") if isinstance(item, dict) else None
        if type(start) is not int or type(end) is not int:
            raise not_a_span(place_of(record, key), source)
        if not 0 <= start <= end < len(text):
            hint = Notice("Offsets count from 0; the end is the last character.")
            raise misplaced(start, end, len(text), place_of(record, key), hint, source.name)
        spans.append(((start, end + 1), item))
    spans.sort(key=lambda pair: pair[0])
    for (before, _), (after, _) in pairwise(spans):
        if after[0] < before[1]:
            raise CorpusFormatError(
                "{key!r} of record {number} has overlapping spans at character {start}.",
                **record.place(source.name),
                key=key,
                start=after[0],
            )
    return spans


def _cover(text: str, words: Sequence[tuple[Span, object]]) -> list[Span]:
    """The words, and between them the text that is not white space."""
    covered: list[Span] = []
    position = 0
    for (start, end), _ in [*words, ((len(text), len(text)), None)]:
        gap = text[position:start]
        if gap.strip():
            first = position + len(gap) - len(gap.lstrip())
            covered.append((first, first + len(gap.strip())))
        if start < end:
            covered.append((start, end))
        position = end
    return covered


def _words_of(
    span: Span, key: str, begins: Mapping[int, int], ends: Mapping[int, int], record: Record, source: Source
) -> tuple[int, int]:
    """First and one past the last word of a span."""
    start, end = span
    if start not in begins or end not in ends:
        raise CorpusFormatError(
            "{key!r} of record {number}: span {start} to {end} does not fit the words.",
            **record.place(source.name),
            key=key,
            start=start,
            end=end - 1,
        )
    return begins[start], ends[end]


FORMAT = Format(
    "framenet",
    name=Notice("FrameNet JSON"),
    description="Chinese FrameNet JSON",
    tokens="of the file",
    counted="roles, targets, frames",
    example='[{"text": "a", "word": [{"start": 0, "end": 0}], "target": {"start": 0, "end": 0}}]',
    read=read,
    plausibility=plausibility,
    place=40,
)
