"""The page on several corpora: from experiments, from a table, and the messages for too little."""

import numpy as np
import pytest

from dashboard.figures.comparisons.ranks import critical_difference
from dashboard.session import flash
from mx2core.errors import Notice
from mx2core.inference import nemenyi
from tests.dashboard.places import go, plotly_figure
from tests.dashboard.test_deciding import page_text
from tests.dashboard.test_experiments import TEXTS, ended
from tests.dashboard.test_pages import fine, opened
from tests.score_tables import corpus_table

VIEWS = ("ranks", "pairs", "scores")


def ranking(data, said_before=()):
    app = opened("en", page="corpora")
    app.session_state[flash._KEY] = list(said_before)
    app.file_uploader(key="corpora_file").set_value(("table.csv", data, "text/csv")).run()
    assert not app.exception, app.exception
    return app


def table(**models):
    return corpus_table(models).encode()


def test_three_models_can_be_ranked_in_every_view():
    scores = {"A": [0.81, 0.74, 0.90, 0.68], "B": [0.80, 0.75, 0.89, 0.67], "C": [0.79, 0.73, 0.88, 0.64]}
    app = ranking(table(**scores))
    for view in VIEWS:
        app.segmented_control(key="corpora_view").set_value(view).run()
        fine(app)
    assert "0.01" in page_text(app) or "p = " in page_text(app)


def test_two_models_are_told_apart_by_signed_ranks():
    app = ranking(table(good=[0.8, 0.7, 0.9, 0.65, 0.71, 0.6], bad=[0.7, 0.65, 0.8, 0.6, 0.69, 0.5]))
    assert "good is better on corpora like these" in page_text(app)
    app.toggle(key="corpora_smaller").set_value(True).run()
    assert "bad is better on corpora like these" in page_text(app)


def test_above_a_table_nothing_is_said_of_results_of_the_sample():
    of_sample = (Notice("Results of the sample."), True, None)
    assert not ranking(table(a=[0.8, 0.7, 0.9], b=[0.7, 0.6, 0.8]), [of_sample]).success


def test_a_table_that_cannot_be_ranked_is_told_so():
    assert len(ranking(table(a=[0.5, 0.6])).error) == 1


def dropped(app, words):
    """Race on one more corpus of the project, in which one class has these words."""
    texts = TEXTS.replace("buy a ticket", words).encode()
    app.switch_page("../pages/home.py").run()
    app.file_uploader[0].set_value(("one.jsonl", texts, "application/json")).run()
    app.switch_page("../pages/race.py").run()
    return app.number_input(key="m_compared").set_value(1).run()


def test_models_are_matched_by_what_they_are_and_not_by_name():
    app = opened("en")
    for words, second in (("buy a card", "A"), ("sell the car", "B")):
        dropped(app, words)
        app.selectbox(key="preset_1_label").set_value(second).run()
        app.text_input(key=f"name_1_label_{second}_1").set_value("mine").run()
        app.button(key="compare").click().run()
        ended(app)
    go(app, "corpora")
    assert not app.exception, app.exception
    assert "found: linear SVM" in page_text(app)


@pytest.mark.parametrize("k", [2, 3, 20])
def test_the_diagram_names_every_model_once_and_joins_every_group(k):
    rng = np.random.default_rng(k)
    names = [f"<model {i}>" for i in range(k)]
    found = nemenyi(rng.normal(size=(k, 9)), names)
    figure = plotly_figure(critical_difference(found.ranks, names, found.groups, found.critical_difference))
    written = [note.text for note in figure.layout.annotations]
    assert all(sum(f"&lt;model {i}&gt;" in note for note in written) == 1 for i in range(k))
    bars = [trace for trace in figure.data if trace.line.width == 6]
    assert len(bars) == len(found.groups)
    rows = sorted(
        note.y for note in figure.layout.annotations if "&lt;" in note.text and note.xanchor == "right"
    )
    assert len(set(rows)) == len(rows)  # no name lies on another


def test_experiments_on_two_corpora_are_ranked():
    app = opened("en")
    for words in ("buy a card", "sell the car"):
        dropped(app, words).button(key="compare").click().run()
        ended(app)
    fine(go(app, "corpora"))
    first, second = app.pills(key="corpora_chosen").value  # files of one name are told apart
    assert first != second
    app.segmented_control(key="corpora_view").set_value("scores").run()
    assert list(app.dataframe[0].value.columns[1:]) == ["linear SVM", "naive Bayes"]
    app.pills(key="corpora_chosen").set_value([first]).run()
    assert "Ranking needs two corpora" in page_text(app)
