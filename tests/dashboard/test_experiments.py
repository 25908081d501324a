"""Comparisons through the pages: run, kept, opened again, renamed, deleted and brought back."""

import io
import json
import zipfile
from threading import Event

import pytest
from streamlit.testing.v1 import AppTest

import mx2core as mx
from dashboard.methods import study_runs
from dashboard.server.projects import ServerProjects
from dashboard.server.running import experiments, resources
from dashboard.ui import components
from dashboard.ui.answers import measured_shift
from dashboard.ui.models import expected_time
from mx2core.store.files.bounded_zip import pack
from mx2core.studies import Estimate
from mx2core.training import Progress
from mx2core.training.run import jobs
from mx2core.training.run.time_estimate import TimeEstimate
from tests.dashboard.places import go
from tests.dashboard.test_deciding import another, door, page_text
from tests.dashboard.test_pages import fine, project_of, uploaded, visited, way_box
from tests.score_tables import ahead, score_table
from tests.training.small import held_cluster
from tests.waiting import wait_until

TEXTS = "\n".join(
    json.dumps({"text": f"{'buy a ticket' if i % 2 else 'return a book'} number {i}", "label": "ab"[i % 2]})
    for i in range(60)
)


@pytest.fixture
def small() -> AppTest:
    """A corpus on which models train in a moment."""
    app = uploaded("small.jsonl", TEXTS.encode())
    assert not app.error
    return app


def ended(app: AppTest) -> AppTest:
    """Wait for what the server is training for this project, then draw the page anew."""
    wait_until(lambda: not any(resources.jobs().running(id) for id in list(resources.jobs()._jobs)))
    app.run()
    fine(app)
    return app


def links(app: AppTest) -> list[str]:
    return [link.proto.label for link in app.get("page_link")]


def compared(app: AppTest) -> AppTest:
    app.switch_page("../pages/race.py").run()
    app.button(key="compare").click().run()
    return ended(app)


def test_a_comparison_says_what_its_cluster_lacks_until_it_goes_on(monkeypatch):
    untrained = TEXTS.replace('"text": "', '"text": "held ')  # no other test has trained on them
    small = uploaded("held.jsonl", untrained.encode())
    held = Event()
    held.set()
    held_cluster(monkeypatch, held.is_set)
    monkeypatch.setenv("MX2_WORKERS", "dask:tcp://host:1")
    small.switch_page("../pages/race.py").run()
    small.button(key="compare").click().run()
    wait_until(lambda: resources.jobs().get([*resources.jobs()._jobs][-1]).progress.missing)
    (warning,) = small.run().warning
    held.clear()
    assert "has no worker" in warning.value
    assert not ended(small).warning


def test_the_time_that_is_left_is_known_before_the_first_training_has_ended(monkeypatch):
    app, held = uploaded("held.jsonl", TEXTS.replace('"text": "', '"text": "new ').encode()), Event()
    held.set()
    held_cluster(monkeypatch, held.is_set)
    monkeypatch.setenv("MX2_WORKERS", "dask:tcp://host:1")
    app.switch_page("../pages/race.py").run()
    monkeypatch.setattr(resources, "processes", lambda n: 2)
    monkeypatch.setattr(expected_time, "total_seconds", lambda models, n, workers: 3.0 * n)
    monkeypatch.setattr(jobs.ExperimentJob, "progress", Progress(0, 20, None, seconds=5.0))
    app.button(key="compare").click().run()
    [bar] = app.run().get("progress")
    assert bar.proto.text.split(" · ") == [
        *("0 of 20 trainings", "running for 0:00:05", "loading, then first trainings", "about 55 s left")
    ]
    held.clear()
    monkeypatch.undo()
    ended(app)


