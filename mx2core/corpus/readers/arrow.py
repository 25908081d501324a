"""Parquet and Arrow files, as datasets are published; pyarrow reads them."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any

import numpy as np

from ...errors import CorpusFormatError, Notice
from ...extras import needed
from ...files import check_size
from ..columns import column_names
from ..columns.label_names import nameless
from ..files import arrow_buffers
from ..files.source import Source, unreadable
from ..sentences import Sentences
from ..spans.json_spans import SAMPLE
from ..spans.records import Record
from ..spans.span_text import Where
from . import Format, spans
from .jsonl import cells_of, read_records

MAX_BYTES = 1 << 30  # of all cells, uncompressed
# A file of one kilobyte can say that it has a thousand million rows, or one long cell a million times. So
# what is unpacked is bounded by the size of the file; published datasets are packed some 20 times.
FREE_BYTES, BYTES = 4_000_000, 50  # of cells: so many, or so many for each byte of the file
VALUE = 16  # bytes that a value counts beside its own, which may be a bit or nothing
FREE_ROWS, ROWS_A_BYTE = 100_000, 2
ROWS = 100  # taken at a time


def read(source: Source, columns: column_names.Columns | None = None) -> Sentences:
    """Rows with tokens and tags, or with a text and its label, as from JSON objects.

    Whole numbers that the file has names for (`ClassLabel` of Hugging Face datasets) are
    read as these names. Lines in messages are rows, counted from 1.
    """
    rows = _records(source)
    first = list(islice(rows, SAMPLE))
    if columns is None and any(spans.has_spans(record.data) for record in first):
        return replace(spans.read_records(chain(first, rows), source), spans=None)
    return read_records(chain(first, rows), source, columns, located=False)


def cells(head: Source) -> column_names.UnnamedCells:
    """The columns and first rows of a file."""
    return cells_of(_records(head), head)


def _records(source: Source) -> Iterator[Record]:
    with needed(CorpusFormatError):
        import pyarrow as pa
        import pyarrow.parquet as pq
    number = 0
    try:
        buffer = pa.BufferReader(source.data)
        if source.data.startswith(b"PAR1"):
            file = pq.ParquetFile(buffer)
            groups = range(file.metadata.num_row_groups)
            _check_size(sum(file.metadata.row_group(i).total_byte_size for i in groups), source)
            _check_rows(file.metadata.num_rows, source)
            schema, batches = file.schema_arrow, file.iter_batches(batch_size=ROWS)
        elif source.data.startswith(b"ARROW1"):
            _check_unpacked(source)
            opened = pa.ipc.open_file(buffer)
            schema = opened.schema
            batches = (opened.get_batch(i) for i in range(opened.num_record_batches))
        else:
            _check_unpacked(source)
            batches = pa.ipc.open_stream(buffer)
            schema = batches.schema
        names = _class_names(schema.metadata or {})
        size = rows = 0
        for batch in batches:
            rows += batch.num_rows
            _check_rows(rows, source)
            # Arrow takes offsets as they stand in the file: one beyond its end would end the process.
            batch.validate(full=True)
            size += sum(map(_weight, batch.columns))
            _check_size(size, source, _memory_limit(source))
            for start in range(0, batch.num_rows, ROWS):
                for row in batch.slice(start, ROWS).to_pylist():
                    number += 1
                    named = {
                        key: _decoded(value, names.get(key), Where(number, number, (0, 0), key), source)
                        for key, value in row.items()
                    }
                    yield Record(named, number, number, (0, 0))
                source.report(min(size, len(source.data)), len(source.data))
    except (pa.ArrowException, OSError) as cause:
        raise unreadable(source.name, cause) from cause


def _check_unpacked(source: Source) -> None:
    """A batch is unpacked as a whole, so what it states is looked at before."""
    try:
        stated = arrow_buffers.unpacked(source.data)
    except struct.error as cause:
        raise unreadable(source.name, "its parts point beyond its end") from cause
    _check_size(stated, source, _memory_limit(source))


def _memory_limit(source: Source) -> int:
    return max(FREE_BYTES, BYTES * len(source.data))


def _check_size(size: int, source: Source, limit: int = MAX_BYTES) -> None:
    check_size(size, min(limit, MAX_BYTES), source.name, CorpusFormatError)


def _check_rows(rows: int, source: Source) -> None:
    limit = FREE_ROWS + ROWS_A_BYTE * len(source.data)
    if rows > limit:
        raise CorpusFormatError(
            "{rows:,} rows; at most {limit:,} are read. Give a part.",
            file=source.name,
            rows=rows,
            limit=limit,
        )


def _weight(column: Any) -> int:
    """Bytes of its values, with those inside lists and records, each as if it were stored by itself."""
    import pyarrow as pa
    import pyarrow.compute as pc

    size = VALUE * len(column)
    if pa.types.is_dictionary(column.type):
        lengths = _lengths(column.dictionary)
        return size + int(pc.sum(pc.take(lengths, column.indices)).as_py() or 0)
    if pa.types.is_run_end_encoded(column.type):
        return size + len(column) * int(pc.max(_lengths(column.values)).as_py() or 0)
    if pa.types.is_string_view(column.type) or pa.types.is_binary_view(column.type):
        views = np.frombuffer(column.buffers()[1], np.int32)[4 * column.offset :][: 4 * len(column)]
        return size + int(views[::4].clip(0).sum(dtype=np.int64))  # each begins with its length
    if not hasattr(column, "flatten"):
        return size + int(column.nbytes)
    viewed = pa.types.is_list_view(column.type) or pa.types.is_large_list_view(column.type)
    if viewed and (pc.sum(pc.list_value_length(column)).as_py() or 0) > len(column.values):
        raise pa.ArrowNotImplementedError("lists share their values")
    inside = column.flatten()
    return size + sum(map(_weight, inside if isinstance(inside, list) else [inside]))


def _lengths(values: Any) -> Any:
    """Bytes of values that rows repeat; of nested ones at most."""
    import pyarrow as pa
    import pyarrow.compute as pc

    binary = pa.types.is_string(values.type) or pa.types.is_large_string(values.type)
    if binary or pa.types.is_binary(values.type) or pa.types.is_large_binary(values.type):
        return pc.binary_length(values)
    return pa.repeat(values.nbytes if pa.types.is_nested(values.type) else 0, len(values))


def _class_names(metadata: Mapping[bytes, bytes]) -> dict[str, Sequence[str]]:
    """The names of labels by column, from what Hugging Face datasets write of their features."""
    try:
        features = json.loads(metadata.get(b"huggingface", b"{}"))["info"]["features"]
    except (ValueError, KeyError, TypeError):
        return {}
    class_names: dict[str, Sequence[str]] = {}
    for column, feature in features.items() if isinstance(features, dict) else ():
        names = _names_in(feature)
        if names:
            class_names[column] = names
    return class_names


def _names_in(feature: Any) -> list[str]:
    """The names of a ClassLabel, or of the ClassLabel that a sequence holds."""
    if isinstance(feature, list) and feature:
        return _names_in(feature[0])
    if not isinstance(feature, dict):
        return []
    if feature.get("_type") == "ClassLabel" and isinstance(feature.get("names"), list):
        return [str(name) for name in feature["names"]]
    return _names_in(feature.get("feature"))


def _decoded(value: Any, names: Sequence[str] | None, where: Where, source: Source) -> Any:
    """Names in place of the numbers; -1 is a label that is not known."""
    if names is None:
        return value
    if isinstance(value, list):
        return [_decoded(item, names, where, source) for item in value]
    if isinstance(value, int) and not isinstance(value, bool):
        if value >= len(names):
            raise nameless(where.key, value, names, source.name, where.line)
        return names[value] if value >= 0 else ""
    return value


FORMAT = Format(
    "arrow",
    name=Notice("Arrow"),
    description="datasets; names of `ClassLabel` are used",
    tokens="of the file, or as `spans`",
    counted="tags, spans, classes",
    no_parts="rows are compressed together",
    read=read,
    cells=cells,
    signatures=(b"ARROW1", b"\xff\xff\xff\xff"),
    place=220,
)
