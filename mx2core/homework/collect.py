"""Hand-ins in a folder or an archive, each as bytes or with the reason why it is none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field
from pathlib import Path, PurePosixPath

from ..brief import frozen
from ..errors import InputError, Mx2Error, Notice
from ..files import read_limited
from ..store.files.bounded_zip import member_names, unpack
from ..store.files.project_file import MANIFEST

DEEPEST = 8  # folders in each other
MOST_BYTES = 200 << 20  # of one hand-in
MOST = 1000
_ANY = re.compile("(?s).*")
_MADE_BY_SYSTEMS = ("__MACOSX", "Thumbs.db", "desktop.ini")


@frozen
class HandedIn:
    file: str
    data: bytes | None = field(default=None, repr=False)
    problem: Notice | None = None


def collected(path: str | Path) -> tuple[HandedIn, ...]:
    """The hand-in, or all of a folder or an archive. InputError if there are none, or too many."""
    place = Path(path)
    found = tuple(_read_folder(place) if place.is_dir() else hand_ins_of(place.name, _read(place)))
    return checked_number(found, place.name)


def checked_number(files: tuple[HandedIn, ...], name: str) -> tuple[HandedIn, ...]:
    """The same, unless there are none or too many."""
    if not files:
        raise InputError("There are no hand-ins in {name}.", name=name)
    if len(files) > MOST:
        raise InputError("{name} has {n} entries; the most are {most}.", name=name, n=len(files), most=MOST)
    return files


def is_hand_in(path: str) -> bool:
    """Whether a file is one hand-in, by what it holds."""
    return (
        path.lower().endswith(".zip") and Path(path).is_file() and MANIFEST in member_names(_read(Path(path)))
    )


def hand_ins_of(name: str, data: bytes) -> Iterator[HandedIn]:
    """A hand-in, or the hand-ins that an archive holds."""
    members = member_names(data)
    if MANIFEST in members or not members or not any(one.lower().endswith(".zip") for one in members):
        yield HandedIn(name, data)  # the reader reports what it lacks
        return
    if any(one.rstrip("/").count("/") > DEEPEST for one in members):
        yield HandedIn(name, None, _deep())
        return
    try:
        inside = unpack(data, name, _ANY)
    except Mx2Error as error:
        yield HandedIn(name, None, error.notice)
        return
    for member, content in sorted(inside.items()):
        if not member.endswith("/") and not _is_system_file(PurePosixPath(member).parts):
            yield HandedIn(member, content)


def _read_folder(folder: Path) -> Iterator[HandedIn]:
    too_deep = False
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if len(inside.parts) - 1 > DEEPEST:
            too_deep = True
        elif path.is_file() and not _is_system_file(inside.parts):
            try:
                data = _read(path)
            except Mx2Error as error:
                yield HandedIn(inside.as_posix(), None, error.notice)
                continue
            within = inside.as_posix()
            for one in hand_ins_of(path.name, data):
                name = within if one.file == path.name else f"{within}/{one.file}"
                yield HandedIn(name, one.data, one.problem)
    if too_deep:
        yield HandedIn(folder.name, None, _deep())


def _read(path: Path) -> bytes:
    return read_limited(path, MOST_BYTES, path.name)


def _deep() -> Notice:
    return Notice("Folders are more than {most} deep.", {"most": DEEPEST})


def _is_system_file(parts: tuple[str, ...]) -> bool:
    return any(part.startswith(".") or part in _MADE_BY_SYSTEMS for part in parts)
