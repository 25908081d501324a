"""Readings of the corpus can be taken back, and brought again, also after a reload."""

from dashboard.server.running import resources
from tests.dashboard.test_pages import corpus_options, opened, project_of, visited


def read_subset(app, key: str, value: str):
    corpus_options(app, "Subset")
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
    assert app.metric[0].value == "1,603 sentences"
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
