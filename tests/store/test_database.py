"""Opening, locking, filling up, breaking: every failure is one sentence, and nothing is half-written."""

import sqlite3
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, event, inspect

from mx2core.errors import StoreError
from mx2core.store import Store
from mx2core.store.database import tables
from mx2core.store.database.connection import PRAGMAS, Database
from mx2core.store.database.tables import VERSION
from tests.store import servers
from tests.waiting import PATIENCE


def test_a_file_is_its_owners_alone_and_survives_being_closed(path):
    with Store(path) as store:
        store.folds.put("key", "corpus", b"payload", {})
        modes = {stat.S_IMODE(one.stat().st_mode) for one in path.parent.glob("runs.db*")}
        assert modes == {0o600}
    with Store(str(path)) as store:
        assert store.name == str(path)
        assert store.folds.known_keys(["key", "other"]) == {"key"}
    with Store(f"sqlite:///{path}") as store:
        assert store.folds.known_keys(["key"])


def test_a_commit_does_not_wait_for_the_disk(path):
    """A hundred people who open a page at once would wait for each other's."""
    assert "synchronous = NORMAL" in PRAGMAS  # of which the tests go without any wait
    with Store(path) as store, store._database.writing() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_readers_do_not_wait_for_a_writer(path):
    with Store(path, patience=0.1) as store, Store(path, patience=0.1) as other:
        store.folds.put("first", "corpus", b"", {})
        with store._database.writing() as connection:
            connection.exec_driver_sql("DELETE FROM folds")
            assert other.folds.known_keys(["first"]) == {"first"}
            with pytest.raises(StoreError, match="is in use by another program"):
                other.folds.put("second", "corpus", b"", {})
        assert other.folds.put("second", "corpus", b"", {})


def test_one_writer_of_a_program_at_a_time_asks_for_the_file(path):
    """Many that ask at once starve each other where a second program writes too."""
    with Store(path) as store:
        database, asking, most = store._database, set(), []

        def ask(raw, *_):
            asking.add(id(raw))
            most.append(len(asking))

        event.listen(database._engine, "checkout", ask)
        event.listen(database._engine, "checkin", lambda raw, *_: asking.discard(id(raw)))
        everybody = threading.Barrier(8)

        def write(number):
            everybody.wait()
            for time in range(5):
                store.folds.put(f"{number}-{time}", "corpus", b"x" * 10_000, {})

        with ThreadPoolExecutor(8) as threads:
            list(threads.map(write, range(8)))
        assert max(most) == 1
        with database.reading() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM folds").scalar() == 40


def test_a_database_that_was_made_in_the_locale_c(on_server):
    """As initdb makes it where no language is set."""
    with servers.database(
        on_server, "TEMPLATE template0 ENCODING SQL_ASCII LC_COLLATE 'C' LC_CTYPE 'C'"
    ) as url:
        with Store(url) as store:
            assert store.leases.take("人名", "me")
        with Store(url) as store:
            assert [lease.key for lease in store.leases.list()] == ["人名"]


def test_a_store_that_another_program_holds(path):
    Store(path).close()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="Try again later"):
        Store(path, patience=0.1)
    holder.close()
    Store(path).close()


def test_a_full_store_keeps_what_it_had(path):
    with Store(path) as store:
        store.folds.put("small", "corpus", b"x", {})

        room = 2

        @event.listens_for(store._database._engine, "begin")
        def bound(connection):
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
            connection.exec_driver_sql(f"PRAGMA max_page_count = {pages + room}")

        with pytest.raises(StoreError, match="cannot grow"):
            store.folds.put("large", "corpus", bytes(100_000), {})
        assert store.folds.known_keys(["small", "large"]) == {"small"}
        room = 1000
        assert store.folds.put("large", "corpus", bytes(100_000), {})
        store._database.check()


def test_a_store_that_may_only_be_read(path):
    with Store(path) as store:

        @event.listens_for(store._database._engine, "begin")
        def read_only(connection):
            connection.exec_driver_sql("PRAGMA query_only = ON")

        with pytest.raises(StoreError, match="is read-only"):
            store.folds.put("key", "corpus", b"", {})


@pytest.mark.parametrize("content", [b"word\ttag\n" * 1000, b"SQLite format 3\0" + b"?" * 5000])
def test_a_file_that_is_no_database(path, content):
    path.write_bytes(content)
    with pytest.raises(StoreError, match="is damaged, or not a store"):
        Store(path)
    assert path.read_bytes() == content


