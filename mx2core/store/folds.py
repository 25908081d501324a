"""Finished folds, found again by the key of what decided them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import select

from .database.connection import StoreTable, insert_new, record_of
from .database.tables import folds
from .database.types import now
from .records import FoldRecord

KEYS_AT_ONCE = 500  # in one statement; SQLite takes 999 values
PUT_AT_ONCE = 100  # in one transaction, so that others need not wait long
PAYLOADS_AT_ONCE = 20  # scores of many classes are a megabyte or more


class Folds(StoreTable):
    def put(self, key: str, corpus: str, payload: bytes, log: dict[str, Any]) -> bool:
        """Keep what a fold gave, at once and whole; False if there is one of that key already.

        `corpus`: digest of the units.
        """
        with self._database.writing() as connection:
            return insert_new(
                connection, folds, key=key, corpus=corpus, payload=payload, log=log, created=now()
            )

    def put_all(self, corpus: str, some: Mapping[str, tuple[bytes, dict[str, Any]]]) -> None:
        """Keep payload and log of many folds, by key; those that are here already stay as they are."""
        for keys in _batches(some, PUT_AT_ONCE):
            with self._database.writing() as connection:
                rows = ({"key": key, "payload": some[key][0], "log": some[key][1]} for key in keys)
                insert_new(connection, folds, *(row | {"corpus": corpus, "created": now()} for row in rows))

    def known_keys(self, keys: Iterable[str]) -> frozenset[str]:
        keys_known: set[str] = set()
        with self._database.reading() as connection:
            for some in _batches(keys, KEYS_AT_ONCE):
                keys_known |= set(
                    connection.execute(select(folds.c.key).where(folds.c.key.in_(some))).scalars()
                )
        return frozenset(keys_known)

    def find(self, keys: Iterable[str]) -> Iterator[FoldRecord]:
        """Those of the folds that are here, in any order."""
        for some in _batches(keys, PAYLOADS_AT_ONCE):
            rows = self._rows(select(folds).where(folds.c.key.in_(some)))
            yield from (record_of(FoldRecord, row) for row in rows)

    def logs(self, keys: Iterable[str]) -> dict[str, dict[str, Any]]:
        """The logs of those of the folds that are here, by key."""
        log_of: dict[str, dict[str, Any]] = {}
        with self._database.reading() as connection:
            for some in _batches(keys, KEYS_AT_ONCE):
                rows = connection.execute(select(folds.c.key, folds.c.log).where(folds.c.key.in_(some)))
                log_of |= {row.key: row.log for row in rows}
        return log_of

    def discard(self, key: str) -> None:
        """Forget a fold, one whose payload turned out to be damaged."""
        self._write(folds.delete().where(folds.c.key == key))


def _batches(keys: Iterable[str], size: int) -> Iterator[list[str]]:
    distinct = list(dict.fromkeys(keys))
    for start in range(0, len(distinct), size):
        yield distinct[start : start + size]
