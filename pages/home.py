"""What this is, in one minute, and where to begin: a file of one's own, a sample, or what was open before."""

import streamlit as st

from dashboard.home import argument, project_settings, recent_projects, welcome
from dashboard.server import examples
from dashboard.session import state
from dashboard.words import problems
from dashboard.words.text import _

welcome.what()
with problems.shown():
    records = recent_projects.recent()
    if records or examples.made(state.project().document(history=False)):
        recent_projects.show(records)
        welcome.begin(returning=bool(records))
        with st.expander(_("Why a single split is not enough: one minute"), icon=":material/casino:"):
            argument.show(by_itself=False)
    else:
        argument.show(by_itself=True)
        welcome.begin(returning=False)
    welcome.path()
    project_settings.show(state.project())
    project_settings.bring()
