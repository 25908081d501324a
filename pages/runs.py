"""What has been compared? Experiments to open again, to set side by side, to rename or delete."""

import streamlit as st

from dashboard.runs import run_list
from dashboard.server.running import experiments
from dashboard.session import state
from dashboard.ui import example
from dashboard.words import problems
from dashboard.words.text import _

st.title(_("What has been compared?"))
project = state.project()
st.caption(
    _(
        "Every comparison of this project, finished or not. Finished runs are kept and reused by "
        "later comparisons."
    )
)
with problems.shown():
    records = experiments.listed(project)
    run_list.undo()
    if not records:
        st.info(_("Nothing has been compared in this project yet."), icon=":material/info:")
        example.offer_comparison("runs")
    else:
        marked = run_list.choose(records)
        if not marked:
            st.caption(
                _(
                    "Select a row to open, rename, export or delete it; select several to see them side by "
                    "side."
                )
            )
        if len(marked) == 1:
            run_list.details(project, marked[0])
        if marked:
            run_list.side_by_side(marked)
    run_list.bring(project)
