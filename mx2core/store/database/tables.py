"""The tables of a store, and what makes them where there are none.

A store keeps the number of its schema; whoever changes a table raises it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from sqlalchemy import Column, Connection, ForeignKey, Index, MetaData, Table, func, inspect, select
from sqlalchemy.types import TypeEngine

from ...errors import StoreError
from .connection import Database
from .types import Bytes, Json, Moment, WholeNumber, Words, now

VERSION = 5
ADVISORY_LOCK = 0x6D7832  # "mx2": PostgreSQL's lock for whoever makes the tables
_schema = MetaData()


def _column(kind: type[TypeEngine[Any]], name: str, *more: ForeignKey, **how: Any) -> Column[Any]:
    return Column(name, kind, *more, **how)


_named = partial(_column, Words, primary_key=True)  # the key that rows are found by
# A part of a key: the place of a partition set, model or fold in its experiment.
_placed = partial(_column, WholeNumber, primary_key=True, autoincrement=False)
_words, _whole, _bytes, _json, _moment = (
    partial(_column, kind, nullable=False) for kind in (Words, WholeNumber, Bytes, Json, Moment)
)


def _experiment() -> Column[str]:
    return Column("experiment", Words, ForeignKey("experiments.id", ondelete="CASCADE"), primary_key=True)


def _project_key() -> ForeignKey:
    return ForeignKey("projects.id", ondelete="CASCADE", onupdate="CASCADE")


schema_version = Table("schema_version", _schema, _placed("version"), _moment("applied"))
files = Table("files", _schema, _named("sha256"), _whole("n_bytes"), _bytes("data"))
corpora = Table(
    "corpora",
    _schema,
    _named("key"),
    _words("name"),
    _words("file", ForeignKey("files.sha256")),
    _json("options"),
    _words("units_sha256"),
    _whole("n_units"),
    _moment("created"),
    _moment("put"),  # last time somebody asked to keep it
)
partition_sets = Table(
    "partition_sets",
    _schema,
    _named("key"),
    _words("signature"),
    _whole("m"),
    _whole("n_units"),
    _bytes("document"),
    _moment("put"),  # last time somebody asked to keep it
)
folds = Table(
    "folds",
    _schema,
    _named("key"),
    _words("corpus"),  # digest of its units
    _bytes("payload"),
    _json("log"),
    _moment("created"),
)
experiments = Table(
    "experiments",
    _schema,
    _named("id"),
    _words("digest"),
    _words("name"),
    _words("state"),
    _words("corpus_name"),
    _words("units_sha256"),
    Column("corpus", Words, ForeignKey("corpora.key")),
    _words("answers"),
    _json("models"),
    _json("settings"),
    _whole("n_folds"),
    _moment("created"),
    _moment("changed"),
    Column("deleted", Moment),
)
experiment_sets = Table(
    "experiment_sets",
    _schema,
    _experiment(),
    _placed("place"),
    _words("partition_set", ForeignKey("partition_sets.key")),
)
# A fold is named before it is trained: no foreign key.
experiment_folds = Table(
    "experiment_folds",
    _schema,
    _experiment(),
    *(_placed(name) for name in ("place", "model", "fold")),
    _words("key"),
)
failures = Table(
    "failures",
    _schema,
    _experiment(),
    *(_placed(name) for name in ("place", "model", "fold")),
    _words("cause"),
    _words("detail"),
    _moment("created"),
)
questions = Table("questions", _schema, _experiment(), _json("question"))
looks = Table("looks", _schema, _experiment(), Column("look", Json, primary_key=True), _moment("first"))
score_tables = Table(
    "score_tables",
    _schema,
    _named("key"),
    _words("name"),
    Column("signature", Words),
    _bytes("data"),
    _moment("created"),
)
projects = Table(
    "projects",
    _schema,
    _named("id"),
    _words("name"),
    _json("document"),
    Column("corpus", Words, ForeignKey("corpora.key")),
    _moment("created"),
    _moment("changed"),
    _words("owner"),  # digest of a user who logged in; empty where nobody does
)
leases = Table("leases", _schema, _named("key"), _words("owner"), _whole("beat"), _whole("stop"))
views = Table(
    "views",
    _schema,
    _named("id"),
    _words("project", _project_key()),
    _words("page"),
    _json("document"),
    _words("corpus", ForeignKey("corpora.key")),
    _moment("created"),
)
visits = Table(
    "visits",
    _schema,
    _named("visitor"),
    Column("project", Words, _project_key(), primary_key=True),
    _moment("last"),
)
Index("experiments_by_digest", experiments.c.digest)
Index("experiment_folds_by_key", experiment_folds.c.key)
Index("projects_by_changed", projects.c.changed)
Index("views_by_project", views.c.project)


def make_tables(database: Database) -> None:
    """Make the tables of an empty database, by one program at a time."""
    with database.reading() as connection:
        if not _is_empty(connection, database):
            return
    with database.writing() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK)))
        if _is_empty(connection, database):
            _schema.create_all(connection)
            connection.execute(schema_version.insert().values(version=VERSION, applied=now()))


def _is_empty(connection: Connection, database: Database) -> bool:
    names = inspect(connection).get_table_names()
    if not names:
        return True
    if schema_version.name not in names:
        raise StoreError(
            "{store} is a database of another program (table {table}). Name another file.",
            store=database.name,
            table=names[0],
        )
    version = connection.execute(select(func.max(schema_version.c.version))).scalar() or 0
    if version == VERSION:
        return False
    known: dict[str, Any] = {"store": database.name, "found": version, "known": VERSION}
    if version > VERSION:
        raise StoreError("The store {store} is newer ({found}, not {known}). Update the program.", **known)
    raise StoreError("The store {store} is older ({found}, not {known}). Name another file.", **known)
