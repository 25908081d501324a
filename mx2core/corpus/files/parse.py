"""From the bytes of a file, or of the files of a container, to sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from ...arguments import check_choice
from ...brief import frozen
from ...errors import CorpusFormatError, Notice
from ..readers import FORMATS, READERS, WHOLE, binary_format
from ..sentences import Sentences
from ..spans.annotators import check_one_annotator, choose_annotator, files_of
from .containers import Member, unpacked
from .detection import (
    chosen_format,
    format_of_several,
    head_of,
    plausibilities,
    splits_of,
    stranger,
    strangers,
)
from .encodings import check_codec, codec_with_mark, encodings, notice_of_choice, refuse_binary
from .joined_files import one_corpus
from .source import ReadOptions, Report, Source

MOST = 5  # files that a notice names
NEARLY = 0.2  # a small file may be more plausible as another format by this much
UTF_8 = "utf-8"  # what texts inside of a binary format are in


@frozen(eq=False)
class Reading:
    sentences: Sentences
    format: str
    encoding: str
    files: tuple[tuple[str, str], ...]  # of a container: the name and the encoding of each
    choice: tuple[Notice, ...]  # what to say of the encoding


def read_all(
    data: bytes, name: str, options: ReadOptions, max_bytes: int, report: Report, admit: Report
) -> Reading:
    """Read a file, or all files of a container as one corpus; `admit` as in `read`."""
    format = options.format
    if format is not None:
        check_choice("format", format, FORMATS, CorpusFormatError, name)
    members = unpacked(data, name, max_bytes)
    inside = members[0].data is not data
    whole = format if format in WHOLE else format_of_several(members) if format is None and inside else None
    if whole is not None:
        source = Source(name, data, UTF_8, report, options=options, members=tuple(members))
        if READERS[whole].suffixes:
            members = files_of(members, options.annotator, name)
            source = replace(source, members=tuple(members))
        files = tuple((member.name, UTF_8) for member in members)
        if format is None and (other := stranger(members, whole)):
            first = next(member for member in members if member.suffix in READERS[whole].suffixes)
            raise _two_corpora(name, first.name, whole, other[0].name, other[1])
        sentences = replace(_read(source.admitted(admit), whole), spans=None)
        # A line number would not say of which file it is.
        sentences = replace(
            sentences, notices=tuple(replace(notice, lines=()) for notice in sentences.notices)
        )
        if left_out := strangers(members, whole):
            names = [member.name for member in left_out]
            notice = Notice(
                "Not used by {format}: {n} files, {names}.",
                {"n": len(names), "format": whole, "names": names[:MOST]},
            )
            sentences = replace(sentences, notices=(*sentences.notices, notice))
        return Reading(sentences, whole, UTF_8, files, ())
    members = [member for member in members if member.data] or members
    if len(members) == 1:
        member = members[0]
        file = member.name if member.name == name or not inside else f"{name}: {member.name}"
        codec, choice = _encoding(member.data, options.encoding, file)
        kind = format or _format(member.data, file, codec)
        source = Source(file, member.data, codec, report, options=options).admitted(admit)
        files = ((member.name, codec),) if inside else ()
        if options.annotator is not None and READERS[kind].annotators != "records":
            choose_annotator({}, source)
        return Reading(_read(source, kind), kind, codec, files, tuple(choice))
    return _read_parts(members, name, options, report, admit)


def _read(source: Source, kind: str) -> Sentences:
    reader, columns = READERS[kind], source.options.columns
    if reader.cells is not None:
        return reader.read(source, columns)
    if columns is not None:
        raise CorpusFormatError("this format has no columns to name.", file=source.name)
    return reader.read(source)


def _read_parts(
    members: Sequence[Member], name: str, options: ReadOptions, report: Report, admit: Report
) -> Reading:
    """Files of one format as one corpus, each with its part of the split, or its name."""
    total, done = sum(len(member.data) for member in members), 0
    sources, choices = [], []
    for member in members:
        shown = f"{name}: {member.name}"
        codec, choice = _encoding(member.data, options.encoding, shown)
        sources.append(Source(shown, member.data, codec, options=options))
        report(0, total)
        choices += choice
    kinds = [options.format] * len(sources) if options.format else _formats(sources, members, name)
    if options.annotator is not None and READERS[kinds[0]].annotators != "records":
        chosen = files_of(members, options.annotator, name)
        return _read_parts(chosen, name, replace(options, format=kinds[0], annotator=None), report, admit)
    parts, fields = [], splits_of(members, several=True)
    n_sentences = n_tokens = 0
    for source, kind, member in zip(sources, kinds, members, strict=True):
        watched = replace(source, report=partial(_report_after, done, total, report))
        sentences = _read(watched.admitted(partial(_admit_after, n_sentences, n_tokens, admit)), kind)
        n_sentences += int((~sentences.repeats).sum())
        n_tokens += int(sentences.starts[-1])
        if sentences.spans is not None and sentences.header is None:
            sentences = replace(sentences, header=int(sentences.spans[0, 0]))
        parts.append(sentences)
        done += len(member.data)
        report(done, total)
    key, values = ("split", fields) if fields else ("file", [member.name for member in members])
    if READERS[kinds[0]].annotators == "files" and not fields:
        check_one_annotator(parts, members, name)
    names = [member.name for member in members]
    together = one_corpus(parts, key, values, names, [_length(source) for source in sources])
    codecs = {source.encoding for source in sources}
    headers = {_header(source, part) for source, part in zip(sources, parts, strict=True)}
    if len(codecs) > 1 or len(headers) > 1 or together.spans is None:
        together = replace(together, spans=None)
    files = tuple((member.name, source.encoding) for member, source in zip(members, sources, strict=True))
    return Reading(together, kinds[0], sources[0].encoding, files, tuple(choices))


def _admit_after(n_sentences: int, n_tokens: int, admit: Report, sentences: int, tokens: int) -> None:
    admit(n_sentences + sentences, n_tokens + tokens)


def _report_after(n_before: int, total: int, report: Report, done: int, _total: int) -> None:
    report(n_before + done, total)


def _formats(sources: Sequence[Source], members: Sequence[Member], name: str) -> list[str]:
    """The one format that all files have; a small file may look like another one as well."""
    likely = [_likely(source) for source in sources]
    best = [max(plausible, key=lambda kind: plausible[kind]) for plausible in likely]
    common = Counter(best).most_common(1)[0][0]
    for plausible, kind, member in zip(likely, best, members, strict=True):
        if plausible.get(common, 0.0) < plausible[kind] - NEARLY:
            first = members[best.index(common)].name
            another = kind if plausible[kind] else "none that is known"
            raise _two_corpora(name, first, common, member.name, another)
    return [common] * len(sources)


def _two_corpora(file: str, first: str, format: str, other: str, another: str) -> CorpusFormatError:
    return CorpusFormatError(
        "{first!r} is {format}, but {other!r} is {another}. Give one format, or name it.",
        file=file,
        first=first,
        format=format,
        other=other,
        another=another,
    )


def _likely(source: Source) -> dict[str, float]:
    kind = binary_format(source.data)
    if kind is not None:
        return {kind: 1.0}
    return plausibilities(head_of(source.data, source.name, source.encoding))


def _length(source: Source) -> int:
    """Characters of the decoded file, a line end behind the last line included."""
    if binary_format(source.data):
        return 0
    text = source.text()
    return len(text) + (not text.endswith(("\n", "\r")))


def _header(source: Source, sentences: Sentences) -> str:
    if sentences.spans is None or sentences.header is None:
        return ""
    header = source.text()[: sentences.header]
    return header if header.strip() else ""


def _encoding(data: bytes, encoding: str | None, name: str) -> tuple[str, list[Notice]]:
    """The codec to read the file with, and what to say of the choice."""
    if binary_format(data):
        return UTF_8, []
    if encoding is None:
        found = encodings(data, name)
        notice = notice_of_choice(found)
        return found[0].name, [notice] if notice else []
    refuse_binary(data, name)
    return codec_with_mark(data, check_codec(encoding, name)), []


def _format(data: bytes, name: str, encoding: str) -> str:
    return binary_format(data) or chosen_format(data, name, encoding)
