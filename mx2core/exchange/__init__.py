"""Partitions and scores to files and back."""

from .answer_table import read_answer_table, write_answer_table
from .arff import write_arff
from .card_rows import CardRow
from .corpus_differences import CorpusDifferences, read_corpus_differences
from .corpus_scores import CorpusScores, read_corpus_scores, write_corpus_scores
from .fold_columns import read_fold_columns, write_fold_columns
from .fold_files import size_of_fold_files, write_fold_files
from .named_parts import NamedParts, parts_by_column
from .part_files import parts_json, parts_schema, read_parts, write_part_columns, write_part_files
from .partition_checks import partition_schema
from .partition_file import PartitionFile, load_partitions, read_partition_file
from .partition_import import ImportedPartitions, read_partitions
from .partition_json import partitions_json, save_partitions
from .parts_card import PartsCard, better_parts, parts_card
from .sample_code import SNIPPETS, snippet, snippets_for
from .scores import ScoreTable, read_scores, write_scores
from .split_card import SplitCard, better_split, split_card
from .splits import read_split, read_unit_ids, split_by_column, split_of_files, text_on_both_sides
from .unit_lines import write_units

__all__ = [
    "SNIPPETS",
    "CardRow",
    "CorpusDifferences",
    "CorpusScores",
    "ImportedPartitions",
    "NamedParts",
    "PartitionFile",
    "PartsCard",
    "ScoreTable",
    "SplitCard",
    "better_parts",
    "better_split",
    "load_partitions",
    "partition_schema",
    "partitions_json",
    "parts_by_column",
    "parts_card",
    "parts_json",
    "parts_schema",
    "read_answer_table",
    "read_corpus_differences",
    "read_corpus_scores",
    "read_fold_columns",
    "read_partition_file",
    "read_partitions",
    "read_parts",
    "read_scores",
    "read_split",
    "read_unit_ids",
    "save_partitions",
    "size_of_fold_files",
    "snippet",
    "snippets_for",
    "split_by_column",
    "split_card",
    "split_of_files",
    "text_on_both_sides",
    "write_answer_table",
    "write_arff",
    "write_corpus_scores",
    "write_fold_columns",
    "write_fold_files",
    "write_part_columns",
    "write_part_files",
    "write_scores",
    "write_units",
]
