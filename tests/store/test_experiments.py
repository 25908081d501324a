"""Experiments are kept, found, renamed, taken away and brought back; their folds are shared."""

from dataclasses import replace

import pytest

from mx2core.errors import StoreError
from mx2core.store import AskedRecord, FoldIndex
from tests.store.some import SETS, experiment


def test_an_experiment_as_it_was_given(store):
    new = experiment()
    id = store.experiments.begin(new)
    kept = store.experiments.get(id)
    assert (kept.name, kept.state, kept.corpus_name, kept.gold) == (
        "roles, A against B",
        "running",
        "statement_zh.conll",
        "role",
    )
    assert kept.models == new.models
    assert kept.settings == new.settings
    assert kept.signatures == ("m:2|n:4|seed:0|id:aaaaaa", "m:1|n:4|seed:1|id:bbbbbb")
    assert [store.partition_sets.get(key) for key in kept.partition_sets] == list(SETS)
    assert (kept.n_folds, kept.n_finished, kept.n_failed, kept.deleted) == (12, 0, 0, None)
    assert kept.created.tzinfo is not None
    assert store.experiments.folds(id) == new.folds


def test_the_same_experiment_is_gone_on_with(store):
    new = experiment()
    id = store.experiments.begin(new)
    store.experiments.enter(id, "cancelled")
    assert store.experiments.find_equal(new) == id
    assert store.experiments.begin(new) == id
    assert store.experiments.get(id).state == "running"


@pytest.mark.parametrize(
    "change",
    [
        {"name": "another name"},
        {"gold": "pos"},
        {"units_sha256": "v" * 64},
        {"models": ({"name": "A"}, {"name": "B"})},
        {"partition_sets": SETS[::-1]},
        {"settings": {"metrics": ["recall"]}},
        {"folds": {FoldIndex(0, 0, 0): "trained by another version"}},
    ],
)
def test_another_experiment_is_another(store, change):
    store.experiments.begin(experiment())
    assert store.experiments.find_equal(experiment(**change)) is None
    store.experiments.begin(experiment(**change))
    assert len(store.experiments.list()) == 2


def test_finished_folds_count_for_every_experiment_that_names_them(store):
    first, second = (store.experiments.begin(experiment(name)) for name in ("first", "second"))
    store.folds.put("000", "u", b"payload", {"seconds": 2.0})
    assert not store.folds.put("000", "u", b"another", {})
    for id in (first, second):
        assert store.experiments.get(id).n_finished == 1
    assert store.folds.logs(["000", "001"]) == {"000": {"seconds": 2.0}}
    (found,) = store.folds.find(["000", "001", "000"])
    assert (found.payload, found.log, found.corpus) == (b"payload", {"seconds": 2.0}, "u")


def test_more_keys_than_a_statement_takes(store):
    keys = [f"key {number}" for number in range(1200)]
    for key in keys[::300]:
        store.folds.put(key, "u", b"", {})
    assert store.folds.known_keys(keys) == set(keys[::300])
    assert {record.key for record in store.folds.find(keys)} == set(keys[::300])
    store.folds.discard(keys[0])
    assert len(store.folds.known_keys(keys)) == 3


def test_failures_are_kept_and_can_be_forgotten(store):
    id = store.experiments.begin(experiment())
    store.experiments.fail(id, FoldIndex(0, 1, 1), "crfsuite", "no\0 labels 没有")
    store.experiments.fail(id, FoldIndex(0, 0, 1), "memory", "")
    store.experiments.fail(id, FoldIndex(0, 0, 1), "worker", "")
    assert [(one.place, one.cause, one.detail) for one in store.experiments.failures(id)] == [
        (FoldIndex(0, 0, 1), "worker", ""),
        (FoldIndex(0, 1, 1), "crfsuite", "no labels 没有"),
    ]
    assert store.experiments.get(id).n_failed == 2
    store.experiments.retry(id)
    assert store.experiments.failures(id) == ()


def test_rename_take_away_and_bring_back(store):
    id = store.experiments.begin(experiment())
    store.experiments.rename(id, "  角色 λ ")
    assert store.experiments.find("角色 λ").id == id
    store.experiments.delete(id)
    assert store.experiments.list() == ()
    assert [one.id for one in store.experiments.list(deleted=True)] == [id]
    assert store.experiments.find_equal(experiment("角色 λ")) is None
    assert store.experiments.find(id).deleted is not None
    store.experiments.restore(id)
    assert [one.id for one in store.experiments.list()] == [id]


