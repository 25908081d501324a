"""brat: texts (`X.txt`) with their annotation beside them (`X.ann`), in a ZIP or a folder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePosixPath

from ...errors import CorpusFormatError, Notice
from ..files.containers import Member
from ..files.encodings import encodings
from ..files.source import Source
from ..files.unused import UnusedKind
from ..sentences import Sentences
from ..spans.span import Span
from ..spans.span_text import SpanTexts, Where
from . import Format

_SPAN = re.compile(r"(T\S*)\t(\S+) (\d+ \d+(?:;\d+ \d+)*)(?:\t(.*))?")
_LINE = re.compile(r"(?:[TREAMN]\S+|\*|#\S*)\t")
KINDS = {
    "R": "relations (R)",
    "*": "equivalences (*)",
    "E": "events (E)",
    "A": "attributes (A)",
    "M": "attributes (M)",
    "N": "normalizations (N)",
    "#": "notes (#)",
}


def read(source: Source) -> Sentences:
    """The sentences of all documents, each with its `document`.

    A text is cut at line ends and at the marks that end a sentence, never inside a span.
    A discontinuous span is read from its first character to its last. Everything but
    the spans (`T`) is named in a notice.
    """
    texts, torn = SpanTexts(source, documents=True), 0
    files = pairs(source.members, source.name)
    for number, (text_file, annotation) in enumerate(files, start=1):
        source.report(number, len(files))
        text = _decoded(text_file, source)
        spans: list[Span] = []
        known: set[str] = set()
        name = f"{source.name}: {annotation.name}"
        for line, row in enumerate(_decoded(annotation, source).split("\n"), start=1):
            row = row.removesuffix("\r")
            where = Where(number, line, (0, 0), annotation.name)
            if not row.strip():
                continue
            if not row.startswith("T"):
                kind = KINDS.get(row[0], row[0])
                texts.unused.note(kind, UnusedKind.OTHER, line)
                continue
            match = _SPAN.fullmatch(row)
            if match is not None and match[1] in known:
                raise CorpusFormatError(
                    "{key!r} appears twice. Keep one.", file=name, line=line, key=match[1]
                )
            if match is None:
                raise CorpusFormatError(
                    "a span must look like {example!r}, found {found!r}.",
                    file=name,
                    line=line,
                    example="T1\tPER 0 4\tAnna",
                    found=row[:60],
                )
            known.add(match[1])
            parts = [(int(start), int(end)) for start, end in map(str.split, match[3].split(";"))]
            torn += len(parts) > 1
            whole = min(a for a, _ in parts), max(b for _, b in parts)
            word = (match[4] or "").strip()
            spans.append(Span(*whole, match[2], sure=bool(word), quote=word, parts=tuple(parts), line=line))
        where = Where(number, 1, (0, 0), annotation.name)
        identifier = PurePosixPath(text_file.stem).name  # the same text in the folders of two annotators
        texts.add(text, spans, where, {"document": text_file.stem}, identifier=identifier)
    notices = []
    if torn:
        notices.append(Notice("Spans of several parts: {n}, read from first to last.", {"n": torn}))
    return texts.sentences(notices)


def plausibility(head: Source) -> float:
    """Whether a single file is annotation without its text, which is then refused; see `are_pairs`."""
    lines: list[str] = []
    for block in head.quiet().blocks():
        lines += [line for line in block.lines if line.strip()]
    marked = sum(_SPAN.fullmatch(line) is not None for line in lines)
    return 0.95 if marked and all(_LINE.match(line) for line in lines) else 0.0


def are_pairs(members: Sequence[Member]) -> bool:
    """Whether the files of a container are texts with annotation beside them."""
    return any(member.suffix == ".ann" for member in members)


def pairs(members: Sequence[Member], file: str) -> list[tuple[Member, Member]]:
    texts = {member.stem: member for member in members if member.suffix == ".txt"}
    annotations = {member.stem: member for member in members if member.suffix == ".ann"}
    for here, there, suffix in ((annotations, texts, ".txt"), (texts, annotations, ".ann")):
        for stem, member in here.items():
            if stem not in there:
                raise CorpusFormatError(
                    "{wanted!r} is missing beside {name!r}.",
                    file=file,
                    name=member.name,
                    wanted=stem + suffix,
                )
    if not texts:
        raise CorpusFormatError(
            "this format needs a folder or ZIP of {endings} files.", file=file, endings=".txt, .ann"
        )
    return [(texts[stem], annotations[stem]) for stem in texts]


def _decoded(member: Member, source: Source) -> str:
    """The text of a file, as its annotators saw it: line ends are one character."""
    name = f"{source.name}: {member.name}"
    if not member.data:
        return ""
    codec = encodings(member.data, name)[0].name
    return member.data.decode(codec)


FORMAT = Format(
    "brat",
    name=Notice("brat (texts and .ann)"),
    description="`X.txt` and `X.ann` in a ZIP or folder",
    tokens="as `spans`",
    counted="spans (`T`)",
    no_parts="one text holds several units",
    read=read,
    plausibility=plausibility,
    together=are_pairs,
    suffixes=(".txt", ".ann"),
    annotators="files",
    place=150,
)
