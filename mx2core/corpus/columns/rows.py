"""Files with one token a line: which lines are tokens, comments and sentence breaks."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ...brief import brief, frozen
from ...errors import CorpusFormatError, Notice
from ..files.source import Source
from .cells import PADDING, Cells
from .lines import SPACES, Lines, sentence_blocks

MAX_COLUMNS = 1_000  # of a line; a real sentence has some twenty, and one more for each of its predicates
MAX_TOKENS = 10_000_000  # of sentences repeated for their predicates
MAX_FIELDS = 32  # different comment keys that are kept; real files have a handful
DOCSTART = "-DOCSTART-"
GLOBAL = "# global."  # says something of the whole file, so it belongs to no sentence
# `# key = value` as in CoNLL-U, `# key: value`; a key has a few words, a remark has many.
_PAIR = re.compile(
    r"#\s*(?:([^\s=:]+(?:[ :]{1,2}[^\s=:]+){0,3})\s*=|([^\s=:]+(?: [^\s=:]+){0,2})\s*:\s)\s*(.*)"
)
# What follows a name that everybody knows is its value, however it goes on: `#text:A = B : C`.
_KNOWN_PAIR = re.compile(
    r"#\s*(text|sentence-text|sent_id|sentid|sid|id)\s*[:=]\s*(.*)"
    r"|#\s*(sent_id|id)[ \t]+(\S+)(?:\t.*)?$"
)
_SPACED = re.compile(r"#+[^\S\t]+[^\s#]")
_MAY_BE_SPECIAL = np.isin(np.arange(256), [ord(mark) for mark in "#-"])  # a line, by its first byte
_BLANK = np.isin(np.arange(256), [ord(blank) for blank in " \t\r\n"])  # between cells
_OTHER_SPACES = [space.encode() for space in SPACES if space not in " \t\r\n"]  # Python cuts at these too
_NEWDOC = re.compile(r"#\s*newdoc\b(?:\s+id\s*=\s*(.*))?")
DOCUMENT = re.compile(rf"^(?:{DOCSTART}|#[ \t]*newdoc\b).*$", re.MULTILINE)  # a line that begins a document
_SYNONYMS = {
    "sentence-text": "text",
    "newpar id": "paragraph",
    "id": "sent_id",
    "sentid": "sent_id",
    "sid": "sent_id",
}


@frozen(eq=False)
class RowBatch:
    block: Lines
    places: NDArray[np.int64]  # which of the block's lines each row is
    lines: NDArray[np.int64]  # line number of each row
    sentences: NDArray[np.int64]  # sentence of each row, counted through the whole file

    @property
    def rows(self) -> list[str]:
        return self.block.texts(self.places)

    def cells(self, width: int, separator: str | None) -> Cells | None:
        """The cells of all rows; None if a row has not `width` of them."""
        block, rows = self.block, self.places
        data = np.frombuffer(block.data, dtype=np.uint8)
        if separator is not None:
            cuts = self._places_in_rows(np.flatnonzero(data == ord(separator)))
            if len(cuts) != len(rows) * (width - 1):
                return None
            cuts = cuts.reshape(len(rows), width - 1).T
            starts = np.vstack([block.starts[rows], cuts + 1]).T  # cells of a column stand together
            ends = np.vstack([cuts, block.ends[rows]]).T
        elif any(space in block.data for space in _OTHER_SPACES):
            split = [row.split() for row in self.rows]
            fits = all(len(row) == width for row in split)
            return Cells.from_texts(chain.from_iterable(split), width) if fits else None
        else:
            blank = np.concatenate(([True], _BLANK[data]))
            starts = self._places_in_rows(np.flatnonzero(blank[:-1] & ~blank[1:]))
            ends = self._places_in_rows(np.flatnonzero(~blank[:-1] & blank[1:]))
            if len(starts) != len(rows) * width:
                return None
            starts, ends = starts.reshape(len(rows), width), ends.reshape(len(rows), width)
        # All are in order, so the first and the last of a row tell whether those between are of that row.
        first, last = block.starts[rows, None], block.ends[rows, None]
        if (starts[:, :1] < first).any() or (ends[:, :1] < first).any():
            return None
        if (starts[:, -1:] > last).any() or (ends[:, -1:] > last).any():
            return None
        return Cells(block.data + PADDING, starts, ends)

    def _places_in_rows(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Those of the places in the block that are inside a row, or at its end."""
        others = np.ones(len(self.block), dtype=bool)
        others[self.places] = False
        others &= self.block.starts < self.block.ends
        first = np.searchsorted(places, self.block.starts[others])
        last = np.searchsorted(places, self.block.ends[others], side="right")
        if (first == last).all():
            return places
        depth = np.zeros(len(places) + 1, dtype=np.int64)
        np.add.at(depth, first, 1)
        np.add.at(depth, last, -1)
        inside: NDArray[np.int64] = places[np.cumsum(depth[:-1]) == 0]
        return inside


