"""Projects of the pages: what was open and chosen, under an id that cannot be guessed."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row, select

from .database import Database
from .records import ProjectRecord
from .tables import projects
from .types import check_name, now

ID_BYTES = 12  # 96 random bits; it stands in the address of the page


class Projects:
    """The projects of a store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def save(
        self, document: Mapping[str, Any], *, name: str, id: str | None = None, corpus: str | None = None
    ) -> str:
        """Keep a project as it stands now.

        Parameters
        ----------
        document : mapping
            Plain values.
        name : str
        id : str, optional
            Of the project; a new one is made if it is not given.
        corpus : str, optional
            Key of the corpus file that is open.

        Returns
        -------
        str
            The id.
        """
        name = check_name(name)
        id = id or secrets.token_urlsafe(ID_BYTES)
        moment = now()
        values = {"name": name, "document": dict(document), "corpus": corpus, "changed": moment}
        with self._database.writing() as connection:
            changed = connection.execute(projects.update().where(projects.c.id == id).values(values))
            if not changed.rowcount:
                connection.execute(projects.insert().values(id=id, created=moment, **values))
        return id

    def load(self, id: str) -> ProjectRecord | None:
        """A project by its id; None if there is none, as after the store was cleaned."""
        with self._database.reading() as connection:
            row = connection.execute(select(projects).where(projects.c.id == id)).one_or_none()
        return None if row is None else _record(row)

    def recent(self, n: int = 10) -> tuple[ProjectRecord, ...]:
        """The projects changed last, the latest first."""
        statement = select(projects).order_by(projects.c.changed.desc(), projects.c.id).limit(n)
        with self._database.reading() as connection:
            return tuple(map(_record, connection.execute(statement).all()))

    def delete(self, id: str) -> None:
        """Forget a project."""
        with self._database.writing() as connection:
            connection.execute(projects.delete().where(projects.c.id == id))


def _record(row: Row[Any]) -> ProjectRecord:
    return ProjectRecord(row.id, row.name, row.document, row.corpus, row.created, row.changed)