def test_names_of_those_that_are_asked_for_and_are_on_the_corpus(store):
    one, two, gone = (store.experiments.begin(experiment(name)) for name in ("one", "two", "gone"))
    elsewhere = store.experiments.begin(experiment("elsewhere", units_sha256="v" * 64))
    store.experiments.delete(gone)
    asked = ["unknown", two, gone, elsewhere, one]
    assert list(store.experiments.names(asked, experiment().units_sha256).items()) == [
        (two, "two"),
        (one, "one"),
    ]
    assert store.experiments.names([two], experiment().units_sha256) == {two: "two"}
    assert store.experiments.names([], experiment().units_sha256) == {}


def test_those_that_are_asked_for_and_were_not_taken_away(store):
    one, two, gone = (store.experiments.begin(experiment(name)) for name in ("one", "two", "gone"))
    store.experiments.delete(gone)
    asked = ["unknown", two, gone, one]
    assert store.experiments.existing(asked) == (store.experiments.get(two), store.experiments.get(one))
    assert store.experiments.existing([]) == ()


def test_find_by_id_its_beginning_or_name(store):
    first, second = (store.experiments.begin(experiment("same", gold=tags)) for tags in ("role", "pos"))
    other = store.experiments.begin(experiment("other"))
    assert store.experiments.find(first).id == first
    assert store.experiments.find("other").id == other
    assert store.experiments.find(other[:8]).id == other
    with pytest.raises(StoreError, match=f"Several experiments .*({first}|{second})"):
        store.experiments.find("same")
    store.experiments.delete(first)
    assert store.experiments.find("same").id == second
    for nothing in ("no such", ""):
        with pytest.raises(StoreError, match="There is no experiment"):
            store.experiments.find(nothing)
    with pytest.raises(StoreError, match="There is no experiment"):
        store.experiments.get("no such")


@pytest.mark.parametrize("name", ["", " ", "two\nlines", "nul\0", "half \ud800", "x" * 201])
def test_names_that_cannot_be_shown(store, name):
    with pytest.raises(StoreError, match="1 to 200 characters"):
        store.experiments.begin(experiment(name))
    id = store.experiments.begin(experiment())
    with pytest.raises(StoreError, match="1 to 200 characters"):
        store.experiments.rename(id, name)


def test_values_are_bound_whatever_they_say(store):
    name = "x'; DROP TABLE folds; --"
    id = store.experiments.begin(experiment(name, models=({"name": "\"'%s:x\0"},)))
    assert store.experiments.get(id).models == ({"name": "\"'%s:x\0"},)
    assert store.experiments.find(name).id == id
    assert store.usage().n_folds == 0


def test_names_from_a_strange_file_system(store):
    id = store.experiments.begin(experiment(corpus_name="caf\udce9\0.conll"))
    assert store.experiments.get(id).corpus_name == "caf?.conll"
    assert store.experiments.find_equal(experiment(corpus_name="caf\udce9\0.conll")) == id


def test_partitions_that_are_not_there(store):
    with pytest.raises(StoreError, match="not in the store"):
        store.partition_sets.get("no such")
    store.partition_sets.put(SETS[0])
    store.partition_sets.put(SETS[0])
    assert store.partition_sets.get(SETS[0].key) == SETS[0]


ASKED = {"metric": "f1", "alpha": 0.05}
LOOK = {"metric": "recall", "a": "A", "b": "B", "m": 2}


def test_the_first_question_stays_and_looks_are_kept_once(store):
    id = store.experiments.begin(experiment(question=ASKED))
    assert store.experiments.begin(experiment(question={"metric": "recall"})) == id
    for _ in range(2):
        store.experiments.look(id, LOOK)
    assert store.experiments.question_record(id) == AskedRecord(ASKED, (LOOK,))
    assert store.experiments.question_record(store.experiments.begin(experiment("older"))).question == ASKED
    with pytest.raises(StoreError, match="There is no experiment nowhere"):
        store.experiments.question_record("nowhere")


def test_more_splits_of_the_same_models_are_the_same_question_unless_of_another_owner(store):
    first = store.experiments.begin(experiment(question=ASKED))
    store.experiments.look(first, LOOK)
    more = experiment("more splits", partition_sets=SETS[:1], question={"metric": "recall"})
    assert store.experiments.question_record(store.experiments.begin(more)) == AskedRecord(ASKED, (LOOK,))
    others = replace(more, settings={"owner": "somebody"})
    assert store.experiments.question_record(store.experiments.begin(others)).question == {"metric": "recall"}
    models = replace(more, models=({"name": "A", "c2": 9.0}, {"name": "B"}))
    assert store.experiments.question_record(store.experiments.begin(models)).looks == ()
