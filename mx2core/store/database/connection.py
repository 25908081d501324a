"""A database: how it is opened, its transactions, and its errors as sentences."""

from __future__ import annotations

import os
import re
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine, Row, Select, TableClause, UpdateBase, create_engine, event, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, TimeoutError

from ...errors import StoreBusyError, StoreError
from ...extras import needed
from .types import DamagedError

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")

PATIENCE = 10.0  # seconds to wait for another program that is writing
SERVER_PATIENCE = 30  # seconds to wait for a server's answer
ONLY_OWNER = 0o600  # a corpus may be confidential
COMPANIONS = ("", "-wal", "-shm")  # files of SQLite
# NORMAL: a commit outlives a killed program, the last ones not a power cut. With a wait for the disk after
# each, a class that opens its pages at once waited for more than `PATIENCE`.
PRAGMAS = ("journal_mode = WAL", "synchronous = NORMAL", "foreign_keys = ON")


class Database:
    """Transactions on one database.

    `place`: A file, made if there is none, or the URL of a PostgreSQL server:
    `postgresql://user:password@host/database`.
    `patience`: seconds to wait while another program writes.
    """

    def __init__(self, place: str | Path, patience: float = PATIENCE) -> None:
        url = _url(place)
        self._may_write = True
        self._patience = patience
        self._writing = threading.Lock()
        self.path = Path(url.database) if url.drivername == "sqlite" and url.database else None
        # A password is not for messages.
        self.name = str(self.path or url.render_as_string(hide_password=True))
        if self.path is not None:
            _make_private(self.path)
            self._file = _file_of(self.path)
            self._engine = _file_engine(url, patience)
        else:
            self._engine = _server_engine(url, patience)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that writes nothing."""
        with self._sentences(), self._engine.connect() as connection:
            yield connection.execution_options(mx2_writes=False)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that takes effect as a whole, or not at all."""
        self.check_may_write()
        with self._turn(), self._sentences(), self._engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def _turn(self) -> Iterator[None]:
        """One writer of a file after the other within this program.

        SQLite lets those who wait look again now and then, not in the order in which they came: with a class
        behind two servers somebody waited for longer than `patience`. So each program sends one at a time.
        """
        if self.path is None:
            yield
            return
        if not self._writing.acquire(timeout=self._patience):
            raise _locked_error(self.name)
        try:
            yield
        finally:
            self._writing.release()

    def read_only(self) -> Database:
        """The same database for those who may only look."""
        other = copy(self)
        other._may_write = False
        return other

    def check_may_write(self) -> None:
        """Raise StoreError for those who may only look, and where what is written would be lost."""
        if not self._may_write:
            raise StoreError("This is a shared, read-only view. Copy it as your own project.")
        self._check_place()

    def close(self) -> None:
        self._engine.dispose()

    def check(self) -> None:
        """Look whether a file is a database and whole."""
        if self.path is None:
            return
        with self.reading() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
        if found != "ok":
            raise _damaged_error(self.name, str(found))

    def ping(self) -> None:
        """Raise the error of a database that is out of reach."""
        with self.reading() as connection:
            connection.exec_driver_sql("SELECT 1").scalar()

    def size(self) -> int:
        """Bytes on disk: of the file with its companions, or of the database on a server."""
        if self.path is not None:
            parts = [self.path.with_name(self.path.name + ending) for ending in COMPANIONS]
            return sum(part.stat().st_size for part in parts if part.exists())
        with self.reading() as connection:
            return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())

    def compact(self) -> None:
        """Give the room of what was deleted back to the disk; a server does that by itself."""
        if self.path is None:
            return
        with self._sentences(), self._engine.connect() as connection:
            raw = connection.connection.dbapi_connection
            assert raw is not None
            for statement in ("VACUUM", "PRAGMA wal_checkpoint(TRUNCATE)"):  # neither runs in a transaction
                raw.cursor().execute(statement)

    def _check_place(self) -> None:
        """Raise StoreError if the file is no longer where it was opened: what is written would be lost."""
        if self.path is not None and _file_of(self.path) != self._file:
            raise StoreError(
                "Nothing is saved: the store {store} was moved or deleted. Restore it, or restart.",
                store=self.name,
            )

    @contextmanager
    def _sentences(self) -> Iterator[None]:
        self._check_place()
        try:
            yield
        except (DamagedError, UnicodeDecodeError) as error:  # sqlite3 cannot even say what is wrong
            raise _damaged_error(self.name, str(error)) from error
        except DBAPIError as error:
            raise _error_sentence(error, self.name) from error
        except TimeoutError as error:  # more threads than connections, and none came free
            raise _locked_error(self.name) from error
        except sqlite3.Error as error:  # of `compact`, which goes past SQLAlchemy
            raise _file_error(error, self.name) from error


class StoreTable:
    def __init__(self, database: Database) -> None:
        self._database = database

    def _rows(self, statement: Select[Any]) -> Sequence[Row[Any]]:
        with self._database.reading() as connection:
            return connection.execute(statement).all()

    def _write(self, statement: UpdateBase) -> int:
        """How many rows it changed."""
        with self._database.writing() as connection:
            return connection.execute(statement).rowcount

    def _row(self, table: TableClause, key: str) -> Row[Any]:
        for row in self._rows(select(table).where(table.c.key == key)):
            return row
        raise StoreError("This is not in the store {store}.", store=self._database.name)


def record_of(kind: type[R], row: Any, **others: Any) -> R:
    """What a row means: its columns are called as the fields are, but for `others`."""
    same = (one.name for one in fields(kind) if one.name not in others)
    return kind(**others, **{name: getattr(row, name) for name in same})


