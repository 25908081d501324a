"""CSV and its kin: one text with its label a row, or tokens and tags in two cells."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain, islice
from typing import Any, NamedTuple

from ...amounts import are_amounts
from ...brief import frozen
from ...errors import CorpusFormatError, Notice
from ..columns import column_names
from ..columns.cell_lists import cell_list
from ..columns.label_names import named_labels
from ..columns.rows import MAX_COLUMNS, too_wide
from ..columns.tags import detect_schemes, evident_scheme, mark_several, mark_targets, split_labels
from ..files.source import Source
from ..files.unused import Unused, UnusedKind
from ..sentences import SEVERAL, Sentences
from ..spans.records import Record
from ..spans.sentence_builder import Builder, missing_text
from . import Format, jsonl, spans

SAMPLE = 1000  # rows that a guess looks at
DELIMITERS = (",", "\t", ";", "|")
TOKEN_COLUMNS = ("word", "label", "pos", "role")  # cells that hold one value a token
SNIFFED = 20_000  # bytes in which quotes are looked for
MAX_CELL = 10_000_000  # characters; the module's own limit cuts long documents off


@frozen
class TableLayout:
    """How rows are cut, and what their cells are called."""

    delimiter: str
    quote: str  # empty: cells stand as they are
    header_rows: int  # rows above the first text: a header, and a title above it
    names: list[str]
    neutral: list[str]
    flags: tuple[int, ...]  # columns that say of one label each whether the text has it: 0 or 1
    share: float  # of the sample's rows that have as many cells as usual
    lists: tuple[int, ...] = ()  # columns whose cells are written lists


class TextRow(NamedTuple):
    """One record of the file and the lines it stands on."""

    cells: list[str]
    line: int
    span: tuple[int, int]


def read(source: Source, columns: column_names.Columns | None = None) -> Sentences:
    """Sentences of a CSV file (also with tab, semicolon or bar), with or without a header.

    One row is one text with its label; or, if `columns` or the header name them, or
    if the cells look so, tokens and tags separated by blanks. Other cells are kept as
    fields.
    """
    layout = layout_of(source)
    if layout.lists:
        return _read_lists(source, layout, columns)
    names = names_of(layout.names, layout, columns, source)
    if not {"text", "word"} & set(names):
        raise column_names.no_column("text", names, source.name)
    builder = Builder(source)
    rows = body_of(source, layout)
    if "word" in names:
        _add_tagged(builder, rows, names, source)
    else:
        _add_texts(builder, rows, names, layout, source)
    titles = Unused()
    for row in islice(rows_of(source.quiet(), layout), max(layout.header_rows - 1, 0)):
        titles.note(" ".join(filter(None, row.cells)), UnusedKind.OTHER, row.line)
    sentences = builder.sentences({}, titles.notices())
    made = named_labels(detect_schemes(mark_targets(sentences)), source)
    return mark_several(made, "label") if layout.flags else split_labels(made, source.options.single_label)


def _add_texts(
    builder: Builder, rows: Iterator[TextRow], names: list[str], layout: TableLayout, source: Source
) -> None:
    """Rows of one text each; what their other cells say is added column by column, in much less time."""
    texts = [names.index(name) for name in ("text", "text_2") if name in names]
    kept = []
    for row in rows:
        cells = fitted(row, len(names), source).cells
        cells[texts[0]] = "\n".join([cells[texts[0]], *filter(None, (cells[i] for i in texts[1:]))])
        if not builder.add_text(cells[texts[0]], row.line, row.span):
            raise missing_text(source.name, row.line)
        kept.append(cells)
    for name, column in zip(names, zip(*kept, strict=True), strict=bool(kept)):
        if name not in ("text_2", column_names.LEFT_OUT):
            builder.add_field(name, column if name == "text" else map(str.strip, column))
    if layout.flags and "label" not in names:
        labels = (SEVERAL.join(names[i] for i in layout.flags if cells[i].strip() == "1") for cells in kept)
        builder.add_field("label", labels)


def _add_tagged(builder: Builder, rows: Iterator[TextRow], names: list[str], source: Source) -> None:
    """Rows of tokens and tags, separated by blanks in their cells."""
    for row in rows:
        row = fitted(row, len(names), source)
        cells = dict(zip(names, row.cells, strict=True))
        cells.pop(column_names.LEFT_OUT, None)
        if second := cells.pop("text_2", ""):
            cells["text"] = f"{cells.get('text', '')}\n{second}"
        tokens = _tokens(cells, row, source)
        if not tokens["word"]:
            raise missing_text(source.name, row.line)
        fields = {k: v if k == "text" else v.strip() for k, v in cells.items() if k not in tokens}
        builder.add(tokens, fields, row.line, row.span)


def _read_lists(source: Source, layout: TableLayout, columns: column_names.Columns | None) -> Sentences:
    """Rows some cells of which are written lists, as the records that they were."""

    def records() -> Iterator[Record]:
        for number, row in enumerate(body_of(source, layout), start=1):
            row = fitted(row, len(layout.neutral), source)
            data: dict[str, Any] = dict(zip(layout.neutral, row.cells, strict=True))
            for i in layout.lists:
                found = cell_list(row.cells[i]) if row.cells[i].strip() else []
                data[layout.neutral[i]] = row.cells[i] if found is None else found
            yield Record(data, number, row.line, row.span)

    rows = records()
    first = list(islice(rows, SAMPLE))
    if columns is None and any(spans.has_spans(record.data) for record in first):
        return spans.read_records(chain(first, rows), source)
    return jsonl.read_records(chain(first, rows), source, columns)


def fitted(row: TextRow, width: int, source: Source) -> TextRow:
    """The row with as many cells as there are columns; empty ones behind them are none."""
    if len(row.cells) == width:
        return row
    if len(row.cells) > width and not any(map(str.strip, row.cells[width:])):
        return row._replace(cells=row.cells[:width])
    raise CorpusFormatError(
        "expected {expected} columns, found {found}. Quote texts with a delimiter.",
        file=source.name,
        line=row.line,
        expected=width,
        found=len(row.cells),
    )


def cells(head: Source) -> column_names.UnnamedCells:
    """The columns and rows of the beginning of a file."""
    return cells_of(head, layout_of(head), None)


def cells_of(head: Source, layout: TableLayout, header: Sequence[str] | None) -> column_names.UnnamedCells:
    """Rows without their header; `header` are other names than the layout has."""
    rows = (row.cells for row in body_of(head, layout))
    return column_names.UnnamedCells(layout.neutral, header or layout.names, rows)


def plausibility(head: Source) -> float:
    """How much the beginning of a file looks like this format, 0 to 1."""
    layout = layout_of_head(head)
    if layout is None or len(layout.names) < 2 or not {"text", "word"} & set(layout.names):
        return 0.0
    blank = sum(not line.strip() for line in head.first_lines()[:SAMPLE])
    known = 0.15 if layout.header_rows else 0.0
    return (0.65 + known) * layout.share**2 * (0.5 if blank > 3 else 1.0)


def layout_of(source: Source) -> TableLayout:
    best: TableLayout | None = None
    problem: CorpusFormatError | None = None
    for delimiter in _delimiters(source):
        for quote in _quotes(source, delimiter):
            layout, broken = _try(source, delimiter, quote)
            problem = problem or broken
            if layout and (best is None or layout.share > best.share + 1e-9):
                best = layout
    if best is None and problem is not None:
        raise problem
    if best is None:
        raise CorpusFormatError("no comma, tab, semicolon or bar separates columns.", file=source.name)
    return best


@lru_cache(maxsize=2)  # two readers ask for the same beginning of a file
def layout_of_head(head: Source) -> TableLayout | None:
    """How the rows of a beginning are cut; None if it is no table."""
    try:
        return layout_of(head)
    except CorpusFormatError:
        return None


def names_of(
    header: Sequence[str], layout: TableLayout, columns: column_names.Columns | None, source: Source
) -> list[str]:
    """What the columns are called, after the user's corrections."""
    return column_names.corrected_names(header, layout.neutral, columns, source.name)


