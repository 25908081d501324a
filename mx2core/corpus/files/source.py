"""The bytes of a corpus file, handed to the readers as lines or as one text."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...brief import brief, frozen
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
Size = Callable[[], tuple[int, int]]  # sentences and tokens of what is being filled


def silent(done: int, total: int) -> None:
    """Progress that nobody asked for."""


@frozen(eq=False)
class Block:
    """Some whole lines of a file, without their line ends."""

    lines: list[str]
    first: int  # number of the first one in the file, from 1
    offsets: NDArray[np.int64]  # (len(lines) + 1,): where each begins in the decoded text


@brief
@dataclass(frozen=True, slots=True, kw_only=True)
class ReadOptions:
    """How a corpus file is read, in the terms of `read_corpus`; None means as detected.

    >>> mx.corpus.ReadOptions(unit="text", where=(("frame", "Statement"),)).keywords
    {'unit': 'text', 'where': {'frame': 'Statement'}}
    """

    format: str | None = None
    encoding: str | None = None
    unit: str | None = None
    columns: Sequence[str] | Mapping[str, str] | None = None
    where: Mapping[str, str] | Sequence[str] | str | tuple[tuple[str, str], ...] | None = None
    annotator: str | None = None
    label_names: tuple[str, ...] | None = None
    delimiter: str | None = None
    quote: str | None = None
    header: bool | None = None
    single_label: bool | None = None

    @property
    def keywords(self) -> dict[str, Any]:
        """Arguments of `read_corpus` as plain values, those that say something."""
        given = {field.name: _plain(getattr(self, field.name)) for field in fields(ReadOptions)}
        empty = {name for name, value in given.items() if isinstance(value, list | dict) and not value}
        return {name: value for name, value in given.items() if value is not None and name not in empty}

    @staticmethod
    def frozen(keywords: Mapping[str, Any]) -> dict[str, Any]:
        """The fields from `keywords`, so that options compare: lists are tuples, and a mapping is pairs."""
        return {field.name: _frozen(keywords.get(field.name)) for field in fields(ReadOptions)}


def _frozen(value: Any) -> Any:
    value = list(value.items()) if isinstance(value, Mapping) else value
    return tuple(value) or None if isinstance(value, list) else value


def _plain(value: Any) -> Any:
    if not isinstance(value, tuple):
        return value
    return dict(value) if value and isinstance(value[0], tuple) else list(value)


@frozen(eq=False)
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
    options: ReadOptions = ReadOptions()
    members: tuple[Member, ...] = ()  # the files of a container that is read as a whole
    sizes: list[Size] = field(default_factory=list)  # of what the reader fills; the last is growing

    def blocks(self) -> Iterator[Block]:
        """All lines, some megabytes at a time.

        A line ends at LF or CR LF; at CR only in files that have no LF. Other
        characters that Unicode calls line breaks may stand inside a token.
        """
        number, offset = 1, 0
        for text in self.pieces():
            lines = text.split(self.newline)
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

    @property
    def newline(self) -> str:
        return "\r" if b"\n" not in self.data and b"\r" in self.data else "\n"

    def first_lines(self) -> list[str]:
        """The lines of the first block; none of a beginning that has no line end."""
        return next((block.lines for block in self.quiet().blocks()), [])

    def go_on(self) -> None:
        """Ask whoever watches whether to go on, where there is work to do and nothing more to read."""
        self.report(len(self.data), len(self.data))

    def admitted(self, admit: Report) -> Source:
        """The same; who is asked whether to go on is asked with the sentences and tokens so far as well."""
        report = self.report

        def ask(done: int, total: int) -> None:
            if self.sizes:
                admit(*self.sizes[-1]())
            report(done, total)

        return replace(self, report=ask)

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

    def pieces(self) -> Iterator[str]:
        """The decoded text cut behind line ends."""
        newline = self.newline
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


def unreadable(file: str, reason: object) -> CorpusFormatError:
    return CorpusFormatError(
        "this file cannot be read ({reason}). Export it again.", file=file, reason=str(reason)
    )


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
    if not data or data.isspace():
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
