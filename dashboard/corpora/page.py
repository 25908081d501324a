"""Which model is better across several corpora? Ranks, and which differences they show."""

import streamlit as st

from dashboard.corpora import corpus_scores, ranks
from dashboard.session import state
from dashboard.ui import example, menu
from dashboard.ui.options import options
from dashboard.words.text import _


def question() -> str:
    return _("Which model is better across several corpora?")


def show() -> None:
    """The answer and one of its views; where there is too little to rank, the ways to more."""
    if not corpus_scores.enough(state.project()):
        menu.lead("race", _("Compare models on the open corpus"), "arrow_forward")
        example.offer("corpora")
        corpus_scores.bring()
        return
    above = st.container()
    with options() as more:
        alpha = ranks.level(more)
        ranked = corpus_scores.choose(state.project(), more)
        corpus_scores.bring()
    if ranked is not None:
        with above:
            ranks.page(ranked, alpha)
