"""For whoever looks behind the answers: methods, calibration, several corpora and metrics. Only the chosen view runs."""

import streamlit as st

from dashboard.calibration import page as calibration
from dashboard.corpora import ranks as corpora
from dashboard.methods import page as methods
from dashboard.metrics import answers as metrics
from dashboard.session import state
from dashboard.ui.widgets import pick
from dashboard.words import problems
from dashboard.words.text import _

VIEW = "view"  # in the address
CHOICE = "laboratory_view"
WRITTEN = "laboratory_address"  # in the session: project and view that this page wrote into the address last

project, asked = state.project().id, st.query_params.get(VIEW)
if asked is not None and (project, asked) != st.session_state.get(WRITTEN):
    state.choose(CHOICE, asked)  # by a link; else the control may have moved
if test := st.query_params.pop("test", None):
    state.choose(metrics.AREA, "tests")
    state.choose("metrics_test", test)
views = {  # what each is called, its question, and what draws it
    "methods": (_("Methods"), _("Would another laboratory say the same?"), methods.show),
    "calibration": (_("Calibration"), _("How often does each test err?"), calibration.show),
    "corpora": (_("Corpora"), _("Which model is better across several corpora?"), corpora.show),
    "metrics": (_("Metrics"), metrics.question(), metrics.show),
}
title = st.container()
names = {view: name for view, (name, _question, _show) in views.items()}
view = pick(_("Laboratory"), names, CHOICE, "methods", buttons=True, hide_label=True)
st.query_params[VIEW], st.session_state[WRITTEN] = view, (project, view)
with problems.problem_box():
    _name, question, show = views[view]
    title.title(question)
    show()
