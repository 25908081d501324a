"""Keep corpora, partitions, finished folds, experiments and projects, in SQLite or PostgreSQL."""

from ..extras import needed
from .records import AskedRecord as AskedRecord
from .records import CleanPolicy as CleanPolicy
from .records import ExperimentRecord as ExperimentRecord
from .records import FoldIndex as FoldIndex
from .records import NewExperiment as NewExperiment
from .records import PartitionSetRecord as PartitionSetRecord

with needed():
    from .files.archive import Imported as Imported
    from .store import Store as Store

__all__ = ["CleanPolicy", "Store"]


def __dir__() -> list[str]:
    return sorted(__all__)
