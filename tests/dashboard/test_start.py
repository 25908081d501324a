"""Start shows a place to drop a file, then what is in it; what differs from the defaults is named."""

import json

import pytest

from dashboard.ui import menu
from tests.dashboard.test_pages import opened, project_of, visited

ROWS = [f"word{k} here\t{'yes' if k % 3 else 'no'}\n" for k in range(40)]
LONG = "9" * 5_000  # digits


def dropped(app, *files):
    uploads = [(name, ("text\tlabel\n" + "".join(rows)).encode(), "text/plain") for name, rows in files]
    return app.file_uploader(key="upload").set_value(uploads).run()


def test_a_new_visitor_sees_where_to_drop_a_file_and_the_argument():
    app = visited(lang="en")
    assert "p" not in app.query_params
    assert app.file_uploader(key="upload")
    assert app.button(key="deal")
    assert not app.metric[:1] or app.metric[0].label == "A"


def test_an_old_address_opens_the_corpus_or_the_runs_alone():
    corpus, runs = (visited(lang="en", **menu.MOVED[old][1]) for old in ("corpus", "runs"))
    assert corpus.metric[0].label == "Units"
    assert not next(box for box in corpus.expander if box.label.startswith("Runs")).proto.expanded
    assert [one.value for one in runs.title] == ["Runs"]
    assert not runs.expander
    assert not runs.metric  # it arrives at them
    assert {menu.MOVED[old][0] for old in ("corpus", "runs")} == {"home"}


@pytest.mark.parametrize(
    ("page", "name", "value", "expected"),
    [
        ("race", "m", "21", "1–20"),
        ("splits", "c1", "abc", "c1=0.9..1.7"),
        ("splits", "c1", "1.7..0.8", "c1=0.9..1.7"),
        ("splits", "c1", "nan..1", "c1=0.9..1.7"),
        ("splits", "c9", "..1", "c1, c2"),
        ("laboratory", "view", "x", "methods, calibration, corpora, metrics"),
        ("learn", "present", "x", "ask, answer, figure"),
        ("learn", "way", "x", "short"),
        ("share", "what", "x", "answer, splits, split"),
        ("home", "view", "x", "corpus, runs"),
        ("check", "view", "corpus", "home?view, laboratory?view"),
        ("splits", "m", "5", "race?m"),
        ("race", "c1", "..1", "splits?c1"),
        ("home", "way", "short", "learn?way"),
    ],
)
def test_what_an_address_cannot_ask_for_is_said_once(page, name, value, expected):
    app = opened("en")
    app.query_params[name] = value
    app.switch_page(f"../pages/{page}.py").run()
    lines = [one.value.replace("\\", "") for one in app.warning]
    assert any(f"The address has {name}={value}; expected {expected}" in one for one in lines)
    assert app.query_params.get(name) != [value]


@pytest.mark.parametrize(("page", "name", "value"), [("race", "m", LONG), ("splits", f"c{LONG}", "..1")])
def test_an_address_may_have_numbers_that_python_does_not_read(page, name, value):
    app = opened("en")
    app.query_params[name] = value
    app.switch_page(f"../pages/{page}.py").run()
    assert not app.exception


def test_a_file_that_is_dropped_is_split_at_once():
    app = dropped(visited(lang="en"), ("all.tsv", ROWS))
    assert not [*app.exception, *app.error]
    assert app.metric[0].value == "40 texts"
    assert not any(box.label == "Corpora of this project" for box in app.selectbox)  # there is one
    stands_out = {key: app.button(key=key).proto.type for key in ("deal_half", "next")}
    assert stands_out == {"deal_half": "secondary", "next": "primary"}
    lines = [words.value for words in app.markdown if words.value.startswith("Dealt split ")]
    app.button(key="deal_half").click().run()
    again = [words.value for words in app.markdown if words.value.startswith("Dealt split ")]
    assert lines[0].startswith("Dealt split 1: ")
    assert again[0].startswith("Dealt split 2: ")


@pytest.mark.parametrize("header", ["partition,fold,model,metric,value", "unit_id,model,predicted"])
def test_results_of_models_lead_to_race(header):
    file = ("results.csv", f"{header}\n1,1,A,f1,.5\n".encode(), "text/csv")
    app = visited(lang="en").file_uploader(key="upload").set_value(file).run()
    [shown] = [one.value.replace("\\", "") for one in app.info if "import it on Race" in one.value]
    assert "results.csv" in shown
    assert app.title[0].value == "How far can you trust one split?"  # no corpus was opened
    app.button(key="results").click().run()
    assert project_of(app).choices["score_import"] is True


def test_a_corpus_and_its_folds_lead_to_their_check():
    folds = ("folds.json", json.dumps([list(range(k, 40, 4)) for k in range(4)]).encode(), "application/json")
    corpus = ("all.tsv", ("text\tlabel\n" + "".join(ROWS)).encode(), "text/plain")
    app = visited(lang="en").file_uploader(key="upload").set_value([folds, corpus]).run()
    assert not [*app.exception, *app.error]
    assert project_of(app).corpus.name == "all.tsv"
    assert {metric.label: metric.value for metric in app.metric}["Folds"] == "4"
