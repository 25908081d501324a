"""The tables of a store: made once, whoever opens at the same time; another version's are left alone."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import inspect

from mx2core.errors import StoreError
from mx2core.store import Store
from mx2core.store.database import tables
from mx2core.store.database.connection import Database
from mx2core.store.database.tables import VERSION
from tests.waiting import PATIENCE


def versions(place):
    database = Database(place)
    with database.reading() as connection:
        rows = connection.exec_driver_sql("SELECT version FROM schema_version").all()
    database.close()
    return [row.version for row in rows]


def names(place):
    database = Database(place)
    with database.reading() as connection:
        found = inspect(connection).get_table_names()
    database.close()
    return found


def test_those_who_open_at_once_make_the_tables_once(place):
    with ThreadPoolExecutor(6) as threads:
        for store in threads.map(lambda _: Store(place), range(6)):
            store.close()
    assert versions(place) == [VERSION]


def test_processes_that_make_a_store_at_once(place):
    script = "import sys; from mx2core.store import Store; Store(sys.argv[1]).close()"
    running = [subprocess.Popen([sys.executable, "-c", script, place]) for _ in range(2)]
    assert [one.wait(PATIENCE) for one in running] == [0] * 2
    assert versions(place) == [VERSION]


@pytest.mark.parametrize(
    ("version", "said"),
    [(99, r"is newer .*99, not .*Update the program"), (4, r"is older .*4, not .*another file")],
)
def test_a_store_of_another_version_is_left_as_it_is(place, version, said):
    Store(place).close()
    before = names(place)
    database = Database(place)
    with database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE schema_version SET version = {version}")
    database.close()
    with pytest.raises(StoreError, match=said):
        Store(place)
    assert (versions(place), names(place)) == ([version], before)


def test_a_start_that_fails_leaves_no_half_store(place, monkeypatch):
    def broken():
        raise KeyboardInterrupt

    monkeypatch.setattr(tables, "now", broken)
    with pytest.raises(KeyboardInterrupt):
        Store(place)
    assert names(place) == []
    monkeypatch.undo()
    Store(place).close()
