"""A store whose file goes, is replaced, or has changed bytes: a sentence, at opening and later."""

import itertools
import random
import sqlite3
from contextlib import closing, suppress
from datetime import datetime, timedelta

import pytest

from mx2core.errors import StoreError
from mx2core.store import CleanPolicy, FoldIndex, Store
from mx2core.store.database import types
from mx2core.store.database.types import now
from tests.store.some import SETS, experiment

GONE = "was moved or deleted"


def filled(store):
    """A store with something of every kind; every call on it."""
    corpus = store.corpora.put(b"a b\n" * 50, name="c.conll", options={}, units_sha256="u" * 64, n_units=4)
    id = store.experiments.begin(experiment(corpus=corpus.key))
    for number in range(8):
        store.folds.put(f"00{number}", "u" * 64, bytes(range(40)) * 3, {"seconds": 1.5})
    store.experiments.fail(id, FoldIndex(0, 0, 1), "worker", "详")
    table = store.score_tables.put(b"partition,fold\n1,1\n", name="t.csv")
    document = {"choices": {"m": 3}, "experiments": [id], "table": table}
    project = store.projects.save(document, name="p", corpus=corpus.key)
    view = store.views.put(project, page="corpus", document=document, corpus=corpus.key)
    store.visits.note("visitor", project)
    store.leases.take(id, "host:1:ab")
    keys = [f"00{number}" for number in range(8)]
    old = CleanPolicy(deleted_before=now(), projects_before=now(), unused_folds_before=now())
    return {
        "experiment": lambda store: store.experiments.get(id),
        "experiments": lambda store: store.experiments.list(deleted=None),
        "running": lambda store: store.experiments.running(),
        "places": lambda store: store.experiments.folds(id),
        "failures": lambda store: store.experiments.failures(id),
        "trained": lambda store: store.experiments.trained("u" * 64),
        "known": lambda store: store.folds.known_keys(keys),
        "folds": lambda store: list(store.folds.find(keys)),
        "logs": lambda store: store.folds.logs(keys),
        "corpus": lambda store: store.corpora.get(corpus.key),
        "file": lambda store: store.corpora.data(corpus.sha256),
        "sets": lambda store: [store.partition_sets.get(one.key) for one in SETS],
        "table": lambda store: store.score_tables.get(table),
        "project": lambda store: store.projects.load(project),
        "recent": lambda store: store.projects.recent(),
        "view": lambda store: store.views.load(view),
        "views": lambda store: store.views.views_of(project),
        "visits": lambda store: store.visits.recent("visitor"),
        "leases": lambda store: store.leases.list(),
        "usage": lambda store: store.usage(),
        "export": lambda store: store.export(id),
        "copy": lambda store: store.copy_experiment(id, owner="x"),
        "save": lambda store: store.projects.save({}, name="x", id=project, corpus=corpus.key),
        "put": lambda store: store.folds.put("new", "u", b"x", {}),
        "begin": lambda store: store.experiments.begin(experiment(corpus=corpus.key)),
        "clean": lambda store: store.clean(old),
    }


def test_a_file_that_was_deleted_is_noticed(path):
    with Store(path) as store:
        calls = filled(store)
        path.unlink()
        for call in (*calls.values(), Store.ping):
            with pytest.raises(StoreError, match=GONE):
                call(store)
    assert not path.exists()  # an empty one in its place would look like a store that has lost all


def test_a_file_that_was_replaced_is_noticed_and_the_right_one_is_taken_again(path, tmp_path):
    with Store(path) as store:
        store.folds.put("key", "corpus", b"x", {})
        away = tmp_path / "away"
        away.mkdir()
        for part in path.parent.glob("runs.db*"):
            part.rename(away / part.name)
        Store(path).close()
        with pytest.raises(StoreError, match=GONE):
            store.ping()
        with pytest.raises(StoreError, match=GONE):
            store.folds.put("other", "corpus", b"x", {})
        for part in away.iterdir():
            part.replace(path.parent / part.name)
        store.ping()
        assert store.folds.known_keys(["key", "other"]) == {"key"}


@pytest.mark.parametrize(
    ("what", "statement"),
    [
        ("project", "UPDATE projects SET document = '{\"choices\": '"),
        ("project", "UPDATE projects SET document = CAST(X'7BFF7D' AS TEXT)"),
        ("project", "UPDATE projects SET changed = '2026-01-01H00:00:00.000000Z'"),
        ("project", "UPDATE projects SET name = X'ff'"),
        ("visits", "UPDATE projects SET changed = 7"),
        ("folds", "UPDATE folds SET log = X'7B7D'"),
        ("folds", "UPDATE folds SET payload = 9223372036854775807"),
        ("folds", "UPDATE folds SET payload = 'text'"),
        ("corpus", "UPDATE corpora SET n_units = 'some'"),
        ("failures", "UPDATE failures SET detail = CAST(X'ff' AS TEXT)"),
    ],
)
def test_a_value_that_nothing_of_ours_wrote_is_a_sentence(path, what, statement):
    with Store(path) as store:
        calls = filled(store)
        with closing(sqlite3.connect(path)) as other, other:
            other.execute(statement)
        with pytest.raises(StoreError, match="is damaged, or not a store"):
            calls[what](store)


def opened_and_used(path, calls):
    with Store(path) as store:
        for call in calls.values():
            with suppress(StoreError):
                call(store)


def test_a_clock_that_goes_backwards_is_no_damage(path, monkeypatch):
    hours = itertools.count()

    class Backwards(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime(2026, 11, 26, tzinfo=tz) - timedelta(hours=next(hours))

    monkeypatch.setattr(types, "datetime", Backwards)
    with Store(path) as store:
        for call in filled(store).values():
            call(store)
    assert next(hours) > 20


@pytest.mark.parametrize("n", [25, pytest.param(1500, marks=pytest.mark.slow)])
def test_changed_bytes_raise_nothing_else(path, n):
    with Store(path) as store:
        calls = filled(store)
        store._database.compact()
    whole = path.read_bytes()
    for seed in range(n):
        draw, data = random.Random(seed), bytearray(whole)
        for _ in range(draw.randint(1, 12)):
            data[draw.randrange(100, len(data) if seed % 5 else 8192)] = draw.randrange(256)
        for old in path.parent.glob("runs.db*"):
            old.unlink()
        path.write_bytes(data)
        try:
            with suppress(StoreError):
                opened_and_used(path, calls)
        except Exception as error:
            raise AssertionError(f"{seed}: {error!r}") from error
