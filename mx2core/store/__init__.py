"""Keep corpora, partitions, finished folds, experiments and projects, in SQLite or PostgreSQL."""

from ..extras import needed
from .records import (
    Cleaned,
    CleanPolicy,
    CorpusRecord,
    ExperimentRecord,
    FailureRecord,
    FoldIndex,
    FoldRecord,
    Lease,
    NewExperiment,
    PartitionSetRecord,
    ProjectRecord,
    ScoreTableRecord,
    Usage,
    ViewRecord,
)

with needed():
    from .archive import Imported
    from .store import Store

__all__ = [
    "CleanPolicy",
    "Cleaned",
    "CorpusRecord",
    "ExperimentRecord",
    "FailureRecord",
    "FoldIndex",
    "FoldRecord",
    "Imported",
    "Lease",
    "NewExperiment",
    "PartitionSetRecord",
    "ProjectRecord",
    "ScoreTableRecord",
    "Store",
    "Usage",
    "ViewRecord",
]
