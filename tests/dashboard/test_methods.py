"""The page Methods: a small study from the button to its table, and the experiments of the paper."""

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.figures.comparisons import methods as figures
from dashboard.server.running import resources
from dashboard.words.text import _, spoken
from mx2core.corpus.samples import FOLDER
from tests.dashboard.places import go, plotly_figure
from tests.dashboard.test_pages import fine, project_of, uploaded
from tests.waiting import wait_until

pytest.importorskip("sklearn")


def methods_page() -> AppTest:
    """The page, on every second text of a sample: too many to leave out one by one, no finished example."""
    lines = (FOLDER / "intents_en.jsonl").read_bytes().splitlines(keepends=True)[::2]
    app = uploaded("intents.jsonl", b"".join(lines))
    return go(app, "methods")


def ready(app: AppTest, kind: str) -> AppTest:
    """The page after the study that it shows has ended; `kind` is the choice that names it."""
    assert not app.exception
    wait_until(lambda: not resources.jobs().running(project_of(app).choices[kind]))
    return fine(app.run())


def choose_naive_bayes(app: AppTest) -> AppTest:
    """Two quick models: naive Bayes on pairs of words, and on words."""
    app.selectbox(key="preset_0_label").set_value("B").run()
    return app.slider(key="ngrams_0_label_B").set_value((1, 1)).run()


def test_a_study_from_the_button_to_its_table():
    app = choose_naive_bayes(methods_page())
    app.pills(key="methods").set_value([]).run()
    assert any("at least one way" in note.value for note in app.info)
    app.pills(key="methods").set_value(["hold_out:50", "random:5", "leave_one_out"])
    app.number_input(key="laboratories").set_value(2).run()
    assert any("trainings" in caption.value for caption in app.caption)
    app.pills(key="methods").set_value(["hold_out:50", "hold_out:80", "leave_one_out"]).run()
    app.button(key="run_methods").click().run()
    app = ready(app, "methods_run")
    assert any("disagree" in words.value for words in app.markdown)
    assert any("Left out\\: leave\\-one\\-out" in note.value for note in app.info)
    app.segmented_control(key="methods_view").set_value("estimates").run()
    assert not app.exception
    app.segmented_control(key="methods_view").set_value("numbers").run()
    assert list(app.dataframe[0].value["method"]) == ["hold-out 5:5", "hold-out 8:2"]
    # What was run is found again in the other language, and by another session.
    app.sidebar.segmented_control(key="lang").set_value("zh").run()
    assert list(app.dataframe[0].value["方法"]) == ["留出 5:5", "留出 8:2"]
    record = resources.store().experiments.get(project_of(app).choices["methods_run"])
    assert (record.state, record.n_finished) == ("done", 8)


def test_the_experiments_of_the_paper_are_the_second_view():
    app = choose_naive_bayes(methods_page())
    app.segmented_control(key="methods_page").set_value("designs").run()
    assert not app.exception
    assert app.selectbox(key="design").value == "split_ratio"  # the paper's own come first
    assert any("Perception_experience" in one.value for one in app.markdown)  # with runs that are finished
    app.number_input(key="repetitions").set_value(2).run()
    app.button(key="run_design").click().run()
    app = ready(app, "design_run")
    assert len(app.dataframe[0].value) == 5 * 3


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
    wait_until(lambda: not resources.jobs().running(project_of(app).choices["design_run"]))
    assert not app.run().exception
    errors = [one.value for one in app.error]
    assert any("12 次训练失败：" in one for one in errors), errors


@pytest.mark.parametrize("language", ["en", "zh"])
def test_titles_under_the_axis_are_in_lines_that_a_phone_shows_whole(language):
    title = "{metric} of {a} minus {b}"
    with spoken(language):
        figure = figures._row_figure(["ten folds"], [], {"title": {"text": _(title)}})
    lines = plotly_figure(figure).to_dict()["layout"]["xaxis"]["title"]["text"].split("<br>")
    assert all(len(line) <= figures.TITLE + 4 for line in lines)
