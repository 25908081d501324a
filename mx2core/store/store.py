"""The store: one file, or one database on a server, with everything that outlives a process."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from types import TracebackType
from typing import Self

from . import space
from .contents import Contents
from .database.connection import PATIENCE, Database, record_of
from .database.tables import make_tables
from .files.archive import export_experiment, import_experiment
from .records import Cleaned, CleanPolicy, NewExperiment, Usage


class Store(Contents):
    """What is kept of corpora, partitions, folds, experiments and projects.

    Safe to use from several threads and processes at once; a call is one transaction.

    Parameters
    ----------
    place : str or Path
        A file, made if there is none, or `postgresql://user:password@host/database`.
    patience : float
        Seconds to wait while another program writes.

    Raises
    ------
    StoreError
        If the store is damaged, of another version, out of reach, or not ours.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, mx.store.Store(f"{folder}/runs.db") as store:
    ...     store.experiments.list()
    ()
    """

    def __init__(self, place: str | Path, *, patience: float = PATIENCE) -> None:
        self._database = Database(place, patience)
        try:
            self._database.check()
            make_tables(self._database)
        except BaseException:
            self._database.close()
            raise
        self._open(self._database)

    def read_only(self) -> Store:
        """The same store for those who may only look: whatever would write raises StoreError."""
        other = copy(self)
        other._database = self._database.read_only()
        other._open(other._database)
        return other

    def check_may_write(self) -> None:
        """Raise StoreError if this store is for those who may only look, or its file is gone."""
        self._database.check_may_write()

    @property
    def name(self) -> str:
        """Its place as messages show it: without a password."""
        return self._database.name

    export = export_experiment
    take_in = import_experiment

    def copy_experiment(self, id: str, *, owner: str) -> str:
        """Keep an experiment as another owner's; the id of the copy.

        The trainings are shared: they are kept once, whoever names them. What still trains is not
        trained for the copy, which can be continued like any that was cancelled.
        """
        record, asked = self.experiments.get(id), self.experiments.question_record(id)
        new = record_of(
            NewExperiment,
            record,
            settings={**record.settings, "owner": owner},
            partition_sets=tuple(map(self.partition_sets.get, record.partition_sets)),
            folds=self.experiments.folds(id),
            question=asked.question,
        )
        copy = self.experiments.add(new, "cancelled" if record.state == "running" else record.state)
        for failure in self.experiments.failures(id):
            self.experiments.fail(copy, failure.place, failure.cause, failure.detail)
        for look in asked.looks:
            self.experiments.look(copy, look)
        return copy

    def ping(self) -> None:
        """Ask the store something small. Raises StoreError if it does not answer."""
        self._database.ping()

    def size(self) -> int:
        """Bytes the store takes on disk, whatever they are for."""
        return self._database.size()

    def usage(self) -> Usage:
        """Bytes and numbers of what is kept."""
        return space.usage(self._database)

    def clean(self, policy: CleanPolicy) -> Cleaned:
        """Forget what the policy lets go, and what nothing names any longer."""
        return space.clean(self._database, policy)

    def close(self) -> None:
        """Let go of the file or the server."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
