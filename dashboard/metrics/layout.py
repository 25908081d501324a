"""How numbers stand on the page: large, each with what it is made of."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.ui import components
from dashboard.words import problems
from dashboard.words.text import _
from mx2core.metrics import MetricScores

WIDTH = 150  # pixels; two beside each other on a phone

Card = tuple[str, float | None, str]  # label, value, what it is made of


def cards(found: Sequence[Card]) -> None:
    """As many side by side as there is room for."""
    with st.container(horizontal=True):
        for label, value, made_of in found:
            st.metric(label, number(value), made_of or None, width=WIDTH, **components.NEUTRAL)


def number(value: float | None, places: int = 4) -> str:
    """A score as it is read; a dash where there is none."""
    if value is None:
        return "–"
    return f"{value:.{places}f}" if abs(value) < 1000 else f"{value:,.1f}"


def share(part: float, whole: float) -> str:
    """The fraction behind a score."""
    return _("{part:,g} of {whole:,g}").format(part=part, whole=whole)


def notices(scores: MetricScores) -> None:
    for notice in scores.notices:
        st.caption(":material/info: " + problems.worded(notice))