def _delimiters(source: Source) -> tuple[str, ...]:
    given = source.options.delimiter
    return DELIMITERS if given is None else (_character(given, "delimiter", source),)


def _quotes(source: Source, delimiter: str) -> tuple[str, ...]:
    """What may stand around cells, the likeliest first."""
    given = source.options.quote
    if given is not None:
        return (given and _character(given, "quote", source),)
    usual = ('"', "") if delimiter == "\t" else ('"',)
    start = source.data[:SNIFFED].decode(source.encoding, errors="ignore")
    lines = [line for line in start.splitlines()[:-1] if line.strip()] or [start]
    quoted = sum(line.startswith("'") or f"{delimiter}'" in line for line in lines)
    if not quoted:
        return usual
    # An apostrophe that begins a cell may be one; which quote it is, is told from the rows' cells.
    with suppress(csv.Error):
        dialect = csv.Sniffer().sniff(start, delimiters=delimiter)
        if (dialect.quotechar, dialect.delimiter) == ("'", delimiter) and 10 * quoted >= 9 * len(lines):
            return ("'", *usual)
    return (*usual, "'")


def _character(value: str, what: str, source: Source) -> str:
    if len(value) != 1 or value in "\r\n\x00":
        raise CorpusFormatError(
            "`{what}` must be one character, found {given!r}.", file=source.name, what=what, given=value
        )
    return value


