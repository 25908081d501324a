"""A question is asked before models are trained; what is changed later is named beside the answer."""

import json

import mx2core as mx
from dashboard.server.running import resources
from dashboard.ui.documents.report import report
from tests.dashboard.test_deciding import door, fine, page_text
from tests.dashboard.test_experiments import compared
from tests.dashboard.test_pages import paragraphs, project_of, uploaded

FIXED = "Fixed beforehand: accuracy, two-sided, α = 0.05, "
CHANGED = "Changed after the run began: metric macro F1."


TICKETS = "\n".join(
    json.dumps({"text": f"{'buy a' if i % 3 else 'return the'} ticket number {i}", "label": "ab"[i % 2]})
    for i in range(60)
).encode()


def loaded():
    """Race on texts of which neither model knows the class."""
    return fine(uploaded("tickets.jsonl", TICKETS, page="race"))


def everything(app):
    """What page, paragraph and report say."""
    words = page_text(app), " ".join(paragraphs(app)), report(project_of(app), "en").decode()
    return [one.replace("\N{NO-BREAK SPACE}", " ") for one in words]


def test_a_metric_changed_after_the_answer_is_named_on_page_in_paragraph_and_report():
    app = compared(loaded())
    id = project_of(app).experiments[-1]
    app.switch_page("../pages/race.py").run()
    for words in everything(app):
        assert FIXED in words
        assert CHANGED not in words
    app.selectbox(key=f"tested@{id}").set_value("macro_f1").run()
    assert not app.exception
    for words in everything(app):
        assert FIXED in words
        assert CHANGED in words
        assert "share α by max-T, shown or not" in words
    asked = resources.store().experiments.question_record(id)
    assert asked.question["metric"] == "accuracy"
    assert [look["metric"] for look in asked.looks] == ["accuracy", "macro_f1"]


def test_what_is_asked_before_the_run_is_what_decide_and_compare_answer():
    app = loaded()
    app.selectbox(key="tested@new").set_value("error_rate")
    app.selectbox(key="alpha@new").set_value(0.01)
    app.segmented_control(key="sides@new").set_value("greater")
    app.number_input(key="margin_asked").set_value(0.03)
    id = project_of(compared(app.run())).experiments[-1]
    kept = mx.training.PlannedTest("error_rate", 0.01, "greater", 0.03)
    assert resources.store().experiments.question_record(id).question == kept.document()
    app.switch_page("../pages/race.py").run()
    assert app.selectbox(key=f"tested@{id}").value == "error_rate"
    assert app.number_input(key=f"margin@{id}").value == 0.03
    words = " ".join(everything(app))
    assert "Fixed beforehand: error rate, one-sided, α = 0.01, δ = 0.03." in words
    assert "after the run began" not in words


def test_all_pairs_are_asked_the_question_of_the_experiment_and_their_looks_are_noted():
    app = loaded()
    app.selectbox(key="tested@new").set_value("macro_f1")
    app.selectbox(key="alpha@new").set_value(0.01).run()
    app.button(key="add_model").click().run()
    id = project_of(compared(app)).experiments[-1]
    door(app, "tests", "pairs")
    words = page_text(app)
    assert "macro F1: two-sided out-of-fold tests" in words
    assert "max-T" in words
    assert "α = 0.01" in words
    looks = resources.store().experiments.question_record(id).looks
    assert {look["metric"] for look in looks} == {"macro_f1"}
    assert len({frozenset((look["a"], look["b"])) for look in looks}) == 3
