"""Leases: which server runs what, when several share a store.

A server that runs something beats, that is, counts its leases up, every few seconds.
Others look whether a lease still beats by their own clocks, so clocks need not agree.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, select

from .database.connection import StoreTable, insert_new, record_of
from .database.tables import leases
from .records import Lease


class Leases(StoreTable):
    def take(self, key: str, owner: str) -> bool:
        """Take a lease that is free, or keep one's own; whether it is `owner`'s now."""
        with self._database.writing() as connection:
            if insert_new(connection, leases, key=key, owner=owner, beat=0, stop=0):
                return True
            held = connection.execute(select(leases.c.owner).where(leases.c.key == key)).scalar_one()
        return bool(held == owner)

    def seize(self, dead: Lease, owner: str) -> bool:
        """Take over a lease that no longer beats; False if it has, or another was faster."""
        unchanged = (leases.c.key == dead.key) & (leases.c.owner == dead.owner) & (leases.c.beat == dead.beat)
        taken = leases.update().where(unchanged).values(owner=owner, beat=dead.beat + 1, stop=0)
        return self._write(taken) > 0

    def beat(self, owner: str) -> None:
        """Say that a server is alive, on all its leases."""
        self._write(leases.update().where(leases.c.owner == owner).values(beat=leases.c.beat + 1))

    def release(self, key: str, owner: str) -> None:
        """Give a lease back; another's is left alone."""
        self._write(leases.delete().where((leases.c.key == key) & (leases.c.owner == owner)))

    def ask_to_stop(self, key: str) -> bool:
        """Ask whoever runs something to end it; False if nobody does."""
        return self._write(leases.update().where(leases.c.key == key).values(stop=1)) > 0

    def get(self, key: str) -> Lease | None:
        """A lease, None if it is free."""
        rows = self._rows(select(leases).where(leases.c.key == key))
        return next((_lease(row) for row in rows), None)

    def list(self) -> tuple[Lease, ...]:
        return tuple(map(_lease, self._rows(select(leases).order_by(leases.c.key))))


def _lease(row: Row[Any]) -> Lease:
    return record_of(Lease, row, stop=bool(row.stop))
