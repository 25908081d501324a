"""The page Methods: a small study from the button to its table, and the experiments of the paper."""

from types import SimpleNamespace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from dashboard.figures.comparisons import methods as figures
from dashboard.methods.study_runs import StudyRun
from dashboard.server.running import resources
from dashboard.words.text import _, spoken
from mx2core.corpus import read_corpus
from mx2core.corpus.samples import FOLDER
from mx2core.errors import DesignError
from mx2core.studies.kept_study import open_kept
from mx2core.studies.methods import study, tabulate_methods
from mx2core.studies.subsets import SubsetStudies, subset_studies
from tests.dashboard.places import drawn, go
from tests.dashboard.test_pages import fine, project_of, uploaded
from tests.studies.small import text
from tests.waiting import until

from .test_pages import opened

pytest.importorskip("sklearn")


def on_methods() -> AppTest:
    """The page, on every second text of a sample: too many to leave out one by one, no finished example."""
    lines = (FOLDER / "intents_en.jsonl").read_bytes().splitlines(keepends=True)[::2]
    app = uploaded("intents.jsonl", b"".join(lines))
    return go(app, "methods")


def ready(app: AppTest, kind: str) -> AppTest:
    """The page after the study that it shows has ended; `kind` is the choice that names it."""
    assert not app.exception
    until(lambda: not resources.jobs().running(project_of(app).choices[kind]))
    return fine(app.run())


def by_naive_bayes(app: AppTest) -> AppTest:
    """Two quick models: naive Bayes on pairs of words, and on words."""
    app.selectbox(key="preset_0_label").set_value("B").run()
    return app.slider(key="ngrams_0_label_B").set_value((1, 1)).run()


def test_a_study_from_the_button_to_its_table():
    app = by_naive_bayes(on_methods())
    app.pills(key="methods").set_value([]).run()
    assert any("at least one way" in note.value for note in app.info)
    app.pills(key="methods").set_value(["hold_out:50", "random:5", "leave_one_out"])
    app.number_input(key="laboratories").set_value(2).run()
    assert any("trainings" in caption.value for caption in app.caption)
    app.pills(key="methods").set_value(["hold_out:50", "hold_out:80", "leave_one_out"]).run()
    app.button(key="run_methods").click().run()
    app = ready(app, "methods_run")
    assert any("**disagree**" in words.value for words in app.markdown)
    assert any("Left out: leave\\-one\\-out" in note.value for note in app.info)
    assert list(app.dataframe[0].value["method"]) == ["hold-out 5:5", "hold-out 8:2"]
    for view in ("conclusions", "estimates"):
        app.segmented_control(key="methods_view").set_value(view).run()
        assert not app.exception, view
    # What was run is found again in the other language, and by another session.
    app.sidebar.segmented_control(key="lang").set_value("zh").run()
    assert list(app.dataframe[0].value["方法"]) == ["留出 5:5", "留出 8:2"]
    record = resources.store().experiments.get(project_of(app).choices["methods_run"])
    assert (record.state, record.n_finished) == ("done", 8)


def test_the_experiments_of_the_paper_are_the_second_view():
    app = by_naive_bayes(on_methods())
    app.segmented_control(key="methods_page").set_value("designs").run()
    assert not app.exception
    assert app.selectbox(key="design").value == "split_ratio"  # the paper's own come first
    assert any("Perception_experience" in one.value for one in app.markdown)  # with runs that are finished
    app.number_input(key="repetitions").set_value(2).run()
    app.button(key="run_design").click().run()
    app = ready(app, "design_run")
    assert len(app.dataframe[0].value) == 5 * 3


def test_figures_are_drawn_of_any_study():
    from mx2core.training import evaluate
    from tests.studies.small import corpus
    from tests.training.small import models

    small = corpus(24)
    laid_out = study(small, ["hold_out:50", "hold_out:80", "random:2", "leave_one_out"], laboratories=2)
    table = tabulate_methods(laid_out, evaluate(small, models(3), folds=laid_out.folds, n_workers=0))
    agreed = drawn(figures.agreement(table))
    assert all(0 <= chance <= 1 for chance in agreed.data[0].x)
    assert [words.rpartition(" · ")[2] for words in agreed.layout.yaxis.ticktext] == [
        "2 trainings",
        "2 trainings",
        "8 trainings",
    ]
    assert len(agreed.layout.annotations) == 3
    assert not any(trace.showlegend is not False for trace in agreed.data)
    shares = drawn(figures.conclusions(table))
    assert np.sum([trace.x for trace in shares.data], axis=0) == pytest.approx(1)
    assert len(drawn(figures.estimates(table, metric="f1")).data[0].x) == 7


@pytest.fixture
def frames():
    """Two frames that are large enough, one that is not, and one without labels."""
    blocks = []
    for frame, n, seed in (("Alpha", 24, 1), ("Beta", 20, 2), ("Gamma", 5, 3)):
        sentences = text(n, seed).split("\n", 1)[1].strip().split("\n\n")
        blocks += [f"# frame = {frame}\n{one}\n\n" for one in sentences]
    blocks += [f"# frame = Single\nword{n}\tN\tO\nrings\tV\tO\n\n" for n in range(12)]
    return ("# global.columns = word pos label\n" + "".join(blocks)).encode()


