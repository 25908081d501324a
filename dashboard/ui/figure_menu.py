"""The menu under a figure: its picture, its numbers, a link to it, and the lines of Python that draw it."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import streamlit as st

import mx2core as mx
from dashboard.server.read_only import looking
from dashboard.session import state
from dashboard.ui.copies import copies
from dashboard.words.text import _

OF_SCORES = ("race", "share")  # whose figures are of imported scores, where there are some
BY_ITSELF = ("learn", "calibration", "metrics")  # their figures are the same whatever corpus is open


def show(key: str, alt: str, csv: Callable[[], None] | None, python: Callable[[], str] | None) -> None:
    """Of the figure `key`; `csv` shows the button for its numbers."""
    with st.popover(_("Copy and tools"), type="tertiary", icon=":material/more_horiz:", key=f"{key}_more"):
        # What is shown of a project has another link: that of *Share this page*, which is not its key.
        copies(key, caption=caption(alt), link=looking() or _page() in BY_ITSELF)
        if csv is not None:
            csv()
        look: dict[str, Any] = {"type": "tertiary", "icon": ":material/zoom_in:"}
        look |= {"help": _("Double-click undoes a zoom."), "on_click": _turn, "args": (f"{key}_tools",)}
        st.button(_("Figure tools"), key=f"{key}_tools_button", **look)
        if python is not None:
            st.markdown(_("This figure in Python"))
            st.code(python(), language=None, wrap_lines=True)


def caption(alt: str) -> str:
    """What stands under a copied figure, so that it is understood alone: corpus, numbers, program."""
    project, page = state.project(), _page()
    of_scores = project.imported if page in OF_SCORES else ""
    about = [] if page in BY_ITSELF else [of_scores or project.corpus.name]
    return " · ".join([*about, alt.removesuffix("."), f"mx2core {mx.__version__}"])


def _page() -> str:
    page = urlsplit(st.context.url or "").path.rpartition("/")[2]
    return str(st.query_params.get("view", page)) if page == "laboratory" else page


def _turn(key: str) -> None:
    st.session_state[key] = not st.session_state.get(key)
