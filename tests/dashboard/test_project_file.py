"""A project leaves as a file and comes back as it was; what was tampered with is refused."""

import json
from dataclasses import replace

import pytest

import mx2core as mx
from dashboard.server import stored_choices
from dashboard.server.project import FIRST, CorpusSource, Predictions, Project
from dashboard.server.projects import ServerProjects
from dashboard.server.running import resources
from mx2core.errors import Mx2Error, StoreError
from mx2core.partition import PartitionSet
from mx2core.store import Store
from mx2core.store.database.types import json_text
from mx2core.store.files.bounded_zip import _digest, pack, unpack
from mx2core.store.files.project_file import MANIFEST, MEMBERS
from tests.corpus.some import zipped
from tests.dashboard.test_pages import PAGES, fine, opened, project_of, visited
from tests.score_tables import E, ahead, score_table
from tests.store.some import experiment
from tests.waiting import wait_until

SCORES = score_table(ahead(E[:3])).encode()


SMALL = b"".join(b"word%d\tB-%s\nis\tO\n\n" % (k, b"PER" if k % 3 else b"LOC") for k in range(40))


@pytest.fixture
def projects(store) -> ServerProjects:
    return ServerProjects(lambda: store)


@pytest.fixture
def project(projects, store) -> Project:
    source = CorpusSource("small.conll", SMALL, unit="text")
    project = Project("the-key-of-this-project", source, source.read(), name="名字")
    project.choices = {
        "m": 5,
        "c_label": 0.8,
        "band_label": (0.2, float("inf")),
        "attributes": ["label"],
        "run": "x",
    }
    project.keep(mx.block_partitions(len(project.corpus), 3, seed=1))
    project.keep(mx.random_partitions(len(project.corpus), 2, seed=2), "mine.json")
    project.table, project.table_name = mx.io.read_scores(SCORES, name="s.csv"), "s.csv"
    project.table_key = store.score_tables.put(SCORES, name="s.csv")
    kept = next(iter(project.partitions.values()))
    asked = experiment(units_sha256=project.corpus.units_sha256, partition_sets=(kept.record,))
    places = {place: key for place, key in asked.folds.items() if place.set == 0 and place.fold < 6}
    project.experiments.append(store.experiments.begin(replace(asked, folds=places)))
    store.folds.put(next(iter(places.values())), project.corpus.units_sha256, b"payload", {})
    projects.save(project)
    return project


def test_a_project_comes_back_as_it_was_on_an_empty_server(projects, project, tmp_path):
    file = projects.file(project)
    assert projects.file(project) == file
    with Store(tmp_path / "b.sqlite") as empty:
        elsewhere = ServerProjects(lambda: empty)
        brought = elsewhere.take_in(file, file="p.zip")
        assert (brought.id, brought.alias) != (project.id, project.alias)
        assert brought.name == "名字"
        assert brought.source.keywords == {"unit": "text"}
        assert brought.corpus.units_sha256 == project.corpus.units_sha256
        assert brought.choices == {key: value for key, value in project.choices.items() if key != "run"}
        assert list(brought.partitions) == list(project.partitions)
        assert brought.table.signature == project.table.signature
        [id] = brought.experiments
        kept = empty.experiments.get(id)
        assert (kept.n_folds, kept.n_finished, kept.settings["owner"]) == (8, 1, brought.alias)
        # And as it is read again from that store.
        again = ServerProjects(lambda: empty).find(brought.id)
        assert (again.choices, list(again.partitions)) == (brought.choices, list(brought.partitions))
        assert again.source.keywords == {"unit": "text"}


def predicted(project: Project, partitions: PartitionSet | None) -> bytes:
    """Tags of every unit: A finds nothing, B takes every name for a person's."""
    units = project.corpus.unit_ids
    runs = [({}, range(len(units)))]
    if partitions is not None:
        runs = [
            ({"partition": i, "fold": k}, (~side).nonzero()[0])
            for i, mask in enumerate(partitions.masks, start=1)
            for k, side in enumerate((mask, ~mask), start=1)
        ]
    lines = [
        fold | {"model": model, "unit_id": units[unit], "predicted": tags}
        for fold, asked in runs
        for unit in asked
        for model, tags in (("A", "O O"), ("B", "B-PER O"))
    ]
    return "".join(json.dumps(line) + "\n" for line in lines).encode()