@brief
@dataclass(slots=True, eq=False)
class Scan:
    """Text outside token lines; complete once all batches were read."""

    n_sentences: int = 0
    comments: dict[str, dict[int, str]] = field(default_factory=dict)  # key -> sentence -> value
    documents: dict[int, str] = field(default_factory=dict)  # first sentence -> name
    left_out: dict[str, int] = field(default_factory=dict)  # keys there was no room for, and how often
    offsets: array[int] = field(default_factory=lambda: array("q"))  # where each sentence's first line begins
    end: int = 0

    def note(self, line: str, sentence: int) -> None:
        """Keep what a comment says of a sentence, or of the document that begins with it."""
        newdoc = _NEWDOC.match(line)
        if newdoc or line.startswith(DOCSTART):
            name = newdoc.group(1) if newdoc else None
            self.documents[sentence] = (name or "").strip() or f"#{len(self.documents) + 1}"
        elif (pair := _pair(line)) and not line.startswith(GLOBAL):
            key, value = pair
            if key in self.comments or len(self.comments) < MAX_FIELDS:
                self.comments.setdefault(key, {})[sentence] = value
            else:
                self.left_out[key] = self.left_out.get(key, 0) + 1

    def fields(self) -> dict[str, tuple[str, ...]]:
        """One string a sentence for every key; empty where a sentence says nothing."""
        given = {
            key: tuple(values.get(sentence, "") for sentence in range(self.n_sentences))
            for key, values in self.comments.items()
            if any(sentence < self.n_sentences for sentence in values)
        }
        if self.documents:
            name, names = "#0", []
            for sentence in range(self.n_sentences):
                name = self.documents.get(sentence, name)
                names.append(name)
            given["document"] = tuple(names)
        return given

    def notices(self) -> tuple[Notice, ...]:
        """What comments say that there was no room for."""
        if not self.left_out:
            return ()
        return (
            Notice("Not used: {names}, since the file has too many fields.", {"names": list(self.left_out)}),
        )

    def spans(self) -> NDArray[np.int64]:
        """From the first comment of a sentence to that of the next one."""
        bounds = np.append(np.array(self.offsets), self.end)
        return np.stack([bounds[:-1], bounds[1:]], axis=1)


def _pair(line: str) -> tuple[str, str] | None:
    """Key and value of a comment that has them."""
    if known := _KNOWN_PAIR.match(line):
        key, value = known[1] or known[3], known[2] if known[1] else known[4]
    elif pair := _PAIR.match(line):
        key, value = pair[1] or pair[2], pair[3]
    else:
        return None
    return _SYNONYMS.get(key, key), value.strip()


def check_narrow(batch: RowBatch, separator: str | None, file: str) -> None:
    """Refuse a line of too many columns, before it is cut into them."""
    # Nearly all lines are shorter than that many columns could be.
    block, rows = batch.block, batch.places
    for i in np.flatnonzero(block.ends[rows] - block.starts[rows] > 2 * MAX_COLUMNS).tolist():
        if len(block[int(rows[i])].split(separator, MAX_COLUMNS)) > MAX_COLUMNS:
            raise too_wide(file, int(batch.lines[i]))