def _try(source: Source, delimiter: str, quote: str) -> tuple[TableLayout | None, CorpusFormatError | None]:
    """A way of reading the first rows, and what breaks it."""
    plain = TableLayout(delimiter, quote, 0, [], [], (), 0.0)
    rows: list[list[str]] = []
    broken: CorpusFormatError | None = None
    try:
        rows.extend(row.cells for row in islice(rows_of(source.quiet(), plain), SAMPLE))
    except CorpusFormatError as problem:
        broken = problem
    titled = source.options.header is not False and _is_title(rows)
    rows = rows[titled:]
    named = len(rows[0]) if rows else 0
    if named > 1 and not any(cell.strip() for row in rows for cell in row[named:]):
        rows = [row[:named] for row in rows]  # empty cells behind the columns that have a name
    widths = Counter(map(len, rows))
    if not widths or max(widths) < 2:
        return None, broken
    width = max((w for w in widths if w > 1), key=lambda w: (widths[w], w))
    first = rows[0]
    if not any(cell.strip() for cell in first[width:]):  # names that are empty, of columns no row has
        first = first[:width]
    usual = [first, *(row for row in rows[1:] if len(row) == width)]
    usual = usual if len(first) == width else usual[1:]
    header, names, neutral, flags = _name(usual, first, source.options.header)
    lists = _lists(usual[1:] if header else usual)
    share = widths[width] / len(rows)
    # Less likely than another way of reading that does not break.
    share *= 1.0 if broken is None else 0.9
    above = titled + header
    return TableLayout(delimiter, quote, above, names, neutral, flags, share, lists), broken


def _is_title(rows: list[list[str]]) -> bool:
    """Whether the first row is one cell above a row of names, as spreadsheets have it."""
    if len(rows) < 2 or sum(bool(cell.strip()) for cell in rows[0]) > 1:
        return False
    names = [
        column_names.text_name(cell.strip()) or column_names.token_name(cell.strip()) for cell in rows[1]
    ]
    return len(names) > 1 and all(map(str.strip, rows[1])) and any(names)


def _name(
    rows: list[list[str]], first: list[str], header_stated: bool | None
) -> tuple[bool, list[str], list[str], tuple[int, ...]]:
    """Whether the first row is a header; the columns' names, guessed and neutral; those of 0 and 1."""
    width = len(rows[0])
    body = rows[1:] or rows
    neutral = [f"col{i + 1}" for i in range(width)]
    known = [
        column_names.text_name(cell.strip()) or column_names.token_name(cell.strip()) for cell in rows[0]
    ]
    distinct = [len({row[i] for row in body}) for i in range(width)]
    length = [sum(len(row[i]) for row in body) for i in range(width)]
    # Texts hardly come twice; a long label above short texts does.
    text = max(range(width), key=lambda i: (2 * distinct[i] > len(body), length[i]))
    # Empty columns, as spreadsheets leave them at the end, label nothing.
    label = min((i for i in range(width) if i != text), key=lambda i: (not length[i], distinct[i]))
    seen = Counter(row[label] for row in body)
    # A word above labels that all come again below, and is none of them, names the column.
    lonely = len(body) >= 20 and 2 * len(seen) <= len(body) and rows[0][label] not in seen
    named = any(name and rows[0][i] not in {row[i] for row in rows[1:]} for i, name in enumerate(known))
    header = (named or lonely) if header_stated is None else header_stated
    header = header and first == rows[0]
    known = column_names.name_pair(known, rows[0])
    flags = _flags(body, known) if header else ()
    if header:
        neutral = column_names.first_only([cell.strip() for cell in first], neutral)
    else:
        known = [None] * width
    sequences = _sequences(body, known)
    if sequences is not None:
        known = [name if name in ("sent_id", "document") else None for name in known]
        known[sequences[0]], known[sequences[1]] = "word", "label"
    elif "text" not in known:
        known[text] = "text"
    few = 2 * distinct[label] <= max(len(body), 4)
    # Amounts, such as prices, are no classes and keep the name that they have.
    amounts = header and bool(first[label].strip()) and are_amounts([row[label].strip() for row in body])
    if few and not amounts and not flags and "label" not in known and known[label] is None:
        known[label] = "label"
    return header, column_names.first_only(known, neutral), neutral, flags


