"""Projects: a corpus with the choices, partitions and experiments made on it.

A project is kept in the store under an id that cannot be guessed and that stands in
the address. So a reload, a second tab or a restarted server finds everything where
it was. A view shows a project as it once stood, to people who do not have that id.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import threading
import time
import unicodedata
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mx2core as mx
from dashboard import choices
from dashboard.history import History
from dashboard.limits import check_corpus, check_room, check_splits
from dashboard.remembered import Remembered
from mx2core.compare.documents import partition_record, partitions_of
from mx2core.errors import InputError, StoreError
from mx2core.store.project_file import ProjectFile, pack_project, unpack_project

if TYPE_CHECKING:
    from dashboard.history import State
    from mx2core.corpus import Corpus
    from mx2core.exchange import ScoreTable
    from mx2core.partition import PartitionSet
    from mx2core.store import PartitionSetRecord, Store
    from mx2core.store.records import ViewRecord

SAMPLES = Path(__file__).resolve().parent.parent / "sample_data"
SAMPLE_NAMES = ("statement_zh.conll", "ner_zh.bio", "segmentation_zh.txt", "intents_en.jsonl")
IN_MEMORY = 200  # projects; the one unused longest is read from the store when it is wanted again
VERSION = 1  # of what is kept of a project
LONGEST_NAME = 120
ONE_MOVE = 1.0  # seconds between two positions of a slider that is being dragged
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # no other text is an id
BOUNDS = re.compile(r"(c|band|p|pband)_.*|bound|scale|box")  # choices that say what survives


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
        sample = name in SAMPLE_NAMES and (SAMPLES / name).read_bytes() == data
        return cls(
            name,
            None if sample else data,
            options.get("format"),
            options.get("encoding"),
            options.get("unit"),
            tuple(columns) if columns else None,
            tuple((options.get("where") or {}).items()),
        )


FIRST = Source(SAMPLE_NAMES[0])


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
    id: str  # a key; empty where a view shows the project, to those who do not have it
    source: Source
    corpus: Corpus
    name: str = ""  # given by its user; empty: what its corpus is called
    alias: str = ""  # tells it from other projects without giving away its id; never changes
    owner: str = ""  # digest of its user, where users log in
    choices: dict[str, Any] = field(default_factory=dict)  # widget key -> value
    partitions: dict[str, Kept] = field(default_factory=dict)  # newest last
    experiments: list[str] = field(default_factory=list)  # ids in the store, newest last
    table: ScoreTable | None = None  # scores brought from elsewhere
    table_name: str = ""
    table_key: str | None = None  # in the store
    corpus_key: str | None = None  # in the store, once it is there
    bounds: History = field(default_factory=lambda: History(50))  # of what survives
    bounds_seen: State | None = None  # as they were when they were last looked at
    bounds_moved: tuple[frozenset[str], float] = (frozenset(), 0.0)  # which of them then, and when
    readings: History = field(default_factory=lambda: History(5))  # of the corpus and how it is read
    saved: str = ""  # what the store has of it
    stored_sets: set[str] = field(default_factory=set)  # keys of partitions that the store has

    def __post_init__(self) -> None:
        self.alias = self.alias or hashlib.sha256(self.id.encode()).hexdigest()[:16]

    @property
    def title(self) -> str:
        return self.name or self.source.name

    @property
    def begun(self) -> bool:
        """Whether there is anything in it that could be lost."""
        return bool(self.name or self.choices or self.partitions or self.experiments or self.source != FIRST)

    def keep(self, partitions: PartitionSet, file: str = "") -> str:
        """Keep partitions for the pages after; returns their key."""
        check_splits(len(partitions))
        key = f"{partitions.signature}|{file}"
        self.partitions.pop(key, None)
        self.partitions[key] = Kept(partitions, file)
        return key

    def bounds_now(self) -> State:
        """The choices that say what survives."""
        found = {key: value for key, value in self.choices.items() if BOUNDS.fullmatch(key)}
        return {"box": None} | found

    def note_bounds(self) -> None:
        """Note the bounds that were left since the last time; one drag of a slider is one step."""
        now, moment = self.bounds_now(), time.monotonic()
        before = now if self.bounds_seen is None else self.bounds_seen
        moved = frozenset(key for key in before if key in now and now[key] != before[key])
        if moved:
            last, then = self.bounds_moved
            if moved != last or moment - then > ONE_MOVE:
                self.bounds.leave(before)
            self.bounds_moved = moved, moment
        self.bounds_seen = now

    def open(self, source: Source, corpus: Corpus) -> None:
        """Put another corpus in place of this one. Experiments on the old one stay; what was chosen goes."""
        self.source, self.corpus, self.corpus_key = source, corpus, None
        self.choices, self.partitions = {}, {}
        self.table, self.table_name, self.table_key = None, "", None
        self.bounds, self.bounds_seen = History(self.bounds.most), None


class Projects:
    """The projects of one server: those in use in memory, all of them in the store.

    Parameters
    ----------
    store : callable
        The store, as whoever calls may use it.
    """

    def __init__(self, store: Callable[[], Store]) -> None:
        self._store = store
        self._projects: OrderedDict[str, Project] = OrderedDict()
        self._corpora: Remembered[Corpus] = Remembered(8)
        self._lock = threading.Lock()

    def get(self, id: str | None) -> Project:
        """The project of that id; a new one when there is none."""
        return self.find(id) or self.new()

    def find(self, id: str | None, owner: str = "") -> Project | None:
        """The project of that id; None if there is none, or it is another user's.

        Parameters
        ----------
        id : str or None
        owner : str
            Digest of the user who asks, where users log in.
        """
        with self._lock:
            project = self._projects.get(id or "")
        project = project or self._load(id)
        if project is None or project.owner not in ("", owner):
            return None
        return self._in_use(project)

    def new(self, owner: str = "") -> Project:
        """A project on the first sample corpus; not kept before something is done with it."""
        corpus = self._corpora.get(FIRST.name, FIRST.read)
        return self._in_use(Project(secrets.token_urlsafe(12), FIRST, corpus, owner=owner))

    def save(self, project: Project) -> None:
        """Keep a project in the store, if it has changed since it was last kept there.

        Raises
        ------
        StoreError
            If the store cannot be written; the project stays as it is.
        """
        written = _written(project)
        if written == project.saved:
            return
        self._put_parts(project)
        self._store().projects.save(
            _document(project),
            name=shown_name(project.title),
            id=project.id,
            corpus=project.corpus_key,
            owner=project.owner,
        )
        project.saved = written

    def open(self, project: Project, source: Source, report: Callable[[int, int], Any] | None = None) -> None:
        """Read another corpus into a project, or the same one in another way.

        Raises
        ------
        InputError
            If it cannot be read; the one before stays.
        """
        self._store().check_may_write()
        check_room(self._store())
        corpus = source.read(report)
        check_corpus(corpus)
        with suppress(StoreError):  # a store that is full keeps no past, which is no reason not to go on
            self._put_parts(project)
            project.readings.leave(_reading(project))
        project.open(source, corpus)

    def reopen(self, project: Project, *, forth: bool = False) -> None:
        """Go back to the corpus before this one, with all that was chosen on it; or forth again.

        Raises
        ------
        InputError
            If it can no longer be had; the one that is open stays.
        """
        self._store().check_may_write()
        history = project.readings
        state = (history.future if forth else history.past)[-1]
        self._put_parts(project)
        before = self._restored("", state, state["corpus"])
        (history.forth if forth else history.back)(_reading(project))
        project.open(before.source, before.corpus)
        project.choices, project.partitions = before.choices, before.partitions
        project.table, project.table_name, project.table_key = (
            before.table,
            before.table_name,
            before.table_key,
        )
        project.corpus_key = before.corpus_key

    def renew(self, project: Project) -> None:
        """Give a project another id; whoever has the old one finds nothing under it."""
        self.save(project)
        new = self._store().projects.renew(project.id)
        with self._lock:
            self._projects.pop(project.id, None)
            project.id = new
            self._projects[new] = project

    def delete(self, project: Project) -> None:
        """Forget a project, and its experiments with it. What views showed of it is gone as well."""
        for id in project.experiments:
            with suppress(StoreError):  # one that was cleaned away
                self._store().experiments.delete(id)
        self._store().projects.delete(project.id)
        with self._lock:
            self._projects.pop(project.id, None)

    def show(self, project: Project, page: str) -> str:
        """Keep how a project stands now for those who may look; the id of the view."""
        self.save(project)
        assert project.corpus_key is not None, "it was just saved"
        return self._store().views.put(
            project.id, page=page, document=_document(project, history=False), corpus=project.corpus_key
        )

    def shown(self, view: ViewRecord) -> Project | None:
        """The project as a view shows it, without its id; None if it can no longer be shown."""
        try:
            return self._restored("", view.document, view.corpus)
        except InputError:
            return None

    def copy(self, shown: Project, owner: str = "") -> Project:
        """A project of one's own like the one a view shows, with experiments of its own."""
        project = Project(secrets.token_urlsafe(12), shown.source, shown.corpus, owner=owner)
        project.name, project.corpus_key = shown.name, shown.corpus_key
        project.choices = choices.apart_from_experiments(shown.choices)
        project.partitions = dict(shown.partitions)
        project.table, project.table_name, project.table_key = (
            shown.table,
            shown.table_name,
            shown.table_key,
        )
        for id in shown.experiments:
            with suppress(StoreError):  # one that was cleaned away
                project.experiments.append(self._store().copy_experiment(id, owner=project.alias))
        self.save(project)
        return self._in_use(project)

    def file(self, project: Project) -> bytes:
        """A project as one file, with what it names; what was undone is not in it.

        Raises
        ------
        StoreError
            If the store cannot be read.
        """
        store = self._store()
        experiments = []
        for id in project.experiments:
            with suppress(StoreError):  # one that was cleaned away
                if store.experiments.get(id).deleted is None:
                    experiments.append(store.export(id))
        table = None if project.table_key is None else store.score_tables.get(project.table_key)
        return pack_project(
            ProjectFile(
                name=project.name,
                corpus=project.source.content(),
                corpus_name=project.source.name,
                options=project.source.options,
                choices=choices.plain(project.choices),
                partitions=tuple((kept.record.document, kept.file) for kept in project.partitions.values()),
                scores=None if table is None else table.data,
                scores_name=project.table_name,
                experiments=tuple(experiments),
            )
        )

    def take_in(self, data: bytes, *, file: str | None = None, owner: str = "") -> Project:
        """A new project like the one in a file that `file` wrote, here or elsewhere.

        Corpus, choices, partitions and scores are read before anything is kept.

        Raises
        ------
        InputError
            If the file is damaged, or does not hold what it says.
        """
        store = self._store()
        store.check_may_write()
        check_room(store)
        brought = unpack_project(data, file=file)
        source = Source.of(brought.corpus_name, brought.corpus, brought.options)
        corpus = source.read()
        check_corpus(corpus)
        project = Project(secrets.token_urlsafe(12), source, corpus, owner=owner)
        project.name = "" if not brought.name.strip() else shown_name(brought.name)
        project.choices = choices.apart_from_experiments(choices.restored(brought.choices, corpus))
        for document, name in brought.partitions:
            partitions = partitions_of(document)
            if partitions.n_units != len(corpus):
                raise StoreError(
                    "The exported project has partitions of {found} units, and its corpus has {n_units}. Export it "
                    "again.",
                    file=file,
                    found=partitions.n_units,
                    n_units=len(corpus),
                )
            project.keep(partitions, name)
        if brought.scores is not None:
            project.table = mx.read_scores(brought.scores, name=brought.scores_name)
            project.table_name = shown_name(brought.scores_name)
            project.table_key = store.score_tables.put(brought.scores, name=project.table_name)
        try:
            for experiment in brought.experiments:
                project.experiments.append(store.take_in(experiment, file=file, owner=project.alias).id)
        except InputError:
            for id in project.experiments:  # all of it, or nothing
                store.experiments.delete(id)
            raise
        self.save(project)
        return self._in_use(project)

    def forget_but(self, ids: Collection[str]) -> None:
        """Leave all but these projects to the store."""
        with self._lock:
            for id in self._projects.keys() - set(ids):
                project = self._projects[id]
                if not project.begun or project.saved == _written(project):
                    del self._projects[id]

    def _in_use(self, project: Project) -> Project:
        with self._lock:
            # Two tabs may have asked at the same time; both get the first that was found.
            project = self._projects.setdefault(project.id, project)
            self._projects.move_to_end(project.id)
            while len(self._projects) > IN_MEMORY:
                self._projects.popitem(last=False)
        return project

    def _put_parts(self, project: Project) -> None:
        """What a document names, before it does."""
        for kept in project.partitions.values():
            if kept.record.key not in project.stored_sets:
                self._store().partition_sets.put(kept.record)
                project.stored_sets.add(kept.record.key)
        if project.corpus_key is None:
            project.corpus_key = (
                self._store()
                .corpora.put(
                    project.source.content(),
                    name=project.source.name,
                    options=project.source.options,
                    units_sha256=project.corpus.units_sha256,
                    n_units=len(project.corpus),
                )
                .key
            )

    def _load(self, id: str | None) -> Project | None:
        record = self._store().projects.load(id) if id and ID.fullmatch(id) else None
        if record is None or record.corpus is None:
            return None
        try:
            project = self._restored(record.id, record.document, record.corpus)
        except InputError:
            return None  # its corpus is gone, or is read differently today: begin anew
        project.owner = record.owner
        return project

    def _restored(self, id: str, document: Mapping[str, Any], corpus_key: str) -> Project:
        kept = self._store().corpora.get(corpus_key)
        source = Source.of(kept.name, self._store().corpora.data(kept.sha256), kept.options)
        corpus = self._corpora.get(corpus_key, source.read)
        project = Project(id, source, corpus, corpus_key=corpus_key)
        project.name = document.get("name", "")
        project.alias = document.get("alias", project.alias)
        project.choices = choices.restored(document["choices"], corpus)
        for one in document["partitions"]:
            partitions = partitions_of(self._store().partition_sets.get(one["set"]).document)
            if partitions.n_units == len(corpus):
                project.partitions[one["key"]] = Kept(partitions, one["file"])
        project.experiments = list(document.get("experiments", ()))
        if document["table"] is not None:
            table = self._store().score_tables.get(document["table"])
            project.table = mx.read_scores(table.data, name=table.name)
            project.table_name, project.table_key = table.name, table.key
        for history, states in ((project.bounds, "bounds"), (project.readings, "readings")):
            history.past, history.future = (
                [choices.restored_value(state) for state in some] for some in document.get(states, ((), ()))
            )
        return project


