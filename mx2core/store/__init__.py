"""Keep corpora, partitions, finished folds, experiments and projects, in SQLite or PostgreSQL."""

from .archive import Imported
from .records import (
    Cleaned,
    CleanPolicy,
    CorpusRecord,
    ExperimentRecord,
    FailureRecord,
    FoldRecord,
    NewExperiment,
    PartitionSetRecord,
    Place,
    ProjectRecord,
    ScoreTableRecord,
    Usage,
)
from .store import Store

__all__ = [
    "CleanPolicy",
    "Cleaned",
    "CorpusRecord",
    "ExperimentRecord",
    "FailureRecord",
    "FoldRecord",
    "Imported",
    "NewExperiment",
    "PartitionSetRecord",
    "Place",
    "ProjectRecord",
    "ScoreTableRecord",
    "Store",
    "Usage",
]
