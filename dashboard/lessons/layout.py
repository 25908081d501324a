"""How a step looks: what to move on top, the figure left, what it shows to the right, in large letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from dashboard import panels
from dashboard.figures.written import Written

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
    if isinstance(figure, Written):
        figure = figure.enlarged()
    else:
        figure.update_layout(font_size=15, legend_font_size=15)
        figure.update_xaxes(tickfont_size=14, title_font_size=16)
        figure.update_yaxes(tickfont_size=14, title_font_size=16)
    picture, words = st.columns([5, 3], gap="large")
    with picture:
        panels.chart(figure, key, alt=alt, csv=csv)
    with words:
        for label, value, meaning in numbers:
            st.metric(label, value, meaning, **panels.NEUTRAL)
        for sentence in told:
            st.markdown(sentence)
