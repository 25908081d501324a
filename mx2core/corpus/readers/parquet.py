"""Parquet files, read as Arrow ones are."""

from dataclasses import replace

from ...errors import Notice
from .arrow import FORMAT as ARROW

FORMAT = replace(ARROW, key="parquet", name=Notice("Parquet"), signatures=(b"PAR1",), place=210)
