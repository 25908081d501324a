"""The schema, step by step. Steps are appended, never edited: stores in use have run them.

A store keeps the number of its last step. Opening it runs the steps after that in
one transaction, and whoever opens it at the same time waits.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    func,
    inspect,
    select,
)

from ...errors import StoreError
from .connection import Database
from .tables import schema_version
from .types import now, stamp

ADVISORY_LOCK = 0x6D7832  # "mx2": PostgreSQL's lock for whoever migrates


def _experiments(connection: Connection) -> None:
    """Corpora, partition sets, folds, and the experiments that name them."""
    schema = MetaData()
    Table(
        "schema_version",
        schema,
        Column("version", Integer, primary_key=True),
        Column("applied", Text, nullable=False),
    )
    Table(
        "files",
        schema,
        Column("sha256", Text, primary_key=True),
        Column("n_bytes", BigInteger, nullable=False),
        Column("data", LargeBinary, nullable=False),
    )
    Table(
        "corpora",
        schema,
        Column("key", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("file", Text, ForeignKey("files.sha256"), nullable=False),
        Column("options", Text, nullable=False),
        Column("units_sha256", Text, nullable=False),
        Column("n_units", BigInteger, nullable=False),
        Column("created", Text, nullable=False),
    )
    Table(
        "partition_sets",
        schema,
        Column("key", Text, primary_key=True),
        Column("signature", Text, nullable=False),
        Column("m", Integer, nullable=False),
        Column("n_units", BigInteger, nullable=False),
        Column("document", LargeBinary, nullable=False),
    )
    Table(
        "folds",
        schema,
        Column("key", Text, primary_key=True),
        Column("corpus", Text, nullable=False),
        Column("payload", LargeBinary, nullable=False),
        Column("log", Text, nullable=False),
        Column("created", Text, nullable=False),
    )
    experiments = Table(
        "experiments",
        schema,
        Column("id", Text, primary_key=True),
        Column("digest", Text, nullable=False),
        Column("name", Text, nullable=False),
        Column("state", Text, nullable=False),
        Column("corpus_name", Text, nullable=False),
        Column("units_sha256", Text, nullable=False),
        Column("corpus", Text, ForeignKey("corpora.key")),
        Column("answers", Text, nullable=False),
        Column("models", Text, nullable=False),
        Column("settings", Text, nullable=False),
        Column("n_folds", BigInteger, nullable=False),
        Column("created", Text, nullable=False),
        Column("changed", Text, nullable=False),
        Column("deleted", Text),
    )
    Index("experiments_by_digest", experiments.c.digest)

    def of_experiment() -> Column[str]:
        return Column("experiment", Text, ForeignKey("experiments.id", ondelete="CASCADE"), primary_key=True)

    def part_of_key(name: str) -> Column[int]:
        return Column(name, Integer, primary_key=True, autoincrement=False)

    Table(
        "experiment_sets",
        schema,
        of_experiment(),
        part_of_key("place"),
        Column("partition_set", Text, ForeignKey("partition_sets.key"), nullable=False),
    )
    # A fold is named before it is trained: no foreign key.
    named = Table(
        "experiment_folds",
        schema,
        of_experiment(),
        *(part_of_key(name) for name in ("place", "model", "fold")),
        Column("key", Text, nullable=False),
    )
    Index("experiment_folds_by_key", named.c.key)
    Table(
        "failures",
        schema,
        of_experiment(),
        *(part_of_key(name) for name in ("place", "model", "fold")),
        Column("cause", Text, nullable=False),
        Column("detail", Text, nullable=False),
        Column("created", Text, nullable=False),
    )
    schema.create_all(connection)


def _projects(connection: Connection) -> None:
    """What the pages keep: projects, and tables of scores brought from elsewhere."""
    schema = MetaData()
    Table("corpora", schema, Column("key", Text, primary_key=True))  # of the step before
    Table(
        "score_tables",
        schema,
        Column("key", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("signature", Text),
        Column("data", LargeBinary, nullable=False),
        Column("created", Text, nullable=False),
    )
    projects = Table(
        "projects",
        schema,
        Column("id", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("document", Text, nullable=False),
        Column("corpus", Text, ForeignKey("corpora.key")),
        Column("created", Text, nullable=False),
        Column("changed", Text, nullable=False),
    )
    Index("projects_by_changed", projects.c.changed)
    schema.create_all(connection)


def _servers(connection: Connection) -> None:
    """Whose a project is, which server runs what, and since when nobody asked for something."""
    connection.exec_driver_sql("ALTER TABLE projects ADD COLUMN owner TEXT NOT NULL DEFAULT ''")
    for name in ("corpora", "partition_sets"):
        connection.exec_driver_sql(
            f"ALTER TABLE {name} ADD COLUMN put TEXT NOT NULL DEFAULT '{stamp(now())}'"
        )
    schema = MetaData()
    Table(
        "leases",
        schema,
        Column("key", Text, primary_key=True),
        Column("owner", Text, nullable=False),
        Column("beat", BigInteger, nullable=False),
        Column("stop", Integer, nullable=False),
    )
    schema.create_all(connection)


def _sharing(connection: Connection) -> None:
    """What is shown of a project to others, and who has opened it."""
    schema = MetaData()
    Table("corpora", schema, Column("key", Text, primary_key=True))  # of steps before
    Table("projects", schema, Column("id", Text, primary_key=True))

    def of_project() -> ForeignKey:
        return ForeignKey("projects.id", ondelete="CASCADE", onupdate="CASCADE")

    views = Table(
        "views",
        schema,
        Column("id", Text, primary_key=True),
        Column("project", Text, of_project(), nullable=False),
        Column("page", Text, nullable=False),
        Column("document", Text, nullable=False),
        Column("corpus", Text, ForeignKey("corpora.key"), nullable=False),
        Column("created", Text, nullable=False),
    )
    Index("views_by_project", views.c.project)
    Table(
        "visits",
        schema,
        Column("visitor", Text, primary_key=True),
        Column("project", Text, of_project(), primary_key=True),
        Column("last", Text, nullable=False),
    )
    schema.create_all(connection)


def _questions(connection: Connection) -> None:
    """What was asked before an experiment ran, and which answers were shown of it."""
    schema = MetaData()
    Table("experiments", schema, Column("id", Text, primary_key=True))  # of steps before

    def of_experiment() -> Column[str]:
        return Column("experiment", Text, ForeignKey("experiments.id", ondelete="CASCADE"), primary_key=True)

    Table("questions", schema, of_experiment(), Column("question", Text, nullable=False))
    Table(
        "looks",
        schema,
        of_experiment(),
        Column("look", Text, primary_key=True),
        Column("first", Text, nullable=False),
    )
    schema.create_all(connection)


STEPS: tuple[Callable[[Connection], None], ...] = (_experiments, _projects, _servers, _sharing, _questions)


def migrate(database: Database) -> None:
    """Bring the tables of a store up to the last step.

    Raises
    ------
    StoreError
        If a newer version of the program made the store, or another program the database.
    """
    with database.reading() as connection:
        if _version(connection, database) == len(STEPS):
            return
    with database.writing() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(select(func.pg_advisory_xact_lock(ADVISORY_LOCK)))
        for number in range(_version(connection, database), len(STEPS)):
            STEPS[number](connection)
            connection.execute(schema_version.insert().values(version=number + 1, applied=now()))


def _version(connection: Connection, database: Database) -> int:
    """The last step this store has run; 0 for an empty database."""
    names = inspect(connection).get_table_names()
    if "schema_version" not in names:
        if names:
            raise StoreError(
                "{store} is a database of another program (table {table}). Name another file.",
                store=database.name,
                table=names[0],
            )
        return 0
    version = connection.execute(select(func.max(schema_version.c.version))).scalar() or 0
    if version > len(STEPS):
        raise StoreError(
            "The store {store} is of a newer version ({found}, not {known}). Update the program.",
            store=database.name,
            found=version,
            known=len(STEPS),
        )
    return int(version)
