"""Corpora, partitions, scores and predictions: from files and to files. `mx.io` is this.

>>> corpus = mx.io.read_corpus(b"one two\\n" * 4, format="segmented")
>>> b'"index_base": 0' in mx.io.partitions_json(mx.random_partitions(len(corpus), 1), corpus)
True
"""

from .corpus import detect as detect
from .corpus import read_corpus as read_corpus
from .exchange import CorpusDifferences as CorpusDifferences
from .exchange import CorpusScores as CorpusScores
from .exchange import ImportedPartitions as ImportedPartitions
from .exchange import NamedParts as NamedParts
from .exchange import PartitionFile as PartitionFile
from .exchange import ScoreTable as ScoreTable
from .exchange import load_partitions as load_partitions
from .exchange import partition_schema as partition_schema
from .exchange import partitions_json as partitions_json
from .exchange import parts_by_column as parts_by_column
from .exchange import parts_json as parts_json
from .exchange import parts_of_files as parts_of_files
from .exchange import parts_schema as parts_schema
from .exchange import read_answer_table as read_answer_table
from .exchange import read_corpus_differences as read_corpus_differences
from .exchange import read_corpus_scores as read_corpus_scores
from .exchange import read_partition_file as read_partition_file
from .exchange import read_partitions as read_partitions
from .exchange import read_parts as read_parts
from .exchange import read_scores as read_scores
from .exchange import save_partitions as save_partitions
from .exchange import snippet as snippet
from .exchange import write_answer_table as write_answer_table
from .exchange import write_arff as write_arff
from .exchange import write_corpus_scores as write_corpus_scores
from .exchange import write_fold_columns as write_fold_columns
from .exchange import write_fold_files as write_fold_files
from .exchange import write_part_columns as write_part_columns
from .exchange import write_part_files as write_part_files
from .exchange import write_scores as write_scores
from .exchange import write_units as write_units
from .exchange.scores.item_scores import ItemScores as ItemScores
from .exchange.scores.item_scores import read_item_scores as read_item_scores
from .judge import CardRow as CardRow
from .judge import SplitCard as SplitCard
from .judge import better_parts as better_parts
from .judge import sampled_units as sampled_units
from .judge import split_card as split_card
from .training import read_fixed_predictions as read_fixed_predictions
from .training import read_predictions as read_predictions
from .training import read_values as read_values
from .training import write_predictions as write_predictions

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
__all__ += ["write_units"]


def __dir__() -> list[str]:
    return sorted(__all__)
