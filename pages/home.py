"""Start: a file to drop over the argument in one minute, or what is in the corpus that is open."""

import streamlit as st

from dashboard.corpus import file_form, options, overview, reading_form
from dashboard.home import argument, own_projects
from dashboard.runs import run_list
from dashboard.server.visits import visitors
from dashboard.session import state
from dashboard.ui import example, menu, upload
from dashboard.words import problems
from dashboard.words.text import _

reading_form.refused()
project = state.project()
view = st.query_params.get("view")  # of an old address
if view in ("corpus", "runs") and not upload.opened(project):
    state.choose(upload.OPENED, True)
with problems.problem_box():
    records = own_projects.recent()
    if menu.ARGUMENT in st.query_params:  # before a class: other projects are not for the projector
        argument.show(by_itself=True)
    elif view == "runs":
        run_list.page(project)
    elif upload.opened(project):
        options.show(project.corpus, overview.show(project))
        run_list.show(project)
        own_projects.show(project)
        with st.expander(_("Why one split is not enough"), icon=":material/casino:"):
            argument.show(by_itself=False)
        own_projects.show_recent([record for record in records if record.id != project.id])
    else:
        st.title(_("How far can you trust one split?"))
        file_form.drop()
        st.caption(
            _("No other user sees your file.")
            if visitors.user()
            else _("Only people with the link see your file.")
        )
        own_projects.show_recent(records)
        argument.show(by_itself=not records)
        sample, finished = st.columns([2, 1], vertical_alignment="bottom")
        with sample:
            file_form.pick_sample()
        with finished:
            example.button("race")
