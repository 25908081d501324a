"""What are these answers worth? Metrics, curves and costs, where each of them can be moved."""

import streamlit as st

from dashboard.metrics import answers, classes, costs, numbers, rankings, thresholds
from dashboard.session.fragments import fragment
from dashboard.words import problems
from dashboard.words.text import _

VIEWS = {
    "classification": classes.show,
    "threshold": thresholds.show,
    "costs": costs.show,
    "ranking": rankings.show,
    "regression": numbers.show,
}

st.title(_("What are these answers worth?"))
with problems.shown():
    group = answers.choose_group()
    table = answers.choose(group)

    @fragment()
    def view() -> None:
        if table is not None:
            VIEWS[group](table)

    view()
