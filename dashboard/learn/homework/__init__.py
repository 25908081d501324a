"""Homework on the open corpus: a student's task and hand-in, a teacher's sheets and marks."""

from __future__ import annotations

import streamlit as st

from dashboard.learn.homework import marks, own_task
from dashboard.session import state
from dashboard.words import problems
from dashboard.words.text import _

OPEN = "homework_open"


def show() -> None:
    """Both views in one fold, drawn when it is open."""
    fold = st.expander(
        _("Homework"), icon=":material/assignment:", key=state.choice(OPEN, False), on_change="rerun"
    )
    if not fold.open:
        return
    with fold, problems.problem_box():
        course = st.text_input(_("Course"), key=state.choice("homework_course", ""), max_chars=100)
        task, teacher = st.tabs([_("My task"), _("Teacher")])
        with task, problems.problem_box():
            own_task.show(course)
        with teacher, problems.problem_box():
            marks.show(course)
