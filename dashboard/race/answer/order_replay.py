"""The splits seen so far: a slider back to the earlier moments of an answer."""

from typing import Any

import streamlit as st

from dashboard.session import state
from dashboard.words.text import _

KEY = "replay"
OPEN = "replaying"  # a choice: whether the slider is there
OF = "replay_of"  # a choice: what these splits are of


def controls(place: Any, first: int, last: int, *, of: str) -> int:
    """A slider, once it is asked for; the number of splits to show, all when `of` is something else."""
    if not state.chosen(OPEN):
        opening: dict[str, Any] = {"on_click": state.choose, "args": (OPEN, True), "type": "tertiary"}
        place.button(_("Replay"), key="replay_open", icon=":material/replay:", **opening)
        return last
    if state.chosen(OF) != of:
        state.choose(OF, of)
        state.choose(KEY, last)
    key = state.choice(KEY, last)
    st.session_state[key] = min(max(int(st.session_state[key]), first), last)
    with place.container(horizontal=True, vertical_alignment="center", gap="small", width=420):
        st.slider(_("Splits seen"), first, last, key=key, format="m = %d", label_visibility="collapsed")
        st.button("", key="replay_close", icon=":material/close:", help=_("All splits"), on_click=_close)
    return int(st.session_state[key])


def _close() -> None:
    state.choose(OPEN, False)
    state.forget(KEY)
