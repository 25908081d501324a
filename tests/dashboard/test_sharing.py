"""Others see a page by a link that is no key and change nothing; addresses of nothing are answered."""

from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.server.running import resources
from dashboard.server.visits import connections
from tests.dashboard.test_pages import fine, opened, project_of, visited


def shared(app: AppTest, page: str) -> str:
    """A view of a project, as somebody makes who shares the page."""
    return resources.projects().show(project_of(app), page)


def looked_at(view: str, page: str = "splits", lang: str = "en") -> AppTest:
    app = visited(lang=lang, v=view)
    app.switch_page(f"../pages/{page}.py").run()
    assert not app.exception
    return app


@pytest.fixture
def thresholds() -> AppTest:
    app = opened("en")
    app.switch_page("../pages/splits.py")
    app.session_state["bound"], app.session_state["splits_options"] = "upper", True
    app.run()
    return app.slider(key="c_target").set_value(0.8).run()


def test_a_view_shows_what_stood_there_and_gives_no_key_away(thresholds):
    view = shared(thresholds, "splits")
    thresholds.slider(key="c_target").set_value(1.1).run()
    app = looked_at(view)
    assert app.slider(key="c_target").value == 0.8
    assert app.query_params["v"] == view
    assert "p" not in app.query_params
    key = thresholds.query_params["p"]
    assert key not in str(app.main) + str(app.sidebar)
    assert not any(button.key in ("make_link", "renew") for button in app.button)


def test_the_menu_of_a_figure_makes_a_link_to_its_page(thresholds):
    thresholds.button(key="plane_link").click().run()
    (made,) = {code.value for code in thresholds.code if "v=" in code.value}
    (view,) = parse_qs(urlsplit(made).query)["v"]
    app = looked_at(view)
    assert app.slider(key="c_target").value == 0.8
    assert not any(button.key == "plane_link" for button in app.button)


def test_who_looks_may_try_everything_and_changes_nothing(thresholds):
    view, before = shared(thresholds, "splits"), resources.store().usage()
    kept = resources.store().projects.load(thresholds.query_params["p"])
    app, other = looked_at(view), looked_at(view)
    app.slider(key="c_target").set_value(0.9).run()
    app.button(key="take").click().run()
    assert not app.error
    other.run()
    assert other.slider(key="c_target").value == 0.8  # each tries alone
    app.switch_page("../pages/race.py").run()
    app.button(key="compare").click().run()
    assert ["Copy it as your own project" in error.value.replace("\\", "") for error in app.error] == [True]
    assert resources.store().usage() == before
    assert resources.store().projects.load(thresholds.query_params["p"]) == kept


def test_a_copy_is_a_project_of_its_own(thresholds):
    app = looked_at(shared(thresholds, "splits"))
    app.button(key="take_copy").click().run()
    assert not app.exception
    assert "v" not in app.query_params
    assert app.query_params["p"] != thresholds.query_params["p"]
    assert app.slider(key="c_target").value == 0.8
    app.slider(key="c_target").set_value(0.95).run()
    assert project_of(app).choices["c_target"] == 0.95
    assert project_of(thresholds).choices["c_target"] == 0.8


def test_a_view_that_was_withdrawn_shows_nothing(thresholds):
    view = shared(thresholds, "splits")
    resources.store().views.withdraw(thresholds.query_params["p"], view)
    app = visited(lang="en", v=view)
    assert "no shared view at this address" in app.warning[0].value
    assert "v" not in app.query_params
    app.switch_page("../pages/learn.py").run()
    assert not app.warning or "address" not in app.warning[0].value  # shown once


@pytest.mark.parametrize(
    ("lang", "says", "id"),
    [("en", "No project at this address", "a\0' OR 1=1 --"), ("zh", "没有项目", "中" * 500)],
)
def test_a_project_that_does_not_exist_is_answered_with_one_that_does(lang, says, id):
    app = visited(lang=lang, p=id)
    assert not app.exception
    assert says in app.warning[0].value
    app.switch_page("../pages/home.py").run()
    fine(app)
    assert app.query_params.get("p") != id


@pytest.mark.parametrize("asked", ["<img src=x onerror=alert(1)>", "zh_CN.UTF-8" * 50])
def test_a_language_that_does_not_exist_is_answered_in_one_that_does(asked):
    app = visited(lang=asked)
    assert not app.exception
    assert app.query_params["lang"] == "en"
    assert "Unknown language" in app.warning[0].value
    assert "“<img" not in app.warning[0].value
    assert len(app.warning[0].value) < 200