def test_pages_promise_the_processes_there_will_be(small, monkeypatch):
    app = compared(small)  # so that the time of a training is known
    monkeypatch.setattr(study_runs.job_progress, "duration", lambda seconds: f"<{seconds:.6f}>")
    monkeypatch.setattr(expected_time, "_estimate", lambda models: TimeEstimate((), 5.0))
    captions, times = {}, {}
    for workers in ("1", "7", "dask:tcp://nobody:1"):
        monkeypatch.setenv("MX2_WORKERS", workers)
        go(app, "race")
        if workers == "1":
            another(app)
        times[workers] = next(caption.value for caption in app.caption if "\nOn " in caption.value)
        go(app, "methods")
        captions[workers] = next(caption.value for caption in app.caption if "At most" in caption.value)
    assert times["1"] != times["7"]
    assert times["dask:tcp://nobody:1"].endswith("splits.")
    one, seven = (float(captions[n].partition("<")[2].partition(">")[0]) for n in "17")
    assert one - 5 == pytest.approx(7 * (seven - 5), rel=1e-3)  # processes start at the same time
    assert "depends on the cluster" in captions["dask:tcp://nobody:1"]


def test_an_experiment_is_run_and_nothing_is_trained_twice(small):
    app = compared(small)
    assert "Fixed models: paired test" in page_text(app)
    id = project_of(app).experiments[-1]
    folds = resources.store().folds.logs(list(resources.store().experiments.folds(id).values()))
    another(app).button(key="compare").click().run()
    ended(app)
    assert project_of(app).experiments == [id]  # the very same experiment is continued
    assert resources.store().folds.logs(list(resources.store().experiments.folds(id).values())) == folds


def test_tables_of_scores_are_brought_beside_what_was_trained_here(small):
    app = compared(small).switch_page("../pages/race.py").run()
    table = score_table(ahead()).encode()
    for name in ("one.csv", "two.csv"):  # the second finds the list of sources drawn already
        app.file_uploader(key="scores").set_value((name, table, "text/csv")).run()
        assert not app.exception
        assert app.segmented_control(key="source").value == components.TABLE
        assert project_of(app).table_name == name
        assert not any("A (" in one.value for one in app.caption)  # those models are not asked about


def test_a_set_that_holds_as_a_whole_is_not_cut(small):
    """The first splits of a balanced set are no balanced set; those of a block set are a block set."""
    project = project_of(small)
    counts = [project.corpus.attribute("label").counts]
    balanced = project.keep(mx.regularized_partitions(counts, 5, target="balanced"))
    block = project.keep(mx.block_partitions(len(project.corpus), 5))
    app = small.switch_page("../pages/race.py").run()
    app.pills(key="compared_on").set_value([balanced]).run()
    assert app.number_input(key="m_compared").value == 5
    assert "Start 20 trainings" in app.button(key="compare").label
    app.pills(key="compared_on").set_value([block]).run()
    app.number_input(key="m_compared").set_value(2).run()
    assert "Start 8 trainings" in app.button(key="compare").label
    app.pills(key="compared_on").set_value([balanced, block]).run()
    assert any("5 balanced splits; 5 block splits" in one.value for one in app.caption)
    assert "Start 40 trainings" in app.button(key="compare").label
    assert not any("For another m" in one.value for one in app.caption)
    app.number_input(key="m_compared").set_value(3).run()  # free, but then another set
    assert "Start 24 trainings" in app.button(key="compare").label
    assert any("3 new splits are made" in one.value for one in app.caption)
    assert "Download template (CSV)" in [one.proto.label for one in app.get("download_button")]
    assert not app.exception


def test_time_is_known_beforehand_and_a_quick_look_is_used_later(small, monkeypatch):
    monkeypatch.setattr(expected_time, "total_seconds", lambda models, n, at_once: n * 60 / at_once)
    monkeypatch.setenv("MX2_WORKERS", "2")
    app = small.switch_page("../pages/race.py").run()
    app.pills(key="compared_on").set_value(["block"]).run()
    # Twenty trainings of a minute each, two at a time.
    assert any("splits: about 10 min." in one.value for one in app.caption)
    monkeypatch.undo()
    app.button(key="quick_look").click().run()
    ended(app)
    looked = project_of(app).experiments[-1]
    assert "One split cannot show" in page_text(app)
    app.button(key="more_splits").click().run()  # compare on all, in place
    ended(app)
    assert experiments.run(project_of(app).experiments[-1]).comparisons[0].m == 5
    folds = [set(resources.store().experiments.folds(id).values()) for id in project_of(app).experiments]
    assert len(project_of(app).experiments) == 2
    assert looked == project_of(app).experiments[0]
    assert folds[0] < folds[1]
    assert len(folds[0]) == 4


