"""Partitions, each set kept once."""

from __future__ import annotations

from sqlalchemy import Connection

from .database.connection import StoreTable, put_again, record_of
from .database.tables import partition_sets
from .database.types import now
from .records import PartitionSetRecord


class PartitionSets(StoreTable):
    def put(self, record: PartitionSetRecord) -> None:
        """Keep a set; one of that key is left as it is."""
        with self._database.writing() as connection:
            put(connection, record)

    def get(self, key: str) -> PartitionSetRecord:
        row = self._row(partition_sets, key)
        return record_of(PartitionSetRecord, row)


def put(connection: Connection, record: PartitionSetRecord) -> None:
    put_again(
        connection,
        partition_sets,
        key=record.key,
        signature=record.signature,
        m=record.m,
        n_units=record.n_units,
        document=record.document,
        put=now(),
    )
