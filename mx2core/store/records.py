"""What the store takes and gives: plain values, never a model or a corpus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

from ..brief import brief, frozen

State = Literal["running", "done", "cancelled", "failed"]
Cause = Literal["memory", "training", "worker"]
GRACE = timedelta(days=1)  # nothing of pages that is younger is cleaned away: a server may be at work


@frozen
class CorpusRecord:
    """A corpus file and how it is read."""

    key: str
    name: str
    sha256: str  # of the file
    options: Mapping[str, Any]  # arguments of `read_corpus`
    units_sha256: str
    n_units: int
    created: datetime


@frozen
class PartitionSetRecord:
    """Partitions as canonical JSON."""

    key: str
    signature: str
    m: int
    n_units: int
    document: bytes = field(repr=False)


@frozen
class FoldRecord:
    key: str  # names everything that decides the predictions
    corpus: str  # digest of the units
    payload: bytes = field(repr=False)
    log: Mapping[str, Any]
    created: datetime


@brief
@dataclass(frozen=True, slots=True, order=True)
class FoldIndex:
    set: int
    model: int
    fold: int  # of a partition set: 2 split + half


@frozen
class FailureRecord:
    place: FoldIndex
    cause: Cause
    detail: str
    created: datetime


@frozen
class NewExperiment:
    name: str
    corpus_name: str
    units_sha256: str
    corpus: str | None  # key of the corpus file, where it is kept
    gold: str  # the column that is predicted
    models: tuple[Mapping[str, Any], ...]  # settings, one mapping a model
    settings: Mapping[str, Any]
    partition_sets: tuple[PartitionSetRecord, ...]
    folds: Mapping[FoldIndex, str]  # key of each fold
    question: Mapping[str, Any] | None = None  # asked before the run


@frozen
class ExperimentRecord:
    """An experiment as it stands; `signatures` repeat its partitions."""

    id: str
    name: str
    state: State
    corpus_name: str
    units_sha256: str
    corpus: str | None
    gold: str
    models: tuple[Mapping[str, Any], ...]
    settings: Mapping[str, Any]
    partition_sets: tuple[str, ...]  # keys
    signatures: tuple[str, ...]
    n_folds: int
    n_finished: int
    n_failed: int
    created: datetime
    changed: datetime
    deleted: datetime | None


@frozen
class AskedRecord:
    """What was asked before the trainings of an experiment, and which answers were shown since."""

    question: Mapping[str, Any] | None  # None where it was not recorded
    looks: tuple[Mapping[str, Any], ...]  # in the order in which they were first shown


@frozen
class ScoreTableRecord:
    """Scores brought from elsewhere, as they were in their file."""

    key: str
    name: str
    signature: str | None  # of the partitions, where they are known
    created: datetime
    data: bytes = field(repr=False)


@frozen
class ProjectRecord:
    """What a page needs to stand where it stood."""

    id: str
    name: str
    document: Mapping[str, Any]
    corpus: str | None  # key of its corpus file
    created: datetime
    changed: datetime
    owner: str = ""  # digest of a user who logged in; empty where nobody does


@frozen
class Lease:
    """Who runs something. The owner counts `beat` up as long as it lives."""

    key: str
    owner: str
    beat: int
    stop: bool  # somebody asked for its end


@frozen
class ViewRecord:
    """A project as it stood when somebody wished to show it."""

    id: str
    project: str  # id, which is a key: not for those who only have the view
    page: str
    document: Mapping[str, Any]
    corpus: str  # key of its corpus file
    created: datetime


@frozen
class Usage:
    """Bytes the store keeps, by kind, and how many of each there are."""

    corpora: int
    partition_sets: int
    folds: int
    score_tables: int
    projects: int
    n_corpora: int
    n_partition_sets: int
    n_folds: int
    n_score_tables: int
    n_projects: int
    n_experiments: int
    n_unused_folds: int  # that no experiment names
    unused_folds: int  # bytes of them
    on_disk: int | None  # size of the file with its companions; None on a server


@frozen
class CleanPolicy:
    """What may go. None keeps everything of that kind.

    An experiment that runs never goes, nor one of the command line that was not taken away.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, mx.store.Store(f"{folder}/runs.db") as store:
    ...     store.clean(mx.store.CleanPolicy()).folds
    0
    """

    deleted_before: datetime | None = None  # experiments that were taken away before then
    unused_folds_before: datetime | None = None  # folds no experiment names, made before then
    projects_before: datetime | None = None  # projects nobody used since then, and their experiments
    put_before: datetime | None = None  # partitions and corpora without a name stay if put there since
    most_bytes: int | None = None  # of the store: the projects used longest ago go until it has fewer
    spare_since: datetime | None = None  # that limit takes no project used since then
    in_use: frozenset[str] = frozenset()  # projects that stay, whatever their age

    @classmethod
    def from_days(
        cls, days: int | None, *, projects: int | None = None, most_bytes: int | None = None
    ) -> CleanPolicy:
        """By ages in days and the size of the store; nothing of pages that is younger than a day goes."""
        moment = datetime.now(UTC)
        before, since = (None if n is None else moment - timedelta(days=n) for n in (days, projects))
        return cls(before, before, since, moment - GRACE, most_bytes, moment - GRACE)


@frozen
class Cleaned:
    experiments: int
    folds: int
    projects: int
    partition_sets: int
    corpora: int
    score_tables: int