@pytest.mark.parametrize("on_partitions", [True, False], ids=["on partitions", "of fixed models"])
def test_predictions_that_were_brought_travel_with_the_project(
    projects, project, store, tmp_path, on_partitions
):
    partitions = next(iter(project.partitions.values())).partitions if on_partitions else None
    data = predicted(project, partitions)
    read = Predictions.read(data, project.corpus, partitions, "p.jsonl")
    found, key = read.results, store.score_tables.put(data, name="p.jsonl")
    project.take_scores(None, "p.jsonl", None, replace(read, key=key))
    file = projects.file(project)
    with Store(tmp_path / "b.sqlite") as empty:
        elsewhere = ServerProjects(lambda: empty)
        brought = elsewhere.take_in(file, file="p.zip")
        for one in (brought, ServerProjects(lambda: empty).find(brought.id)):
            assert (one.table, one.table_name) == (None, "p.jsonl")
            assert (one.predictions.results.scores("f1") == found.scores("f1")).all()
            on = one.predictions.partitions
            assert (on and on.signature) == (partitions and partitions.signature)
        assert elsewhere.file(brought) == elsewhere.file(brought)
        wrong = spoiled(file, predictions={"name": "p.jsonl", "set": "0" * 64})
        with pytest.raises(StoreError, match="changed or damaged"):
            elsewhere.take_in(wrong)


def spoiled(file: bytes, **changes) -> bytes:
    """The file with other things in its manifest, and digests that fit them."""
    members = unpack(file, None, MEMBERS)
    manifest = json.loads(members[MANIFEST]) | changes
    manifest["digest"] = _digest(manifest)
    return pack(members | {MANIFEST: json_text(manifest).encode()})


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"version": 99}, "another version"),
        ({"version": 1}, "another version"),
        ({"name": 7}, "changed or damaged"),
        ({"experiments": 10**9}, "changed or damaged"),
        ({"experiments": 2}, "changed or damaged"),
        ({"choices": []}, "changed or damaged"),
        ({"partitions": [{"set": "../../x", "file": ""}]}, "changed or damaged"),
        ({"corpus": {"name": "x", "options": {"path": "/etc/passwd"}}}, "changed or damaged"),
        ({"corpus": {"name": "x", "options": {"where": {"label": "none such"}}}}, "none such"),
        ({"corpus": {"name": "x", "options": {"where": {"label": "B-PER"}}}}, "have 40 units, x has 26"),
        ({"members": {}}, "changed or damaged"),
    ],
    ids=lambda value: next(iter(value)) if isinstance(value, dict) else "",
)
def test_what_was_tampered_with_is_refused(projects, project, changes, says):
    file, before = projects.file(project), projects._store().usage()
    with pytest.raises(Mx2Error, match=says):
        projects.take_in(spoiled(file, **changes), file="p.zip")
    assert projects._store().usage() == before


