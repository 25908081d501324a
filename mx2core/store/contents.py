"""What a store holds, each kind with the tables it looks after."""

from __future__ import annotations

from .corpora import Corpora
from .database.connection import Database
from .experiments import Experiments
from .folds import Folds
from .leases import Leases
from .partition_sets import PartitionSets
from .projects import Projects
from .score_tables import ScoreTables
from .views import Views
from .visits import Visits


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
        self.corpora = Corpora(database)
        self.partition_sets = PartitionSets(database)
        self.folds = Folds(database)
        self.experiments = Experiments(database)
        self.score_tables = ScoreTables(database)
        self.projects = Projects(database)
        self.views = Views(database)
        self.visits = Visits(database)
        self.leases = Leases(database)
