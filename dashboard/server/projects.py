"""The projects of a server: those in use in memory, all of them in the store.

A project is kept under an id that cannot be guessed and that stands in the address. So a
reload, a second tab or a restarted server finds everything where it was. A view shows a
project as it once stood, to people who do not have that id.
"""

import logging
import re
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import mx2core as mx
from dashboard.server import stored_choices
from dashboard.server.project import (
    MOST_PAST,
    CorpusSource,
    KeptPartitions,
    Predictions,
    Project,
    display_name,
    first_source,
)
from dashboard.server.result_cache import Remembered
from dashboard.server.running import logs
from dashboard.server.visits.limits import check_room, check_size, unpacked
from mx2core.corpus import Corpus
from mx2core.errors import Mx2Error, StoreBusyError, StoreError
from mx2core.exchange.scores.item_archives import is_packed
from mx2core.exchange.sizes import check_units
from mx2core.store import Store
from mx2core.store.files.project_file import FiledPredictions, ProjectFile, pack_project, unpack_project
from mx2core.store.records import ViewRecord
from mx2core.training.run.documents import DAMAGE, partitions_of

SOON = 5.0  # seconds after which a project that can wait is saved
IN_MEMORY = 200  # projects; the one unused longest is read from the store when it is wanted again
ID = re.compile(r"[A-Za-z0-9_-]{1,64}")  # no other text is an id


