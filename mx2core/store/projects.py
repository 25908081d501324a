"""Projects of the pages: what was open and chosen, under an id that cannot be guessed."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import Row, select

from .database.connection import StoreTable
from .database.tables import projects
from .database.types import check_name, no_earlier, now
from .records import ProjectRecord

ID_BYTES = 12  # 96 random bits; it stands in the address of the page


class Projects(StoreTable):
    """The projects of a store."""

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
        with self._database.reading() as connection:
            row = connection.execute(select(projects).where(projects.c.id == id)).one_or_none()
        return None if row is None else record(row)

    def recent(self, n: int = 10) -> tuple[ProjectRecord, ...]:
        """The projects changed last, the latest first."""
        statement = select(projects).order_by(projects.c.changed.desc(), projects.c.id).limit(n)
        with self._database.reading() as connection:
            return tuple(map(record, connection.execute(statement).all()))

    def touch(self, ids: Collection[str]) -> None:
        """Say that projects are in use, so that they do not grow old while somebody has them open."""
        with self._database.writing() as connection:
            these = projects.update().where(projects.c.id.in_(ids))
            connection.execute(these.values(changed=no_earlier(projects.c.changed, now())))

    def renew(self, id: str) -> str:
        """Give a project another id, so that whoever had the old one has it no longer; the new id."""
        new = secrets.token_urlsafe(ID_BYTES)
        with self._database.writing() as connection:
            connection.execute(projects.update().where(projects.c.id == id).values(id=new))
        return new

    def delete(self, id: str) -> None:
        """Forget a project."""
        with self._database.writing() as connection:
            connection.execute(projects.delete().where(projects.c.id == id))


def record(row: Row[Any]) -> ProjectRecord:
    """A row of the table as what it means."""
    return ProjectRecord(row.id, row.name, row.document, row.corpus, row.created, row.changed, row.owner)
