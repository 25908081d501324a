"""Scores by split, wherever they are dropped: they lead to the test of such scores."""

import streamlit as st

from dashboard.session import state
from dashboard.ui import menu
from mx2core.exchange import split_scores, write_answer_table

TYPED = "metrics_typed_resampled_t"  # choice: the table of that test
CHOICES = {"metrics_area": "tests", "metrics_test": "resampled_t"}


def lead(data: bytes) -> None:
    """Open the test on the table in `data`, if it is one; else nothing."""
    table = split_scores(data)
    if table is None:
        return
    for key in list(st.session_state):
        if str(key).startswith((f"{TYPED}_editor", f"{TYPED}_start")):
            del st.session_state[key]
    for choice, value in (CHOICES | {TYPED: write_answer_table(table).decode()}).items():
        state.choose(choice, value)
    menu.go("metrics")
