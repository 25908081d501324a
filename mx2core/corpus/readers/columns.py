"""Columns separated by tabs or blanks, one token a line: CoNLL, CRF++ and their kin."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import chain

from ...brief import frozen
from ...errors import CorpusFormatError, Notice, uneven_row
from ..columns import column_names
from ..columns.cells import Cells
from ..columns.codes import PADDING
from ..columns.rows import (
    MAX_COLUMNS,
    IsComment,
    RowBatch,
    check_narrow,
    comment_in_spaces,
    comment_in_tabs,
    scan,
    too_wide,
)
from ..columns.table import Table
from ..columns.tags import detect_schemes, mark_targets
from ..files.source import Source, first_lines
from ..sentences import Sentences
from . import Format

SAMPLE = 4000  # token lines that a guess looks at
_BLANKS = re.compile("[ \t\r]+")  # a full-width space may be a token
GLOBAL_COLUMNS = "# global.columns"
EVEN = 0.8  # share of lines of one width from which a file is columns
RAGGED = 0.35  # plausibility of columns that are not: above that of segmented text, below all else
ENDINGS = (".conll", ".conllu", ".bio", ".iob", ".iob2", ".tsv")  # of files of columns
NARROW = 12  # columns of a token line; few have more
_TAG = re.compile("O|[BIESLUM][-_].+")


@frozen
class ColumnLayout:
    """How a line is cut, and what its columns are called."""

    tabs: bool
    names: list[str]  # one a column of the file, in order; ID is not kept
    neutral: list[str]  # the same without guesses
    tags: int | None = None  # a column that holds nothing but tags
    keys: frozenset[str] = frozenset()  # first cells that begin with # above most sentences
    ragged: bool = False  # too few lines have that many columns to be sure that they are columns

    @property
    def width(self) -> int:
        return len(self.names)

    def is_comment(self, line: str, boundary: bool) -> bool:
        """Whether a line that begins with # says something of the sentence below it, and is no token."""
        if not boundary:
            return False
        if (comment_in_tabs if self.tabs else comment_in_spaces)(line, boundary):
            return True
        cells = line.split("\t" if self.tabs else None, MAX_COLUMNS)
        if len(cells) != self.width:
            return cells[0] == "#" or cells[0] in self.keys
        if self.tags is not None:
            return not _TAG.fullmatch(cells[self.tags].strip())
        return cells[0] in self.keys


def read(source: Source, columns: column_names.Columns | None = None) -> Sentences:
    """Sentences of a file whose token lines all have equally many columns.

    Empty lines (nothing but white space) and `-DOCSTART-` lines end a sentence. A line
    that begins with `#` is a comment only before the first token of a sentence, and
    only if it has no tab (where tabs separate), reads `# key = value`, has other columns
    than tokens have, no tag where they have one, or begins as most sentences do.
    """
    layout = _layout(source)
    names = column_names.corrected_names(layout.names, layout.neutral, columns, source.name)
    column_names.check_word(names, source.name)
    table = Table(names, source)
    scanned, batches = scan(source, layout.is_comment)
    for batch in batches:
        table.add(batch, _cells(batch, layout, source))
    sentences = table.sentences(scanned, {})
    places = {name: names.index(name) + 1 for name in sentences.columns}
    return detect_schemes(mark_targets(replace(sentences, places=places)))


def cells(head: Source) -> column_names.UnnamedCells:
    """The columns and rows of the beginning of a file."""
    layout = _layout(head)
    rows = (row.split("\t" if layout.tabs else None) for row, _ in _rows(_sample(head), layout.is_comment))
    return column_names.UnnamedCells(layout.neutral, layout.names, rows)


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    lines = _sample(head)
    layout, share, n_rows, n_sentences = _measure(lines)
    if share < EVEN:
        return RAGGED if _meant_as_columns(lines, head.name) else 0.0
    if layout.width == 1 and n_sentences < 2:
        return 0.0
    tagged = bool({"label", "role"} & set(layout.names))
    if n_rows <= n_sentences and not tagged:  # empty lines between lines of text
        return 0.1
    if n_sentences > 1:
        return 0.8 if tagged or "pos" in layout.names else 0.6
    return 0.75 if tagged and n_rows > 1 else 0.1


def _meant_as_columns(lines: list[str], name: str) -> bool:
    """Whether lines of different widths are tokens with tags all the same, not text cut by blanks."""
    numbered = _rows(lines, comment_in_spaces)
    rows = [row.split(None, MAX_COLUMNS) for row, _ in numbered]
    wide = [row for row in rows if len(row) > 1]
    tagged = sum(any(map(_TAG.fullmatch, row[1:])) for row in wide)
    if 2 * tagged > len(wide):
        return True
    # Without such tags the name has to say it, empty lines to stand between several rows, and the
    # second cell to be one of few, as labels are.
    n_sentences = len({sentence for _, sentence in numbered})
    if not name.lower().endswith(ENDINGS) or not 1 < n_sentences < len(rows):
        return False
    narrow = sum(len(row) <= NARROW for row in rows)
    return 3 * len({row[1] for row in wide}) <= len(wide) and 10 * narrow >= 9 * len(rows)


