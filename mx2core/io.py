"""Corpora, partitions, scores and predictions: from files and to files. `mx.io` is this.

>>> import mx2core as mx
>>> corpus = mx.io.read_corpus(b"one two\\n" * 4, format="segmented")
>>> b'"index_base": 0' in mx.io.partitions_json(mx.random_partitions(len(corpus), 1), corpus)
True
"""

from .corpus import detect, read_corpus
from .exchange import (
    CardRow,
    CorpusDifferences,
    CorpusScores,
    ImportedPartitions,
    PartitionFile,
    ScoreTable,
    SplitCard,
    better_split,
    load_partitions,
    partition_schema,
    partitions_json,
    read_answer_table,
    read_corpus_differences,
    read_corpus_scores,
    read_partition_file,
    read_partitions,
    read_scores,
    save_partitions,
    snippet,
    split_card,
    write_answer_table,
    write_arff,
    write_corpus_scores,
    write_fold_columns,
    write_fold_files,
    write_scores,
    write_units,
)
from .training import read_fixed_predictions, read_predictions, read_values, write_predictions

__all__ = [
    "CardRow",
    "CorpusDifferences",
    "CorpusScores",
    "ImportedPartitions",
    "PartitionFile",
    "ScoreTable",
    "SplitCard",
    "better_split",
    "detect",
    "load_partitions",
    "partition_schema",
    "partitions_json",
    "read_answer_table",
    "read_corpus",
    "read_corpus_differences",
    "read_corpus_scores",
    "read_fixed_predictions",
    "read_partition_file",
    "read_partitions",
    "read_predictions",
    "read_scores",
    "read_values",
    "save_partitions",
    "snippet",
    "split_card",
    "write_answer_table",
    "write_arff",
    "write_corpus_scores",
    "write_fold_columns",
    "write_fold_files",
    "write_predictions",
    "write_scores",
    "write_units",
]
