"""Which model is better over several corpora? Ranks, and which differences they show."""

import streamlit as st

from dashboard import menu, problems, ranking, several, state
from dashboard.text import _

st.title(_("Which model is better over several corpora?"))
answer = st.container()
with problems.shown():
    ranked = several.choose(state.project())
    if ranked is None:
        st.page_link(
            menu.pages()["compare"],
            label=_("Compare models on the corpus that is open"),
            icon=":material/arrow_forward:",
            query_params=menu.link(state.project()),
        )
    else:
        ranking.page(ranked, answer)
several.bring()
