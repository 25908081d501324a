"""Which projects a visitor had open, so that a start page can list them to this visitor alone."""

from __future__ import annotations

from sqlalchemy import select

from .database.connection import StoreTable, insert_new
from .database.tables import projects, visits
from .database.types import no_earlier, now
from .projects import record
from .records import ProjectRecord


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
        with self._database.reading() as connection:
            return tuple(map(record, connection.execute(statement).all()))

    def forget(self, visitor: str, project: str | None = None) -> None:
        """Take a project off a visitor's list, or all of them; the projects stay."""
        these = visits.c.visitor == visitor
        if project is not None:
            these &= visits.c.project == project
        with self._database.writing() as connection:
            connection.execute(visits.delete().where(these))

    def forget_others(self, visitor: str | None, project: str) -> None:
        """Take a project off every list but this visitor's, because its key was changed."""
        these = visits.c.project == project
        if visitor is not None:
            these &= visits.c.visitor != visitor
        with self._database.writing() as connection:
            connection.execute(visits.delete().where(these))
