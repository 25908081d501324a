"""Start shows a place to drop a file, then what is in it; what differs from the defaults is said."""

import json

import numpy as np
import pytest

from dashboard.figures.splits import divergence as figures
from dashboard.ui import menu
from tests.dashboard.test_pages import opened, project_of, visited

ROWS = [f"word{k} here\t{'yes' if k % 3 else 'no'}\n" for k in range(40)]


def dropped(app, *files):
    uploads = [(name, ("text\tlabel\n" + "".join(rows)).encode(), "text/plain") for name, rows in files]
    return app.file_uploader(key="upload").set_value(uploads).run()


def test_a_new_visitor_sees_where_to_drop_a_file_and_the_argument():
    app = visited(lang="en")
    assert "p" not in app.query_params
    assert app.file_uploader(key="upload")
    assert app.button(key="deal")
    assert not app.metric[:1] or app.metric[0].label == "A"


@pytest.mark.parametrize("old", ["corpus", "runs"])
def test_an_old_address_opens_the_corpus(old):
    page, more = menu.MOVED[old]
    assert page == "home"
    app = visited(lang="en", **more)
    assert app.metric[0].label == "Units"
    comparisons = next(box for box in app.expander if box.label.startswith("Comparisons"))
    assert comparisons.proto.expanded == (old == "runs")


def test_a_file_that_is_dropped_is_split_at_once():
    app = dropped(visited(lang="en"), ("all.tsv", ROWS))
    assert not [*app.exception, *app.error]
    assert app.metric[0].value == "40"
    assert not any(box.label == "Corpora of this project" for box in app.selectbox)  # there is one
    stands_out = {key: app.button(key=key).proto.type for key in ("deal_half", "next")}
    assert stands_out == {"deal_half": "secondary", "next": "primary"}
    said = [words.value for words in app.markdown if words.value.startswith("Dealt split ")]
    app.button(key="deal_half").click().run()
    again = [words.value for words in app.markdown if words.value.startswith("Dealt split ")]
    assert said[0].startswith("Dealt split 1: ")
    assert again[0].startswith("Dealt split 2: ")


def test_lengths_are_in_ranges_and_labels_of_kinds():
    rows = "".join(f"Ann\tB-{'PER' if k % 2 else 'ORG'}\n" + "said\tO\n" * k + "\n" for k in range(1, 40))
    app = visited(lang="zh")
    app.file_uploader(key="upload").set_value([("a.conll", rows.encode(), "text/plain")]).run()
    assert not [*app.exception, *app.error]
    assert app.metric[1].delta == "标签 2 种；句长 5 个区间"


def test_the_files_of_a_split_lead_to_its_check():
    app = dropped(visited(lang="en"), ("train.tsv", ROWS[:30]), ("test.tsv", ROWS[30:]))
    assert not [*app.exception, *app.error]
    assert len(project_of(app).corpus) == 40
    assert app.title[0].value != "What is in this corpus?"
    assert app.get("plotly_chart")


def test_a_corpus_and_its_folds_lead_to_their_check():
    folds = ("folds.json", json.dumps([list(range(k, 40, 4)) for k in range(4)]).encode(), "application/json")
    corpus = ("all.tsv", ("text\tlabel\n" + "".join(ROWS)).encode(), "text/plain")
    app = visited(lang="en").file_uploader(key="upload").set_value([folds, corpus]).run()
    assert not [*app.exception, *app.error]
    assert project_of(app).corpus.name == "all.tsv"
    assert {metric.label: metric.value for metric in app.metric}["Folds"] == "4"


def test_options_say_what_differs_from_the_default():
    app = opened("en")
    assert any(box.label == "Options" for box in app.expander)
    app.segmented_control(key="counted").set_value("tokens").run()
    assert any(box.label == "Options: tokens" for box in app.expander)


def test_a_law_without_end_at_zero_does_not_press_the_bars_flat():
    values = np.repeat([0.0, 0.5, 2.0], [500, 300, 200])
    figure = figures.divergence_histogram(
        values, density=lambda x: 1 / np.sqrt(x), expected=0.5, floor=0.0, title="χ²/J"
    )
    assert figure.to_plotly_json()["layout"]["yaxis"]["range"][1] < 600
