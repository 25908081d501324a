"""How numbers stand on the page: large, each with what it is made of."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from dashboard.ui import components
from dashboard.words import problems
from dashboard.words.text import _
from mx2core.metrics import MetricScores

Card = tuple[str, float | None, str]  # label, value, what it is made of


def cards(found: Sequence[Card], *, in_a_row: int = 4) -> None:
    for first in range(0, len(found), in_a_row):
        row = found[first : first + in_a_row]
        for (label, value, made_of), place in zip(row, st.columns(in_a_row), strict=False):
            place.metric(label, number(value), made_of or None, **components.NEUTRAL)


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
