"""How much do random halves differ? Histograms, one split looked into, schemes."""

import streamlit as st

from dashboard import analysis, halves, problems, schemes, state
from dashboard.text import _

st.title(_("How much do random halves differ?"))
seen = analysis.chosen()
seed = state.chosen("seed", 0)


@st.fragment
def random_halves() -> None:
    with problems.shown():
        halves.random_halves(seen)
    state.keep()
    if state.chosen("seed") != seed:
        st.rerun()  # the schemes are made from it too


@st.fragment
def sets_of_splits() -> None:
    with problems.shown():
        schemes.show(seen)
    state.keep()


random_halves()
st.subheader(_("Schemes of m splits"))
sets_of_splits()
