"""Partitions and scores to files and back."""

from .files import read_limited, write_whole
from .fold_columns import read_fold_columns, write_fold_columns
from .partition_checks import partition_schema
from .partition_file import PartitionFile, load_partitions, read_partition_file
from .partition_json import partitions_json, save_partitions
from .scores import ScoreTable, read_scores, write_scores
from .splits import read_split, read_unit_ids, split_by_column, split_of_files, text_on_both_sides

__all__ = [
    "PartitionFile",
    "ScoreTable",
    "load_partitions",
    "partition_schema",
    "partitions_json",
    "read_fold_columns",
    "read_limited",
    "read_partition_file",
    "read_scores",
    "read_split",
    "read_unit_ids",
    "save_partitions",
    "split_by_column",
    "split_of_files",
    "text_on_both_sides",
    "write_fold_columns",
    "write_scores",
    "write_whole",
]