def test_a_third_model_and_a_second_set_of_partitions(small):
    app = small
    app.switch_page("../pages/race.py").run()
    app.button(key="add_model").click().run()
    app.pills(key="compared_on").set_value(["centered", "random"]).run()
    assert any("5 random splits; 3 models" in words.value for words in app.caption)
    assert "Start 60 trainings" in app.button(key="compare").label
    app.button(key="compare").click().run()
    ended(app)
    door(app, "scores")
    table = app.table[0].value
    assert len(table) == 5  # three models and two differences, on the set that is shown
    assert "shift against random" in table.columns
    door(app, "tests", "pairs")
    assert len(app.table[0].value) == 3
    assert any("any wrong “yes” among 3" in words.value for words in app.caption)


def test_two_models_of_one_name_are_refused(small):
    app = small
    app.switch_page("../pages/race.py").run()
    first, second = (one for one in app.text_input if one.key.startswith("name_"))
    second.set_value(first.value).run()
    app.button(key="compare").click().run()
    (error,) = app.error
    assert "rename one" in error.value


def test_a_project_is_found_by_its_address_when_the_server_is_new(small, monkeypatch):
    app = compared(small)
    app.switch_page("../pages/splits.py").run()
    way_box(app).set_value("selected").run()
    app.button(key="take").click().run()
    id, before = app.query_params["p"], project_of(app)

    # As a server that was started again.
    projects = ServerProjects(resources.store)
    monkeypatch.setattr(resources, "projects", lambda: projects)
    fresh = AppTest.from_file(app._script_path, default_timeout=600)
    fresh.query_params["p"], fresh.query_params["lang"] = id, "en"
    fresh.switch_page("../pages/race.py").run()
    assert not fresh.exception
    again = project_of(fresh)
    assert again is not before
    assert again.experiments == before.experiments
    assert list(again.partitions) == list(before.partitions)
    assert again.corpus.units_sha256 == before.corpus.units_sha256
    fresh.button(key="answered").click().run()
    assert "Fixed models: paired test" in page_text(fresh)


def listed(app):
    """The table of comparisons."""
    return next(table.value for table in app.dataframe if "trainings" in table.value)


def test_runs_are_listed_and_a_project_that_has_none_says_so(small):
    small.switch_page("../pages/home.py").run()
    assert any("Nothing has been compared" in words.value for words in small.caption)
    app = compared(small)
    resources.store().experiments.rename(project_of(app).experiments[-1], "../\u202eevil")
    app.switch_page("../pages/home.py").run()
    assert listed(app)["trainings"].tolist() == ["20 / 20"]
    assert listed(app)["name"].tolist() == ["../⟨U+202E⟩evil"]


def test_a_deleted_run_can_be_brought_back(small):
    app = compared(small)
    id = project_of(app).experiments[-1]
    resources.store().experiments.delete(id)
    app.session_state["deleted_run"] = id
    app.switch_page("../pages/home.py").run()
    assert any("was deleted" in words.value for words in app.info)
    app.button(key="undo_delete").click().run()
    assert len(listed(app)) == 1


def test_an_experiment_moves_as_one_file(small):
    app = compared(small)
    data = resources.store().export(project_of(app).experiments[-1])
    other = dropped("experiment.zip", data)
    assert other.query_params["view"] == "runs"
    assert listed(other)["corpus"].tolist() == ["small.jsonl"]
    assert any("Its scores are unchecked" in one.value for one in other.success)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    bad = dropped("bad.zip", pack(members | {"corpus": b"another"}))
    assert any("bad.zip" in one.value.replace("\\", "") for one in bad.error)


def dropped(name: str, data: bytes) -> AppTest:
    """On Start, by somebody who is new here."""
    app = visited(lang="en")
    return app.file_uploader(key="upload").set_value((name, data, "application/zip")).run()


