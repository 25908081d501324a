"""The finished example: every page has something to show; a foreign or damaged file is refused."""

import io
import json
import zipfile

import pytest

import mx2core as mx
from dashboard.methods import splitting_ways, study_runs
from dashboard.race import start
from dashboard.server import examples, project
from dashboard.server.project import SAMPLES
from dashboard.server.running import resources
from dashboard.session import state
from mx2core.errors import StoreError
from mx2core.store.files.project_file import unpack_project
from tests.dashboard.places import go
from tests.dashboard.test_deciding import door
from tests.dashboard.test_pages import how_many, project_of, uploaded, visited, way_box
from tests.few import few


def example_page(language, page):
    app = visited(lang=language)
    go(app, page)
    # A Chinese reader's sample is the one that the tests open, and it has its results by itself.
    return app if language == "zh" else app.button(key="show_example").click().run()


@pytest.fixture
def sample(monkeypatch):
    """A visitor who opened nothing: the sample is the one in his language."""
    monkeypatch.delenv("MX2_SAMPLE")
    return visited(lang="en")


def opened(app):
    """The project of a session, which the address names only when there is something in it."""
    return resources.projects().find(app.session_state[state.OWN], "")


def assert_full(app, page):
    """A page shows results of the example, and no offer to show them."""
    go(app, page)
    assert not [*app.exception, *app.error, *app.warning], page
    assert "show_example" not in [button.key for button in app.button], page
    assert [*app.dataframe, *app.get("plotly_chart")], page


@pytest.mark.parametrize("first", ["race", "share"])
def test_no_page_of_an_untouched_sample_is_empty(sample, first):
    before = opened(sample).id
    for page in (first, "corpora", "methods"):
        assert_full(sample, page)
        project = opened(sample)
        assert project.id == before
        assert len(project.experiments) == 6
        assert (examples.STUDY in project.choices) == (page == "methods")
        if page == first:
            assert [note.value.replace("\\", "") for note in sample.success] == ["Sample results added."]
    assert project.choices[examples.VERSION] == mx.__version__, "python -m benchmarks.sample_results"


def test_the_corpus_of_the_sample_is_not_read_again_for_its_results(sample, monkeypatch):
    def anew(*given, **named):
        raise AssertionError("it was read before")

    monkeypatch.setattr("mx2core.corpus.read.read_corpus", anew)
    assert_full(sample, "race")


def test_the_example_opens_where_it_was_asked_for():
    assert example_page("en", "corpora").title[0].value == "Which model is better across several corpora?"


def test_a_race_of_ones_own_is_no_result_of_the_sample(sample, monkeypatch):
    go(sample, "race")
    assert sample.success
    monkeypatch.setattr(start.experiments, "begin", lambda *_asked: opened(sample).experiments[0])
    sample.button(key="another").click().run()
    sample.button(key="compare").click().run()
    assert not [*sample.exception, *sample.success]


def test_results_that_were_deleted_do_not_come_back_by_themselves(sample):
    sample.switch_page("../pages/race.py").run()
    project = opened(sample)
    for id in project.experiments:
        resources.store().experiments.delete(id)
    project.experiments.clear()
    sample.switch_page("../pages/home.py").run()
    assert not project.experiments
    assert sample.button(key="show_example")  # leads to them


def test_what_a_visitor_made_of_the_sample_stays_alone(sample):
    project = opened(sample)
    project.keep(mx.random_partitions(len(project.corpus), 2, seed=1))
    sample.switch_page("../pages/race.py").run()
    assert not project.experiments
    assert sample.button(key="show_example")


@few("damage", 2, [None, b"", b"PK\x05\x06" + bytes(18)])
def test_a_file_that_is_missing_or_damaged_is_said_to_be(damage, tmp_path, monkeypatch):
    def of_example(name):
        with monkeypatch.context() as elsewhere:
            elsewhere.setattr(project, "SAMPLES", tmp_path)
            return project.sample_file(name)

    monkeypatch.setattr(examples, "sample_file", of_example)
    if damage is not None:
        (tmp_path / "finished_en.zip").write_bytes(damage)
    app = visited(lang="en").button(key="show_example").click().run()
    assert not app.exception
    assert len(app.error) == 1


def test_the_study_is_taken_in_laid_out_and_tabulated_once_for_all_visitors(monkeypatch):
    example_page("en", "methods")

    def anew(*given, **named):
        raise AssertionError("it was there")

    monkeypatch.setattr(examples, "unpacked", anew)  # asked before it is taken in
    monkeypatch.setattr(study_runs, "open_study", anew)
    monkeypatch.setattr(splitting_ways, "tabulate_methods", anew)
    assert_full(example_page("en", "methods"), "methods")