def check_repeated(n_tokens: int, file: str, line: int) -> None:
    """Refuse more tokens than a file of few bytes may have, whose sentences stand once for each predicate."""
    if n_tokens > MAX_TOKENS:
        raise CorpusFormatError(
            "over {limit:,} tokens, sentences repeated per predicate. Give a part.",
            file=file,
            line=line,
            limit=MAX_TOKENS,
        )


def too_wide(file: str, line: int | None = None) -> CorpusFormatError:
    return CorpusFormatError(
        "a line has more than {limit:,} columns.", file=file, line=line, limit=MAX_COLUMNS
    )


IsComment = Callable[[str, bool], bool]  # the line, and whether a sentence could begin there


def always_comment(line: str, boundary: bool) -> bool:
    """In CoNLL-U a token line begins with its number, so `#` begins comments only."""
    return True


def comment_in_tabs(line: str, boundary: bool) -> bool:
    """Where tabs separate columns, `#\\tO` is a token; what has no tab, or `# id` in front, is a comment."""
    return boundary and ("\t" not in line or _SPACED.match(line) is not None)


def comment_in_spaces(line: str, boundary: bool) -> bool:
    """Where blanks separate columns, only `# key = value`, or what has a tab, is surely no token."""
    return boundary and (
        "\t" in line or _PAIR.fullmatch(line) is not None or _NEWDOC.fullmatch(line) is not None
    )


def scan(source: Source, is_comment: IsComment) -> tuple[Scan, Iterator[RowBatch]]:
    """The token lines of a file, and a record of the rest that fills while they are taken.

    A sentence ends at a line of nothing but white space, or at a `-DOCSTART-` line.
    """
    found = Scan()
    return found, _batches(source, is_comment, found)


def _batches(source: Source, is_comment: IsComment, scanned: Scan) -> Iterator[RowBatch]:
    early: int | None = None  # where a comment began whose sentence is in a later block
    for block in sentence_blocks(source):
        blank = block.blank
        comment, docstart = _special_lines(block, is_comment)
        row = np.flatnonzero(~(blank | comment | docstart))
        breaks = np.cumsum(blank | docstart)
        new = np.diff(breaks[row], prepend=-1) > 0
        sentences = scanned.n_sentences - 1 + np.cumsum(new)
        begins = block.offsets[row[new]]  # the first token; comments before it come first
        if early is not None and len(begins):
            begins[0], early = early, None
        begun = np.concatenate(([0], np.cumsum(new)))  # sentences begun before each row
        special = np.flatnonzero(comment | docstart)
        for i, k in zip(special.tolist(), np.searchsorted(row, special).tolist(), strict=True):
            inside = bool(k and breaks[i] == breaks[row[k - 1]])
            sentence = int(begun[k]) - inside
            scanned.note(block[i], scanned.n_sentences + sentence)
            if inside or block[i].startswith(GLOBAL):
                continue
            if sentence < len(begins):
                begins[sentence] = min(begins[sentence], block.offsets[i])
            elif early is None:
                early = int(block.offsets[i])
        scanned.offsets.frombytes(begins.astype(np.int64).tobytes())
        scanned.n_sentences += len(begins)
        scanned.end = int(block.offsets[-1])
        if len(row):
            yield RowBatch(block, row, row + block.first, sentences)


def _special_lines(block: Lines, is_comment: IsComment) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Which lines are comments, and which begin a document."""
    comment = np.zeros(len(block), dtype=bool)
    docstart = np.zeros(len(block), dtype=bool)
    first = np.frombuffer(block.data, dtype=np.uint8)[block.starts]
    for i in np.flatnonzero(_MAY_BE_SPECIAL[first]).tolist():
        line = block[i]
        if line[0] == "#":
            at_start = i == 0 or bool(block.blank[i - 1] or comment[i - 1] or docstart[i - 1])
            comment[i] = is_comment(line, at_start)
        else:
            docstart[i] = line.startswith(DOCSTART)
    return comment, docstart
