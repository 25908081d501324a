"""Views show a project without its key; visits list it to its visitor alone."""

import pytest

from mx2core.errors import StoreError
from mx2core.store import CleanPolicy, FoldIndex
from mx2core.store.database.types import now
from tests.store.some import SETS, experiment


@pytest.fixture
def corpus(store):
    return store.corpora.put(b"corpus", name="c", options={}, units_sha256="u", n_units=4).key


@pytest.fixture
def project(store, corpus):
    return store.projects.save({"choices": {"m": 3}}, name="p", corpus=corpus)


def view(store, project, corpus, **document):
    return store.views.put(project, page="thresholds", document=document, corpus=corpus)


def test_a_view_is_kept_once_and_can_be_withdrawn_by_its_project_alone(store, project, corpus):
    id = view(store, project, corpus, c=0.9)
    assert view(store, project, corpus, c=0.9) == id
    other = view(store, project, corpus, c=0.8)
    assert len({id, other, project}) == 3
    assert store.views.load(id).document == {"c": 0.9}
    assert [one.id for one in store.views.views_of(project)] == [other, id]
    store.views.withdraw("another project", id)
    assert store.views.load(id) is not None
    store.views.withdraw(project, id)
    assert store.views.load(id) is None
    assert store.views.load("x' OR 1=1 --") is None


def test_views_and_visits_follow_a_project_to_its_new_id_and_go_with_it(store, project, corpus):
    id = view(store, project, corpus)
    store.visits.note("a", project)
    new = store.projects.renew(project)
    assert store.projects.load(project) is None
    assert store.projects.load(new).document == {"choices": {"m": 3}}
    assert store.views.load(id).project == new
    assert [one.id for one in store.visits.recent("a")] == [new]
    store.projects.delete(new)
    assert store.views.load(id) is None
    assert store.visits.recent("a") == ()


def test_a_visitor_finds_the_own_projects_the_latest_first(store):
    ids = [store.projects.save({}, name=str(number)) for number in range(4)]
    for number in (0, 1, 2, 0):
        store.visits.note("a", ids[number])
    store.visits.note("b", ids[3])
    assert [one.name for one in store.visits.recent("a")] == ["0", "2", "1"]
    assert [one.name for one in store.visits.recent("a", 2)] == ["0", "2"]
    store.visits.note("b", ids[0])
    store.visits.forget_others("a", ids[0])
    assert [one.name for one in store.visits.recent("b")] == ["3"]
    store.visits.forget("a", ids[0])
    assert [one.name for one in store.visits.recent("a")] == ["2", "1"]
    store.visits.forget("a")
    assert store.visits.recent("a") == ()
    assert store.projects.load(ids[2]) is not None


def test_what_a_view_shows_is_not_cleaned_away(store, corpus):
    for one in SETS:
        store.partition_sets.put(one)
    spare = store.corpora.put(b"before", name="d", options={}, units_sha256="v", n_units=4).key
    project = store.projects.save({"readings": [spare]}, name="p")
    view(store, project, corpus, sets=[SETS[0].key])
    cleaned = store.clean(CleanPolicy(deleted_before=now()))
    assert (cleaned.corpora, cleaned.partition_sets) == (0, 1)
    assert store.partition_sets.get(SETS[0].key) == SETS[0]
    assert store.corpora.get(spare).name == "d"


def test_whoever_may_only_look_changes_nothing(store, project, corpus):
    looking = store.read_only()
    assert looking.projects.load(project) is not None
    for change in (
        looking.check_may_write,
        lambda: looking.projects.save({}, name="q", id=project),
        lambda: looking.projects.renew(project),
        lambda: looking.projects.delete(project),
        lambda: looking.experiments.begin(experiment()),
        lambda: looking.folds.put("k", "u", b"", {}),
        lambda: looking.corpora.put(b"x", name="x", options={}, units_sha256="u", n_units=2),
        lambda: looking.score_tables.put(b"x", name="x"),
        lambda: looking.partition_sets.put(SETS[0]),
        lambda: view(looking, project, corpus),
        lambda: looking.visits.note("a", project),
        lambda: looking.clean(CleanPolicy(projects_before=now())),
    ):
        with pytest.raises(StoreError, match="Copy it as your own project"):
            change()
    assert store.projects.load(project).document == {"choices": {"m": 3}}
    store.check_may_write()


def test_a_copy_of_an_experiment_is_one_of_its_own_on_the_same_trainings(store):
    id = store.experiments.begin(experiment(settings={"metrics": ["f1"], "owner": "a"}))
    store.folds.put("000", "u", b"payload", {})
    store.experiments.fail(id, FoldIndex(0, 1, 1), "memory", "too large")
    copy = store.copy_experiment(id, owner="b")
    kept, other = store.experiments.get(id), store.experiments.get(copy)
    assert other.id != kept.id
    assert (other.state, kept.state) == ("cancelled", "running")
    assert (other.name, other.models, other.partition_sets) == (kept.name, kept.models, kept.partition_sets)
    assert (other.n_finished, other.n_failed) == (kept.n_finished, kept.n_failed) == (1, 1)
    assert other.settings == {"metrics": ["f1"], "owner": "b"}
    assert store.experiments.folds(copy) == store.experiments.folds(id)
    store.experiments.delete(copy)
    assert store.experiments.get(id).deleted is None
