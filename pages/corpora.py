"""Which model is better across several corpora? Ranks, and which differences they show."""

import streamlit as st

from dashboard.corpora import corpus_scores, ranks
from dashboard.session import state
from dashboard.ui import example, menu
from dashboard.words import problems
from dashboard.words.text import _

st.title(_("Which model is better across several corpora?"))
answer = st.container()
with problems.shown():
    ranked = corpus_scores.choose(state.project())
    if ranked is None:
        st.page_link(
            menu.pages()["compare"],
            label=_("Compare models on the corpus that is open"),
            icon=":material/arrow_forward:",
            query_params=menu.link(state.project()),
        )
        example.offer("corpora")
    else:
        ranks.page(ranked, answer)
corpus_scores.bring()
