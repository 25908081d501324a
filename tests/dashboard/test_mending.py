"""A page that cannot be drawn: the choice to blame is set back, once, and nothing is tried for ever."""

import pytest
import streamlit as st

from dashboard.session import analysis, state
from tests.dashboard.test_pages import opened, project_of

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

        monkeypatch.setattr(analysis, "chosen", fail)
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
    app.number_input(key="m").set_value(7).run()
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
        assert app.number_input(key="m").value == 5  # the default
