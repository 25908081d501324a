"""Keys that turn pages before a class: arrows, and what clickers send, PageDown and PageUp.

A button of Streamlit has one key, and loses it to a slider that was moved.
"""

from collections.abc import Callable
from pathlib import Path

import streamlit as st

_component = st.components.v2.component(
    "page_keys", js=Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
)
_KEY = "page_keys"


def listen(turn: Callable[[int], None]) -> None:
    """Call `turn` with 1 when the next page is asked for, and with -1 for the page before."""
    _component(key=_KEY, width=1, height=1, on_turned_change=lambda: turn(int(st.session_state[_KEY].turned)))
