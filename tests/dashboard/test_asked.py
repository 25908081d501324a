"""A question is asked before models are trained; what is changed later is named beside the answer."""

import json

import mx2core as mx
from dashboard.server.running import resources
from dashboard.ui.documents.report import report
from tests.dashboard.test_deciding import door
from tests.dashboard.test_experiments import ended
from tests.dashboard.test_pages import opened, paragraphs, project_of

FIXED = "Fixed beforehand: accuracy, two-sided, α = 0.05, "
CHANGED = "Changed after the run began: metric macro F1."


def texts(noun="ticket"):
    return "\n".join(
        json.dumps({"text": f"{'buy a' if i % 3 else 'return the'} {noun} number {i}", "label": "ab"[i % 2]})
        for i in range(60)
    ).encode()


def loaded(app, noun="ticket"):
    app.file_uploader[0].set_value((f"{noun}.jsonl", texts(noun), "application/json")).run()
    app.switch_page("../pages/race.py").run()
    assert not app.exception
    return app


def compared(app):
    app.button(key="compare").click().run()
    ended(app)
    return project_of(app).experiments[-1]


def everything(app):
    """What page, paragraph and report say."""
    page = " ".join(one.value.replace("\\", "").replace("\xa0", " ") for one in (*app.caption, *app.markdown))
    paragraph = " ".join(paragraphs(app))
    return page, paragraph, report(project_of(app), "en").decode()


def test_a_metric_changed_after_the_answer_is_named_on_page_in_paragraph_and_report():
    app = loaded(opened("en"))
    id = compared(app)
    app.switch_page("../pages/race.py").run()
    for said in everything(app):
        assert FIXED in said
        assert CHANGED not in said
    app.selectbox(key=f"tested@{id}").set_value("macro_f1").run()
    assert not app.exception
    for said in everything(app):
        assert FIXED in said
        assert CHANGED in said
        assert "share α by max-T, shown or not" in said
    asked = resources.store().experiments.question_record(id)
    assert asked.question["metric"] == "accuracy"
    assert [look["metric"] for look in asked.looks] == ["accuracy", "macro_f1"]


def test_what_is_asked_before_the_run_is_what_decide_and_compare_answer():
    app = loaded(opened("en"))
    app.selectbox(key="tested@new").set_value("error_rate")
    app.selectbox(key="alpha@new").set_value(0.01)
    app.segmented_control(key="sides@new").set_value("greater")
    app.number_input(key="margin_asked").set_value(0.03)
    app.run()
    id = compared(app)
    kept = mx.training.PlannedTest("error_rate", 0.01, "greater", 0.03)
    assert resources.store().experiments.question_record(id).question == kept.document()
    app.switch_page("../pages/race.py").run()
    assert app.selectbox(key=f"tested@{id}").value == "error_rate"
    assert app.number_input(key=f"margin@{id}").value == 0.03
    words = " ".join(everything(app))
    assert "Fixed beforehand: error rate, one-sided, α = 0.01, δ = 0.03." in words
    assert "after the run began" not in words


def test_all_pairs_are_asked_the_question_of_the_experiment_and_their_looks_are_noted():
    app = loaded(opened("en"))
    app.selectbox(key="tested@new").set_value("macro_f1")
    app.selectbox(key="alpha@new").set_value(0.01).run()
    app.button(key="add_model").click().run()
    id = compared(app)
    door(app, "tests", "pairs")
    captions = " ".join(one.value.replace("\\", "").replace("\xa0", " ") for one in app.caption)
    assert "macro F1: two-sided out-of-fold tests" in captions
    assert "max-T" in captions
    assert "α = 0.01" in captions
    looks = resources.store().experiments.question_record(id).looks
    assert {look["metric"] for look in looks} == {"macro_f1"}
    assert len({frozenset((look["a"], look["b"])) for look in looks}) == 3