def test_the_same_comparison_in_two_projects_is_two_experiments(small):
    compared(small)
    other = uploaded("small.jsonl", TEXTS.encode())
    compared(other)
    mine, theirs = project_of(small).experiments[-1], project_of(other).experiments[-1]
    assert mine != theirs  # what one of them renames or deletes is not the other's
    assert resources.store().experiments.folds(mine) == resources.store().experiments.folds(theirs)
    assert project_of(small).id.encode() not in resources.store().export(mine)


def test_a_run_that_was_cancelled_has_its_ways_on(monkeypatch):
    """What is finished, how to train the rest, and the way to the example or back to the last result."""
    # Texts of its own: no other test has trained on them, so no fold is kept.
    app = uploaded("cancelled.jsonl", TEXTS.replace("number", "item").encode(), page="race")
    assert app.button(key="show_example")
    with monkeypatch.context() as held:
        held.setattr(type(resources.jobs()), "_advance", lambda jobs: None)  # it waits for its turn
        app.button(key="compare").click().run()
        resources.jobs().cancel(project_of(app).experiments[-1])
    app.run()
    assert "0 of 20 trainings finished" in app.info[0].value
    assert "No split is finished yet." in app.info[0].value
    assert not app.get("plotly_chart")
    assert {"retry", "show_example", "another"} <= {button.key for button in app.button}
    assert "Next: share the result" not in links(app)  # there is none
    assert "compare" not in [button.key for button in app.button]  # nor two models to pick, twice
    assert "model_a" not in [box.key for box in app.selectbox]
    app.button(key="retry").click().run()
    ended(app)
    assert {"show_example", "earlier"}.isdisjoint(button.key for button in app.button)
    assert "Next: share the result" in links(app)


def test_an_imported_answer_stays_while_models_train_and_above_a_run_that_was_cancelled(monkeypatch):
    app = uploaded("imported.jsonl", TEXTS.replace("number", "no.").encode(), page="race")
    app.file_uploader(key="scores").set_value(("mine.csv", score_table(ahead()).encode(), "text/csv")).run()
    (answer,) = [one.value for one in app.markdown if one.value.startswith("## ")]
    another(app)
    with monkeypatch.context() as held:
        held.setattr(type(resources.jobs()), "_advance", lambda jobs: None)  # it waits for its turn
        app.button(key="compare").click().run()
        assert answer not in [one.value for one in app.markdown]  # what was begun last is awaited
        assert answer in [one.value for one in go(app, "share").markdown]  # and has nothing to share yet
        go(app, "race").segmented_control(key="source").set_value(components.TABLE).run()
        assert answer in [one.value for one in app.markdown]
        resources.jobs().cancel(project_of(app).experiments[-1])
    app.run()
    drawn = [one.value for one in app.main if one.type in ("markdown", "info")]
    (cancelled,) = [one for one in drawn if "0 of 20 trainings finished" in one]
    assert drawn.index(answer) < drawn.index(cancelled)
    assert "naive Bayes" in cancelled  # of which run
    assert "show_example" not in [button.key for button in app.button]


def test_measuring_a_shift_says_what_to_start_also_above_an_answer(small):
    compared(small)
    go(small, "splits")
    small.selectbox(key=next(box.key for box in small.selectbox if box.key.startswith("way_"))).set_value(
        "balanced"
    ).run()
    measure = small.button(key="measure_shift")
    assert "(40 trainings)" in measure.label.replace(
        "\\", ""
    )  # two models, two sets of five, each split both ways
    measure.click().run()
    fine(small.switch_page("../pages/race.py").run())
    assert any("how these splits shift scores" in one.value for one in small.info)
    assert small.pills(key="compared_on").value == ["balanced", "random"]
    assert "Start 40 trainings" in small.button(key="compare").label
    small.button(key="compare").click().run()
    assert not any("how these splits shift scores" in one.value for one in ended(small).info)


def test_a_shift_that_was_measured_has_its_interval_on_the_card(small, monkeypatch):
    compared(small)
    found = "accuracy", (("SVM", Estimate(0.01, -0.002, 0.022)),), project_of(small).partitions
    monkeypatch.setattr(measured_shift, "project_shift", lambda accepts: found)
    captions = [one.value.replace("\\", "") for one in go(small, "splits").caption]
    assert "SVM, accuracy, measured here: 95% interval −0.0020 to +0.0220" in captions
