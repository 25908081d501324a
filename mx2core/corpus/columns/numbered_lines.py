"""Token lines that begin with the token's number, as in CoNLL-U and CoNLL-2009."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from ...errors import CorpusFormatError
from ..files.source import Source, first_lines
from ..sentences import Column
from .rows import MAX_COLUMNS, RowBatch, always_comment, scan

SAMPLE = 4000  # token lines that a guess looks at
_NO_WORD = re.compile(r"\d+(?:-\d+|\.\d+)")  # multiword range, empty node


def are_words(ids: Column, batch: RowBatch, source: Source) -> NDArray[np.bool_]:
    """Which lines are words; multiword ranges (`3-4`) and empty nodes (`8.1`) are not."""
    is_word = np.array([value.isdecimal() for value in ids.values], dtype=bool)[ids.codes]
    words = np.flatnonzero(is_word)
    sentences = batch.sentences[words]
    expected = np.arange(len(words)) - np.searchsorted(sentences, sentences) + 1
    wrong = np.flatnonzero(
        np.array(list(map(_number, ids.values)), dtype=np.int64)[ids.codes[words]] != expected
    )
    if len(wrong):
        k = words[wrong[0]]
        raise CorpusFormatError(
            "expected token number {expected}, found {found!r}. Separate sentences by empty lines.",
            file=source.name,
            line=int(batch.lines[k]),
            expected=str(expected[wrong[0]]),
            found=ids.values[ids.codes[k]],
        )
    known = np.array(list(map(is_number, ids.values)), dtype=bool)[ids.codes]
    if not known.all():
        i = int(np.argmin(known))
        raise unnumbered("1", ids.values[ids.codes[i]], source.name, int(batch.lines[i]))
    return is_word


def unnumbered(example: str, cell: str, file: str, line: int) -> CorpusFormatError:
    return CorpusFormatError(
        "a line must begin with a token number such as {example!r}, not {found!r}.",
        file=file,
        line=line,
        example=example,
        found=cell,
    )


def _number(cell: str) -> int:
    """The number of a token; 0 of what is not written as one."""
    return int(cell) if cell.isascii() and cell.isdecimal() and cell[0] != "0" and len(cell) < 10 else 0


def sample(source: Source) -> list[list[str]]:
    """Cells of the first token lines."""
    _, batches = scan(source.quiet(), always_comment)
    rows = list(first_lines((row for batch in batches for row in batch.rows), SAMPLE))
    between = None if rows and all(map(blank_separated, rows)) else "\t"
    return [row.split(between, MAX_COLUMNS) for row in rows]


def separator(batch: RowBatch) -> str | None:
    """A tab; None, for blanks, where the first token line has none."""
    return None if blank_separated(batch.block[int(batch.places[0])]) else "\t"


def blank_separated(row: str) -> bool:
    """Whether tabs were lost: the columns of a token line stand between blanks."""
    return "\t" not in row and " " in row


def is_number(cell: str) -> bool:
    return cell.isdecimal() or _NO_WORD.fullmatch(cell) is not None
