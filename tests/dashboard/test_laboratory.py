"""The laboratory: four views at one address, of which only the chosen one runs, with few controls each."""

import pytest

from dashboard.ui import menu
from tests.dashboard import word_budget
from tests.dashboard.places import go
from tests.dashboard.test_pages import opened, visited

VIEWS = word_budget.VIEWS
WIDGETS = {*word_budget.CONTROLS} - {*word_budget.FOLDED, "download_button"}


@pytest.mark.parametrize("view", VIEWS)
def test_an_old_address_leads_to_its_view(view):
    assert menu.MOVED[view] == ("laboratory", {"view": view})
    app = opened("en", page=view)
    assert not app.exception
    assert app.segmented_control(key="laboratory_view").value == view
    assert app.query_params["view"] == view


def test_every_view_has_its_question_and_at_most_five_controls():
    app = opened("en")
    titles = set()
    for view in VIEWS:
        go(app, view)
        assert not [*app.exception, *app.error], view
        titles.add(app.title[0].value)
        controls = [one.key for one in word_budget.standing_open(app.main) if one.type in WIDGETS]
        assert len(controls) <= 5, (view, controls)
    assert len(titles) == len(VIEWS)


def test_the_control_moves_the_address_and_the_choice_is_kept():
    app = opened("en", page="calibration")
    app.segmented_control(key="laboratory_view").set_value("metrics").run()
    assert app.query_params["view"] == "metrics"
    assert app.title[0].value == "How good are these predictions?"
    app.switch_page("../pages/learn.py").run()
    app.switch_page("../pages/laboratory.py").run()
    assert app.segmented_control(key="laboratory_view").value == "metrics"


def test_an_address_opens_a_test_by_hand_at_the_usual_ratio():
    app = visited("laboratory", lang="en", view="metrics", test="resampled_t")
    assert app.segmented_control(key="metrics_test").value == "resampled_t"
    assert app.number_input(key="metrics_test_to_train").value == 0.25
    assert any("Invented example" in one.value for one in app.markdown)
    assert "test" not in app.query_params
