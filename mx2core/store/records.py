"""What the store takes and gives: plain values, never a model or a corpus."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from ..brief import brief

State = Literal["running", "done", "cancelled", "failed"]
Cause = Literal["memory", "training", "worker"]


@brief
@dataclass(frozen=True, slots=True)
class CorpusRecord:
    """A corpus file and how it is read.

    >>> import mx2core as mx
    >>> from datetime import datetime
    >>> record = mx.store.CorpusRecord("k", "a.txt", "0f", {}, "1e", 120, datetime(2025, 1, 1))
    >>> record.name, record.n_units
    ('a.txt', 120)
    """

    key: str
    name: str
    sha256: str  # of the file
    options: Mapping[str, Any]  # arguments of `read_corpus`
    units_sha256: str
    n_units: int
    created: datetime


@brief
@dataclass(frozen=True, slots=True)
class PartitionSetRecord:
    """Partitions as canonical JSON.

    >>> import mx2core as mx
    >>> mx.store.PartitionSetRecord("k", "m:2|n:4|seed:0", 2, 4, b"{}").m
    2
    """

    key: str
    signature: str
    m: int
    n_units: int
    document: bytes = field(repr=False)


@brief
@dataclass(frozen=True, slots=True)
class FoldRecord:
    """What one training gave.

    >>> import mx2core as mx
    >>> from datetime import datetime
    >>> mx.store.FoldRecord("k", "0f", b"...", {}, datetime(2025, 1, 1)).key
    'k'
    """

    key: str  # names everything that decides the predictions
    corpus: str  # digest of the units
    payload: bytes = field(repr=False)
    log: Mapping[str, Any]
    created: datetime


@brief
@dataclass(frozen=True, slots=True, order=True)
class FoldIndex:
    """Where a fold stands in an experiment.

    >>> import mx2core as mx
    >>> mx.store.FoldIndex(set=0, model=1, fold=3) < mx.store.FoldIndex(set=1, model=0, fold=0)
    True
    """

    set: int
    model: int
    fold: int  # of a partition set: 2 split + half


@brief
@dataclass(frozen=True, slots=True)
class FailureRecord:
    """A fold that could not be finished.

    >>> import mx2core as mx
    >>> from datetime import datetime
    >>> place = mx.store.FoldIndex(set=0, model=1, fold=3)
    >>> mx.store.FailureRecord(place, "memory", "", datetime(2025, 1, 1)).cause
    'memory'
    """

    place: FoldIndex
    cause: Cause
    detail: str
    created: datetime


@brief
@dataclass(frozen=True, slots=True)
class NewExperiment:
    """An experiment to be kept.

    >>> import mx2core as mx
    >>> new = mx.store.NewExperiment("A, B", "a.txt", "0f", None, "role", ({}, {}), {}, (), {})
    >>> new.name, new.gold
    ('A, B', 'role')
    """

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


@brief
@dataclass(frozen=True, slots=True)
class ExperimentRecord:
    """An experiment as it stands; `signatures` repeat its partitions.

    >>> import mx2core as mx
    >>> from tempfile import TemporaryDirectory
    >>> fold = mx.store.FoldIndex(set=0, model=0, fold=0)
    >>> new = mx.store.NewExperiment("A, B", "a.txt", "0f", None, "role", ({}, {}), {}, (), {fold: "k"})
    >>> with TemporaryDirectory() as folder, mx.store.Store(f"{folder}/runs.db") as store:
    ...     record = store.experiments.get(store.experiments.begin(new))
    >>> record.name, record.n_folds
    ('A, B', 1)
    """

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


@brief
@dataclass(frozen=True, slots=True)
class AskedRecord:
    """What was asked before the trainings of an experiment, and which answers were shown since.

    >>> import mx2core as mx
    >>> mx.store.AskedRecord({"metric": "f1"}, ()).question["metric"]
    'f1'
    """

    question: Mapping[str, Any] | None  # None where it was not recorded
    looks: tuple[Mapping[str, Any], ...]  # in the order in which they were first shown


@brief
@dataclass(frozen=True, slots=True)
class ScoreTableRecord:
    """Scores brought from elsewhere, as they were in their file.

    >>> import mx2core as mx
    >>> from datetime import datetime
    >>> mx.store.ScoreTableRecord("k", "scores.csv", None, datetime(2025, 1, 1), b"").name
    'scores.csv'
    """

    key: str
    name: str
    signature: str | None  # of the partitions, where they are known
    created: datetime
    data: bytes = field(repr=False)


@brief
@dataclass(frozen=True, slots=True)
class ProjectRecord:
    """What a page needs to stand where it stood.

    >>> import mx2core as mx
    >>> from datetime import datetime
    >>> record = mx.store.ProjectRecord("3f", "mine", {}, None, datetime(2025, 1, 1), datetime(2025, 1, 2))
    >>> record.name, record.owner
    ('mine', '')
    """

    id: str
    name: str
    document: Mapping[str, Any]
    corpus: str | None  # key of its corpus file
    created: datetime
    changed: datetime
    owner: str = ""  # digest of a user who logged in; empty where nobody does


@brief
@dataclass(frozen=True, slots=True)
class Lease:
    """Who runs something. The owner counts `beat` up as long as it lives.

    >>> import mx2core as mx
    >>> mx.store.Lease(key="experiment", owner="server", beat=3, stop=False).owner
    'server'
    """

    key: str
    owner: str
    beat: int
    stop: bool  # somebody asked for its end


@brief
@dataclass(frozen=True, slots=True)
class ViewRecord:
    """A project as it stood when somebody wished to show it.

    >>> import mx2core as mx
    >>> from datetime import datetime
    >>> mx.store.ViewRecord("3f", "9a", "decide", {}, "k", datetime(2025, 1, 1)).page
    'decide'
    """

    id: str
    project: str  # id, which is a key: not for those who only have the view
    page: str
    document: Mapping[str, Any]
    corpus: str  # key of its corpus file
    created: datetime


@brief
@dataclass(frozen=True, slots=True)
class Usage:
    """Bytes the store keeps, by kind, and how many of each there are.

    >>> import mx2core as mx
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, mx.store.Store(f"{folder}/runs.db") as store:
    ...     store.usage().n_experiments
    0
    """

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


@brief
@dataclass(frozen=True, slots=True)
class CleanPolicy:
    """What may go. None keeps everything of that kind.

    An experiment that runs never goes, nor one of the command line that was not taken away.

    >>> import mx2core as mx
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


@brief
@dataclass(frozen=True, slots=True)
class Cleaned:
    """How much went.

    >>> import mx2core as mx
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder, mx.store.Store(f"{folder}/runs.db") as store:
    ...     store.clean(mx.store.CleanPolicy()).projects
    0
    """

    experiments: int
    folds: int
    projects: int
    partition_sets: int
    corpora: int
    score_tables: int
