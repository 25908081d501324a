"""How much do random halves differ? Histograms, one split looked into, schemes."""

import streamlit as st

from dashboard.look import random_splits, sets
from dashboard.session import analysis, state
from dashboard.session.fragments import fragment
from dashboard.ui import menu
from dashboard.words.text import _

st.title(_("How much do random halves differ?"))
chosen = analysis.chosen()
seed = state.chosen("seed", 0)


@fragment()
def random_halves() -> None:
    random_splits.random_halves(chosen)
    if state.chosen("seed") != seed:
        st.rerun()  # the schemes are made from it too


@fragment()
def sets_of_splits() -> None:
    sets.show(chosen)


random_halves()
st.subheader(_("Schemes of m splits"))
sets_of_splits()
menu.next_step("choose")
