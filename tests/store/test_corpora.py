"""A corpus file is kept once, and comes back as it was."""

import hashlib

import pytest

from mx2core.errors import StoreError

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
