"""What a corpus comes packed in: gzip, xz, ZIP, a folder, several files at once.

Several files, or a folder, become one ZIP in memory, so that the rest of the program
has one thing with one digest, however many files a corpus is. Nothing is written to
the disk, and names inside an archive are only read, never followed.
"""

from __future__ import annotations

import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from ...brief import frozen
from ...errors import CorpusFormatError, InputError
from ...files import check_size, read_limited
from .split_names import joined_name, split_of, split_order

GZIP, XZ, ZIP, EMPTY_ZIP = b"\x1f\x8b", b"\xfd7zXZ\x00", b"PK\x03\x04", b"PK\x05\x06"
MAX_FILES = 20_000  # of a folder or archive: one file a document
MAX_RATIO = 20  # indented JSON with texts three times over packs 19 times as weighed, a bomb a thousand times
SMALL = 1 << 20  # what unpacks to no more may pack as well as it likes
LINE = 4  # bytes that a line weighs beside its own: each may be a unit
PIECE = 1 << 20
LEVEL = 1  # packs text three- to fourfold; the slowest one fivefold, in six times as long
FIRST_MOMENT = (1980, 1, 1, 0, 0, 0)  # that a ZIP can say
ENCRYPTED = 0x1
# Others are unpacked a block at a time, whatever is asked for: a kilobyte can take gigabytes.
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# Files that come with a corpus and hold none of it.
BESIDE = frozenset({".md", ".rst", ".pdf", ".cfg", ".conf", ".py", ".yaml", ".yml", ".toml", ".lock", ".log"})
BESIDE_NAMES = (
    *("readme", "license", "licence", "copying", "changelog", "citation"),
    *("sha256sums", "thumbs.db", "_success"),
)
PARTS_TABLE = "parts.csv"  # which `build --parts -o parts.zip` writes beside train, dev and test
_DAMAGE = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError),
    *(OSError, ValueError),
)


@frozen
class Member:
    """A file inside of another one."""

    name: str  # with its folders, separated by /
    data: bytes

    @property
    def suffix(self) -> str:
        return PurePosixPath(self.name).suffix.lower()

    @property
    def stem(self) -> str:
        """The name with its folders, without the part after the last point."""
        return str(PurePosixPath(self.name).with_suffix(""))


def is_packed(data: bytes) -> bool:
    """Whether the bytes are a ZIP, gzip or xz file; a workbook or document is none."""
    if data.startswith((GZIP, XZ)):
        return True
    return data.startswith((ZIP, EMPTY_ZIP)) and not is_document(data)


def is_document(data: bytes) -> bool:
    """Whether a ZIP is a workbook, a text document or the like, which say so in a file of their own."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = archive.namelist()
    except _DAMAGE:
        return any(mark in data[: 1 << 16] for mark in (b"xl/", b"word/", b"[Content_Types].xml"))
    return "[Content_Types].xml" in names or names[:1] == ["mimetype"]


def unpacked(data: bytes, name: str, max_bytes: int) -> list[Member]:
    """The files of a container, those that hold a corpus; the file itself if it is no container."""
    if not is_packed(data):
        return [Member(name, data)]
    if data.startswith(GZIP):
        return [_inner(name, ".gz", _read(gzip.GzipFile(fileobj=io.BytesIO(data)), data, name, max_bytes))]
    if data.startswith(XZ):
        return [_inner(name, ".xz", _read(lzma.LZMAFile(io.BytesIO(data)), data, name, max_bytes))]
    members = _zip_members(data, name, max_bytes, _is_corpus)
    if not members:
        raise CorpusFormatError("there is no corpus file.", file=name)
    return sorted(_drop_table(members), key=lambda member: split_order(member.name))


def member_or_all(data: bytes, name: str, names: Sequence[str], max_bytes: int) -> bytes:
    """The first of these files that a ZIP holds; other data as they are."""
    if not data.startswith(ZIP):
        return data
    members = _zip_members(data, name, max_bytes, names.__contains__)
    if not members:
        raise InputError("The archive holds none of {names}.", file=name, names=names)
    return members[0].data


def gathered(paths: Sequence[str | Path], max_bytes: int) -> tuple[str, bytes]:
    """Several files, or the files of folders, as a name and a ZIP in memory.

    `max_bytes`.
    """
    members, left = [], max_bytes
    for path in map(Path, paths):
        for place, inner in _files(path):
            data = read_limited(inner, left, str(inner), CorpusFormatError)
            left -= len(data)
            members.append(_named_member(place, data) if inner == path else Member(place, data))
            if len(members) > MAX_FILES:
                raise _too_many(path.name)
    if not paths:
        raise CorpusFormatError("there is no corpus file.")
    name = joined_name(sorted((Path(path).name or str(path) for path in paths), key=split_order))
    if not members:
        raise CorpusFormatError("there is no corpus file.", file=str(paths[0]))
    return name, packed(members, name)


def pack_files(files: Sequence[tuple[str, bytes]], max_bytes: int) -> tuple[str, bytes]:
    """Files given by name and content as a name and a ZIP in memory, to be read as one corpus.

    Raises CorpusFormatError if two have one name, or all together have more than `max_bytes`.
    """
    name = joined_name(sorted((name for name, _ in files), key=split_order))
    check_size(sum(len(data) for _, data in files), max_bytes, name, CorpusFormatError)
    return name, packed([_named_member(inner, data) for inner, data in files], name)


def _named_member(name: str, data: bytes) -> Member:
    """A file that was named for itself has something in it; but brat's annotations of a text may be none."""
    if not data.strip() and not name.lower().endswith(".ann"):
        raise CorpusFormatError("the file is empty.", file=name)
    return Member(name, data)


