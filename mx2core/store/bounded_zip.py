"""ZIP files that are equal bytes for equal content, and that are unpacked up to a limit."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping

from ..errors import StoreError

MAX_MEMBERS = 100_000
MAX_BYTES = 2 << 30  # of all members, unpacked
MAX_RATIO = 200  # annotated text packs some ten times, a bomb a thousand times
SMALL = 1 << 20  # members up to this may pack as well as they like
PIECE = 1 << 20
EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first moment a ZIP can name

# What reading a ZIP that is none, or no longer one, raises.
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, OSError, ValueError)


def pack(members: Mapping[str, bytes]) -> bytes:
    """A ZIP of some members, without the time."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in sorted(members.items()):
            info = zipfile.ZipInfo(name, EARLIEST)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 3  # the same on every system
            info.external_attr = 0o600 << 16
            archive.writestr(info, data)
    return packed.getvalue()


def unpack(data: bytes, file: str | None) -> dict[str, bytes]:
    """The members of a ZIP.

    Parameters
    ----------
    data : bytes
    file : str or None
        What to call it in messages.

    Raises
    ------
    StoreError
        If it is damaged, names a member twice, or would unpack to more than it may.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            listed = archive.infolist()
            names = {info.filename for info in listed}
            if len(names) < len(listed) or len(listed) > MAX_MEMBERS:
                raise ValueError("it names a member twice, or has too many")
            # The sizes a ZIP states are what its author wrote: they bound what is tried, not what comes.
            _check_size(sum(info.file_size for info in listed), file)
            members: dict[str, bytes] = {}
            room = MAX_BYTES
            for info in listed:
                members[info.filename] = _member(archive, info, room, file)
                room -= len(members[info.filename])
            return members
    except StoreError:
        raise
    except _DAMAGE as error:
        raise StoreError(
            "This is no exported experiment or project, or it was damaged on its way ({reason}). "
            "Export it again.",
            file=file,
            reason=str(error),
        ) from error


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, room: int, file: str | None) -> bytes:
    allowed = max(SMALL, MAX_RATIO * info.compress_size)
    pieces, size = [], 0
    with archive.open(info) as member:
        while piece := member.read(PIECE):
            size += len(piece)
            if size > min(allowed, room):
                raise _too_large(file)
            pieces.append(piece)
    return b"".join(pieces)


def _check_size(size: int, file: str | None) -> None:
    if size > MAX_BYTES:
        raise _too_large(file)


def _too_large(file: str | None) -> StoreError:
    return StoreError(
        "The file would unpack to far more than it should have; it was not read. Export it again.",
        file=file,
    )
