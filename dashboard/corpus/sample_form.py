"""A sample of a large corpus, with labels and lengths as in the whole: enough for a first choice among models."""

import streamlit as st

from dashboard.ui.main_button import main_button
from dashboard.ui.models import smaller_corpus
from dashboard.words import problems
from dashboard.words.text import _

USUAL = 500


def show() -> None:
    """How many units, and a button that opens the sample in place of the corpus; undo brings the whole back."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        n = int(st.number_input(_("Units"), min_value=2, value=USUAL, key="sample_units", width=160))
        asked = main_button(_("Open a sample"), key="take_sample")
    if not asked:
        return
    with problems.shown():
        smaller_corpus.open_sample(n)
        st.rerun()
