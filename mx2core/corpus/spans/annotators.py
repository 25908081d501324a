"""Whose annotations are read where several annotators worked on the same texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from ...arguments import wrong_choice
from ...errors import CorpusFormatError
from ..files.containers import Member
from ..files.source import Source
from ..sentences import Sentences


def choose_annotator(known_annotators: Mapping[str, set[str]], source: Source) -> str | None:
    """Whose annotations are read: the only one's, or the one asked for."""
    everyone = sorted(set().union(*known_annotators.values())) if known_annotators else []
    wanted = source.options.annotator
    if wanted is not None:
        if wanted not in everyone:
            raise wrong_choice("annotator", wanted, everyone or ["none"], CorpusFormatError, source.name)
        return wanted
    if any(len(who) > 1 for who in known_annotators.values()):
        raise _choose_one(everyone, source.name)
    return None


def files_of(members: Sequence[Member], annotator: str | None, file: str) -> list[Member]:
    """The files of one annotator, called like him or in a folder that is; all if none was asked for."""
    if annotator is None:
        return list(members)
    chosen = [member for member in members if annotator in _names(member)]
    if not chosen:
        names = sorted({_names(member)[0] for member in members})
        raise wrong_choice("annotator", annotator, names or ["none"], CorpusFormatError, file)
    return chosen


def check_one_annotator(parts: Sequence[Sentences], members: Sequence[Member], file: str) -> None:
    """Refuse files that hold the same records with different labels."""
    known: dict[int, tuple[int, int]] = {}  # of a record: the file it was first in, and its labels
    for k, part in enumerate(parts):
        for record, labels in _records(part):
            first, before = known.setdefault(record, (k, labels))
            if first != k and before != labels:
                raise _choose_one([_names(members[i])[0] for i in (first, k)], file)


def _names(member: Member) -> tuple[str, ...]:
    place = PurePosixPath(member.name)
    return (place.stem, *place.parts[:-1])


def _records(part: Sentences) -> Iterator[tuple[int, int]]:
    """What each record is and its labels, as hashes; without names of records, the file is one."""
    names = part.fields.get("sent_id", ())
    word = part.columns["word"]
    tags = [column for name, column in part.columns.items() if name != "word"]
    classes = [part.fields[name] for name in ("label", "class") if name in part.fields]
    if not names or not all(names):
        yield (
            hash(tuple(word[slice(None)])),
            hash((*(tuple(column[slice(None)]) for column in tags), *classes)),
        )
        return
    for i, name in enumerate(names):
        tokens = slice(int(part.starts[i]), int(part.starts[i + 1]))
        labels = (*(tuple(column[tokens]) for column in tags), *(values[i] for values in classes))
        yield hash((name, *word[tokens])), hash(labels)


def _choose_one(names: Sequence[str], file: str) -> CorpusFormatError:
    return CorpusFormatError(
        "several annotators of the same texts: {names}. Choose one.", file=file, names=names
    )
