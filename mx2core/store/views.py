"""Views: what is shown of a project to whoever has a link, which is not the key of the project."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row, select

from .database.connection import StoreTable
from .database.tables import views
from .database.types import now
from .records import ViewRecord

ID_BYTES = 12  # 96 random bits: nobody guesses one


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
        with self._database.reading() as connection:
            row = connection.execute(select(views).where(views.c.id == id)).one_or_none()
        return None if row is None else _record(row)

    def of(self, project: str) -> tuple[ViewRecord, ...]:
        """The views of a project, the latest first."""
        statement = (
            select(views).where(views.c.project == project).order_by(views.c.created.desc(), views.c.id)
        )
        with self._database.reading() as connection:
            return tuple(map(_record, connection.execute(statement).all()))

    def withdraw(self, project: str, id: str) -> None:
        """Forget a view, by the project it is of."""
        with self._database.writing() as connection:
            connection.execute(views.delete().where((views.c.id == id) & (views.c.project == project)))


def _record(row: Row[Any]) -> ViewRecord:
    return ViewRecord(row.id, row.project, row.page, row.document, row.corpus, row.created)