def test_good_and_bad_splits_of_each_frame_in_one_run(frames):
    app = uploaded("frames.conll", frames, page="methods")
    app.segmented_control(key="methods_page").set_value("designs").run()
    app.selectbox(key="design").set_value("good_bad")
    app.selectbox(key="design_each").set_value("frame")
    app.number_input(key="repetitions").set_value(2).run()
    app.number_input(key="design_least").set_value(10).run()
    assert not app.exception
    assert app.selectbox(key="design_each").value == "frame"
    app.button(key="run_design").click().run()
    app, id = ready(app, "design_run"), project_of(app).choices["design_run"]
    table = parts_shown(app)
    assert [*table["number of units"]] == [24, 20, 12]
    assert any("Single" in note.value and "label" in note.value for note in app.warning)
    assert "SNR, good" in table
    assert any("Gamma (5)" in note.value for note in app.caption)
    assert any("repetitions, found 2" in one.value for one in app.info)
    # What was run is laid out again from the store alone.
    record = resources.store().experiments.get(id)
    again = open_kept(resources.store(), id)
    assert sum(planned.n_folds for planned in again.plans) == record.n_folds == record.n_finished
    parts = app.selectbox(key="parts_of")
    parts.set_value(next(of for of in parts.options if " − " in of)).run()
    app.sidebar.segmented_control(key="lang").set_value("zh").run()
    assert not app.exception
    assert "信噪比（好）" in parts_shown(app)
    assert any("现为 2 次" in one.value for one in app.info)
    app.number_input(key="design_least").set_value(100).run()
    assert any("样本数都不够" in note.value for note in app.error)


def test_parts_are_shown_when_every_training_was_tried():
    parts = SimpleNamespace(study=SubsetStudies("frame", 10, (), ()))
    whole = SimpleNamespace(study=None)

    def finished(kept, state, n_finished, n_failed):
        record = SimpleNamespace(state=state, n_finished=n_finished, n_failed=n_failed, n_folds=9)
        return StudyRun(record, kept).finished

    assert finished(parts, "done", 9, 0)
    assert finished(parts, "done", 7, 2)
    assert not finished(parts, "done", 6, 2)
    assert not finished(parts, "done", 0, 9)
    assert not finished(parts, "cancelled", 7, 2)
    assert not finished(whole, "done", 7, 2)


def parts_shown(app):
    """The table with a row a part."""
    (table,) = (one.value for one in app.dataframe if "Alpha" in one.value.iloc[:, 0].tolist())
    assert [*table.iloc[:, 0]] == ["Alpha", "Beta", "Single"]
    return table


def test_parts_by_the_class_that_is_predicted_are_not_offered():
    app = by_naive_bayes(on_methods())
    app.segmented_control(key="methods_page").set_value("designs").run()
    assert not app.exception
    assert not [one for one in app.selectbox if one.key == "design_each"]
    # Said where it is asked for all the same.
    corpus = read_corpus("sample_data/intents_en.jsonl")
    with pytest.raises(DesignError, match="divide the corpus by another field"):
        subset_studies("good_bad", corpus, lambda where: corpus, each="label", gold="label", repetitions=2)


def test_why_trainings_failed_is_said_in_the_language_of_the_page():
    """All texts of one class but one: neither an SVM nor logistic regression has anything to tell apart."""
    lines = ["text,label", *(f"some words {n},{'other' if n == 5 else 'usual'}" for n in range(24))]
    app = uploaded("one.csv", "\n".join(lines).encode(), "zh", page="methods")
    app.segmented_control(key="methods_page").set_value("designs").run()
    app.selectbox(key="preset_1_label").set_value("A").run()
    app.selectbox(key="design").set_value("block").run()
    app.number_input(key="repetitions").set_value(2)
    app.number_input(key="m_design").set_value(1).run()
    app.button(key="run_design").click().run()
    until(lambda: not resources.jobs().running(project_of(app).choices["design_run"]))
    assert not app.run().exception
    said = [one.value for one in app.error]
    assert any("12 次训练失败：" in one for one in said), said


@pytest.mark.parametrize("language", ["en", "zh"])
def test_titles_under_the_axis_are_in_lines_that_a_phone_shows_whole(language):
    title = "{metric} of {a} minus {b}"
    with spoken(language):
        figure = figures._row_figure(["ten folds"], [], {"title": {"text": _(title)}})
    lines = drawn(figure).to_dict()["layout"]["xaxis"]["title"]["text"].split("<br>")
    assert all(len(line) <= figures.TITLE + 4 for line in lines)


# The view of overlaps on Methods.
def test_sliders_move_the_answer():
    app = opened("en", page="methods")
    app.segmented_control(key="methods_page").set_value("overlap").run()
    app.selectbox(key="overlap_units").set_value(24).run()
    assert not app.exception
    said = next(words.value for words in app.markdown if "n/4 = 6" in words.value)
    app.slider(key="overlap_m").set_value(20).run()
    moved = next(words.value for words in app.markdown if "n/4 = 6" in words.value)
    assert moved != said
    app.slider(key="overlap_m").set_value(1).run()
    assert not any("n/4 = 6" in words.value for words in app.markdown)
    assert not app.exception
