"""The page Metrics: every group opens, its numbers are those of the core, and bad input is a sentence."""

import pickle

import pytest

from dashboard.metrics import answers, layout
from dashboard.server import turns
from mx2core.metrics import METRIC_GROUPS, sample_table, scored
from mx2core.studies import (
    COMPLEXITY_TASKS,
    HAND_TESTS,
    SAMPLING_SCHEMES,
    hand_sample,
    hand_test,
    metric_intervals,
)
from mx2core.training.run.aside import made_aside
from tests.dashboard.places import go

from .test_experiments import compared, small
from .test_pages import fine, opened

__all__ = ["small"]


def page(language="en", group=None, table=None):
    app = opened(language, page="metrics")
    if group is not None:
        app.selectbox(key="metrics_group").set_value(group).run()
    if table is not None:
        app.segmented_control(key="metrics_source").set_value("table").run()
        app.file_uploader(key="metrics_file").set_value(("t.csv", table.encode(), "text/csv")).run()
    return app


def numbers(app):
    return {metric.label: metric.value for metric in app.metric}


def test_every_group_opens_on_its_example_in_chinese():
    app = page("zh")
    for group in METRIC_GROUPS:
        app.selectbox(key="metrics_group").set_value(group).run()
        fine(app)
        assert len(app.metric) >= 5, group
    table = sample_table("classification", "zh")
    assert set(table.columns["gold"]) == {"体育", "财经", "健康"}
    for group in METRIC_GROUPS:  # in other words the same numbers, but for the texts
        if group != "text":
            here, there = (scored(group, sample_table(group, one)).summary for one in ("en", "zh"))
            # Labels sort otherwise in Chinese, and the mean over them adds in that order.
            same = pytest.approx(there, rel=1e-12) if group == "labels" else there
            assert here == same, group


def test_the_page_has_the_numbers_of_the_core():
    app = page(group="threshold")
    app.slider(key="metrics_negatives").set_value(10).run()
    found = scored("threshold", sample_table("threshold"), negatives=10)
    shown = numbers(app)
    assert shown["AUC"] == f"{found.auc:.4f}"
    assert shown["Average precision"] == f"{found.average_precision:.4f}"
    app.selectbox(key="metrics_group").set_value("classification").run()
    app.slider(key="metrics_beta").set_value(2.0)
    app.selectbox(key="metrics_positive").set_value("sport").run()
    found = scored("classification", sample_table("classification"), beta=2, positive="sport")
    assert numbers(app)["F (β\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}2)"] == f"{found.positive_scores.f:.4f}"


def test_label_sets_and_numbers_have_intervals_in_both_languages():
    for language, name in (("en", "rank correlation"), ("zh", "秩相关")):
        app = page(language, group="labels")
        found = scored("labels", sample_table("labels")).summary
        assert [float(metric.value) for metric in app.metric] == pytest.approx(list(found.values()), abs=5e-5)
        shown = intervals(app)
        expected = metric_intervals(sample_table("labels"))
        assert len(shown) == len(expected.rows) == 21
        assert shown.iloc[-1, 2] == f"{expected.rows[-1].value:.4f}".replace("-", "−")
        app.selectbox(key="metrics_group").set_value("regression").run()
        assert name.capitalize() in numbers(app)
        assert name in intervals(app).iloc[:, 1].tolist()


def intervals(app):
    app.session_state["metrics_intervals"] = True
    app.run()
    fine(app)
    plain = str.maketrans("", "", "\\\u2060")  # signs that keep words whole
    return app.table[-1].value.map(lambda cell: cell.translate(plain))


def test_an_own_table_and_its_columns():
    app = page(group="classification", table="truth,pred\na,a\nb,a\n")
    assert any("Choose the columns" in info.value for info in app.info)
    app.selectbox(key="metrics_classification_gold").set_value("truth").run()
    assert not app.error
    assert numbers(app)["Error rate"] == "0.5000"
    app.switch_page("../pages/home.py").run()
    go(app, "metrics")  # kept with the project
    assert numbers(app)["Error rate"] == "0.5000"


@pytest.mark.parametrize(
    ("group", "table"),
    [("text", "reference,text\na b c d e,a b c d f\n"), ("classification", "gold,predicted\nx,x\ny,x\n")],
)
def test_a_large_table_is_read_and_scored_once_and_by_other_processes(monkeypatch, group, table):
    here, others = numbers(page(group=group, table=table)), []
    monkeypatch.setattr(turns, "made_aside", lambda make, look: others.append(make) or made_aside(make, look))
    monkeypatch.setattr(layout, "LARGE", 1)
    monkeypatch.setattr(answers, "MANY", 1)
    table += "\n"  # another file with the same rows
    app = page(group=group, table=table)
    assert numbers(fine(app)) == here
    made = len(others)
    assert made > 1
    assert numbers(fine(app.run())) == here
    assert len(others) == made


