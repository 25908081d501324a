"""What others get: the answer, its picture, the words for a paper, the code, the files."""

import streamlit as st

from dashboard.session import state
from dashboard.share import page
from dashboard.words import problems
from dashboard.words.text import _

st.title(_("Share the result"))
with problems.problem_box():
    page.show(state.project())
