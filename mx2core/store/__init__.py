"""Keep corpora, partitions, finished folds, experiments and projects, in SQLite or PostgreSQL."""

from ..extras import needed
from .records import AskedRecord, CleanPolicy, ExperimentRecord, FoldIndex, NewExperiment, PartitionSetRecord

with needed():
    from .files.archive import Imported
    from .store import Store

__all__ = ["CleanPolicy", "Store"]
__dir__ = __all__.copy
