"""From the first schema to the present one, with rows in it; once, whoever opens at the same time."""

import hashlib
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy import inspect

from mx2core.errors import StoreError
from mx2core.store import AskedRecord, CleanPolicy, Store, experiments
from mx2core.store.database import migrations, tables
from mx2core.store.database.connection import Database
from mx2core.store.database.migrations import STEPS, migrate
from mx2core.store.database.types import now
from tests.store.some import SETS, experiment


def columns(place):
    database = Database(place)
    with database.reading() as connection:
        looked = inspect(connection)
        found = {
            name: [column["name"] for column in looked.get_columns(name)] for name in looked.get_table_names()
        }
    database.close()
    return found


def test_statements_see_the_tables_as_they_are(place):
    Store(place).close()
    seen = {
        table.name: [column.name for column in table.columns]
        for table in vars(tables).values()
        if hasattr(table, "columns")
    }
    assert columns(place) == seen


CORPUS = {"key": "k", "name": "c.conll", "options": {"unit": "sentence"}, "units_sha256": "u", "n_units": 4}
DATA = b"corpus"


@pytest.fixture
def first(place, monkeypatch):
    """A store as the first version made it, with an experiment in it."""
    monkeypatch.setattr(migrations, "STEPS", STEPS[:1])
    monkeypatch.setattr(experiments, "put", lambda connection, one: None)  # it names later columns
    sha256 = hashlib.sha256(DATA).hexdigest()
    with Store(place) as store:
        with store._database.writing() as connection:
            file = {"sha256": sha256, "n_bytes": len(DATA), "data": zlib.compress(DATA)}
            connection.execute(tables.files.insert().values(**file))
            connection.execute(tables.corpora.insert().values(**CORPUS, file=sha256, created=now()))
            for one in experiment().partition_sets:
                connection.execute(
                    tables.partition_sets.insert().values(
                        key=one.key,
                        signature=one.signature,
                        m=one.m,
                        n_units=one.n_units,
                        document=one.document,
                    )
                )
        id = store.experiments.begin(experiment(corpus="k"))
        store.folds.put("000", "u", b"payload", {"seconds": 1.5})
    assert "projects" not in columns(place)
    monkeypatch.undo()
    return place, id


def test_rows_of_the_first_schema_are_all_there(first):
    place, id = first
    with Store(place) as store:
        kept = store.experiments.get(id)
        assert (kept.n_finished, kept.n_folds, kept.gold) == (1, 12, "role")
        assert store.experiments.asked(id) == AskedRecord(None, ())
        record = store.corpora.get("k")
        assert {name: getattr(record, name) for name in CORPUS} == CORPUS
        assert store.corpora.data(record.sha256) == DATA
        assert store.partition_sets.get(SETS[0].key) == SETS[0]
        project = store.projects.save({"page": "corpus"}, name="p", corpus="k")
        assert store.projects.load(project).document == {"page": "corpus"}
        # It counts as put there when the column came, and is not cleaned at once.
        assert store.clean(CleanPolicy(put_before=now() - timedelta(days=1))).corpora == 0


def test_those_who_open_at_once_migrate_once(first, monkeypatch):
    place, id = first
    ran = []
    monkeypatch.setattr(
        migrations, "STEPS", (STEPS[0], lambda connection: (ran.append(1), STEPS[1](connection)))
    )

    def look(_):
        with Store(place) as store:
            return store.experiments.get(id).n_folds

    with ThreadPoolExecutor(6) as threads:
        assert list(threads.map(look, range(6))) == [12] * 6
    assert ran == [1]


def test_processes_that_make_a_store_at_once(place):
    script = "import sys; from mx2core.store import Store; Store(sys.argv[1]).close()"
    running = [subprocess.Popen([sys.executable, "-c", script, place]) for _ in range(2)]
    assert [one.wait(60) for one in running] == [0] * 2
    database = Database(place)
    with database.reading() as connection:
        rows = connection.exec_driver_sql("SELECT version FROM schema_version ORDER BY version").all()
    assert [row.version for row in rows] == list(range(1, len(STEPS) + 1))
    database.close()


def test_a_store_of_a_newer_version_is_left_as_it_is(place):
    Store(place).close()
    database = Database(place)
    with database.writing() as connection:
        connection.exec_driver_sql("INSERT INTO schema_version VALUES (99, '2030-01-01T00:00:00.000000Z')")
    with pytest.raises(StoreError, match=r"newer version .*99, not .*Update the program"):
        migrate(database)
    database.close()


def test_a_step_that_fails_leaves_the_store_as_it_was(place, monkeypatch):
    Store(place).close()

    def broken(connection):
        connection.exec_driver_sql("CREATE TABLE halfway (x TEXT)")
        raise KeyboardInterrupt

    monkeypatch.setattr(migrations, "STEPS", (*STEPS, broken))
    with pytest.raises(KeyboardInterrupt):
        Store(place)
    assert "halfway" not in columns(place)
    monkeypatch.undo()
    Store(place).close()
