"""Bounds and readings of the corpus can be taken back, and brought again, also after a reload."""

import time

from dashboard.server.running import resources
from tests.dashboard.test_pages import opened, project_of, visited


def thresholds(**address):
    app = visited(lang="en", **address) if address else opened("en")
    app.switch_page("../pages/splits.py")
    app.session_state["bound"], app.session_state["splits_options"] = "upper", True
    return app.run()


def test_bounds_are_taken_back_and_brought_again(monkeypatch):
    app = thresholds()
    clock = iter(range(0, 10_000, 5))
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    start = app.slider(key="c_target").value
    assert app.button(key="bounds_back").disabled
    app.slider(key="c_target").set_value(0.8).run()
    app.slider(key="c_role").set_value(0.5).run()
    app.segmented_control(key="bound").set_value("band").run()
    app.button(key="bounds_back").click().run()
    assert app.segmented_control(key="bound").value == "upper"
    app.button(key="bounds_back").click().run()
    assert (app.slider(key="c_target").value, app.slider(key="c_role").value) != (0.8, 0.5)
    assert app.slider(key="c_target").value == 0.8
    app.button(key="bounds_back").click().run()
    assert app.slider(key="c_target").value == start
    assert app.button(key="bounds_back").disabled
    app.button(key="bounds_forth").click().run()
    assert app.slider(key="c_target").value == 0.8

    # The store has the past as well.
    resources.projects().forget_but(())
    monkeypatch.undo()
    again = thresholds(p=app.query_params["p"])
    assert again.slider(key="c_target").value == 0.8
    again.button(key="bounds_back").click().run()
    assert again.slider(key="c_target").value == start
    again.slider(key="c_target").set_value(0.7).run()
    assert again.button(key="bounds_forth").disabled  # something new was chosen instead


def test_a_drag_is_one_step(monkeypatch):
    monkeypatch.setattr("dashboard.server.project.ONE_MOVE", 600.0)  # however long a page takes here
    app = thresholds()
    start = app.slider(key="c_target").value
    for value in (0.8, 0.81, 0.82):
        app.slider(key="c_target").set_value(value).run()
    app.button(key="bounds_back").click().run()
    assert app.slider(key="c_target").value == start


def read_subset(app, key: str, value: str):
    app.session_state["subset_open"] = True
    app.run()
    app.selectbox(key="subset_key").set_value(key).run()
    app.selectbox(key=f"subset_value_{key}").set_value(value)
    return app.button(key="keep_subset").click().run()


def corpora(app):
    return next(box for box in app.selectbox if box.label == "Corpora of this project")


def test_a_subset_a_unit_and_another_corpus_are_taken_back_with_what_was_chosen():
    app = opened("en")
    app.segmented_control(key="counted").set_value("tokens").run()
    read_subset(app, "target", "表示")
    assert app.metric[0].value != "1,603"
    assert app.segmented_control(key="counted").value == "chunks"
    rows = "\n".join(f"w{k}\tB-{'PER' if k % 2 else 'LOC'}\n" for k in range(12))
    app.file_uploader(key="upload").set_value(("small.bio", rows.encode(), "text/plain")).run()
    assert project_of(app).source.name == "small.bio"
    assert "target word = 表示" in corpora(app).options[1]
    corpora(app).set_value(1).run()
    assert not app.exception
    assert project_of(app).source.where == (("target", "表示"),)
    corpora(app).set_value(0).run()
    assert app.metric[0].value == "1,603"
    assert app.segmented_control(key="counted").value == "tokens"

    resources.projects().forget_but(())
    again = visited(lang="en", p=app.query_params["p"])
    corpora(again).set_value(2).run()
    assert project_of(again).source.name == "small.bio"
    assert not again.error


def test_a_sample_opens_beside_a_project_and_not_in_its_place():
    app = opened("en")
    read_subset(app, "target", "表示")
    before = project_of(app)
    next(box for box in app.selectbox if box.key.startswith("sample_")).set_value("ner_zh.bio").run()
    assert project_of(app).source.name == "ner_zh.bio"
    assert project_of(app) is not before
    assert before.source.where == (("target", "表示"),)


# Two tabs on one project: neither undoes what was chosen in the other.
def test_each_tab_keeps_what_the_other_one_chose():
    one = opened("en")
    one.segmented_control(key="counted").set_value("tokens").run()
    other = opened("en")
    other.query_params["p"] = one.query_params["p"]
    other.switch_page("../pages/home.py").run()
    assert other.segmented_control(key="counted").value == "tokens"
    one.segmented_control(key="counted").set_value("chunks").run()
    other.pills(key="attributes").set_value(["role"]).run()
    project = project_of(one)
    assert project is project_of(other)
    assert project.choices["counted"] == "chunks"
    assert project.choices["attributes"] == ["role"]
    # Each tab comes to show what the other one chose.
    assert other.segmented_control(key="counted").value == "chunks"
    one.run()
    assert one.pills(key="attributes").value == ["role"]
    # And its own later choice holds.
    one.segmented_control(key="counted").set_value("tokens").run()
    other.run()
    assert project.choices["counted"] == other.segmented_control(key="counted").value == "tokens"