def packed(members: Iterable[Member], name: str) -> bytes:
    """The files as one ZIP, the same bytes for the same files."""
    target, names = io.BytesIO(), set()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as archive:
        for member in sorted(members, key=lambda member: split_order(member.name)):
            if member.name in names:
                raise CorpusFormatError(
                    "the name {name!r} appears twice. Rename one.", file=name, name=member.name
                )
            names.add(member.name)
            info = zipfile.ZipInfo(member.name, FIRST_MOMENT)
            info.create_system = 3
            info.external_attr = 0o100644 << 16
            archive.writestr(info, member.data)
    return target.getvalue()


def _files(path: Path) -> Iterator[tuple[str, Path]]:
    """A file, or those of a folder in order, each with its name from there."""
    if not path.is_dir():
        yield path.name, path
        return
    for inner in sorted(path.rglob("*")):
        place = inner.relative_to(path)
        # A link may lead out of the folder, or round in circles.
        if inner.is_file() and not inner.is_symlink() and _is_corpus(place.as_posix()):
            yield place.as_posix(), inner


def _is_corpus(name: str) -> bool:
    """Whether a file may be a part of a corpus: no hidden one, no description beside it."""
    place = PurePosixPath(name)
    if any(part.startswith((".", "__MACOSX")) for part in place.parts):
        return False
    return place.suffix.lower() not in BESIDE and not place.name.lower().startswith(BESIDE_NAMES)


def _inner(name: str, ending: str, data: bytes) -> Member:
    if is_packed(data):
        raise _nested(name, name)
    return Member(name[: -len(ending)] if name.lower().endswith(ending) else name, data)


def _read(file: BinaryIO | gzip.GzipFile | lzma.LZMAFile, data: bytes, name: str, max_bytes: int) -> bytes:
    """What a compressed file holds, never more than may be."""
    most = most_unpacked(len(data))
    pieces, size, weighed = [], 0, 0
    try:
        while piece := file.read(PIECE):
            pieces.append(piece)
            size += len(piece)
            weighed += weight(piece)
            if size > max_bytes or weighed > most:
                raise _too_large(name, min(max_bytes, most))
    except _DAMAGE as cause:
        if isinstance(cause, InputError):
            raise
        raise _damaged(name, cause) from cause
    return b"".join(pieces)


def _zip_members(data: bytes, name: str, max_bytes: int, accepts: Callable[[str], bool]) -> list[Member]:
    most = most_unpacked(len(data))
    members, size, weighed = [], 0, 0
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = [info for info in archive.infolist() if not info.is_dir()]
            if len(listed) > MAX_FILES:
                raise _too_many(name)
            for info in listed:
                inner = _name_of(info)
                if not accepts(inner):
                    continue
                if info.flag_bits & ENCRYPTED or info.compress_type not in METHODS:
                    raise CorpusFormatError(
                        "{inner!r} is encrypted or packed unusually. Use deflate.", file=name, inner=inner
                    )
                with archive.open(info) as file:
                    content = file.read(min(max_bytes - size, 2 * (most - weighed + 1)) + 1)
                size += len(content)
                weighed += weight(content)
                if size > max_bytes or weighed > most:
                    raise _too_large(name, min(max_bytes, most))
                if is_packed(content):
                    raise _nested(name, inner)
                members.append(Member(inner, content))
    except _DAMAGE as cause:
        if isinstance(cause, InputError):
            raise
        raise _damaged(name, cause) from cause
    return members


def _drop_table(members: list[Member]) -> list[Member]:
    """Those of a split without the table that says the same."""
    others = [member for member in members if member.name != PARTS_TABLE]
    is_split = all("/" not in member.name and split_of(member.name) for member in others)
    return others if others and is_split else members


def _name_of(info: zipfile.ZipInfo) -> str:
    """The name of a member; Chinese Windows writes it in GB18030 without saying so."""
    name = info.filename
    if not info.flag_bits & 0x800:
        for codec in ("utf-8", "gb18030"):
            try:
                return name.encode("cp437").decode(codec).replace("\\", "/")
            except UnicodeError:
                continue
    return name.replace("\\", "/")


def packing(content: bytes) -> int:
    """How a ZIP keeps it: deflated, unless that packs so well that it would be refused when opened."""
    start = content[:PIECE]
    packs = len(zlib.compress(start, LEVEL)) * (MAX_RATIO // 2) > weight(start)
    return zipfile.ZIP_DEFLATED if packs else zipfile.ZIP_STORED


def weight(content: bytes) -> int:
    """Bytes of a file that was packed, and some for each line; blanks that indent count half at most."""
    return max(len(content) // 2, len(content.replace(b"  ", b"")) + LINE * content.count(b"\n"))


def most_unpacked(packed: int) -> int:
    """What so many bytes may unpack to, as `weight` counts."""
    return max(SMALL, MAX_RATIO * packed)


def _too_large(name: str, max_bytes: int) -> CorpusFormatError:
    return CorpusFormatError(
        "this archive unpacks to over {limit:,} bytes. Give a part.", file=name, limit=max_bytes
    )


def _too_many(name: str) -> CorpusFormatError:
    return CorpusFormatError("over {limit:,} files. Join them, or give fewer.", file=name, limit=MAX_FILES)


def _nested(name: str, inner: str) -> CorpusFormatError:
    return CorpusFormatError("{inner!r} is an archive itself. Unpack it.", file=name, inner=inner)


def _damaged(name: str, cause: Exception) -> CorpusFormatError:
    return CorpusFormatError(
        "this archive is damaged or incomplete ({reason}). Pack it again.", file=name, reason=str(cause)
    )
