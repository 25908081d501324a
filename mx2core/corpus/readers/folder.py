"""Plain texts in a ZIP or a folder: one file a document, and one folder a class."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from ...errors import CorpusFormatError, Notice
from ..files.containers import Member
from ..files.encodings import encodings
from ..files.source import Source
from ..files.split_names import split_of
from ..sentences import Sentences
from ..spans.span_text import SpanTexts, Where
from . import Format


def read(source: Source) -> Sentences:
    """The documents; the folder of each is its label where there are several folders.

    Documents without a label are cut into sentences, each with its `document`.
    """
    if not source.members:
        raise CorpusFormatError(
            "this format needs a folder or ZIP of {endings} files.", file=source.name, endings=".txt"
        )
    classes = [_class_of(member.name) for member in source.members]
    labelled = len(set(classes)) > 1 and all(classes)
    texts = SpanTexts(source, documents=not labelled, whole=labelled)
    for number, (member, label) in enumerate(zip(source.members, classes, strict=True), start=1):
        place = f"{source.name}: {member.name}"
        source.report(number, len(source.members))
        if not member.data.strip():
            continue
        codec = encodings(member.data, place)[0].name
        fields = {"document": member.stem}
        if labelled:
            fields["label"] = label
        if part := split_of(member.name):
            fields["split"] = part
        texts.add(member.data.decode(codec), [], Where(number, 1, (0, 0)), fields)
    return texts.sentences()


def _class_of(name: str) -> str:
    """The folder that a document is in, unless that is a part of a split."""
    folders = [part for part in PurePosixPath(name).parts[:-1] if not split_of(part)]
    return folders[-1] if folders else ""


def _are_texts(members: Sequence[Member]) -> bool:
    return len(members) > 1 and all(member.suffix in (".txt", "") for member in members)


FORMAT = Format(
    "folder",
    name=Notice("folder of texts"),
    description="plain texts in a ZIP or folder, a folder a class",
    tokens="as `spans`",
    counted="classes",
    no_parts="the files are the units",
    read=read,
    together=_are_texts,
    place=160,
)
