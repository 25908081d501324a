"""A ZIP of files for training programs, with the digest of each.

What a compressor makes of a text differs between versions of zlib, so the promise is of the files:
SHA256SUMS is the same bytes everywhere. See docs/decisions/0008-files-of-the-folds.md.
"""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from ...corpus.files.containers import LEVEL, packing
from ...files import open_target

DIGESTS = "SHA256SUMS"  # in the form that `sha256sum -c` checks
FIRST_MOMENT = (1980, 1, 1, 0, 0, 0)  # that a ZIP can say

AddFile = Callable[[str, bytes], None]


@contextmanager
def file_archive(target: str | Path | BinaryIO) -> Iterator[AddFile]:
    """A ZIP that is written file by file, with the function that adds one by name and content."""
    digests: list[str] = []
    with open_target(target) as file, zipfile.ZipFile(file, "w") as archive:

        def add(name: str, content: bytes) -> None:
            entry = zipfile.ZipInfo(name, FIRST_MOMENT)
            entry.create_system = 3  # Unix, wherever it is written
            entry.external_attr = 0o100644 << 16
            archive.writestr(entry, content, packing(content), LEVEL)
            digests.append(f"{sha256(content).hexdigest()}  {name}\n")

        yield add
        add(DIGESTS, "".join(digests).encode())
