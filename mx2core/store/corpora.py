"""Corpus files, each kept once however many ways it is read."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from ..errors import StoreError
from .database.connection import StoreTable, insert_new, put_again, record_of
from .database.tables import corpora, files
from .database.types import json_text, now, plain
from .records import CorpusRecord


class Corpora(StoreTable):
    def put(
        self, data: bytes, *, name: str, options: Mapping[str, Any], units_sha256: str, n_units: int
    ) -> CorpusRecord:
        """Keep a file and the way it is read.

        `options`: plain values: the arguments `read_corpus` was called with.
        `units_sha256`, `n_units`: what reading it gave.
        Returns CorpusRecord: equal content, name and options have one key.
        """
        name = plain(name)
        sha256 = hashlib.sha256(data).hexdigest()
        written = json_text([sha256, name, dict(options), units_sha256])
        key = hashlib.sha256(written.encode()).hexdigest()
        with self._database.writing() as connection:
            known = select(files.c.sha256).where(files.c.sha256 == sha256)
            if connection.execute(known).first() is None:  # packing takes longer than all the rest
                insert_new(connection, files, sha256=sha256, n_bytes=len(data), data=zlib.compress(data))
            moment = now()
            put_again(
                connection,
                corpora,
                key=key,
                name=name,
                file=sha256,
                options=dict(options),
                units_sha256=units_sha256,
                n_units=n_units,
                created=moment,
                put=moment,
            )
        return self.get(key)

    def get(self, key: str) -> CorpusRecord:
        """A corpus without its bytes."""
        row = self._row(corpora, key)
        return record_of(CorpusRecord, row, sha256=row.file)

    def data(self, sha256: str) -> bytes:
        """The bytes of a file, as they were."""
        rows = self._rows(select(files).where(files.c.sha256 == sha256))
        data = next((_unpack(row.data, row.n_bytes) for row in rows), None)
        if data is None or hashlib.sha256(data).hexdigest() != sha256:
            raise StoreError(
                "The corpus file in {store} is missing or damaged. Open the corpus again.",
                store=self._database.name,
            )
        return data


def _unpack(data: bytes, size: int) -> bytes | None:
    """No more than `size` bytes are unpacked, whatever was done to the file; None where that fails."""
    try:
        return zlib.decompressobj().decompress(data, size + 1)
    except zlib.error:
        return None
