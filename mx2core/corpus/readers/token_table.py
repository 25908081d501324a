"""Tables with one token a row and a column that says which sentence it is of."""

from __future__ import annotations

from collections.abc import Iterator

from ...errors import Notice
from ..columns import column_names
from ..columns.tags import detect_schemes, mark_targets
from ..files.source import Source
from ..sentences import Sentences
from ..spans.sentence_builder import Builder
from . import Format
from .delimited import TableLayout, TextRow, body_of, cells_of, fitted, layout_of, layout_of_head, names_of

SENTENCE = (
    *("sentence #", "sentence_id", "sent_id", "sentence", "sentence_idx", "sent", "sid"),
    *("句子", "句子编号"),
)


def read(source: Source, columns: column_names.Columns | None = None) -> Sentences:
    """Sentences of the rows that follow each other under one number.

    The number may stand in the first row of a sentence only. It stands in the column
    `sent_id`; the others hold words and tags.
    """
    layout = layout_of(source)
    names = names_of(_default_names(layout), layout, columns, source)
    column_names.check_word(names, source.name)
    if "sent_id" not in names:
        raise column_names.no_column("sent_id", names, source.name)
    builder = Builder(source)
    at = names.index("sent_id")
    kept = [i for i, name in enumerate(names) if i != at and name != column_names.LEFT_OUT]
    for number, rows in _sentences(source, layout, at, len(names)):
        tokens = {names[i]: [row.cells[i].strip() or "_" for row in rows] for i in kept}
        extent = (rows[0].span[0], rows[-1].span[1])
        builder.add(tokens, {"sent_id": number}, rows[0].line, extent)
    return detect_schemes(mark_targets(builder.sentences({})))


def cells(head: Source) -> column_names.UnnamedCells:
    """The columns and rows of the beginning of a file."""
    layout = layout_of(head)
    return cells_of(head, layout, _default_names(layout))


def _default_names(layout: TableLayout) -> list[str]:
    """What the columns are called where nobody says otherwise."""
    place = _sentence_column(layout)
    if place is None:
        return list(layout.names)
    ours = [None if i == place else column_names.token_name(name) for i, name in enumerate(layout.neutral)]
    rest = column_names.first_only(ours, layout.neutral)
    return [name if i != place else "sent_id" for i, name in enumerate(rest)]


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    layout = layout_of_head(head)
    if layout is None or not layout.header_rows or _sentence_column(layout) is None:
        return 0.0
    words = [column_names.token_name(name) for name in layout.neutral]
    return 0.92 * layout.share if "word" in words and {"label", "pos", "role"} & set(words) else 0.0


def _sentence_column(layout: TableLayout) -> int | None:
    lower = [name.lower() for name in layout.neutral]
    return next((lower.index(name) for name in SENTENCE if name in lower), None)


def _sentences(
    source: Source, layout: TableLayout, line: int, width: int
) -> Iterator[tuple[str, list[TextRow]]]:
    """The rows of each sentence, with its number."""
    number, held = "", list[TextRow]()
    for row in body_of(source, layout):
        row = fitted(row, width, source)
        given = row.cells[line].strip()
        if held and given and given != number:
            yield number, held
            held = []
        number = given or number
        held.append(row)
    if held:
        yield number, held


FORMAT = Format(
    "token_table",
    name=Notice("table, one token a row"),
    description="a table with one token a row and a column of sentences",
    tokens="of the file",
    counted="tags",
    example="sentence_id,word,tag\n1,Ada,B-PER\n1,is,O\n2,Bob,B-PER\n",
    read=read,
    plausibility=plausibility,
    cells=cells,
    table=True,
    place=170,
)
