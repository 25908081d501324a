"""Projects come back as they were left; tables of scores as they came."""

import hashlib
from concurrent.futures import ThreadPoolExecutor

import pytest

from mx2core.errors import StoreError
from mx2core.store.records import Lease


def test_a_project_is_saved_and_loaded(store):
    document = {"choices": {"m": 3, "names": ["甲", "b\0"]}, "page": "compare"}
    id = store.projects.save(document, name="Roles")
    kept = store.projects.load(id)
    assert (kept.document, kept.name, kept.corpus) == (document, "Roles", None)
    assert len(id) == 16
    assert store.projects.save({"page": "corpus"}, name="Roles 2", id=id) == id
    again = store.projects.load(id)
    assert (again.document, again.name, again.created) == ({"page": "corpus"}, "Roles 2", kept.created)
    assert again.changed > kept.changed
    assert store.projects.load("x' OR 1=1 --") is None


def test_recent_projects_the_latest_first(store):
    ids = [store.projects.save({}, name=f"project {number}") for number in range(4)]
    store.projects.save({}, name="again", id=ids[1])
    assert [one.id for one in store.projects.recent(3)] == [ids[1], ids[3], ids[2]]
    store.projects.delete(ids[1])
    assert store.projects.load(ids[1]) is None
    assert len(set(ids)) == 4


def test_a_project_under_an_id_that_was_cleaned_away(store):
    assert store.projects.save({}, name="p", id="from-a-bookmark") == "from-a-bookmark"
    assert store.projects.load("from-a-bookmark") is not None


def test_tables_of_scores(store):
    data = b"partition,fold,model,metric,value\n"
    key = store.score_tables.put(data, name="scores.csv", signature="m:3|n:4|id:x")
    assert store.score_tables.put(data, name="scores.csv", signature="m:3|n:4|id:x") == key
    assert store.score_tables.put(data, name="scores.csv") != key  # it was not checked against them
    assert store.score_tables.put(data, name="other.csv") != key
    kept = store.score_tables.get(key)
    assert (kept.data, kept.name, kept.signature) == (data, "scores.csv", "m:3|n:4|id:x")
    with pytest.raises(StoreError, match="not in the store"):
        store.score_tables.get("no such")


# One server runs an experiment, and another takes over when it no longer beats.
def test_a_lease_has_one_owner_until_it_is_given_back(store):
    assert store.leases.take("e", "one")
    assert store.leases.take("e", "one")  # its own
    assert not store.leases.take("e", "two")
    store.leases.release("e", "two")  # not its own
    assert store.leases.get("e") == Lease("e", "one", 0, False)
    store.leases.release("e", "one")
    assert store.leases.get("e") is None
    assert store.leases.take("e", "two")


def test_of_many_who_ask_at_once_one_gets_it(store):
    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(lambda i: store.leases.take("e", str(i)), range(8))) == 1


def test_a_lease_that_beats_cannot_be_seized(store):
    store.leases.take("e", "one")
    seen = store.leases.get("e")
    store.leases.beat("one")
    assert not store.leases.seize(seen, "two")
    seen = store.leases.get("e")
    assert store.leases.seize(seen, "two")
    assert not store.leases.seize(seen, "three")  # another was faster
    assert store.leases.get("e").owner == "two"
    store.leases.beat("one")  # too late: it beats what it has, which is nothing
    assert store.leases.list() == (Lease("e", "two", 2, False),)


def test_anybody_may_ask_for_the_end(store):
    assert not store.leases.ask_to_stop("e")
    store.leases.take("e", "one")
    assert store.leases.ask_to_stop("e")
    assert store.leases.get("e").stop
    store.leases.release("e", "one")
    store.leases.take("e", "one")
    assert not store.leases.get("e").stop


# A corpus file is kept once, and comes back as it was.
DATA = "谁\tB-A0\n说\tO\n\n".encode() * 200


def put(store, **changes):
    return store.corpora.put(
        DATA, **({"name": "a.conll", "options": {"unit": None}, "units_sha256": "u", "n_units": 2} | changes)
    )


def test_a_file_read_in_two_ways_is_kept_and_packed_once(store, monkeypatch):
    first = put(store)
    monkeypatch.setattr("mx2core.store.corpora.zlib.compress", None)
    second = put(store, options={"unit": "document"})
    assert put(store) == first
    assert first.key != second.key
    assert store.corpora.get(first.key).options == {"unit": None}
    assert first.sha256 == hashlib.sha256(DATA).hexdigest()
    assert store.corpora.data(first.sha256) == DATA
    usage = store.usage()
    assert usage.n_corpora == 2
    assert usage.corpora < len(DATA) / 5


def test_a_name_from_a_strange_file_system(store):
    assert put(store, name="caf\udce9\0.conll").name == "caf?.conll"


def test_what_is_not_there(store):
    with pytest.raises(StoreError, match="not in the store"):
        store.corpora.get("key")
    with pytest.raises(StoreError, match="missing or damaged"):
        store.corpora.data("0" * 64)


@pytest.mark.parametrize("damage", [b"not zlib", b"", "as it is, but another"])
def test_a_damaged_file_is_not_handed_out(store, damage):
    import zlib

    from mx2core.store.database.tables import files

    record = put(store)
    data = zlib.compress(DATA.replace(b"O", b"o")) if isinstance(damage, str) else damage
    with store._database.writing() as connection:
        connection.execute(files.update().values(data=data))
    with pytest.raises(StoreError, match="Open the corpus again"):
        store.corpora.data(record.sha256)
