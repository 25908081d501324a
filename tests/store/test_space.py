"""What is used is counted, what nothing names goes, and what is needed stays."""

import random
from datetime import timedelta

from mx2core.store import CleanPolicy, Store
from mx2core.store.database.types import now
from tests.store.some import SETS, experiment


def filled(store):
    corpus = store.corpora.put(b"corpus", name="c", options={}, units_sha256="u", n_units=4)
    spare = store.corpora.put(b"another", name="d", options={}, units_sha256="v", n_units=4)
    kept = store.experiments.begin(experiment("kept", corpus=corpus.key))
    gone = store.experiments.begin(
        experiment("gone", corpus=spare.key, partition_sets=experiment().partition_sets[:1])
    )
    for key in ("000", "001", "unused"):
        store.folds.put(key, "u", b"x" * 1000, {})
    return kept, gone, corpus, spare


def test_usage(store):
    filled(store)
    usage = store.usage()
    assert (usage.n_corpora, usage.n_experiments, usage.n_folds, usage.n_unused_folds) == (2, 2, 3, 1)
    assert (usage.folds, usage.unused_folds) == (3000, 1000)
    assert usage.n_partition_sets == 2
    assert usage.partition_sets == sum(len(one.document) for one in experiment().partition_sets)
    assert usage.on_disk is None or usage.on_disk > 3000


def test_nothing_goes_that_the_policy_does_not_name(store):
    kept, gone, *_ = filled(store)
    store.experiments.delete(gone)
    cleaned = store.clean(CleanPolicy())
    assert (cleaned.experiments, cleaned.folds, cleaned.corpora, cleaned.partition_sets) == (0, 0, 0, 0)
    store.experiments.restore(gone)
    assert {one.id for one in store.experiments.list()} == {kept, gone}


def test_what_was_taken_away_goes_with_what_it_alone_named(store):
    kept, gone, corpus, _ = filled(store)
    store.experiments.delete(gone)
    assert store.clean(CleanPolicy(deleted_before=now() - timedelta(days=1))).experiments == 0
    later = now() + timedelta(seconds=1)
    cleaned = store.clean(CleanPolicy(deleted_before=later, unused_folds_before=later))
    assert (cleaned.experiments, cleaned.folds, cleaned.corpora, cleaned.partition_sets) == (1, 1, 1, 0)
    assert [one.id for one in store.experiments.list(deleted=None)] == [kept]
    assert store.experiments.folds(gone) == {}
    assert store.folds.known_keys(["000", "001", "unused"]) == {"000", "001"}
    assert store.corpora.data(corpus.sha256) == b"corpus"
    assert store.usage().n_corpora == 1


def test_projects_keep_their_corpus_and_their_tables(store):
    corpus = store.corpora.put(b"corpus", name="c", options={}, units_sha256="u", n_units=4)
    table, _ = (store.score_tables.put(b"scores", name=name) for name in ("a.csv", "b.csv"))
    old = store.projects.save({}, name="old")
    between = now()
    late = store.score_tables.put(b"scores", name="c.csv")
    for one in SETS:
        store.partition_sets.put(one)
    store.projects.save({"table": table, "sets": [{"set": SETS[1].key}]}, name="new", corpus=corpus.key)
    cleaned = store.clean(CleanPolicy(projects_before=between))
    assert (cleaned.projects, cleaned.corpora, cleaned.score_tables, cleaned.partition_sets) == (1, 0, 1, 1)
    assert store.partition_sets.get(SETS[1].key) == SETS[1]
    assert store.projects.load(old) is None
    assert [store.score_tables.get(key).name for key in (table, late)] == ["a.csv", "c.csv"]
    assert store.usage().n_score_tables == 2


