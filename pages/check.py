"""How good is an existing split? Where it stands among random splits of its sizes."""

import streamlit as st

from dashboard.check import judged
from dashboard.words import problems
from dashboard.words.text import _

st.title(_("How good is this split?"))
answer = st.container()  # above the options that change it
with problems.problem_box():
    split = judged.ask(answer)
    if split is not None:
        judged.show(split, answer)
