"""Corpora, partitions, scores and predictions: from files and to files. `mx.io` is this.

What reads a file raises OSError if there is no such file, or it may not be read; messages call it `name`.

>>> corpus = mx.io.read_corpus(b"one two\\n" * 4, format="segmented")
>>> b'"index_base": 0' in mx.io.partitions_json(mx.random_partitions(len(corpus), 1), corpus)
True
"""

from .corpus import detect, read_corpus
from .exchange import (
    CorpusDifferences,
    CorpusScores,
    ImportedPartitions,
    NamedParts,
    PartitionFile,
    ScoreTable,
    load_partitions,
    partition_schema,
    partitions_json,
    parts_by_column,
    parts_json,
    parts_of_files,
    parts_schema,
    read_answer_table,
    read_corpus_differences,
    read_corpus_scores,
    read_partition_file,
    read_partitions,
    read_parts,
    read_scores,
    save_partitions,
    score_template,
    snippet,
    write_answer_table,
    write_arff,
    write_corpus_scores,
    write_fold_columns,
    write_fold_files,
    write_part_columns,
    write_part_files,
    write_scores,
    write_units,
)
from .exchange.scores.item_scores import ItemScores, read_item_scores
from .judge import CardRow, SplitCard, better_parts, sampled_units, split_card
from .training import (
    read_fixed_predictions,
    read_gold_table,
    read_predictions,
    read_values,
    write_predictions,
)

__all__ = ["detect", "load_partitions", "partition_schema", "partitions_json", "read_corpus"]
__all__ += ["read_partition_file", "save_partitions"]
__all__ += ["NamedParts", "parts_by_column", "parts_json", "parts_of_files", "parts_schema"]
__all__ += ["read_partitions", "read_parts"]
__all__ += ["CorpusScores", "ScoreTable", "better_parts", "read_answer_table", "read_scores"]
__all__ += ["sampled_units", "split_card"]
__all__ += ["write_answer_table", "write_scores"]
__all__ += ["read_corpus_differences", "read_corpus_scores", "read_values", "write_corpus_scores"]
__all__ += ["read_fixed_predictions", "read_item_scores", "read_predictions", "snippet", "write_predictions"]
__all__ += ["write_arff", "write_fold_columns", "write_fold_files", "write_part_columns", "write_part_files"]
__all__ += ["read_gold_table", "score_template", "write_units"]
__dir__ = __all__.copy
