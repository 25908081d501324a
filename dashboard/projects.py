"""Projects: a corpus with the choices, partitions and experiments made on it.

A project is kept in the store under an id that cannot be guessed and that stands in
the address. So a reload, a second tab or a restarted server finds everything where
it was.
"""

from __future__ import annotations

import hashlib
import json
import math
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mx2core as mx
from mx2core.compare.documents import partition_record, partitions_of
from mx2core.errors import InputError

if TYPE_CHECKING:
    from mx2core.corpus import Corpus
    from mx2core.exchange import ScoreTable
    from mx2core.partition import PartitionSet
    from mx2core.store import PartitionSetRecord, Store
    from mx2core.store.records import ProjectRecord

SAMPLES = Path(__file__).resolve().parent.parent / "sample_data"
IN_MEMORY = 200  # projects; the one unused longest is read from the store when it is wanted again
VERSION = 1  # of what is kept of a project


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

    @property
    def options(self) -> dict[str, Any]:
        """Arguments of `read_corpus`, those that say something."""
        options = {
            "format": self.format,
            "encoding": self.encoding,
            "unit": self.unit,
            "columns": list(self.columns) if self.columns else None,
            "where": dict(self.where) or None,
        }
        return {name: value for name, value in options.items() if value is not None}

    def read(self, report: Callable[[int, int], Any] | None = None) -> Corpus:
        watched: dict[str, Any] = {"report": report} if report else {}
        return mx.read_corpus(self.content(), name=self.name, **self.options, **watched)

    @classmethod
    def of(cls, name: str, data: bytes, options: Mapping[str, Any]) -> Source:
        """What `options` was made from."""
        columns = options.get("columns")
        return cls(
            name,
            data,
            options.get("format"),
            options.get("encoding"),
            options.get("unit"),
            tuple(columns) if columns else None,
            tuple(options.get("where", {}).items()),
        )


FIRST = Source("statement_zh.conll")


@dataclass(frozen=True, eq=False)
class Kept:
    """Partitions that were made or brought, to be compared on."""

    partitions: PartitionSet
    file: str = ""  # the file they were brought in

    @cached_property
    def record(self) -> PartitionSetRecord:
        """The same for the store."""
        return partition_record(self.partitions)


@dataclass
class Project:
    id: str
    source: Source
    corpus: Corpus
    choices: dict[str, Any] = field(default_factory=dict)  # widget key -> value
    partitions: dict[str, Kept] = field(default_factory=dict)  # newest last
    experiments: list[str] = field(default_factory=list)  # ids in the store, newest last
    table: ScoreTable | None = None  # scores brought from elsewhere
    table_name: str = ""
    table_key: str | None = None  # in the store
    corpus_key: str | None = None  # in the store, once it is there
    saved: str = ""  # what the store has of it

    @property
    def alias(self) -> str:
        """Tells this project from others without giving away its id, which is a key."""
        return hashlib.sha256(self.id.encode()).hexdigest()[:16]

    def keep(self, partitions: PartitionSet, file: str = "") -> str:
        """Keep partitions for the pages after; returns their key."""
        key = f"{partitions.signature}|{file}"
        self.partitions.pop(key, None)
        self.partitions[key] = Kept(partitions, file)
        return key

    def open(self, source: Source, corpus: Corpus) -> None:
        """Put another corpus in place of this one. Experiments on the old one stay; what was chosen goes."""
        self.source, self.corpus, self.corpus_key = source, corpus, None
        self.choices, self.partitions = {}, {}
        self.table, self.table_name, self.table_key = None, "", None


class Projects:
    """The projects of one server: those in use in memory, all of them in the store.

    Parameters
    ----------
    store : Store
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._projects: OrderedDict[str, Project] = OrderedDict()
        self._first: Corpus | None = None
        self._lock = threading.Lock()

    def get(self, id: str | None) -> Project:
        """The project of that id; a new one on the first sample corpus when there is none."""
        with self._lock:
            project = self._projects.get(id or "")
        project = project or self._load(id) or self._new()
        with self._lock:
            # Two tabs may have asked at the same time; both get the first that was found.
            project = self._projects.setdefault(project.id, project)
            self._projects.move_to_end(project.id)
            while len(self._projects) > IN_MEMORY:
                self._projects.popitem(last=False)
        return project

    def save(self, project: Project) -> None:
        """Keep a project in the store, if it has changed since it was last kept there.

        Raises
        ------
        StoreError
            If the store cannot be written; the project stays as it is.
        """
        document = _document(project)
        written = json.dumps([document, project.source.name, project.source.options], sort_keys=True)
        if written == project.saved:
            return
        if project.corpus_key is None:
            project.corpus_key = self._store.corpora.put(
                project.source.content(),
                name=project.source.name,
                options=project.source.options,
                units_sha256=project.corpus.units_sha256,
                n_units=len(project.corpus),
            ).key
        for kept in project.partitions.values():
            self._store.partition_sets.put(kept.record)
        self._store.projects.save(
            document, name=project.source.name, id=project.id, corpus=project.corpus_key
        )
        project.saved = written

    def _new(self) -> Project:
        if self._first is None:
            self._first = FIRST.read()
        return Project(secrets.token_urlsafe(12), FIRST, self._first)

    def _load(self, id: str | None) -> Project | None:
        record = self._store.projects.load(id) if id else None
        if record is None or record.corpus is None:
            return None
        try:
            return self._restored(record, record.corpus)
        except InputError:
            return None  # its corpus is gone, or is read differently today: begin anew

    def _restored(self, record: ProjectRecord, corpus_key: str) -> Project:
        document, kept = record.document, self._store.corpora.get(corpus_key)
        source = Source.of(kept.name, self._store.corpora.data(kept.sha256), kept.options)
        project = Project(record.id, source, source.read(), corpus_key=corpus_key)
        project.choices = {key: _restored_value(value) for key, value in document["choices"].items()}
        for one in document["partitions"]:
            partitions = partitions_of(self._store.partition_sets.get(one["set"]).document)
            project.partitions[one["key"]] = Kept(partitions, one["file"])
        project.experiments = list(document["experiments"])
        if document["table"] is not None:
            table = self._store.score_tables.get(document["table"])
            project.table = mx.read_scores(table.data, name=table.name)
            project.table_name, project.table_key = table.name, table.key
        return project


def _document(project: Project) -> dict[str, Any]:
    """A project as plain values, apart from its corpus and the partitions themselves."""
    return {
        "version": VERSION,
        "choices": {key: _plain_value(value) for key, value in sorted(project.choices.items())},
        "partitions": [
            {"key": key, "set": kept.record.key, "file": kept.file}
            for key, kept in project.partitions.items()
        ],
        "experiments": project.experiments,
        "table": project.table_key,
    }


def _plain_value(value: Any) -> Any:
    """A choice as JSON: widgets tell tuples from lists, and bounds may be infinite."""
    if isinstance(value, tuple):
        return {"tuple": [_plain_value(one) for one in value]}
    if isinstance(value, list):
        return [_plain_value(one) for one in value]
    if isinstance(value, float) and math.isinf(value):
        return {"float": repr(value)}
    return value


def _restored_value(value: Any) -> Any:
    if isinstance(value, dict):
        if "tuple" in value:
            return tuple(_restored_value(one) for one in value["tuple"])
        return float(value["float"])
    return [_restored_value(one) for one in value] if isinstance(value, list) else value
