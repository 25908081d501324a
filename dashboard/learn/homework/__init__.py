"""Homework on the open corpus: a student's task and hand-in, a teacher's sheets and marks."""

from __future__ import annotations

import streamlit as st

from dashboard.learn.homework import marks
from dashboard.session import state
from dashboard.ui.widgets import fold
from dashboard.words import problems
from dashboard.words.text import _

OPEN = "homework_open"


def show() -> None:
    """Both views in one fold, drawn when it is open."""
    box = fold(_("Homework"), OPEN, "assignment")
    if box is None:
        return
    with box, problems.problem_box():
        course = st.text_input(_("Course"), key=state.choice("homework_course", ""), max_chars=100)
        task, teacher = st.tabs([_("My task"), _("Teacher")])
        with task, problems.problem_box():
            marks.own_task(course)
        with teacher, problems.problem_box():
            marks.show(course)
