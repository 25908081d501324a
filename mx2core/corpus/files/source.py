"""The bytes of a corpus file, handed to the readers as lines or as one text."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...brief import brief
from ...errors import CorpusFormatError
from ...files import frame_bytes, is_frame, read_limited
from .containers import Member, gathered, pack_files
from .encodings import check_decodes

MAX_BYTES = 200_000_000
PIECE = 1 << 20  # bytes decoded at a time, so that memory stays bounded
MAX_LINE = (
    10_000_000  # characters; no line of text has so many, and one held in cells takes forty times as much
)
SAMPLED = 2_000_000  # characters of the lines that a guess looks at

Report = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """Progress that nobody asked for."""


@brief
@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Some whole lines of a file, without their line ends."""

    lines: list[str]
    first: int  # number of the first one in the file, from 1
    offsets: NDArray[np.int64]  # (len(lines) + 1,): where each begins in the decoded text


@brief
@dataclass(frozen=True, slots=True)
class Options:
    """What a user may say of a file that its format leaves open; None is: as detected."""

    annotator: str | None = None  # whose annotations are read
    label_names: tuple[str, ...] | None = None  # of labels that are whole numbers from 0
    delimiter: str | None = None  # one character between the cells of a table
    quote: str | None = None  # one character around cells, "" for none
    header: bool | None = None  # whether the first row of a table names its columns
    single_label: bool | None = None  # whether a text has one label, whatever marks are in it


@brief
@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """A file and how to read it.

    `partial` marks the beginning of a file, cut anywhere: a reader then stops at the
    last complete sentence instead of complaining about the cut.
    """

    name: str
    data: bytes
    encoding: str
    report: Report = silent
    partial: bool = False
    options: Options = Options()
    members: tuple[Member, ...] = ()  # the files of a container that is read as a whole

    def blocks(self) -> Iterator[Block]:
        """All lines, some megabytes at a time.

        A line ends at LF or CR LF; at CR only in files that have no LF. Other
        characters that Unicode calls line breaks may stand inside a token.
        """
        newline = "\r" if b"\n" not in self.data and b"\r" in self.data else "\n"
        number, offset = 1, 0
        for text in self._pieces(newline):
            lines = text.split(newline)
            if not lines[-1]:
                lines.pop()
            offsets = np.full(len(lines) + 1, offset, dtype=np.int64)
            lengths = np.fromiter(map(len, lines), dtype=np.int64, count=len(lines))
            offsets[1:] += np.cumsum(lengths + 1)
            if "\r" in text:
                lines = [line.removesuffix("\r") for line in lines]
            yield Block(lines, number, offsets)
            number += len(lines)
            offset += len(text)

    def first_lines(self) -> list[str]:
        """The lines of the first block; none of a beginning that has no line end."""
        return next((block.lines for block in self.quiet().blocks()), [])

    def go_on(self) -> None:
        """Ask whoever watches whether to go on, where there is work to do and nothing more to read."""
        self.report(len(self.data), len(self.data))

    def quiet(self) -> Source:
        """The same without progress, for a look at its beginning."""
        return replace(self, report=silent)

    def text(self) -> str:
        """The whole file, its line ends as they are."""
        try:
            return self.data.decode(self.encoding)
        except UnicodeError:
            if self.partial:
                return self.data.decode(self.encoding, errors="ignore")
            check_decodes(self.data, self.encoding, self.name)
            raise

    def _pieces(self, newline: str) -> Iterator[str]:
        """The decoded text cut behind line ends."""
        decoder = codecs.getincrementaldecoder(self.encoding)()
        total, rest, length = len(self.data), [""], 0
        for start in range(0, total, PIECE):
            stop = min(start + PIECE, total)
            try:
                text = decoder.decode(self.data[start:stop], stop == total and not self.partial)
            except UnicodeError:
                check_decodes(self.data, self.encoding, self.name)
                raise
            cut = text.rfind(newline) + 1
            if cut:
                yield "".join(rest) + text[:cut]
                rest, length = [], 0
            rest.append(text[cut:])
            length += len(text) - cut
            if length > MAX_LINE:
                raise long_line(self.name, MAX_LINE)
            self.report(stop, total)
        last = "".join(rest)
        if last and not self.partial:
            yield last


def long_line(file: str, limit: int) -> CorpusFormatError:
    return CorpusFormatError(
        "a line has over {limit:,} characters. Give each sentence or record its own.", file=file, limit=limit
    )


def first_lines(lines: Iterable[str], most: int) -> Iterator[str]:
    """The lines that a guess looks at: no more than `most`, nor than `SAMPLED` characters and one line."""
    left = SAMPLED
    for line in islice(lines, most):
        yield line
        left -= len(line)
        if left < 0:
            return


Paths = str | Path | bytes | Sequence[str | Path] | Any  # Any: a data frame


def load(path: Paths, name: str | None, max_bytes: int) -> tuple[str, bytes]:
    """The name and the bytes of a file, its size checked before it is read.

    A folder, several files, or tables by the names of their parts come as one ZIP; a data frame as the
    table it would be in a file.
    """
    if isinstance(path, Mapping):
        tables = {f"{part}.{'jsonl' if data[:1] == b'{' else 'csv'}": data for part, data in _parts(path)}
        of_all, packed = pack_files(list(tables.items()), max_bytes)
        return name or of_all, packed
    if is_frame(path):
        name, path = name or "data frame", frame_bytes(path)
    if not isinstance(path, str | Path | bytes) or (not isinstance(path, bytes) and _is_folder(path)):
        paths = [path] if isinstance(path, str | Path) else list(path)
        of_all, data = gathered(paths, max_bytes)
        return name or of_all, data
    file = name or ("corpus" if isinstance(path, bytes) else Path(path).name)
    data = read_limited(path, max_bytes, file, CorpusFormatError)
    if not data:
        raise CorpusFormatError("the file is empty.", file=file)
    return file, data


def _parts(tables: Mapping[Any, Any]) -> Iterator[tuple[str, bytes]]:
    for part, table in tables.items():
        if not is_frame(table):
            raise CorpusFormatError(
                "the part {part} is {found}; give a data frame or a dataset.",
                file="data frame",
                part=str(part),
                found=type(table).__name__,
            )
        yield str(part), frame_bytes(table)


def _is_folder(path: str | Path) -> bool:
    try:
        return Path(path).is_dir()
    except ValueError:  # a NUL inside the path
        return False
