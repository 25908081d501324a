"""How much room a store takes, and what may go."""

from __future__ import annotations

from sqlalchemy import Connection, TableClause, Text, exists, func, select, type_coerce
from sqlalchemy.sql.elements import ColumnElement

from .database import Database
from .records import Cleaned, CleanPolicy, Usage
from .tables import (
    corpora,
    experiment_folds,
    experiment_sets,
    experiments,
    files,
    folds,
    partition_sets,
    projects,
    score_tables,
)

COMPANIONS = ("", "-wal", "-shm")  # files of SQLite


def usage(database: Database) -> Usage:
    """Bytes and numbers of what is kept."""
    unused = _unused_folds()
    with database.reading() as connection:
        n_folds, fold_bytes = _sum(connection, folds, folds.c.payload)
        n_sets, set_bytes = _sum(connection, partition_sets, partition_sets.c.document)
        _, file_bytes = _sum(connection, files, files.c.data)
        n_tables, table_bytes = _sum(connection, score_tables, score_tables.c.data)
        n_projects, project_bytes = _sum(connection, projects, projects.c.document)
        n_unused, unused_bytes = connection.execute(
            select(func.count(), func.sum(func.length(folds.c.payload))).where(unused)
        ).one()
        n_corpora = connection.execute(select(func.count()).select_from(corpora)).scalar_one()
        n_experiments = connection.execute(select(func.count()).select_from(experiments)).scalar_one()
    return Usage(
        corpora=file_bytes,
        partition_sets=set_bytes,
        folds=fold_bytes,
        score_tables=table_bytes,
        projects=project_bytes,
        n_corpora=n_corpora,
        n_partition_sets=n_sets,
        n_folds=n_folds,
        n_score_tables=n_tables,
        n_projects=n_projects,
        n_experiments=n_experiments,
        n_unused_folds=n_unused,
        unused_folds=int(unused_bytes or 0),
        on_disk=_on_disk(database),
    )


def clean(database: Database, policy: CleanPolicy) -> Cleaned:
    """Forget what the policy lets go, then what nothing names any longer, and shrink the file."""
    with database.writing() as connection:
        gone_experiments = gone_projects = gone_folds = gone_tables = 0
        if policy.deleted_before is not None:
            gone_experiments = _delete(connection, experiments, experiments.c.deleted < policy.deleted_before)
        if policy.projects_before is not None:
            old = projects.c.changed < policy.projects_before
            gone_projects = _delete(connection, projects, old)
            # Younger ones may be of a project that is about to be saved.
            spare = _unnamed(score_tables.c.key) & (score_tables.c.created < policy.projects_before)
            gone_tables = _delete(connection, score_tables, spare)
        if policy.unused_folds_before is not None:
            gone_folds = _delete(
                connection, folds, _unused_folds() & (folds.c.created < policy.unused_folds_before)
            )
        compared = select(experiment_sets.c.partition_set)
        gone_sets = _delete(
            connection,
            partition_sets,
            partition_sets.c.key.not_in(compared) & _unnamed(partition_sets.c.key),
        )
        named = select(experiments.c.corpus).where(experiments.c.corpus.is_not(None))
        opened = select(projects.c.corpus).where(projects.c.corpus.is_not(None))
        gone_corpora = _delete(connection, corpora, corpora.c.key.not_in(named.union(opened)))
        _delete(connection, files, files.c.sha256.not_in(select(corpora.c.file)))
    database.compact()
    return Cleaned(gone_experiments, gone_folds, gone_projects, gone_sets, gone_corpora, gone_tables)


def _unnamed(key: ColumnElement[str]) -> ColumnElement[bool]:
    """Keys, digests all of them, that stand in no project's document."""
    document = type_coerce(projects.c.document, Text)
    return ~exists(select(projects.c.id).where(document.contains(key)))


def _unused_folds() -> ColumnElement[bool]:
    return folds.c.key.not_in(select(experiment_folds.c.key))


def _sum(connection: Connection, table: TableClause, column: ColumnElement[object]) -> tuple[int, int]:
    count, size = connection.execute(
        select(func.count(), func.sum(func.length(column))).select_from(table)
    ).one()
    return count, int(size or 0)


def _delete(connection: Connection, table: TableClause, which: ColumnElement[bool]) -> int:
    return connection.execute(table.delete().where(which)).rowcount


def _on_disk(database: Database) -> int | None:
    if database.path is None:
        return None
    parts = [database.path.with_name(database.path.name + ending) for ending in COMPANIONS]
    return sum(part.stat().st_size for part in parts if part.exists())
