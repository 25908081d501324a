"""A figure of points, level lines and words, drawn without Plotly: no visitor waits for 1.4 MB to see the first one."""

from pathlib import Path

import streamlit as st

from dashboard.figures.plain_figure import DARK, LIGHT, Written

_component = st.components.v2.component(
    "light_chart",
    html='<svg role="img"></svg>',
    css="svg { display: block; width: calc(100% - 24px); margin: 8px 16px 48px 8px; overflow: visible; }",
    js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8"),
)


def show(figure: Written, key: str, *, alt: str) -> None:
    """A figure with its text alternative; its margins are those of `style.settings(left=8, top=8)`."""
    said = figure.dressed(DARK if st.context.theme.type == "dark" else LIGHT).to_dict()
    # In a list, since Streamlit looks for tables among named ones.
    _component(key=key, data=[said["data"], said["layout"], alt], height=said["layout"]["height"])
