"""Opens each page at its top, wherever the one before was scrolled to, and asks for Plotly before a page does.

And has drop zones and the link to the content speak the language of the session, which Streamlit's do not.
"""

from pathlib import Path

import streamlit as st

from dashboard.server.running.page_files import PLOTLY
from dashboard.words.text import _

_component = st.components.v2.component(
    "page_top", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)


def show(page: str) -> None:
    """`page`: the path of the page that is drawn; it stands in the sidebar, where it takes no room from a page."""
    words = {
        "skip": _("Skip to main content"),
        "choose": _("Choose files"),
        "most": _("{size} per file"),
        "drop": _("Drop files here"),
    }
    # In a list, since Streamlit looks for tables among named ones.
    _component(key="page_top", data=[page, PLOTLY, words], width=1, height=1)
