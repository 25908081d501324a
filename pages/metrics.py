"""What are these answers worth? Metrics, curves and costs, ways of splitting, and tests, where each can be moved."""

import streamlit as st

from dashboard.metrics import hand_tests, scores
from dashboard.ui.choice import pick
from dashboard.words import problems
from dashboard.words.text import _

AREAS = {"scores": scores.show, "tests": hand_tests.show}
names = {"scores": _("Scores of answers"), "tests": _("Tests by hand")}
questions = {
    "scores": _("What are these answers worth?"),
    "tests": _("Could this be chance?"),
}

title = st.container()
with problems.shown():
    area = pick(_("What to look at"), names, "metrics_area", "scores", buttons=True, hide_label=True)
    title.title(questions[area])
    AREAS[area]()
