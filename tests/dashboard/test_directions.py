"""Errors are better when they are small: on every page that says which model is better, and in the report."""

import numpy as np

import mx2core as mx
from dashboard.server.project import CorpusSource, Project
from dashboard.ui.documents.report import report
from tests.dashboard.test_deciding import door, fine, page_text, raced
from tests.dashboard.test_experiments import TEXTS, compared
from tests.dashboard.test_pages import paragraphs, project_of, uploaded
from tests.dashboard.test_report import read
from tests.dashboard.test_several import ranking
from tests.score_tables import ERRORS, corpus_table, score_table


def table(metric):
    """Scores of A and B, A's the smaller ones."""
    return score_table(ERRORS, metric).encode()


def test_the_model_with_the_smaller_error_is_better():
    app = raced(table("Test error (%)"))
    assert "A is better, and the test stops at m = 3" in page_text(app)
    assert "Lower is better, so above 0 A is ahead." in page_text(app)
    app.segmented_control(key="sides").set_value("two-sided").run()
    assert "A is better, and the test stops at m = 3" in page_text(fine(app))
    assert "**+0.20" in page_text(app)
    assert any("After 3 splits A was better than B" in one for one in paragraphs(app))
    app.selectbox(key="model_a").set_value("B").run()
    assert "A is better" in page_text(fine(app))


def test_an_unknown_metric_is_asked_about():
    app = raced(table("quality"))
    assert "m = 3" not in "".join(one.value for one in app.markdown)
    app.segmented_control(key="sides").set_value("two-sided").run()
    app.segmented_control(key="way_quality").set_value("smaller").run()
    assert "A is better" in page_text(fine(app))
    app.segmented_control(key="way_quality").set_value("larger").run()
    assert "B" in page_text(fine(app)).split("m = 3")[0]


def test_models_of_an_experiment_can_be_compared_by_their_errors():
    app = compared(uploaded("small.jsonl", TEXTS.encode()))
    app.selectbox(key=f"tested@{project_of(app).experiments[-1]}").set_value("error_rate").run()
    door(app, "scores")
    labels = [label.replace("\N{NO-BREAK SPACE}", " ") for label in app.table[0].value.iloc[:, 0]]
    a, b, difference = labels
    assert difference == f"{b} − {a}"  # the smaller error is taken from the larger one
    app.switch_page("../pages/race.py").run()
    shown = {}
    for metric in ("accuracy", "error_rate"):
        app.selectbox(key=f"tested@{project_of(app).experiments[-1]}").set_value(metric).run()
        fine(app)
        shown[metric] = next(one.value for one in app.markdown if one.value.startswith("## "))
    assert shown["accuracy"] == shown["error_rate"]


def reported(data, **choices):
    source = CorpusSource("x.conll", b"a\tB-X\n\nb\tO\n\n" * 10)
    project = Project("key", source, source.read())
    project.choices = choices
    project.table, project.table_name = mx.io.read_scores(data, name="s.csv"), "s.csv"
    return read(report(project, "en")).words


def test_the_report_does_not_guess():
    assert "Is higher or lower quality better?" in reported(table("quality"))
    words = reported(table("quality"), way_quality="smaller")
    assert "After 3 splits A was better than B." in words


def test_an_unknown_metric_of_several_corpora_is_asked_about():
    low, high = np.linspace(0.1, 0.2, 8).round(3), np.linspace(0.3, 0.35, 8).round(3)
    app = ranking(corpus_table({"a": low, "b": high, "c": high + 0.2}, "quality").encode())
    assert "Until you choose" in page_text(app)
    assert "First: " not in page_text(app)
    app.segmented_control(key="way_quality").set_value("smaller").run()
    assert "First: a" in page_text(app)
