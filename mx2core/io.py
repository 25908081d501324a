"""Corpora, partitions, scores and predictions: from files and to files. `mx.io` is this.

>>> import mx2core as mx
>>> corpus = mx.io.read_corpus(b"one two\\n" * 4, format="segmented")
>>> b'"index_base": 0' in mx.io.partitions_json(mx.random_partitions(len(corpus), 1), corpus)
True
"""

from . import exchange
from .corpus import detect, read_corpus
from .exchange import *  # noqa: F403
from .training import read_fixed_predictions, read_predictions, read_values, write_predictions

__all__ = [
    "detect",
    "read_corpus",
    "read_fixed_predictions",
    "read_predictions",
    "read_values",
    "write_predictions",
]
__all__ += exchange.__all__
# What the pages and the command line need besides.
__all__.remove("SNIPPETS")
__all__.remove("read_fold_columns")
__all__.remove("read_split")
__all__.remove("read_unit_ids")
__all__.remove("size_of_fold_files")
__all__.remove("snippets_for")
__all__.remove("split_by_column")
__all__.remove("split_of_files")
__all__.remove("text_on_both_sides")