class ServerProjects:
    """The projects of one server, in a store that whoever calls may use."""

    def __init__(self, store: Callable[[], Store]) -> None:
        self._store = store
        self._projects: OrderedDict[str, Project] = OrderedDict()
        self._corpora: Remembered[Corpus] = Remembered(8)
        self._waiting: dict[str, Project] = {}  # to be saved
        self._timed = False  # whether that will be
        self._lock = threading.Lock()

    def find(self, id: str | None, owner: str = "") -> Project | None:
        """The project of that id; None if there is none, or it is another user's than `owner`, a digest."""
        with self._lock:
            project = self._projects.get(id or "") or self._waiting.get(id or "")
        project = project or self._load(id)
        if project is None or project.owner not in ("", owner):
            return None
        return self._in_use(project)

    def new(self, owner: str = "", language: str = "en") -> Project:
        """A project on a sample corpus for readers of a language; not kept before something is done with it."""
        source = first_source(language)
        corpus = self._corpora.get(source.name, source.read)
        return self._in_use(Project(secrets.token_urlsafe(12), source, corpus, owner=owner))

    def save(self, project: Project) -> None:
        """Keep a project in the store, if it has changed since it was last kept there."""
        with project.saving:
            with self._lock:
                self._waiting.pop(project.id, None)
            document = project.document()
            written = project.snapshot(document)
            if written == project.saved:
                return
            self._put_parts(project)
            self._store().projects.save(
                document,
                name=display_name(project.title),
                id=project.id,
                corpus=project.corpus_key,
                owner=project.owner,
            )
            project.saved = written

    def save_soon(self, project: Project) -> None:
        """Keep it as well, at the latest after `SOON`: of a slider that is moved the store needs the last place only."""
        if not project.saved:
            self.save(project)
            return
        self._store().check_may_write()
        with self._lock:
            self._waiting[project.id] = project
            timed, self._timed = self._timed, True
        if not timed:
            timer = threading.Timer(SOON, self.save_waiting)
            timer.daemon = True
            timer.start()

    def save_waiting(self) -> None:
        """Save now what was to be saved soon, as when somebody leaves or the server ends."""
        with self._lock:
            self._timed, waiting = False, list(self._waiting.values())
        for project in waiting:
            with project.saving:
                if self._waiting.get(project.id) is project:  # else it was saved or deleted meanwhile
                    try:
                        self.save(project)
                    except Exception as error:  # the next step meets it as well, and the page says so
                        logs.event("project not saved", level=logging.ERROR, error=error)
                        project.saved = ""

    def open(
        self, project: Project, source: CorpusSource, report: Callable[[int, int], Any] | None = None
    ) -> None:
        """Read another corpus into a project, or the same one in another way; if it cannot be read, that before stays."""
        check_room(self._store())
        corpus = source.read(report, check_size)
        with suppress(StoreError):  # a store that is full keeps no past, which is no reason not to go on
            if project.begun:  # else it is the sample that a new one has, which nobody opened
                self._put_parts(project)
                project.past, project.future = [*project.past, project.reading()][-MOST_PAST:], []
        project.take_over(Project("", source, corpus))  # experiments stay; what was chosen goes

    def reopen(self, project: Project, number: int) -> None:
        """Go to another corpus of the project, by its number, with all that was chosen on it.

        If it can no longer be had, the one that is open stays.
        """
        self._store().check_may_write()
        self._put_parts(project)
        readings = project.every_reading()
        project.take_over(self._restored("", readings[number], readings[number]["corpus"]))
        project.past, project.future = readings[:number], readings[:number:-1]

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
        with project.saving:
            with self._lock:
                self._waiting.pop(project.id, None)
                self._projects.pop(project.id, None)
            self._store().projects.delete(project.id)

    def show(self, project: Project, page: str, choices: dict[str, Any] | None = None) -> str:
        """Keep how a project stands now, or with `choices` its corpus with these alone, for others; the id of the view."""
        self.save(project)
        assert project.corpus_key is not None, "it was just saved"
        shown = project if choices is None else Project("", project.source, project.corpus, choices=choices)
        document = shown.document(history=False)
        return self._store().views.put(project.id, page=page, document=document, corpus=project.corpus_key)

    def view_project(self, view: ViewRecord) -> Project | None:
        """The project as a view shows it, without its id; None if it can no longer be shown."""
        with suppress(Mx2Error):
            return self._restored("", view.document, view.corpus)
        return None

    def copy(self, original: Project, owner: str = "") -> Project:
        """A project of one's own like the one a view shows, with experiments of its own."""
        project = Project(secrets.token_urlsafe(12), original.source, original.corpus, owner=owner)
        project.take_over(original)
        project.name = original.name
        project.choices = stored_choices.apart_from_experiments(original.choices)
        for id in original.experiments:
            with suppress(StoreError):  # one that was cleaned away
                project.experiments.append(self._store().copy_experiment(id, owner=project.alias))
        self.save(project)
        return self._in_use(project)

    def file(self, project: Project) -> bytes:
        """A project as one file, with what it names; what was undone is not in it."""
        store = self._store()
        experiments = [store.export(one.id) for one in store.experiments.existing(project.experiments)]
        table = None if project.table_key is None else store.score_tables.get(project.table_key)
        return pack_project(
            ProjectFile(
                name=project.name,
                corpus=project.source.content(),
                corpus_name=project.source.name,
                options=project.source.keywords,
                choices=stored_choices.plain(project.choices),
                partitions=tuple((kept.record.document, kept.file) for kept in project.partitions.values()),
                scores=None if table is None else table.data,
                scores_name=project.table_name,
                experiments=tuple(experiments),
                predictions=self._filed(project),
            )
        )

    def _filed(self, project: Project) -> FiledPredictions | None:
        """The predictions that were brought, for a file; None where their partitions are gone."""
        brought = project.predictions
        if brought is None:
            return None
        stored = self._store().score_tables.get(brought.key)
        if brought.partitions is None:
            return FiledPredictions(stored.data, stored.name, None)
        on = brought.partitions.signature
        sets = [one.record.key for one in project.partitions.values() if one.partitions.signature == on]
        return FiledPredictions(stored.data, stored.name, sets[0]) if sets else None

    def take_in(self, data: bytes, *, file: str | None = None, owner: str = "") -> Project:
        """A new project like the one in a file that the method `file` wrote, here or elsewhere.

        Corpus, choices, partitions and scores are read before anything is kept: the file may be damaged.
        """
        check_room(self._store())
        brought = unpack_project(data, file=file, most=unpacked())
        source = CorpusSource.from_file(brought.corpus_name, brought.corpus, brought.options)
        corpus = source.read(admit=check_size)
        project = Project(secrets.token_urlsafe(12), source, corpus, owner=owner)
        project.name = "" if not brought.name.strip() else display_name(brought.name)
        project.choices = stored_choices.apart_from_experiments(
            stored_choices.restored(brought.choices, corpus)
        )
        self._take_results(project, brought, file)
        return self._in_use(project)

    def take_results(self, project: Project, data: bytes, *, file: str | None = None) -> Mapping[str, Any]:
        """Partitions, experiments and scores of a file that the method `file` wrote, into a project on its corpus.

        Returns the choices in the file, which the project does not take; if it is damaged, the project stays as it was.
        """
        check_room(self._store())
        brought, before = unpack_project(data, file=file, most=unpacked()), project.partitions
        try:
            self._take_results(project, brought, file)
        except Mx2Error:
            project.partitions = before
            raise
        return brought.choices

    def _take_results(self, project: Project, contents: ProjectFile, file: str | None) -> None:
        store, corpus = self._store(), project.corpus
        for document, name in contents.partitions:
            partitions = partitions_of(document)
            check_units(partitions.n_units, corpus, StoreError, file)
            project.keep(partitions, name)
        filed, on = contents.predictions, None
        if filed is not None:
            sets = {kept.record.key: kept.partitions for kept in project.partitions.values()}
            on = None if filed.partitions is None else sets[filed.partitions]
            results = Predictions.read(filed.data, corpus, on, display_name(filed.name))
        if contents.scores is not None:
            if is_packed(contents.scores):
                mx.io.read_item_scores(contents.scores, name=contents.scores_name)
                project.items = contents.scores
            else:
                project.table = mx.io.read_scores(contents.scores, name=contents.scores_name)
            project.table_name = display_name(contents.scores_name)
            project.table_key = store.score_tables.put(contents.scores, name=project.table_name)
        if filed is not None:
            project.table_name = display_name(filed.name)
            signature = None if on is None else on.signature
            key = store.score_tables.put(filed.data, name=project.table_name, signature=signature)
            project.predictions = replace(results, key=key)
        ids = []
        try:
            for experiment in contents.experiments:
                ids.append(store.take_in(experiment, file=file, owner=project.alias, most=unpacked()).id)
        except Mx2Error:
            for id in ids:  # all of it, or nothing
                store.experiments.delete(id)
            raise
        project.experiments += ids
        self.save(project)

    def corpus(self, key: str | None) -> Corpus | None:
        """The corpus that is kept under a key, if a project that is in use has it."""
        with self._lock:
            return next((one.corpus for one in self._projects.values() if one.corpus_key == key), None)

    def forget_but(self, ids: Collection[str]) -> None:
        """Leave all but these projects to the store."""
        with self._lock:
            for id in self._projects.keys() - set(ids):
                project = self._projects[id]
                if not project.begun or project.saved == project.snapshot(project.document()):
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
        for partition_set in project.partitions.values():
            if partition_set.record.key not in project.stored_sets:
                self._store().partition_sets.put(partition_set.record)
                project.stored_sets.add(partition_set.record.key)
        if project.corpus_key is None:
            kept = self._store().corpora.put(
                project.source.content(),
                name=project.source.name,
                options=project.source.keywords,
                units_sha256=project.corpus.units_sha256,
                n_units=len(project.corpus),
            )
            project.corpus_key = kept.key

    def _load(self, id: str | None) -> Project | None:
        record = self._store().projects.load(id) if id and ID.fullmatch(id) else None
        if record is None or record.corpus is None:
            return None
        try:
            project = self._restored(record.id, record.document, record.corpus)
        except StoreBusyError:
            raise
        except Mx2Error:
            return None  # its corpus is gone, or is read differently today: begin anew
        project.owner = record.owner
        return project

    def _restored(self, id: str, document: Mapping[str, Any], corpus_key: str) -> Project:
        try:
            return self._made_again(id, document, corpus_key)
        except Mx2Error:
            raise
        except DAMAGE as error:
            raise StoreError("The kept project is damaged or of another version. Start again.") from error

    def _made_again(self, id: str, document: Mapping[str, Any], corpus_key: str) -> Project:
        file = self._store().corpora.get(corpus_key)
        source = CorpusSource.from_file(file.name, self._store().corpora.data(file.sha256), file.options)
        corpus = self._corpora.get(corpus_key, source.read)
        project = Project(id, source, corpus, corpus_key=corpus_key)
        project.name = document.get("name", "")
        project.alias = document.get("alias", project.alias)
        project.choices = stored_choices.restored(document["choices"], corpus)
        for stored_set in document["partitions"]:
            partitions = partitions_of(self._store().partition_sets.get(stored_set["set"]).document)
            if partitions.n_units == len(corpus):
                project.partitions[stored_set["key"]] = KeptPartitions(partitions, stored_set["file"])
        project.experiments = list(document.get("experiments", ()))
        if document["table"] is not None:
            table = self._store().score_tables.get(document["table"])
            if is_packed(table.data):
                project.items = table.data
            else:
                scores = mx.io.read_scores(table.data, name=table.name)
                checked = table.signature or scores.signature  # when it came, or as the file says
                project.table = replace(scores, signature=checked)
            project.table_name, project.table_key = table.name, table.key
        if document.get("predictions") is not None:
            key, on = document["predictions"]["key"], document["predictions"]["on"]
            sets = [one.partitions for one in project.partitions.values() if one.partitions.signature == on]
            if on is None or sets:  # else their partitions were deleted since
                stored = self._store().score_tables.get(key)
                found = Predictions.read(stored.data, corpus, sets[0] if sets else None, stored.name)
                project.predictions, project.table_name = replace(found, key=key), stored.name
        project.past, project.future = (
            [stored_choices.restored_value(state) for state in some]
            for some in document.get("readings", ((), ()))
        )
        return project