def _lists(rows: list[list[str]]) -> tuple[int, ...]:
    """The columns every cell of which, where it is not empty, is a written list."""
    places = []
    for i in range(len(rows[0]) if rows else 0):
        filled = [row[i] for row in rows if row[i].strip()]
        if filled and all(cell.lstrip()[:1] == "[" and cell_list(cell) is not None for cell in filled):
            places.append(i)
    return tuple(places)


def _flags(rows: list[list[str]], known: Sequence[str | None]) -> tuple[int, ...]:
    """Two columns or more that hold 0 and 1, where no column is the label."""
    if "label" in known or "word" in known:
        return ()
    free = [i for i, name in enumerate(known) if name is None]
    places = [i for i in free if {row[i].strip() for row in rows} == {"0", "1"}]
    return tuple(places) if len(places) > 1 else ()


def _sequences(rows: list[list[str]], known: Sequence[str | None]) -> tuple[int, int] | None:
    """Columns of tokens and of tags, if two columns are that."""
    width = len(rows[0])
    sizes = [[len(row[i].split()) for row in rows[:50]] for i in range(width)]
    for tags in range(width):
        cells = {tag for row in rows for tag in row[tags].split()}
        if max(sizes[tags]) < 2 or len(cells) > 500 or evident_scheme(sorted(cells)) is None:
            continue
        for tokens in range(width):
            if tokens != tags and sizes[tokens] == sizes[tags]:
                return tokens, tags
    return None


def _tokens(cells: dict[str, str], row: TextRow, source: Source) -> dict[str, list[str]]:
    tokens = {name: cell.split() for name, cell in cells.items() if name in TOKEN_COLUMNS}
    n = len(tokens["word"])
    for name, tags in tokens.items():
        if len(tags) != n:
            raise CorpusFormatError(
                "{name!r}: {n_tags} tags for {n_tokens} tokens.",
                file=source.name,
                line=row.line,
                n_tokens=n,
                n_tags=len(tags),
                name=name,
            )
    return tokens


def body_of(source: Source, layout: TableLayout) -> Iterator[TextRow]:
    """Records of the file below its header."""
    return islice(rows_of(source, layout), layout.header_rows, None)


def rows_of(source: Source, layout: TableLayout) -> Iterator[TextRow]:
    """Records of the file; blank lines between them are skipped."""
    feed = _Lines(source)
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(
        iter(feed),
        delimiter=layout.delimiter,
        quotechar=layout.quote or None,
        quoting=csv.QUOTE_MINIMAL if layout.quote else csv.QUOTE_NONE,
        strict=bool(layout.quote),
    )
    line, begin = 1, 0
    try:
        for cells in reader:
            if len(cells) > MAX_COLUMNS:
                raise too_wide(source.name, line)
            if any(map(str.strip, cells)):
                yield TextRow(cells, line, (begin, feed.offset))
            line, begin = reader.line_num + 1, feed.offset
    except csv.Error as cause:
        if source.partial and feed.ended:
            return
        raise CorpusFormatError(
            "this row cannot be read ({reason}). Double inner quotes.",
            file=source.name,
            line=line,
            reason=str(cause),
        ) from cause


class _Lines:
    """Lines with LF at their end for the csv module, which counts how far it has read."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.offset = 0
        self.ended = False

    def __iter__(self) -> Iterator[str]:
        for block in self._source.blocks():
            for line, self.offset in zip(block.lines, block.offsets[1:].tolist(), strict=True):
                yield line + "\n"
        self.ended = True


FORMAT = Format(
    "delimited",
    name=Notice("CSV / TSV"),
    description="CSV, TSV: a text and its labels a row",
    tokens="as `spans`",
    counted="classes",
    example="text,label\na b,x\nc d,y\n",
    read=read,
    plausibility=plausibility,
    cells=cells,
    endings=(".csv", ".tsv"),
    table=True,
    prose=True,
    annotators="files",
    place=70,
)
