"""Files that are written whole or not at all, and read up to a limit."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError


def write_whole(path: str | Path, data: bytes) -> None:
    """Write a file whole or not at all, as `writing_whole` does."""
    with writing_whole(path) as file:
        file.write(data)


@contextmanager
def writing_whole(path: str | Path) -> Iterator[BinaryIO]:
    """A file to write: it stands beside the target, then takes its place in one step.

    A reader, or a machine that stops halfway, sees the old file or the new one,
    never a part. A link stays a link: what it points to is written. What is no
    regular file, such as /dev/null or a pipe, is written to and never replaced.

    Raises
    ------
    OSError
        If the folder does not exist, is full, or may not be written.
    """
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with target.open("wb") as file:
            yield file
        return
    part = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(part, target)
    except BaseException:  # also Ctrl-C: the part must not stay behind
        part.unlink(missing_ok=True)
        raise


def read_limited(source: str | Path | bytes, limit: int, name: str | None) -> bytes:
    """The bytes of a file, or `source` itself when it is bytes already.

    Raises
    ------
    InputError
        If there are more than `limit` bytes; a file is then not even opened.
    OSError
        If there is no such file, or it may not be read.
    """
    size = len(source) if isinstance(source, bytes) else Path(source).stat().st_size
    if size > limit:
        raise InputError(
            "The file has {size:,} bytes; at most {limit:,} are read.", file=name, size=size, limit=limit
        )
    return source if isinstance(source, bytes) else Path(source).read_bytes()
