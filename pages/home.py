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
        argument.show(autoplay=True)
    elif view == "runs":
        run_list.page(project)
    elif upload.opened(project):
        options.show(project.corpus, overview.show(project))
        run_list.show(project)
        own_projects.show(project)
        argument.folded()
        own_projects.show_recent([record for record in records if record.id != project.id])
    else:
        st.title(_("How far can you trust one split?"))
        file_form.drop()
        seen = _("Only people with the link see your file.")
        row = st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute")
        row.caption(_("No other user sees your file.") if visitors.user() else seen, width="content")
        with row.popover(_("No file at hand?"), icon=":material/visibility:", key="no_file"):
            example.button("race")
            file_form.pick_sample()
        own_projects.show_recent(records)
        if records:
            argument.folded()
        else:
            argument.show(autoplay=True)
