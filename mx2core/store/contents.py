"""What a store holds, each kind with the tables it looks after."""

from __future__ import annotations

from typing import get_type_hints

from .corpora import Corpora
from .database.connection import Database
from .experiments import Experiments
from .folds import Folds
from .leases import Leases
from .partition_sets import PartitionSets
from .projects import Projects, Views, Visits
from .score_tables import ScoreTables


class Contents:
    """What functions that read or write several tables at once are given."""

    corpora: Corpora
    partition_sets: PartitionSets
    folds: Folds
    experiments: Experiments
    score_tables: ScoreTables
    projects: Projects
    views: Views
    visits: Visits
    leases: Leases

    def _open(self, database: Database) -> None:
        for name, kind in get_type_hints(Contents).items():
            setattr(self, name, kind(database))