def _cells(batch: RowBatch, layout: ColumnLayout, source: Source) -> Cells:
    check_narrow(batch, "\t" if layout.tabs else None, source.name)
    cells = batch.cells(layout.width, "\t" if layout.tabs else None)
    if cells is not None:
        return cells
    split = [row.split("\t") if layout.tabs else _BLANKS.split(row.strip(PADDING)) for row in batch.rows]
    widths = list(map(len, split))
    if widths.count(layout.width) < len(widths):
        i = next(i for i, width in enumerate(widths) if width != layout.width)
        if layout.ragged:
            raise CorpusFormatError(
                "expected {expected} columns, found {found}. If words are spaced, choose “segmented text”.",
                file=source.name,
                line=int(batch.lines[i]),
                expected=layout.width,
                found=widths[i],
            )
        raise uneven_row(layout.width, widths[i], source.name, int(batch.lines[i]))
    return Cells.from_texts(chain.from_iterable(split), layout.width)


def _layout(source: Source) -> ColumnLayout:
    layout, _share, n_rows, _n_sentences = _measure(_sample(source))
    if not n_rows:
        raise CorpusFormatError("the file has no sentences or rows.", file=source.name)
    if layout.width > MAX_COLUMNS:
        raise too_wide(source.name)
    return layout


def _sample(source: Source) -> list[str]:
    lines = (line for block in source.quiet().blocks() for line in block.lines)
    return list(first_lines(lines, 2 * SAMPLE))


def _measure(lines: list[str]) -> tuple[ColumnLayout, float, int, int]:
    """The likeliest layout, the share of lines that follow it, the numbers of lines and sentences."""
    if not any(line.startswith("#") for line in lines):
        return _measured(lines, comment_in_tabs, comment_in_spaces)
    # What the other lines are tells which of those that begin with # are tokens.
    sure = _measured([line for line in lines if line[:1] != "#"], comment_in_tabs, comment_in_spaces)[0]
    sure = replace(sure, keys=_keys(lines, sure))
    layout, share, n_rows, n_sentences = _measured(lines, sure.is_comment, sure.is_comment)
    tags = sure.tags if layout.width == sure.width else None
    return replace(layout, keys=sure.keys, tags=tags), share, n_rows, n_sentences


def _keys(lines: list[str], layout: ColumnLayout) -> frozenset[str]:
    """First cells with # above more than half of the sentences: comments with as many cells as tokens."""
    first: dict[int, str] = {}
    rows = _rows(lines, comment_in_tabs if layout.tabs else comment_in_spaces)
    for row, sentence in rows:
        first.setdefault(sentence, row.split("\t" if layout.tabs else None, 1)[0])
    times = Counter(cell for cell in first.values() if cell.startswith("#"))
    return frozenset(cell for cell, n in times.items() if 2 * n > len(first) > 1)


def _measured(
    lines: list[str], tab_comment: IsComment, space_comment: IsComment
) -> tuple[ColumnLayout, float, int, int]:
    """The same, where it is known which lines are comments."""
    header = next((line for line in lines[:20] if line.startswith(GLOBAL_COLUMNS)), None)
    tabs = _rows(lines, tab_comment)
    blanks = _rows(lines, space_comment)
    by_tabs = [(row.split("\t", MAX_COLUMNS), sentence) for row, sentence in tabs]
    by_blanks = [(row.split(None, MAX_COLUMNS), sentence) for row, sentence in blanks]
    tab_width, tab_share = _usual_width(by_tabs)
    width, share = _usual_width(by_blanks)
    use_tabs = tab_width > 1 and tab_share >= share
    if use_tabs:
        width, share, cells = tab_width, tab_share, by_tabs
    else:
        cells = by_blanks
    usual = [(row, sentence) for row, sentence in cells if len(row) == width][:SAMPLE]
    neutral = [f"col{i + 1}" for i in range(width)]
    names = list(neutral)
    if usual and width <= MAX_COLUMNS:
        names = column_names.guess_tokens([row for row, _ in usual], [sentence for _, sentence in usual])
    if header is not None:
        official = header.partition("=")[2].split()
        if len(official) == width:
            neutral = official
            ours = ["ID" if name.upper() == "ID" else column_names.token_name(name) for name in official]
            names = column_names.first_only(ours, official)
    return (
        ColumnLayout(use_tabs, names, neutral, _tags([row for row, _ in usual], names), ragged=share < EVEN),
        share,
        len(cells),
        len({sentence for _, sentence in cells}),
    )


def _tags(rows: list[list[str]], names: list[str]) -> int | None:
    """A column that holds nothing but tags, if there is one."""
    places = [i for i, name in enumerate(names) if name in ("label", "role")]
    return next((i for i in places if all(_TAG.fullmatch(row[i].strip()) for row in rows)), None)


def _rows(lines: list[str], is_comment: IsComment) -> list[tuple[str, int]]:
    """Token lines with the number of their sentence."""
    rows: list[tuple[str, int]] = []
    sentence, at_start = 0, True
    for line in lines:
        if not line or line.isspace():
            sentence, at_start = sentence + (not at_start), True
        elif not (line[0] == "#" and is_comment(line, at_start)) and not line.startswith("-DOCSTART-"):
            rows.append((line, sentence))
            at_start = False
    return rows


def _usual_width(rows: list[tuple[list[str], int]]) -> tuple[int, float]:
    widths = Counter(len(row) for row, _ in rows)
    if not widths:
        return 1, 0.0
    width, n = max(widths.items(), key=lambda item: (item[1], item[0]))
    return width, n / len(rows)


FORMAT = Format(
    "columns",
    name=Notice("columns"),
    description="one token a line: CoNLL, CRF++, IOB, BMES",
    tokens="of the file",
    counted="chunks of tags, POS, targets",
    example="Ada\tB-PER\nwrote\tO\n\nBob\tB-PER\n",
    read=read,
    plausibility=plausibility,
    cells=cells,
    endings=(".bio", ".iob2", ".conll"),
    place=20,
)
