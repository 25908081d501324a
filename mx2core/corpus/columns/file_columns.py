"""The columns of a file with some of their values, for whoever says what they mean."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from ...brief import frozen
from ...errors import CorpusFormatError
from ...files import way_in
from ..files.containers import unpacked
from ..files.detection import chosen_format, format_of_several, head_of
from ..files.encodings import encodings
from ..files.source import MAX_BYTES, ReadOptions, Source
from ..readers import READERS, WHOLE, binary_format
from .column_names import LEFT_OUT, Columns, corrected_names, meaning

EXAMPLES = 3
ROWS = 2000  # in which different values are looked for
LONGEST = 80  # characters of a value


@frozen
class FileColumn:
    number: int  # from 1
    written: str  # the file's own word for it, or col3
    name: str  # what it is read as; "ID" and "_" are not kept
    examples: tuple[str, ...]  # up to three different values


@way_in(CorpusFormatError)
def file_columns(
    data: bytes,
    name: str = "corpus",
    *,
    format: str | None = None,
    encoding: str | None = None,
    columns: Columns | None = None,
    **options: Any,
) -> tuple[FileColumn, ...]:
    r"""Every column of a file, with values from its beginning; of several files those of the first.

    In file order, and empty where the format itself defines its columns. Options as for `read_corpus`;
    only `delimiter`, `quote` and `header` of the others change a column. Raises CorpusFormatError if the
    beginning cannot be cut into columns, or `columns` does not fit them.
    """
    members = unpacked(data, name, MAX_BYTES)
    if members[0].data is not data:
        if format in WHOLE or (format is None and format_of_several(members)):
            return ()
        first = next((member for member in members if member.data), members[0])
        data, name = first.data, first.name
    if binary := binary_format(data):
        head, kind = Source(name, data, "utf-8"), format or binary
    else:
        codec = encoding or encodings(data, name)[0].name
        kind = format or chosen_format(data, name, codec)
        head = head_of(data, name, codec)
    given = ReadOptions(**{key: options.get(key) for key in ("annotator", *_OF_TABLES)})
    cells = READERS[kind].cells if kind in READERS else None
    if cells is None:
        return ()
    listed = cells(Source(head.name, head.data, head.encoding, partial=head.partial, options=given))
    names = corrected_names(listed.guessed, listed.written, columns, name)
    examples = _examples(listed.rows, len(names))
    return tuple(
        FileColumn(i + 1, written, ours, examples[i])
        for i, (written, ours) in enumerate(zip(listed.written, names, strict=True))
    )


def renamed(columns: Sequence[FileColumn], chosen: Mapping[int, str]) -> list[str]:
    r"""The names of all columns when some, by number, get others; a column that had such a name loses it."""
    given = {meaning(name) for name in chosen.values()} - {LEFT_OUT}
    names = []
    for column in columns:
        name = chosen.get(column.number, column.name)
        if column.number not in chosen and name in given:
            name = column.written if column.written not in given else f"col{column.number}"
        names.append(name)
    return names


_OF_TABLES = ("delimiter", "quote", "header")


def _examples(rows: Iterable[Sequence[str]], width: int) -> list[tuple[str, ...]]:
    """The first values of each column that say something and differ."""
    examples: list[dict[str, None]] = [{} for _ in range(width)]
    with suppress(CorpusFormatError):  # a row that cannot be read: those before it are shown
        for row in islice(rows, ROWS):
            for values, cell in zip(examples, row, strict=False):
                if len(values) < EXAMPLES and (value := " ".join(cell.split())) not in ("", "_"):
                    values[value if len(value) <= LONGEST else value[: LONGEST - 1] + "…"] = None
            if all(len(values) == EXAMPLES for values in examples):
                break
    return [tuple(values) for values in examples]
