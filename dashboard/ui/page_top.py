"""Opens each page at its top, wherever the one before was scrolled to."""

from pathlib import Path

import streamlit as st

_component = st.components.v2.component(
    "page_top", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def show(page: str) -> None:
    """`page`: the path of the page that is drawn; it stands in the sidebar, where it takes no room from a page."""
    # In a list, since Streamlit looks for tables among named ones.
    _component(key="page_top", data=[page], width=1, height=1)
