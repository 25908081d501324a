"""How often does each test err, and what does it find? Before any model is trained."""

import streamlit as st

from dashboard import calibrating, learner_trials, planning, problems, state
from dashboard.text import _

st.title(_("How often does each test err?"))
VIEWS = {
    "errors": (_("Errors"), calibrating.errors),
    "power": (_("Power"), calibrating.power),
    "plan": (_("Plan a test"), planning.show),
    "table": (_("Table"), calibrating.known_errors),
    "learners": (_("Real learners"), lambda assumed: learner_trials.show()),
}
with problems.shown():
    answer = st.container(border=True)
    assumed = calibrating.controls()
    with answer:
        calibrating.answer(assumed)
    view = st.segmented_control(
        _("Show"),
        list(VIEWS),
        format_func={key: words for key, (words, _show) in VIEWS.items()}.get,
        key=state.among("calibration_view", list(VIEWS), "errors"),
        required=True,
        label_visibility="collapsed",
    )
    VIEWS[view][1](assumed)
    calibrating.what_tests_see()