def test_another_address_leaves_nothing_at_the_old_one(thresholds):
    view, old = shared(thresholds, "splits"), thresholds.query_params["p"]
    thresholds.switch_page("../pages/home.py").run()
    thresholds.button(key="renew").click().run()
    assert not thresholds.exception
    new = thresholds.query_params["p"]
    assert new != old
    assert resources.store().projects.load(old) is None
    assert "No project at this address" in visited(lang="en", p=old).warning[0].value
    assert project_of(thresholds).choices["c_target"] == 0.8
    assert looked_at(view).slider(key="c_target").value == 0.8


def test_a_tab_whose_project_was_deleted_says_so_and_brings_it_not_back(thresholds):
    id = thresholds.query_params["p"]
    other = visited(lang="en", p=id)
    other.button(key="delete_project").click().run()
    assert not other.exception
    thresholds.slider(key="c_target").set_value(1.0).run()
    assert "No project at this address" in thresholds.warning[0].value
    assert resources.store().projects.load(id) is None


def test_recent_projects_are_those_of_the_visitor(monkeypatch, thresholds):
    monkeypatch.setattr("dashboard.server.visits.visitors.visitor", lambda: "somebody")
    seen = opened("en")  # nothing was made of this sample, so it is in nobody's way
    assert "p" in seen.query_params
    mine = opened("en", "ner_zh.bio")
    id = mine.query_params["p"]
    app = visited(lang="en")
    assert "Open" in app.button(key="recent_0").label
    assert not any(button.key == "recent_1" for button in app.button)
    app.button(key="recent_0").click().run()
    assert app.query_params["p"] == id
    monkeypatch.setattr("dashboard.server.visits.visitors.visitor", lambda: "somebody else")
    assert not any(button.key == "recent_0" for button in visited(lang="en").button)
    monkeypatch.setattr("dashboard.server.visits.visitors.visitor", lambda: "somebody")
    app = visited(lang="en")
    app.button(key="clear_recent").click().run()
    assert not any(button.key == "recent_0" for button in app.button)
    assert resources.store().projects.load(id) is not None


def test_a_project_of_a_user_is_nobody_elses(monkeypatch):
    monkeypatch.setattr("dashboard.server.visits.visitors.user", lambda: "a")
    id = opened("en").query_params["p"]
    monkeypatch.setattr("dashboard.server.visits.visitors.user", lambda: "b")
    assert "No project at this address" in visited(lang="en", p=id).warning[0].value
    monkeypatch.setattr("dashboard.server.visits.visitors.user", lambda: "a")
    assert visited(lang="en", p=id).query_params["p"] == id


@pytest.mark.parametrize(("key", "value"), [("c_target", "high"), ("scale", "furlongs"), ("candidates", "x")])
def test_a_choice_that_is_no_longer_possible_is_set_back(thresholds, key, value):
    project = project_of(thresholds)
    project.choices[key] = value
    resources.projects().save(project)
    resources.projects().forget_but(())
    app = visited(lang="en", p=thresholds.query_params["p"])
    app.switch_page("../pages/splits.py").run()
    fine(app)
    assert app.slider(key="c_target").value > 0
    if key != "c_target":
        assert app.slider(key="c_target").value == 0.8


def test_nothing_is_read_or_written_where_nothing_has_changed(thresholds, monkeypatch):
    """Every rerun settles and keeps: both have to be cheap."""
    store = resources.store()
    calls = []
    for name in ("reading", "writing"):
        monkeypatch.setattr(store._database, name, lambda name=name: calls.append(name))
    project = project_of(thresholds)
    resources.projects().save(project)
    assert resources.projects().find(project.id) is project
    assert not calls


def test_a_link_has_an_address_that_others_reach(thresholds, monkeypatch):
    """This computer's own name for itself leads anybody else to his own."""
    reached = urlsplit("http://192.0.2.7:8501/splits")
    monkeypatch.setattr(connections, "external_url", lambda _url: reached)
    thresholds.button(key="make_link").click().run()
    (link,) = [one.value for one in thresholds.code if "v=" in one.value]
    assert urlsplit(link).netloc == "192.0.2.7:8501"
    assert "Network address: localhost opens only here." in [one.value for one in thresholds.caption]
    (withdraw,) = [one for one in thresholds.button if str(one.key).startswith("withdraw_")]
    withdraw.click().run()  # where it was made
    assert not any("v=" in one.value for one in thresholds.code)
    assert not resources.store().views.views_of(thresholds.query_params["p"])


def test_a_name_is_given_and_taken_back(thresholds):
    thresholds.switch_page("../pages/home.py").run()
    field = next(one for one in thresholds.text_input if one.label == "Name")
    field.set_value("  Roles of <b>verbs</b> ").run()
    assert not thresholds.exception
    assert project_of(thresholds).name == "Roles of <b>verbs</b>"
    assert any("Roles of \\<b\\>" in words.value for words in thresholds.sidebar.markdown)
    assert resources.store().projects.load(thresholds.query_params["p"]).name == "Roles of <b>verbs</b>"
