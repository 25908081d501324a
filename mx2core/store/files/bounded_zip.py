"""ZIP files that are equal bytes for equal content, and that are unpacked up to a limit."""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from ...corpus.files.containers import most_unpacked, weight
from ...errors import StoreError, quoted
from ..database.types import json_text

MAX_MEMBERS = 100_000
DIRECTORY = 200  # bytes that a member takes in the list of them all, with our longest name
MAX_BYTES = 2 << 30  # of all members, unpacked
MAX_RATIO = 50  # annotated text packs some ten times, a bomb a thousand times
SMALL = 10 << 20  # archives that unpack to no more may pack as well as they like
PIECE = 1 << 20
EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first moment a ZIP can name
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # what `pack` writes
_UNSTORABLE = re.compile("[\0\ud800-\udfff]")

# What reading a ZIP that is none, or no longer one, raises.
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


def pack(members: Mapping[str, bytes]) -> bytes:
    """A ZIP of some members, without the time."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in sorted(members.items()):
            info = zipfile.ZipInfo(name, EARLIEST)
            most = most_unpacked(len(zlib.compress(data)) - 6)  # without what frames it
            info.compress_type = zipfile.ZIP_STORED if weight(data) > most else zipfile.ZIP_DEFLATED
            info.create_system = 3  # the same on every system
            info.external_attr = 0o600 << 16
            archive.writestr(info, data)
    return packed.getvalue()


def seal(manifest: Mapping[str, Any], name: str, members: Mapping[str, bytes]) -> bytes:
    """A ZIP of some members and of the manifest, called `name`, with the digest of each and one of itself."""
    sealed = {**manifest, "members": _digests(members)}
    sealed["digest"] = _digest(sealed)
    return pack({**members, name: json_text(sealed).encode()})


def opened(
    members: Mapping[str, bytes], name: str, schema: Mapping[str, Any], version: int, file: str | None
) -> dict[str, Any]:
    """The manifest called `name`, where it and all other members are as they were sealed."""
    import jsonschema

    try:
        manifest = json.loads(members[name])
        others = {member: data for member, data in members.items() if member != name}
        intact = manifest["digest"] == _digest(manifest) and manifest["members"] == _digests(others)
        found = manifest["version"]
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise changed(file) from error
    if found != version:
        raise StoreError(
            "The export has another version ({found}, not {known}). Update the program.",
            file=file,
            found=str(found),
            known=version,
        )
    if not (intact and _storable(manifest) and jsonschema.Draft202012Validator(schema).is_valid(manifest)):
        raise changed(file)
    return dict(manifest)


def changed(file: str | None) -> StoreError:
    return StoreError("This is not an export, or it was changed or damaged. Export it again.", file=file)


def _storable(value: Any) -> bool:
    """Whether every string in it is text that databases can keep: no NUL, no half of a surrogate pair."""
    if isinstance(value, str):
        return _UNSTORABLE.search(value) is None
    if isinstance(value, dict):
        return all(map(_storable, (*value.keys(), *value.values())))
    return all(map(_storable, value)) if isinstance(value, list) else True


def _digests(members: Mapping[str, bytes]) -> dict[str, str]:
    return {name: sha256(data).hexdigest() for name, data in members.items()}


def _digest(manifest: Mapping[str, Any]) -> str:
    rest = {name: value for name, value in manifest.items() if name != "digest"}
    return sha256(json_text(rest).encode()).hexdigest()


def unpack(data: bytes, file: str | None, known: re.Pattern[str], most: int = MAX_BYTES) -> dict[str, bytes]:
    """The members of a ZIP; it is refused before anything of it is unpacked.

    `known`: names that members may have.
    `most`: bytes that it may have unpacked.
    """
    try:
        if _directory_size(data) > MAX_MEMBERS * DIRECTORY:
            raise ValueError("it has too many members")
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = archive.infolist()
            if len({info.filename for info in listed}) < len(listed) or len(listed) > MAX_MEMBERS:
                raise ValueError("it names a member twice, or has too many")
            strange = next((info.filename for info in listed if not known.fullmatch(info.filename)), None)
            if strange is not None:
                raise ValueError(f"it holds {quoted(strange)!r}")
            if any(info.compress_type not in METHODS or info.flag_bits & ENCRYPTED for info in listed):
                raise ValueError("it is packed in another way")
            # No more is read of a member than the size it states.
            size = sum(info.file_size for info in listed)
            limit = min(most, max(SMALL, MAX_RATIO * len(data)))
            if size > limit:
                raise StoreError(
                    "The file unpacks to {size:,} bytes; at most {limit:,} are read. Export less.",
                    file=file,
                    size=size,
                    limit=limit,
                )
            members = {info.filename: archive.read(info) for info in listed}
            if any(weight(members[info.filename]) > most_unpacked(info.compress_size) for info in listed):
                raise ValueError("a member packs like no corpus")
            return members
    except StoreError:
        raise
    except _DAMAGE as error:
        raise changed(file) from error


def member_names(data: bytes) -> list[str]:
    """The names in a ZIP; none where the data are no ZIP, or one with too many."""
    try:
        if _directory_size(data) > MAX_MEMBERS * DIRECTORY:
            return []
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return archive.namelist()
    except _DAMAGE:
        return []


def holds(data: bytes, manifest: str, members: re.Pattern[str]) -> bool:
    """Whether data look like an archive of that kind; it may be damaged inside."""
    names = member_names(data)
    return manifest in names and all(map(members.fullmatch, names))


ENCRYPTED = 0x1
_END, _END_64 = b"PK\x05\x06", b"PK\x06\x06"  # of a ZIP's list of members


def _directory_size(data: bytes) -> int:
    """Bytes of the list of members, which a ZipFile reads as a whole."""
    sizes = [0]
    for mark, at, width in ((_END, 12, 4), (_END_64, 40, 8)):
        place = data.rfind(mark, max(0, len(data) - (1 << 17)))
        size = int.from_bytes(data[place + at : place + at + width], "little") if place >= 0 else 0
        sizes.append(size if size != 0xFFFFFFFF else 0)
    return min(max(sizes), len(data))