def test_scores_of_every_group_can_come_from_another_process():
    for group in METRIC_GROUPS:
        scores = scored(group, sample_table(group))
        assert pickle.loads(pickle.dumps(scores)).summary == scores.summary


@pytest.mark.parametrize("group", METRIC_GROUPS)
def test_a_view_nothing_was_asked_of_has_the_numbers_of_the_command(group, monkeypatch):
    asked = []

    def noted(group, table, **options):
        asked.append((group, table, options))
        return scored(group, table, **options)

    monkeypatch.setattr(layout, "scored", noted)
    fine(page(group=group))
    of, table, options = asked[-1]
    shown, usual = scored(of, table, **options).summary, scored(group, table).summary
    if group == "model_cost":  # the page begins with a machine
        usual = {name: value for name, value in usual.items() if value is not None}
    assert of == group
    assert {name: shown[name] for name in usual} == usual


def test_a_comparison_of_the_project(small):
    go(small, "metrics")
    assert any("not your corpus" in one.value for one in small.caption)
    app = compared(small)
    go(app, "metrics")
    assert app.segmented_control(key="metrics_of").value == "run"
    assert any(
        "60 units, once in each of" in one.value for one in fine(app).caption
    )  # whose numbers they are
    assert 0 <= float(numbers(app)["Error rate"]) <= 1
    app.selectbox(key="metrics_group").set_value("bias_variance").run()
    fine(app)
    assert 0 <= float(numbers(app)["Expected loss"]) <= 1
    for group, label in (("threshold", "AUC"), ("costs", "Mean cost")):
        app.selectbox(key="metrics_group").set_value(group).run()
        fine(app)
        assert float(numbers(app)[label]) >= 0


def area(name, language="en"):
    app = page(language)
    app.segmented_control(key="metrics_area").set_value(name).run()
    return app


@pytest.mark.parametrize(
    ("named", "key", "views", "least"),
    [
        ("tests", "metrics_test", HAND_TESTS, 4),
        ("complexity", "metrics_task", COMPLEXITY_TASKS, 5),
        ("sampling", "metrics_scheme", SAMPLING_SCHEMES, 4),
    ],
)
def test_every_view_of_an_area_opens_on_its_example_in_chinese(named, key, views, least):
    app = area(named, "zh")
    for view in views:
        app.segmented_control(key=key).set_value(view).run()
        fine(app)
        assert len(app.metric) >= least, view


def test_a_typed_test_has_the_numbers_of_the_core():
    app = area("tests")
    app.slider(key="metrics_claimed").set_value(0.2)
    app.select_slider(key="metrics_alpha").set_value(0.01).run()
    found = hand_test("binomial", hand_sample("binomial"), claimed=0.2, alpha=0.01)
    assert numbers(app)["p, below"] == f"{found.rows[0].pvalue:.4f}"
    assert numbers(app)["Threshold ε̄"] == f"{found.summary['threshold']:.4f}"
    assert any(str(found.headline) in shown.value.replace("\\", "") for shown in app.markdown)
    assert app.dataframe[-1].proto.placeholder == "–"  # not None, where a bound is missing


def pasted(app, name, table):
    app.segmented_control(key="metrics_test").set_value(name).run()
    app.text_area(key=f"metrics_typed_{name}_pasted").set_value(table)
    app.button(key=f"metrics_typed_{name}_use").click().run()
    return app


def test_a_pasted_table_is_kept():
    app = pasted(area("tests"), "mcnemar", "both_right,only_a,only_b,both_wrong\n50,4,1,2\n")
    assert any("only A right: 4" in metric.delta for metric in app.metric)
    app.switch_page("../pages/home.py").run()
    go(app, "metrics")
    assert any("only A right: 4" in metric.delta for metric in app.metric)
    app = pasted(app, "friedman", "corpus,x,y,z,w\na,1,2,3,4\nb,1,2,3,4\nc,2,1,3,4\n")
    assert not app.error
    assert "Critical difference" in numbers(app)


def test_a_bad_paste_is_one_sentence():
    app = area("tests")
    for name, table in (("mcnemar", "both_right,only_a,only_b,both_wrong\n50,-4,1,2\n"), ("binomial", "")):
        app = pasted(app, name, table)
        assert not app.exception
        assert len(app.error) == 1
