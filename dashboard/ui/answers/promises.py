"""The condition of an error rate, and where the rate is known to be higher, beside what a page promises."""

from __future__ import annotations

import streamlit as st

from dashboard.words import problems
from dashboard.words.text import _
from mx2core.inference.mx2 import promise


def condition(mode: str = "overall") -> str:
    """One sentence, safe to render as Markdown."""
    return problems.worded(promise.condition(mode))


def known_errors() -> None:
    """Folded away: scores with which the overall-level rule errs more often than it says."""
    with st.expander(_("Where the overall-level rule errs more often"), icon=":material/report:"):
        st.markdown(_("Measured at α = 5%, looking at m = 3 to 20; it should be at most 5%:"))
        st.markdown("\n".join(f"- {problems.worded(known)}" for known in promise.KNOWN_ERRORS))
