"""Projects come back as they were left; tables of scores as they came."""

import pytest

from mx2core.errors import StoreError


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
