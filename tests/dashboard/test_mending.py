"""A page that cannot be drawn: the choice to blame is set back, once, and nothing is tried for ever."""

import pytest
import streamlit as st

import mx2core as mx
from dashboard.session import analysis, state
from dashboard.ui import widgets
from tests.dashboard.test_pages import how_many, opened, project_of

RESET = "An earlier choice is no longer available"


@pytest.fixture
def failing(monkeypatch):
    """Has what several pages compute first fail, and counts how often it was asked for."""
    asked = []

    def begin():
        def fail():
            asked.append(None)
            if len(asked) > 5:
                st.stop()
            raise RuntimeError("not a choice of anybody's")

        monkeypatch.setattr(analysis, "current", fail)
        return asked

    return begin


def test_a_page_that_fails_before_its_first_choice_is_drawn_once(failing):
    app = opened("en")
    app.switch_page("../pages/splits.py").run()  # its modules are imported before something is put in one
    app.switch_page("../pages/home.py").run()
    app.segmented_control(key="counted").set_value("tokens").run()  # the choice asked for last, elsewhere
    app.session_state[state.LAST] = "counted"
    asked = failing()
    app.switch_page("../pages/splits.py").run()
    assert len(asked) == 1
    assert app.exception
    assert project_of(app).choices["counted"] == "tokens"  # and nothing was set back for it


@pytest.mark.parametrize("always", [False, True])
def test_a_choice_that_no_widget_takes_is_set_back_once(monkeypatch, always):
    """One kept by another version is mended; one that comes back each time is not tried for ever."""
    app = opened("en", page="splits")
    how_many(app).set_value(7).run()
    project = project_of(app)
    app.switch_page("../pages/home.py").run()
    before, runs = state.settle, []

    def settle():
        runs.append(None)
        if len(runs) > 5:
            st.stop()
        if always or len(runs) == 1:
            project.choices["m"] = "seven"
        return before()

    monkeypatch.setattr(state, "settle", settle)
    app.switch_page("../pages/splits.py").run()
    assert len(runs) == 2
    assert bool(app.exception) == always
    assert any(RESET in warning.value for warning in app.warning)
    if not always:
        assert how_many(app).value == 5  # the default


# Choices that are no longer offered, of one name, or too many.
def test_sets_of_one_name_are_told_apart():
    """What a browser sends back is a name: of two sets with one name the wrong one would be compared."""
    app = opened("en")
    project = project_of(app)
    sets = [
        mx.regularized_partitions([project.corpus.attribute("role").counts], 3, target=[(low, low + 0.3)])
        for low in (0.2, 0.8)
    ]
    for one in sets:
        project.keep(one)
    assert list(widgets.distinct({1: "a", 2: "a", 3: "a (2)"}).values()) == ["a", "a (2)", "a (2) (2)"]
    app.switch_page("../pages/race.py").run()
    offered = app.pills(key="compared_on").options
    assert len(set(offered)) == len(offered)


def test_no_more_are_chosen_than_are_allowed():
    app = opened("en", page="race")
    chosen = ["random", "block", "stratified_block", "balanced", "centered"]
    app.pills(key="compared_on").set_value(chosen).run()
    assert not app.exception
    assert app.pills(key="compared_on").value == chosen[:4]
    assert any("At most 4" in caption.value for caption in app.caption)
