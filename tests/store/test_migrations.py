"""From the first schema to the present one, with rows in it; once, whoever opens at the same time."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import inspect

from mx2core.errors import StoreError
from mx2core.store import Store, migrations, tables
from mx2core.store.database import Database
from mx2core.store.migrations import STEPS, migrate
from tests.store.some import experiment


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


@pytest.fixture
def first(place, monkeypatch):
    """A store as the first version made it, with an experiment in it."""
    monkeypatch.setattr(migrations, "STEPS", STEPS[:1])
    with Store(place) as store:
        record = store.corpora.put(
            b"corpus", name="c.conll", options={"unit": "sentence"}, units_sha256="u", n_units=4
        )
        id = store.experiments.begin(experiment(corpus=record.key))
        store.folds.put("000", "u", b"payload", {"seconds": 1.5})
    assert "projects" not in columns(place)
    monkeypatch.undo()
    return place, id, record


def test_rows_of_the_first_schema_are_all_there(first):
    place, id, record = first
    with Store(place) as store:
        kept = store.experiments.get(id)
        assert (kept.n_finished, kept.n_folds, kept.answers) == (1, 12, "role")
        assert store.corpora.get(record.key) == record
        assert store.corpora.data(record.sha256) == b"corpus"
        project = store.projects.save({"page": "corpus"}, name="p", corpus=record.key)
        assert store.projects.load(project).document == {"page": "corpus"}


def test_those_who_open_at_once_migrate_once(first, monkeypatch):
    place, id, _ = first
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
    with pytest.raises(StoreError, match=r"newer version .*schema is 99.*Update the program"):
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
