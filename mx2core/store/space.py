"""How much room a store takes, and what may go."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from datetime import datetime

from sqlalchemy import Connection, TableClause, Text, case, exists, func, or_, select, true, type_coerce
from sqlalchemy.sql.elements import ColumnElement

from .database.connection import Database
from .database.tables import (
    corpora,
    experiment_folds,
    experiment_sets,
    experiments,
    files,
    folds,
    partition_sets,
    projects,
    score_tables,
    views,
    visits,
)
from .records import Cleaned, CleanPolicy, Usage

KINDS: tuple[tuple[TableClause, ColumnElement[object]], ...] = (
    (files, files.c.data),
    (partition_sets, partition_sets.c.document),
    (folds, folds.c.payload),
    (score_tables, score_tables.c.data),
    (projects, projects.c.document),
)
OF_A_PAGE = '"owner":'  # in the settings of an experiment that a page began


def usage(database: Database) -> Usage:
    with database.reading() as connection:
        kept = {table.name: _sum(connection, table, column) for table, column in KINDS}
        n_unused, unused_bytes = _sum(connection, folds, folds.c.payload, _unused_folds())
        n_rows = {
            f"n_{table.name}": connection.execute(select(func.count()).select_from(table)).scalar_one()
            for table in (corpora, experiments)
        }
    _, file_bytes = kept.pop(files.name)
    return Usage(
        corpora=file_bytes,
        **{name: size for name, (_, size) in kept.items()},
        **{f"n_{name}": n for name, (n, _) in kept.items()},
        **n_rows,
        n_unused_folds=n_unused,
        unused_folds=unused_bytes,
        on_disk=None if database.path is None else database.size(),
    )


def clean(database: Database, policy: CleanPolicy) -> Cleaned:
    """Forget what the policy lets go, then what nothing names any longer, and shrink the file."""
    with database.writing() as connection:
        gone = Counter(_clean_by_age(connection, policy))
    if policy.most_bytes is not None:
        # A transaction a project: others write in between.
        while kept_bytes(database) > policy.most_bytes:
            with database.writing() as connection:
                oldest = _oldest(connection, policy)
                if oldest is None:
                    break
                gone["projects"] += _delete(connection, projects, projects.c.id == oldest)
                gone += _orphans(connection, policy, policy.spare_since, policy.spare_since)
    if gone.total():
        database.compact()
    return Cleaned(**{kind.name: gone[kind.name] for kind in fields(Cleaned)})


def kept_bytes(database: Database) -> int:
    """Bytes of what is kept, without what the database needs for itself."""
    with database.reading() as connection:
        return sum(_sum(connection, table, column)[1] for table, column in KINDS)


def _clean_by_age(connection: Connection, policy: CleanPolicy) -> Counter[str]:
    gone: Counter[str] = Counter()
    if policy.deleted_before is not None:
        gone["experiments"] += _delete(connection, experiments, experiments.c.deleted < policy.deleted_before)
    if policy.projects_before is not None:
        old = (_last_use() < policy.projects_before) & projects.c.id.not_in(
            _projects_in_use(connection, policy)
        )
        gone["projects"] += _delete(connection, projects, old)
    return gone + _orphans(connection, policy, policy.projects_before, policy.unused_folds_before)


def _oldest(connection: Connection, policy: CleanPolicy) -> str | None:
    """The project used longest ago, of those that may go."""
    statement = select(projects.c.id).where(projects.c.id.not_in(_projects_in_use(connection, policy)))
    if policy.spare_since is not None:
        statement = statement.where(_last_use() < policy.spare_since)
    return connection.execute(statement.order_by(_last_use(), projects.c.id).limit(1)).scalar()


def _last_use() -> ColumnElement[datetime]:
    """When a project was last changed, or opened in a browser that is remembered."""
    opened = select(func.max(visits.c.last)).where(visits.c.project == projects.c.id)
    last = opened.correlate(projects).scalar_subquery()
    return case((last > projects.c.changed, last), else_=projects.c.changed)


def _projects_in_use(connection: Connection, policy: CleanPolicy) -> frozenset[str]:
    """Projects that stay: open somewhere, or with an experiment that runs."""
    document = type_coerce(projects.c.document, Text)
    runs = exists(
        select(experiments.c.id).where(experiments.c.state == "running", document.contains(experiments.c.id))
    )
    return policy.in_use | set(connection.execute(select(projects.c.id).where(runs)).scalars())


def _orphans(
    connection: Connection, policy: CleanPolicy, cutoff: datetime | None, folds_before: datetime | None
) -> Counter[str]:
    """What nothing names any longer. Younger than `cutoff`, it may be of a project about to be saved."""
    gone: Counter[str] = Counter()
    if cutoff is not None:
        of_page = type_coerce(experiments.c.settings, Text).contains(OF_A_PAGE)
        of_page &= (experiments.c.changed < cutoff) & (experiments.c.state != "running")
        gone["experiments"] = _delete(connection, experiments, of_page & _unnamed(experiments.c.id))
        gone["score_tables"] = _delete(
            connection, score_tables, _unnamed(score_tables.c.key) & (score_tables.c.created < cutoff)
        )
    if folds_before is not None:
        gone["folds"] = _delete(connection, folds, _unused_folds() & (folds.c.created < folds_before))
    compared = select(experiment_sets.c.partition_set)
    spare_set = partition_sets.c.key.not_in(compared) & _unnamed(partition_sets.c.key)
    gone["partition_sets"] = _delete(connection, partition_sets, spare_set & _older(partition_sets, policy))
    named = select(experiments.c.corpus).where(experiments.c.corpus.is_not(None))
    shared = select(views.c.corpus)
    opened = select(projects.c.corpus).where(projects.c.corpus.is_not(None))
    spare = corpora.c.key.not_in(named.union(opened, shared)) & _unnamed(corpora.c.key)
    gone["corpora"] = _delete(connection, corpora, spare & _older(corpora, policy))
    _delete(connection, files, files.c.sha256.not_in(select(corpora.c.file)))
    return gone


def _older(table: TableClause, policy: CleanPolicy) -> ColumnElement[bool]:
    """Rows nobody put there again lately: whoever does is about to name them."""
    return true() if policy.put_before is None else table.c.put < policy.put_before


def _unnamed(key: ColumnElement[str]) -> ColumnElement[bool]:
    """Keys, digests all of them, that stand in the document of no project and of no view."""
    documents = [(table.c.id, type_coerce(table.c.document, Text)) for table in (projects, views)]
    return ~or_(*(exists(select(id).where(document.contains(key))) for id, document in documents))


def _unused_folds() -> ColumnElement[bool]:
    return folds.c.key.not_in(select(experiment_folds.c.key))


def _sum(
    connection: Connection, table: TableClause, column: ColumnElement[object], *which: ColumnElement[bool]
) -> tuple[int, int]:
    summed = select(func.count(), func.sum(func.length(column))).select_from(table).where(*which)
    count, size = connection.execute(summed).one()
    return count, int(size or 0)


def _delete(connection: Connection, table: TableClause, which: ColumnElement[bool]) -> int:
    return connection.execute(table.delete().where(which)).rowcount
