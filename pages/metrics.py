"""How good are these predictions? Metrics, curves and costs, ways of splitting, and tests, where each can be moved."""

import streamlit as st

from dashboard.metrics import corpus_curves, hand_tests, sampling
from dashboard.metrics.groups import scores
from dashboard.ui.choice import pick
from dashboard.words import problems
from dashboard.words.text import _

AREAS = {
    "scores": scores.show,
    "sampling": sampling.show,
    "complexity": corpus_curves.show,
    "tests": hand_tests.show,
}
names = {
    "scores": _("Scores of answers"),
    "sampling": _("Sampling"),
    "complexity": _("Complexity"),
    "tests": _("Tests by hand"),
}
questions = {
    "scores": _("How good are these predictions?"),
    "sampling": _("Who trains, and who validates?"),
    "complexity": _("How complex should a model be?"),
    "tests": _("Could this be chance?"),
}

title = st.container()
with problems.shown():
    area = pick(_("What to look at"), names, "metrics_area", "scores", buttons=True, hide_label=True)
    title.title(questions[area])
    AREAS[area]()
