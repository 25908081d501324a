"""Projects of the pages: what was open and chosen, under an id that cannot be guessed; who visits them, and
views: what is shown of one to whoever has a link, which is not its key."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from functools import partial
from typing import Any

from sqlalchemy import select

from .database.connection import StoreTable, insert_new, record_of
from .database.tables import projects, views, visits
from .database.types import check_name, no_earlier, now
from .records import ProjectRecord, ViewRecord

ID_BYTES = 12  # 96 random bits, which nobody guesses; they stand in the address of a page


class Projects(StoreTable):
    def save(
        self,
        document: Mapping[str, Any],
        *,
        name: str,
        id: str | None = None,
        corpus: str | None = None,
        owner: str = "",
    ) -> str:
        """Keep a project as it stands now.

        `id`: of the project; a new one is made if it is not given.
        `corpus`: key of the corpus file that is open.
        `owner`: digest of the user, where users log in; a project never changes hands.
        Returns str: the id.
        """
        name = check_name(name)
        id = id or secrets.token_urlsafe(ID_BYTES)
        moment = now()
        values = {"name": name, "document": dict(document), "corpus": corpus}
        this = projects.update().where(projects.c.id == id)
        with self._database.writing() as connection:
            changed = connection.execute(
                this.values(changed=no_earlier(projects.c.changed, moment), **values)
            )
            if not changed.rowcount:
                created = {"created": moment, "changed": moment}
                connection.execute(projects.insert().values(id=id, owner=owner, **created, **values))
        return id

    def load(self, id: str) -> ProjectRecord | None:
        """A project by its id; None if there is none, as after the store was cleaned."""
        rows = self._rows(select(projects).where(projects.c.id == id))
        return next((record_of(ProjectRecord, row) for row in rows), None)

    def recent(self, n: int = 10) -> tuple[ProjectRecord, ...]:
        """The projects changed last, the latest first."""
        statement = select(projects).order_by(projects.c.changed.desc(), projects.c.id).limit(n)
        return tuple(map(partial(record_of, ProjectRecord), self._rows(statement)))

    def touch(self, ids: Collection[str]) -> None:
        """Say that projects are in use, so that they do not grow old while somebody has them open."""
        these = projects.update().where(projects.c.id.in_(ids))
        self._write(these.values(changed=no_earlier(projects.c.changed, now())))

    def renew(self, id: str) -> str:
        """Give a project another id, so that whoever had the old one has it no longer; the new id."""
        new = secrets.token_urlsafe(ID_BYTES)
        self._write(projects.update().where(projects.c.id == id).values(id=new))
        return new

    def delete(self, id: str) -> None:
        self._write(projects.delete().where(projects.c.id == id))


class Visits(StoreTable):
    """The visits of a store. They go with their project, and keep when it gets another id."""

    def note(self, visitor: str, project: str) -> None:
        """Say that a visitor has a project of this store open.

        `visitor`: A digest that only this visitor can give again.
        """
        moment = now()
        this = (visits.c.visitor == visitor) & (visits.c.project == project)
        with self._database.writing() as connection:
            if not insert_new(connection, visits, visitor=visitor, project=project, last=moment):
                connection.execute(visits.update().where(this).values(last=no_earlier(visits.c.last, moment)))

    def recent(self, visitor: str, n: int = 10) -> tuple[ProjectRecord, ...]:
        """The projects a visitor had open, the one opened last first."""
        statement = (
            select(projects)
            .join(visits, visits.c.project == projects.c.id)
            .where(visits.c.visitor == visitor)
            .order_by(visits.c.last.desc(), projects.c.id)
            .limit(n)
        )
        return tuple(map(partial(record_of, ProjectRecord), self._rows(statement)))

    def forget(self, visitor: str, project: str | None = None) -> None:
        """Take a project off a visitor's list, or all of them; the projects stay."""
        these = visits.c.visitor == visitor
        if project is not None:
            these &= visits.c.project == project
        self._write(visits.delete().where(these))

    def forget_others(self, visitor: str | None, project: str) -> None:
        """Take a project off every list but this visitor's, because its key was changed."""
        these = visits.c.project == project
        if visitor is not None:
            these &= visits.c.visitor != visitor
        self._write(visits.delete().where(these))


class Views(StoreTable):
    """The views of a store. They go with their project, and keep when it gets another id."""

    def put(self, project: str, *, page: str, document: Mapping[str, Any], corpus: str) -> str:
        """Keep how a page of a project looks now; its id. An equal one is not kept twice.

        `project`: id of a project of this store.
        `document`: plain values: the project as it stood.
        `corpus`: key of the corpus that was open.
        """
        values = {"project": project, "page": page, "document": dict(document), "corpus": corpus}
        same = [views.c[name] == value for name, value in values.items()]
        with self._database.writing() as connection:
            known = connection.execute(select(views.c.id).where(*same)).scalar()
            if known is not None:
                return str(known)
            id = secrets.token_urlsafe(ID_BYTES)
            connection.execute(views.insert().values(id=id, created=now(), **values))
        return id

    def load(self, id: str) -> ViewRecord | None:
        """A view by its id; None if there is none, as after it was withdrawn."""
        rows = self._rows(select(views).where(views.c.id == id))
        return next((record_of(ViewRecord, row) for row in rows), None)

    def views_of(self, project: str) -> tuple[ViewRecord, ...]:
        """The views of a project, the latest first."""
        statement = (
            select(views).where(views.c.project == project).order_by(views.c.created.desc(), views.c.id)
        )
        return tuple(map(partial(record_of, ViewRecord), self._rows(statement)))

    def withdraw(self, project: str, id: str) -> None:
        """Forget a view, by the project it is of."""
        self._write(views.delete().where((views.c.id == id) & (views.c.project == project)))
