"""Tables of scores from other programs, kept as they came."""

from __future__ import annotations

import hashlib

from .database.connection import StoreTable, insert_new, record_of
from .database.tables import score_tables
from .database.types import check_name, now
from .records import ScoreTableRecord


class ScoreTables(StoreTable):
    def put(self, data: bytes, *, name: str, signature: str | None = None) -> str:
        """Keep a table; its key. The same bytes of the same partitions under the same name are kept once."""
        name = check_name(name)
        of = b"" if signature is None else signature.encode() + b"\0"
        key = hashlib.sha256(of + name.encode() + b"\0" + data).hexdigest()
        with self._database.writing() as connection:
            insert_new(
                connection, score_tables, key=key, name=name, signature=signature, data=data, created=now()
            )
        return key

    def get(self, key: str) -> ScoreTableRecord:
        row = self._row(score_tables, key)
        return record_of(ScoreTableRecord, row)
