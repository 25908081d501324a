"""Token lines that begin with the token's number, as in CoNLL-U and CoNLL-2009."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from ...errors import CorpusFormatError
from ..files.source import Source, first_lines
from .rows import MAX_COLUMNS, RowBatch, always_comment, scan

SAMPLE = 4000  # token lines that a guess looks at
_NO_WORD = re.compile(r"\d+(?:-\d+|\.\d+)")  # multiword range, empty node


def are_words(ids: list[str], batch: RowBatch, source: Source) -> NDArray[np.bool_]:
    """Which lines are words; multiword ranges (`3-4`) and empty nodes (`8.1`) are not.

    Raises
    ------
    CorpusFormatError
        If the words of a sentence are not numbered 1, 2, 3 …, as happens where the
        empty line between two sentences is missing.
    """
    is_word = np.fromiter(map(str.isdecimal, ids), dtype=bool, count=len(ids))
    words = np.flatnonzero(is_word)
    sentences = batch.sentences[words]
    place = np.arange(len(words)) - np.searchsorted(sentences, sentences) + 1
    expected = list(map(str, place.tolist()))
    words_as_ids = [ids[i] for i in words.tolist()]
    if expected != words_as_ids:
        k = next(k for k, pair in enumerate(zip(expected, words_as_ids, strict=True)) if pair[0] != pair[1])
        raise CorpusFormatError(
            "expected token number {expected}, found {found!r}. Separate sentences by empty lines.",
            file=source.name,
            line=int(batch.lines[words[k]]),
            expected=expected[k],
            found=words_as_ids[k],
        )
    for i in np.flatnonzero(~is_word).tolist():
        if not _NO_WORD.fullmatch(ids[i]):
            raise CorpusFormatError(
                "a line must begin with a token number such as {example!r}, not {found!r}.",
                file=source.name,
                line=int(batch.lines[i]),
                example="1",
                found=ids[i],
            )
    return is_word


def sample(source: Source) -> list[list[str]]:
    """Cells of the first token lines."""
    _, batches = scan(source.quiet(), always_comment)
    rows = list(first_lines((row for batch in batches for row in batch.rows), SAMPLE))
    between = None if rows and all(map(in_blanks, rows)) else "\t"
    return [row.split(between, MAX_COLUMNS) for row in rows]


def separator(batch: RowBatch) -> str | None:
    """A tab; None, for blanks, where the first token line has none."""
    return None if in_blanks(batch.rows[0]) else "\t"


def in_blanks(row: str) -> bool:
    """Whether tabs were lost: the columns of a token line stand between blanks."""
    return "\t" not in row and " " in row


def is_number(cell: str) -> bool:
    return cell.isdecimal() or _NO_WORD.fullmatch(cell) is not None
