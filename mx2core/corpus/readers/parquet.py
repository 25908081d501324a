"""Parquet files, read as Arrow ones are."""

from ...errors import Notice
from . import Format, arrow

FORMAT = Format(
    "parquet",
    name=Notice("Parquet"),
    about="datasets; names of `ClassLabel` are used",
    tokens="of the file, or as `spans`",
    counted="tags, spans, classes",
    no_parts="rows are compressed together",
    read=arrow.read,
    plausibility=arrow.plausibility,
    cells=arrow.cells,
    signatures=(b"PAR1",),
    place=210,
)
