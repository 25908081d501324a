"""Partitions and scores to files and back."""

from .partitions.fold_columns import read_fold_columns, write_arff, write_fold_columns
from .partitions.fold_files import size_of_fold_files, write_fold_files
from .partitions.named_parts import NamedParts, parts_by_column, parts_of_files
from .partitions.part_files import (
    parts_json,
    parts_schema,
    read_every_parts,
    read_parts,
    write_part_columns,
    write_part_files,
)
from .partitions.partition_checks import partition_schema
from .partitions.partition_file import PartitionFile, load_partitions, read_partition_file
from .partitions.partition_import import ImportedPartitions, read_partitions
from .partitions.partition_json import partitions_json, save_partitions
from .partitions.sample_code import SNIPPETS, snippet, snippets_for
from .partitions.unit_lines import write_units
from .partitions.unit_list import possible_readings
from .scores.answer_table import read_answer_table, split_scores, write_answer_table
from .scores.corpus_differences import CorpusDifferences, read_corpus_differences
from .scores.corpus_scores import CorpusScores, read_corpus_scores, write_corpus_scores
from .scores.predictions import results_in
from .scores.score_table import ScoreTable, read_scores, score_template, write_scores
