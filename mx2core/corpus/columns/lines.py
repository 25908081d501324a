"""Lines of a file as places in its bytes: where each begins and ends, and which are blank."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import CorpusFormatError
from ..files.source import Source

MAX_ROWS = 1_000_000  # lines of a sentence: without empty lines a file is one, and all of it would be held
SPACES = "".join(filter(str.isspace, map(chr, range(0x3001))))  # all that Unicode has
_MAY_BE_BLANK = np.isin(np.arange(256), [space.encode()[0] for space in SPACES])  # by its first byte
_CONTINUED = np.uint8(0xC0), np.uint8(0x80)  # a byte that goes on with a character, and how to tell it


@frozen(eq=False)
class Lines:
    """Some whole lines of a file, in UTF-8, each closed by a line end of one byte."""

    data: bytes
    starts: NDArray[np.int64]  # (n,): places in `data`
    ends: NDArray[np.int64]  # (n,): without CR and line end
    blank: NDArray[np.bool_]  # (n,): nothing but white space
    first: int  # number of the first one in the file, from 1
    offsets: NDArray[np.int64]  # (n + 1,): where each begins in the decoded text

    def __len__(self) -> int:
        return len(self.starts)

    def __getitem__(self, i: int) -> str:
        return self.data[self.starts[i] : self.ends[i]].decode()

    def texts(self, places: NDArray[np.int64]) -> list[str]:
        bounds = zip(self.starts[places].tolist(), self.ends[places].tolist(), strict=True)
        return [self.data[start:end].decode() for start, end in bounds]

    def part(self, start: int, stop: int) -> Lines:
        if start == 0 and stop == len(self):
            return self
        places = slice(start, stop)
        base = int(self.starts[start])
        until = int(self.starts[stop]) if stop < len(self) else len(self.data)
        return Lines(
            self.data[base:until],
            self.starts[places] - base,
            self.ends[places] - base,
            self.blank[places],
            self.first + start,
            self.offsets[start : stop + 1],
        )


def sentence_blocks(source: Source) -> Iterator[Lines]:
    """Lines, some megabytes at a time, that end behind a sentence, so that none is cut in two."""
    held: list[Lines] = []
    n_held = 0
    for block in _blocks(source):
        ends = np.flatnonzero(block.blank)
        cut = int(ends[-1]) + 1 if len(ends) else 0
        if cut:
            yield _joined([*held, block.part(0, cut)])
            held, n_held = [], 0
        if cut < len(block):
            held.append(block.part(cut, len(block)))
            n_held += len(block) - cut
        if n_held > MAX_ROWS:
            raise CorpusFormatError(
                "no empty line ends a sentence in {limit:,} lines.",
                file=source.name,
                line=held[0].first,
                limit=MAX_ROWS,
            )
    if held and not source.partial:
        yield _joined(held)


def _blocks(source: Source) -> Iterator[Lines]:
    newline = source.newline
    number, offset = 1, 0
    for text in source.pieces():
        lines = _lines(text if text.endswith(newline) else text + newline, newline, number, offset)
        yield lines
        number += len(lines)
        offset += len(text)


def _lines(text: str, newline: str, number: int, offset: int) -> Lines:
    data = text.encode()
    of_data = np.frombuffer(data, dtype=np.uint8)
    ends = np.flatnonzero(of_data == ord(newline))
    starts = np.concatenate(([0], ends[:-1] + 1))
    bounds = np.append(starts, len(data))  # of lines with their line ends, in bytes
    if len(text) < len(data):
        mask, continued = _CONTINUED
        characters = np.concatenate(([0], np.cumsum(of_data & mask != continued)))
        bounds = characters[bounds]
    if newline == "\n" and "\r" in text:
        ends = ends - ((of_data[ends - 1] == ord("\r")) & (ends > starts))
    blank = starts == ends
    for i in np.flatnonzero(_MAY_BE_BLANK[of_data[starts]] & ~blank).tolist():
        blank[i] = data[starts[i] : ends[i]].decode().isspace()
    return Lines(data, starts, ends, blank, number, offset + bounds)


def _joined(blocks: list[Lines]) -> Lines:
    if len(blocks) == 1:
        return blocks[0]
    sizes = [0, *(len(block.data) for block in blocks[:-1])]
    bases = np.cumsum(sizes).tolist()
    return Lines(
        b"".join(block.data for block in blocks),
        np.concatenate([block.starts + base for block, base in zip(blocks, bases, strict=True)]),
        np.concatenate([block.ends + base for block, base in zip(blocks, bases, strict=True)]),
        np.concatenate([block.blank for block in blocks]),
        blocks[0].first,
        np.concatenate([*(block.offsets[:-1] for block in blocks), blocks[-1].offsets[-1:]]),
    )