def test_a_file_with_damaged_pages_or_cut_short(path):
    with Store(path) as store:
        for number in range(50):
            store.folds.put(f"key {number}", "corpus", bytes(5000), {})
    data = path.read_bytes()
    damaged = bytearray(data)
    for page in range(3, len(data) // 4096, 2):
        damaged[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    for content in (damaged, data[:20_000]):
        path.write_bytes(content)
        with pytest.raises(StoreError, match="is damaged"):
            Store(path)


def test_a_database_of_another_program_is_left_alone(path):
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE holidays (day TEXT)")
    connection.close()
    with pytest.raises(StoreError, match=r"of another program .table holidays"):
        Store(path)


def test_no_folder_for_it(tmp_path):
    with pytest.raises(StoreError, match=r"cannot be made .No such file or directory"):
        Store(tmp_path / "no" / "runs.db")
    with pytest.raises(StoreError, match=r"damaged|cannot be reached"):
        Store(tmp_path)


@pytest.mark.parametrize(
    "place",
    [
        "mysql://host/db",
        "sqlite://",
        "sqlite:///:memory:",
        "postgresql://host:port/db",
        "nothing://",
        "postgresql+no://h/d",
    ],
)
def test_what_is_no_address(place):
    with pytest.raises(StoreError, match="is not a store"):
        Store(place)


def test_a_password_stays_out_of_messages():
    for place in ("postgresql://me:secret@host:port/db", "mysql://me:secret@host/db"):
        with pytest.raises(StoreError, match="is not a store") as caught:
            Store(place)
        assert "secret" not in str(caught.value)
        assert caught.value.__cause__ is None


def test_a_server_that_is_not_there_is_named_without_its_password():
    with pytest.raises(StoreError, match="cannot be reached") as caught:
        Store("postgresql://me:secret@127.0.0.1:1/runs")
    assert "secret" not in str(caught.value)
    assert "127.0.0.1:1/runs" in str(caught.value)


def test_the_driver_is_named_where_it_is_missing(monkeypatch):
    def missing(*_, **__):
        raise ModuleNotFoundError("No module named 'pg8000'", name="pg8000")

    monkeypatch.setattr("mx2core.store.database.connection.create_engine", missing)
    monkeypatch.setitem(sys.modules, "pg8000", None)
    with pytest.raises(StoreError, match=r'pg8000 .* "mx2core\[postgres\]"'):
        Store("postgresql://me@host/runs")


def test_locks_of_a_server_are_not_waited_for_without_end(on_server):
    with Store(on_server, patience=0.2) as store:
        engine = create_engine(on_server)
        with engine.begin() as holder:
            holder.exec_driver_sql("LOCK TABLE folds IN ACCESS EXCLUSIVE MODE")
            with pytest.raises(StoreError, match="is in use by another program"):
                store.folds.put("key", "corpus", b"", {})
        engine.dispose()
        assert store.folds.put("key", "corpus", b"", {})


def test_a_database_the_server_does_not_have(on_server):
    with pytest.raises(StoreError, match=r"cannot be reached .database .nowhere. does not exist"):
        Store(on_server.rpartition("/")[0] + "/nowhere")


def test_a_failing_transaction_leaves_nothing(place):
    with Store(place) as store:

        def half():
            with store._database.writing() as connection:
                connection.exec_driver_sql(
                    "INSERT INTO folds VALUES ('half', 'c', '', '{}', '2026-01-01T00:00:00.000000Z')"
                )
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            half()
        assert not store.folds.known_keys(["half"])


def test_many_threads_write_at_once(store):
    def write(worker):
        for number in range(10):
            store.folds.put(f"{worker}-{number}", "corpus", b"x", {})
            store.folds.put("shared", "corpus", b"x", {})

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))
    assert store.usage().n_folds == 41


def test_the_place_of_a_file_does_not_depend_on_the_folder(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    database = Database(path.name)
    monkeypatch.chdir(Path("/"))
    database.check()
    assert database.path == path
    database.close()


# The tables of a store: made once, whoever opens at the same time; another version's are left alone.
def query(place, question):
    with closing(Database(place)) as database, database.reading() as connection:
        return question(connection)


def versions(place):
    return query(place, lambda it: list(it.exec_driver_sql("SELECT version FROM schema_version").scalars()))


def names(place):
    return query(place, lambda it: inspect(it).get_table_names())


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
    ("version", "message"),
    [(99, r"is newer .*99, not .*Update the program"), (4, r"is older .*4, not .*another file")],
)
def test_a_store_of_another_version_is_left_as_it_is(place, version, message):
    Store(place).close()
    before = names(place)
    with closing(Database(place)) as database, database.writing() as connection:
        connection.exec_driver_sql(f"UPDATE schema_version SET version = {version}")
    with pytest.raises(StoreError, match=message):
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