def insert_new(connection: Connection, table: TableClause, *rows: dict[str, Any], **values: Any) -> bool:
    """Insert a row, or many, unless there is one of that key; whether one was new."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(table).on_conflict_do_nothing()
    return connection.execute(statement, rows or values).rowcount > 0


def put_again(connection: Connection, table: TableClause, **values: Any) -> None:
    """Insert a row, or note that one of that key was put there once more."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    statement = dialect.insert(table).values(values)
    noted = {"put": statement.excluded.put}
    connection.execute(statement.on_conflict_do_update(index_elements=["key"], set_=noted))


def _url(place: str | Path) -> URL:
    if isinstance(place, Path) or "://" not in place:
        return URL.create("sqlite", database=os.path.abspath(place))
    try:
        url = make_url(place.replace("postgres://", "postgresql://", 1))
    except (ArgumentError, ValueError):
        raise StoreError(
            "{place} is not a store. Give a file, or postgresql://user@host/database.",
            place=re.sub("//[^/]*@", "//***@", place),  # a password is not for messages
        ) from None
    if url.drivername == "sqlite" and url.database and url.database != ":memory:":
        return url.set(database=os.path.abspath(url.database))
    if url.drivername == "postgresql":
        return url.set(drivername="postgresql+pg8000")
    if url.get_backend_name() == "postgresql":
        return url
    raise StoreError(
        "{place} is not a store. Give a file, or postgresql://user@host/database.",
        place=url.render_as_string(hide_password=True),
    )


def _make_private(path: Path) -> None:
    """An empty file that only its owner reads; SQLite gives its companions the same mode."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, ONLY_OWNER))
    except FileExistsError:
        return
    except OSError as error:
        raise StoreError(
            "The store {store} cannot be made ({reason}). Use a writable folder.",
            store=str(path),
            reason=error.strerror or str(error),
        ) from error


def _file_of(path: Path) -> tuple[int, int] | None:
    """Which file stands under a path: its device and number there; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _file_engine(url: URL, patience: float) -> Engine:
    engine = create_engine(url, connect_args={"timeout": patience, "check_same_thread": False})

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _: object) -> None:
        # sqlite3 begins transactions late and not before every statement; `begin` does it instead.
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # A transaction that reads first and writes later could not wait for another writer.
        writes = connection.get_execution_options().get("mx2_writes", True)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _server_engine(url: URL, patience: float) -> Engine:
    arguments: dict[str, Any] = {}
    if url.drivername.endswith("pg8000"):
        arguments = {
            "timeout": SERVER_PATIENCE,
            # UTF8: a database made in the locale C would have the driver write ASCII.
            "startup_params": {"lock_timeout": f"{int(1000 * patience)}ms", "client_encoding": "UTF8"},
        }
    try:
        with needed():
            # The server may have been started anew since a connection was used.
            return create_engine(url, connect_args=arguments, pool_pre_ping=True)
    except ArgumentError as error:  # a driver that is none
        raise StoreError(
            "{place} is not a store. Give a file, or postgresql://user@host/database.",
            place=url.render_as_string(hide_password=True),
        ) from error


def _error_sentence(error: DBAPIError, name: str) -> StoreError:
    if isinstance(error.orig, sqlite3.Error):
        return _file_error(error.orig, name)
    return _server_error(error, name)


def _file_error(error: sqlite3.Error, name: str) -> StoreError:
    """SQLite's primary result code is the lowest byte of what it gives."""
    extended = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    code, reason = extended & 0xFF, str(error)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return _locked_error(name)
    if code == sqlite3.SQLITE_FULL or extended == sqlite3.SQLITE_IOERR_SHMSIZE:
        return _full(name)
    if code == sqlite3.SQLITE_READONLY:
        return _read_only(name)
    # What has no code is of Python's module: a text that is not UTF-8.
    undecoded = isinstance(error, sqlite3.OperationalError) and not hasattr(error, "sqlite_errorcode")
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) or undecoded:
        return _damaged_error(name, reason)
    return _unreachable(name, reason)


def _server_error(error: DBAPIError, name: str) -> StoreError:
    detail = error.orig.args[0] if error.orig is not None and error.orig.args else None
    state = detail.get("C", "") if isinstance(detail, dict) else getattr(error.orig, "sqlstate", "") or ""
    reason = detail.get("M", "") if isinstance(detail, dict) else str(error.orig)
    if state == "55P03":  # lock_not_available
        return _locked_error(name)
    if state in ("53100", "53200"):  # disk_full, out_of_memory
        return _full(name)
    if state in ("25006", "42501"):  # read_only_sql_transaction, insufficient_privilege
        return _read_only(name)
    if state in ("XX001", "XX002"):  # data_corrupted, index_corrupted
        return _damaged_error(name, reason)
    return _unreachable(name, reason, StoreBusyError)


def _locked_error(name: str) -> StoreError:
    return StoreBusyError("The store {store} is in use by another program. Try again later.", store=name)


def _full(name: str) -> StoreError:
    return StoreError("The store {store} cannot grow: its disk or quota is full.", store=name)


def _read_only(name: str) -> StoreError:
    return StoreError("The store {store} is read-only. Use a copy.", store=name)


def _damaged_error(name: str, reason: str) -> StoreError:
    return StoreError(
        "The store {store} is damaged, or not a store ({reason}). Use a copy.", store=name, reason=reason
    )


def _unreachable(name: str, reason: str, problem: type[StoreError] = StoreError) -> StoreError:
    return problem("The store {store} cannot be reached ({reason}).", store=name, reason=reason)
