"""ZIP files of scores per item: a log of Inspect (`.eval`), or files that belong together."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePosixPath
from typing import Any

from ...errors import ScoresError
from ..json_text import json_value

_PART = re.compile(r"header\.json|samples/[^/]+\.json")  # of an .eval file
_LOG = re.compile(r"(?!(.*/)?(__MACOSX/|\.|results_))(.*/)?[^/]{1,255}\.(jsonl|json|csv|tsv|eval)")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
HEAD = 100_000  # bytes, which tell what a file holds
_WRITTEN = (1980, 1, 1, 0, 0, 0)  # the same files make the same bytes


def is_packed(data: bytes) -> bool:
    """Whether these are the bytes of an archive."""
    return data.startswith(b"PK")


def pack_item_files(files: Sequence[tuple[str, bytes]]) -> bytes:
    """Files as one ZIP that `read_item_scores` takes; a name that comes again gets a number."""
    target = io.BytesIO()
    taken: dict[str, int] = {}
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files:
            taken[name] = taken.get(name, 0) + 1
            path = PurePosixPath(name)
            unlike = path.with_name(f"{path.stem} ({taken[name]}){path.suffix}") if taken[name] > 1 else path
            archive.writestr(zipfile.ZipInfo(str(unlike), _WRITTEN), data, zipfile.ZIP_DEFLATED)
    return target.getvalue()


def file_names(data: bytes) -> list[str]:
    """The files in an archive of several; none where the data are one file."""
    if not is_packed(data):
        return []
    with _opened(data, None) as archive:
        return [one.filename for one in archive.infolist()]


def item_files(data: bytes, most: int, file: str | None) -> Iterator[tuple[str | None, bytes]]:
    """The files of an archive with their paths inside it; any other file as it is, without one."""
    if not is_packed(data):
        yield None, data
        return
    with _opened(data, file) as archive:
        names = [one.filename for one in archive.infolist()]
        if any(map(_PART.fullmatch, names)):
            yield None, data
            return
        found = False
        for name, content in _members(archive, _LOG, most, file):
            found = True
            yield name, content
    if not found:
        raise ScoresError("The archive holds no log with samples.", file=file)


def beginning(data: bytes) -> bytes:
    """The first bytes of a file, or of the first one in an archive."""
    if not is_packed(data):
        return data[:HEAD]
    with _opened(data, None) as archive:
        for one in archive.infolist():
            if _LOG.fullmatch(one.filename) and one.compress_type in _METHODS:
                with archive.open(one) as member:
                    return member.read(HEAD)
    return b""


def inspect_log(data: bytes, most: int, file: str | None) -> dict[str, Any]:
    """A log in a ZIP file (`.eval`): its header and samples, no more than `most` bytes of them."""
    header: dict[str, Any] = {}
    samples = []
    with _opened(data, file) as archive:
        for name, text in _members(archive, _PART, most, file):
            if name == "header.json":
                header = json_value(text.decode("utf-8-sig"))
            else:
                samples.append(json_value(text.decode("utf-8-sig")))
    if not samples:
        raise ScoresError("The archive holds no log with samples.", file=file)
    return {"eval": header.get("eval", {}), "samples": samples}


def _members(
    archive: zipfile.ZipFile, names: re.Pattern[str], most: int, file: str | None
) -> Iterator[tuple[str, bytes]]:
    wanted = [one for one in archive.infolist() if names.fullmatch(one.filename)]
    if any(one.compress_type not in _METHODS for one in wanted):
        raise ScoresError("The log cannot be unpacked. Export it as JSON.", file=file)
    left = most
    for one in wanted:
        with archive.open(one) as member:
            content = member.read(left + 1)
        left -= len(content)
        if left < 0:
            raise ScoresError("The log has more than {limit:,} bytes.", file=file, limit=most)
        yield one.filename, content


@contextmanager
def _opened(data: bytes, file: str | None) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield archive
    except ScoresError:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise ScoresError("The log cannot be unpacked. Export it as JSON.", file=file) from error