def test_a_design_is_taken_in_only_where_it_is_asked_for(tmp_path):
    design = (SAMPLES / "methods_en.zip").read_bytes()
    experiment = unpack_project((SAMPLES / "finished_en.zip").read_bytes()).experiments[0]
    with zipfile.ZipFile(io.BytesIO(design)) as members:
        asked = json.loads(members.read("experiment.json"))
    with mx.store.Store(tmp_path / "runs.db") as store:
        with pytest.raises(StoreError):
            store.take_in(design)
        with pytest.raises(StoreError):
            store.take_in(experiment, design=True)
        brought = store.take_in(design, design=True)
        assert brought.folds == len(asked["logs"]) == len(set(store.experiments.folds(brought.id).values()))


def test_the_answer_is_in_words_and_the_scores_behind_the_door_are_of_the_splits_that_are_picked():
    app = example_page("en", "race")
    assert [one.value for one in app.markdown if one.value.startswith("## ")] == [
        "## word pairs and words are equivalent within δ\xa0\\=\xa00\\.01"
    ]
    captions = " ".join(one.value.replace("\\", "") for one in app.caption)
    assert "On 10 block splits; 9 tested (more: ≤10% less variance)" in captions
    assert not any(one.key == "more_splits" for one in app.button)  # more would not help
    assert "Fixed beforehand: accuracy, two-sided" in captions
    app.selectbox(key="model_b").set_value("naive Bayes").run()
    assert any("## word pairs is better than naive Bayes" in words.value for words in app.markdown)
    door(app, "scores")
    table = app.table[0].value
    names = [name.replace("\N{NO-BREAK SPACE}", " ") for name in table["model"]]
    assert names[:3] == ["word pairs", "words", "naive Bayes"]
    assert not table.map(lambda cell: "-0" in cell).any().any()  # a minus sign, no hyphen
    assert "shift against random" in table
    app.segmented_control(key="source").set_value(1).run()
    assert "shift against random" not in app.table[0].value


@few("language", 1, ["en", "zh"])
def test_splits_shows_what_the_example_was_compared_on(language):
    app = visited(lang=language)
    app.button(key="show_example").click().run()
    go(app, "splits")
    shown = way_box(app).value, how_many(app).value
    project = project_of(app)
    compared = next(iter(project.partitions.values())).partitions
    assert shown == (compared.method, len(compared)) == ("block", 10)
    made = mx.block_partitions(len(project.corpus), shown[1], seed=project.choices["seed"])
    assert made.id == compared.id


def test_a_set_that_was_not_compared_yet_is_asked_about_and_the_answer_is_a_click_away():
    app = example_page("en", "race")
    assert "compare" not in [button.key for button in app.button]
    project = project_of(app)
    made = mx.regularized_partitions([project.corpus.attribute("label").counts], 3, target=[(0.8, 1.1)])
    key = project.keep(made)
    app.session_state["compared_on"], app.session_state["proposed"] = [key], key  # as its card has it
    app.run()
    assert not app.exception
    assert app.button(key="compare")
    captions = " ".join(one.value.replace("\\", "") for one in app.caption)
    assert "On 3 splits built to thresholds" in captions
    assert "model_a" not in [box.key for box in app.selectbox]  # two models are asked about once
    app.button(key="answered").click().run()
    assert "compare" not in [button.key for button in app.button]
    assert app.selectbox(key="model_a")


def test_what_a_scheme_did_to_scores_is_measured_where_it_was_compared_with_random_halves():
    app = example_page("en", "race")
    app.switch_page("../pages/splits.py").run()
    way_box(app).set_value("block").run()
    assert any(
        "10 block splits, accuracy against random halves: word pairs **+0.0021 ["
        in words.value.replace("\\", "")
        for words in app.markdown
    )
    way_box(app).set_value("floor").run()
    assert not any("Measured here" in words.value for words in app.markdown)


def test_from_the_example_a_link_leads_back_to_the_corpus_that_was_open():
    app = uploaded("mine.csv", b"text,label\none,x\ntwo,y\nthree,x\nfour,y\n", page="methods")
    mine = opened(app).id
    app.button(key="show_example").click().run()
    assert not app.exception
    assert opened(app).id != mine
    back = next(one for one in app.sidebar.get("page_link") if one.proto.label == r"Back to mine\.csv")
    assert f"p={mine}" in back.proto.query_string
