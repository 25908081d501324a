"""CoNLL-U: ten columns, tokens numbered, multiword ranges and empty nodes beside them."""

from __future__ import annotations

from ...errors import Notice, uneven_row
from ..columns import column_names
from ..columns.cells import CellCoder, Cells
from ..columns.numbered_lines import are_words, is_number, sample, separator
from ..columns.rows import RowBatch, always_comment, check_narrow, scan
from ..columns.table import Table
from ..columns.tags import detect_schemes, mark_targets
from ..files.source import Source
from ..sentences import Column, Sentences
from . import Format

OFFICIAL = ["ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"]
NAMES = ["ID", "word", "LEMMA", "pos", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"]
# What a cell says: something of every token, or of some of them.
SCHEMES = {"LEMMA": "plain", "pos": "plain", "XPOS": "plain", "HEAD": "plain", "DEPREL": "plain"} | {
    "FEATS": "token",
    "DEPS": "token",
    "MISC": "token",
}


def read(source: Source, columns: column_names.Columns | None = None) -> Sentences:
    """Sentences of a CoNLL-U file; multiword ranges and empty nodes are not words."""
    names = column_names.corrected_names(NAMES, OFFICIAL, columns, source.name)
    column_names.check_word(names, source.name)
    table = Table(names, source)
    scanned, batches = scan(source, always_comment)
    for batch in batches:
        found_cells = _cells(batch, source)
        numbers = CellCoder()
        codes = numbers.encode_cells(found_cells.column(0))
        table.add(batch, found_cells, are_words(Column(codes, tuple(numbers)), batch, source))
    schemes = {name: SCHEMES[name] for name in names if name in SCHEMES}
    return detect_schemes(mark_targets(table.sentences(scanned, schemes)))


def cells(head: Source) -> column_names.UnnamedCells:
    """The columns and rows of the beginning of a file."""
    return column_names.UnnamedCells(OFFICIAL, NAMES, (row for row in sample(head) if row[0].isdecimal()))


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    rows = sample(head)
    fitting = sum(len(row) == len(NAMES) and is_number(row[0]) for row in rows)
    return 0.95 * fitting / len(rows) if rows and 10 * fitting >= 9 * len(rows) else 0.0


def _cells(batch: RowBatch, source: Source) -> Cells:
    between = separator(batch)
    check_narrow(batch, between, source.name)
    cells = batch.cells(len(NAMES), between)
    if cells is None:
        widths = [len(row.split(between)) for row in batch.rows]
        i = next(i for i, width in enumerate(widths) if width != len(NAMES))
        raise uneven_row(len(NAMES), widths[i], source.name, int(batch.lines[i]))
    return cells


FORMAT = Format(
    "conllu",
    name=Notice("CoNLL-U"),
    description="CoNLL-U",
    tokens="of the file",
    counted="POS, XPOS, relations …",
    example="1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n\n1\tb\tb\tX\t_\t_\t0\troot\t_\t_\n",
    read=read,
    plausibility=plausibility,
    cells=cells,
    endings=(".conllu",),
    place=10,
)
