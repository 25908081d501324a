"""Projects: a corpus with the choices, partitions and comparison made on it.

A project lives in the server under an id that cannot be guessed and that stands in
the address, so that a reload or a second tab finds everything where it was.
"""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mx2core as mx

if TYPE_CHECKING:
    from mx2core.compare import Comparison, Job
    from mx2core.corpus import Corpus
    from mx2core.exchange import ScoreTable
    from mx2core.partition import PartitionSet

SAMPLES = Path(__file__).resolve().parent.parent / "sample_data"
KEPT = 200  # projects; beyond that the one unused longest goes


@dataclass(frozen=True, slots=True)
class Source:
    """Where a corpus comes from and how it is to be read; None means: as detected."""

    name: str
    data: bytes | None = field(default=None, repr=False)  # None: the sample of that name
    format: str | None = None
    encoding: str | None = None
    unit: str | None = None
    columns: tuple[str, ...] | None = None
    where: tuple[tuple[str, str], ...] = ()

    def content(self) -> bytes:
        return self.data if self.data is not None else (SAMPLES / self.name).read_bytes()

    def read(self, report: Any = None) -> Corpus:
        options: dict[str, Any] = {"report": report} if report else {}
        return mx.read_corpus(
            self.content(),
            name=self.name,
            format=self.format,
            encoding=self.encoding,
            unit=self.unit,
            columns=list(self.columns) if self.columns else None,
            where=dict(self.where) or None,
            **options,
        )


FIRST = Source("statement_zh.conll")


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """Partitions that were made or brought, to be compared on."""

    partitions: PartitionSet
    file: str = ""  # the file they were brought in


@dataclass
class Project:
    id: str
    source: Source
    corpus: Corpus
    choices: dict[str, Any] = field(default_factory=dict)  # widget key -> value
    partitions: dict[str, Kept] = field(default_factory=dict)  # newest last
    job: Job | None = None
    compared: Kept | None = None  # what the job compares on
    table: ScoreTable | None = None  # scores brought from elsewhere
    table_name: str = ""

    def keep(self, partitions: PartitionSet, file: str = "") -> str:
        """Keep partitions for the pages after; returns their key."""
        key = f"{partitions.signature}|{file}"
        self.partitions.pop(key, None)
        self.partitions[key] = Kept(partitions, file)
        return key

    @property
    def running(self) -> bool:
        return self.job is not None and self.job.state == "running"

    @property
    def comparison(self) -> Comparison | None:
        """What the job has found so far; None before its first fold."""
        if self.job is None or not self.job.progress.done:
            return None
        return self.job.results_so_far

    def open(self, source: Source, corpus: Corpus) -> None:
        """Put another corpus in place of this one; what was made on the old one goes."""
        if self.job is not None:
            self.job.cancel()
        self.source, self.corpus = source, corpus
        self.choices, self.partitions = {}, {}
        self.job, self.compared = None, None
        self.table, self.table_name = None, ""


class Projects:
    """The projects of one server, in memory."""

    def __init__(self) -> None:
        self._projects: OrderedDict[str, Project] = OrderedDict()
        self._first: Corpus | None = None
        self._lock = threading.Lock()

    def get(self, id: str | None) -> Project:
        """The project of that id; a new one on the first sample corpus when there is none."""
        with self._lock:
            project = self._projects.get(id or "")
            if project is None:
                if self._first is None:
                    self._first = FIRST.read()
                project = Project(secrets.token_urlsafe(12), FIRST, self._first)
                self._projects[project.id] = project
            self._projects.move_to_end(project.id)
            while len(self._projects) > KEPT:
                _, forgotten = self._projects.popitem(last=False)
                if forgotten.job is not None:
                    forgotten.job.cancel()
            return project