def test_a_file_shrinks_and_stays_whole(tmp_path):
    with Store(tmp_path / "runs.db") as store:
        for number in range(50):
            store.folds.put(str(number), "u", bytes(20_000), {})
        before = store.usage().on_disk
        store.clean(CleanPolicy(unused_folds_before=now() + timedelta(seconds=1)))
        assert store.usage().on_disk < before / 5
    with Store(tmp_path / "runs.db") as store:
        assert store.usage().n_folds == 0


def page_experiment(store, name, project):
    """An experiment as a page begins it, named in the document of its project."""
    id = store.experiments.begin(experiment(name, settings={"metrics": ["f1"], "owner": project}))
    store.projects.save({"experiments": [id]}, name=name, id=project)
    store.experiments.enter(id, "done")
    return id


def test_experiments_go_with_their_project_and_those_of_others_stay(store):
    by_hand = store.experiments.begin(experiment("of the command line"))
    store.experiments.enter(by_hand, "done")
    old = page_experiment(store, "old", "p-old")
    before = now()
    new = page_experiment(store, "new", "p-new")
    cleaned = store.clean(CleanPolicy(projects_before=before))
    assert (cleaned.projects, cleaned.experiments) == (1, 1)
    assert {one.id for one in store.experiments.list()} == {by_hand, new}
    assert old not in {one.id for one in store.experiments.list()}


def test_what_is_in_use_stays_however_old_it_is(store):
    page_experiment(store, "open in a tab", "p-open")
    running = page_experiment(store, "still training", "p-running")
    store.experiments.enter(running, "running")
    page_experiment(store, "idle", "p-idle")
    later = now() + timedelta(days=1)
    policy = CleanPolicy(projects_before=later, in_use=frozenset({"p-open"}), most_bytes=0)
    assert store.clean(policy).projects == 1
    assert store.projects.load("p-open") is not None
    assert store.projects.load("p-running") is not None
    assert store.projects.load("p-idle") is None


def test_a_store_that_is_too_large_lets_the_oldest_projects_go_and_no_more(store):
    for number in range(6):
        corpus = store.corpora.put(
            random.Random(number).randbytes(10_000), name="c", options={}, units_sha256="u", n_units=1
        )
        store.projects.save({}, name="p", id=f"p{number}", corpus=corpus.key)
    spare = now()
    store.projects.save({}, name="p", id="late")
    cleaned = store.clean(CleanPolicy(most_bytes=35_000, spare_since=spare))
    assert cleaned.projects == 3
    assert cleaned.corpora == 3
    kept = {f"p{number}" for number in range(6) if store.projects.load(f"p{number}") is not None}
    assert kept == {"p3", "p4", "p5"}
    assert store.clean(CleanPolicy(most_bytes=0, spare_since=spare)).projects == 3
    assert store.projects.load("late") is not None  # it is younger than what may go for room


def test_what_was_put_there_lately_waits_for_its_name(store):
    before = now()
    record = store.corpora.put(b"corpus", name="c", options={}, units_sha256="u", n_units=4)
    store.partition_sets.put(SETS[0])
    assert store.clean(CleanPolicy(put_before=before)).corpora == 0
    assert store.partition_sets.get(SETS[0].key) == SETS[0]
    between = now()
    store.partition_sets.put(SETS[0])  # again
    cleaned = store.clean(CleanPolicy(put_before=between))
    assert (cleaned.corpora, cleaned.partition_sets) == (1, 0)
    assert store.clean(CleanPolicy(put_before=now())).partition_sets == 1
    assert store.usage().n_corpora == 0
    assert record.n_units == 4


def test_a_project_that_somebody_opened_is_not_old(store):
    for id in ("changed", "opened"):
        store.projects.save({}, name="p", id=id)
    between = now()
    store.visits.note("a browser", "opened")
    assert store.clean(CleanPolicy(projects_before=between)).projects == 1
    assert store.projects.load("opened") is not None


def test_a_project_that_is_touched_is_young_again(store):
    store.projects.save({}, name="p", id="p")
    between = now()
    store.projects.touch({"p"})
    assert store.clean(CleanPolicy(projects_before=between)).projects == 0