def shown_name(name: str) -> str:
    """A file name as the name of a project: on one line, and not too long."""
    line = "".join(" " if unicodedata.category(one) in ("Cc", "Cs") else one for one in name)
    return " ".join(line.split())[:LONGEST_NAME].strip() or "–"


def _reading(project: Project) -> State:
    """What `reopen` needs to have the corpus and all that was chosen on it again."""
    document = _document(project, history=False)
    return {name: document[name] for name in ("choices", "partitions", "table")} | {
        "corpus": project.corpus_key,
        "source": project.source.name,
        "options": project.source.options,
    }


def _document(project: Project, *, history: bool = True) -> dict[str, Any]:
    """A project as plain values, apart from its corpus and the partitions themselves."""
    document = {
        "version": VERSION,
        "name": project.name,
        "source": project.source.name,
        "choices": choices.plain(project.choices),
        "partitions": [
            {"key": key, "set": kept.record.key, "file": kept.file}
            for key, kept in project.partitions.items()
        ],
        "experiments": project.experiments,
        "table": project.table_key,
    }
    if history:
        document["alias"] = project.alias
        for name, kept_states in (("bounds", project.bounds), ("readings", project.readings)):
            document[name] = [choices.plain_value(kept_states.past), choices.plain_value(kept_states.future)]
    return document


def _written(project: Project) -> str:
    """All that is kept of a project as one text, which tells whether it has changed."""
    return json.dumps([_document(project), project.source.name, project.source.options], sort_keys=True)
