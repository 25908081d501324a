"""How a step looks: what to move on top, the figure left, what it shows to the right, in large letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from dashboard.figures.plain_figure import rewritten
from dashboard.ui import components

if TYPE_CHECKING:
    import plotly.graph_objects as go

Numbers = tuple[tuple[str, str, str], ...]  # label, value, what it means


def step(
    figure: go.Figure,
    key: str,
    *,
    alt: str,
    csv: Callable[[], bytes],
    numbers: Numbers,
    told: tuple[str, ...],
) -> None:
    picture, words = st.columns([5, 3], gap="large")
    with picture:
        components.chart(rewritten(figure).enlarged(), key, alt=alt, csv=csv)
    with words:
        for label, value, meaning in numbers:
            st.metric(label, value, meaning, **components.NEUTRAL)
        for sentence in told:
            st.markdown(sentence)
