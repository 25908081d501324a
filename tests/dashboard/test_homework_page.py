"""Homework in Learn: a number leads to a task, and answers to a file that can be graded."""

import pytest

from dashboard.learn.homework import OPEN
from dashboard.server.running import resources
from mx2core.homework import HandedIn, HandIn, filled_in, graded, task
from mx2core.store.files.project_file import unpack_project
from tests.dashboard.test_pages import opened, project_of


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_number_has_a_sheet_and_a_hand_in(language):
    app = opened(language)
    app.switch_page("../pages/learn.py").run()
    app.session_state[OPEN] = True
    app.run()
    assert not app.exception
    app.text_input(key="homework_number").set_value("2026001").run()
    app.number_input(key="homework_expected").set_value(0.5).run()
    assert not app.exception
    assert not app.error
    project = project_of(app)
    assert project.choices["homework_expected"] == 0.5
    given = task("2026001", project.corpus)
    assert f"{given.number}" == app.text_input(key="homework_number").value


def test_a_hand_in_of_a_project_is_one_that_opens_again_and_is_graded():
    app = opened("en")
    project, held = project_of(app), resources.projects()
    data = filled_in(unpack_project(held.file(project)), HandIn(number="2026001", name="王小明"))
    [found] = graded([HandedIn("a.zip", data)], project.corpus)
    assert (found.number, found.signature) == ("2026001", "none")
    assert held.take_in(data).corpus.units_sha256 == project.corpus.units_sha256