def test_what_is_no_project_is_refused(projects, project):
    file = projects.file(project)
    large = zipped({MANIFEST: b"0" * (11 << 20)})
    for data, says in (
        (b"", "This is not an export"),
        (file[: len(file) // 2], "This is not an export"),
        (zipped({"a": "b"}), "This is not an export"),
        (pack({MANIFEST: b"[" * 100_000}), "changed or damaged"),
        (pack({MANIFEST: b"{}"}), "changed or damaged"),
        (large, "unpacks to 11,534,336 bytes; at most 10,485,760"),
    ):
        with pytest.raises(StoreError, match=says):
            projects.take_in(data, file="p.zip")


def test_choices_that_cannot_have_been_chosen_are_left_out(projects, project):
    right = {"c_label": 0.5, "project": "another id", "upload": "x"}
    wrong = {
        "m": {"tuple": 5},
        "seed": -1,
        "attributes": ["label", "none such", {"dict": {}}],
        "slots": ["a"],
    }
    brought = projects.take_in(spoiled(projects.file(project), choices=wrong | right))
    assert brought.choices == right


def test_keys_that_are_no_choices_reach_no_widget():
    project = project_of(opened("en"))
    project.choices |= {"project": "another id", "upload": "x", "lang": "tlh", "view": "v", "walk": True}
    resources.projects().save(project)
    app = visited(lang="en", p=project.id)
    for page in ("home", "learn"):
        app.switch_page(f"../pages/{page}.py").run()
        assert not app.exception
        assert not app.warning or "address" not in app.warning[0].value
    assert app.query_params["p"] == project.id
    assert app.query_params["lang"] == "en"


def test_through_the_page(projects, project):
    app = opened("en")
    file = ("p.zip", projects.file(project), "application/zip")
    app.file_uploader(key="upload").set_value([file]).run()
    fine(app)
    brought = project_of(app)
    assert brought.name == "名字"
    app.switch_page("../pages/home.py").run()
    damaged = ("q.zip", pack({MANIFEST: b"{}"}), "application/zip")
    app.file_uploader[0].set_value([damaged]).run()
    assert len(app.error) == 1
    assert project_of(app) is brought


def test_sample_corpora_are_known_again():
    assert CorpusSource.from_file(FIRST["en"].name, FIRST["en"].content(), {}) == FIRST["en"]
    assert CorpusSource.from_file("../" + FIRST["en"].name, b"x", {}).data == b"x"
    assert CorpusSource.from_file(FIRST["en"].name, b"x", {}).data == b"x"


def test_of_a_slider_that_is_moved_the_last_place_is_saved(projects, project, store):
    def stored():
        return store.projects.load(project.id).document["choices"]["c_label"]

    projects.save_soon(project)
    assert stored() == 0.8  # at once, as it never was before
    for place in (0.7, 0.6):
        project.choices["c_label"] = place
        projects.save_soon(project)
    projects.forget_but(())
    assert stored() == 0.8
    assert projects.find(project.id) is project
    projects.save_waiting()
    assert stored() == 0.6

    project.choices["c_label"] = 0.5
    projects.save_soon(project)
    projects.save(project)  # as another page does
    assert stored() == 0.5
    project.choices["c_label"] = 0.4
    projects.save_soon(project)
    projects.delete(project)
    projects.save_waiting()
    assert store.projects.load(project.id) is None


def test_a_step_that_was_not_saved_is_told_of_with_the_next(projects, project, store, monkeypatch, caplog):
    def full(*_, **__):
        raise StoreError("The disk is full.")

    projects.save(project)
    monkeypatch.setattr(type(store.projects), "save", full)
    project.choices["c_label"] = 0.7
    projects.save_soon(project)
    projects.save_waiting()
    assert "project not saved" in caplog.text
    with pytest.raises(StoreError, match="full"):
        projects.save_soon(project)
    monkeypatch.undo()
    projects.save_soon(project)
    assert store.projects.load(project.id).document["choices"]["c_label"] == 0.7


def test_what_waits_is_saved_after_a_while(projects, project, store, monkeypatch):
    projects.save(project)
    monkeypatch.setattr("dashboard.server.projects.SOON", 0.01)
    for place in (0.7, 0.6):
        project.choices["c_label"] = place
        projects.save_soon(project)
        wait_until(lambda at=place: store.projects.load(project.id).document["choices"]["c_label"] == at)


@pytest.mark.parametrize("document", ["{}", "[]", '{"choices": {}, "partitions": [{}], "table": null}'])
def test_a_project_whose_record_was_damaged_is_begun_anew(projects, project, store, document):
    view = store.views.load(projects.show(project, "corpus"))
    with store._database.writing() as connection:
        connection.exec_driver_sql("UPDATE projects SET document = ?", (document,))
    assert ServerProjects(lambda: store).find(project.id) is None
    assert ServerProjects(lambda: store).view_project(replace(view, document=json.loads(document))) is None


HOSTILE = [None, -1, 10**20, "x", [], [[1, 2], [3]], {"dict": {}}, {"tuple": ["a"]}, {"float": "inf"}]


def hostile(value, pages):
    """What goes wrong where every choice of the finished example has a value that nobody can have chosen."""
    app = visited(lang="en")
    app.button(key="show_example").click().run()
    for name in pages:
        app.switch_page(f"../pages/{name}.py").run()
    project = project_of(app)
    project.choices.update(stored_choices.restored(dict.fromkeys(project.choices, value), project.corpus))
    again = visited(lang="en", p=project.id)
    wrong = []
    for name in pages:
        again.switch_page(f"../pages/{name}.py").run()
        wrong += [(name, error.message) for error in again.exception]
    return wrong


@pytest.mark.parametrize(
    ("key", "value"),
    [("c_label", {"float": "nan"}), ("model_a", ["A"]), ("looks@an experiment", {"dict": {}})],
)
def test_no_number_and_lists_in_place_of_names_do_not_come_in(key, value, project):
    assert stored_choices.restored({key: value}, project.corpus) == {}


@pytest.mark.parametrize("value", [[], {"tuple": ["a"]}])
def test_choices_of_no_kind_that_can_be_chosen_are_left_out(value):
    assert hostile(value, ("check", "splits")) == []


@pytest.mark.slow
@pytest.mark.parametrize("value", HOSTILE)
def test_no_page_fails_for_a_choice_that_nobody_made(value):
    assert hostile(value, PAGES) == []
