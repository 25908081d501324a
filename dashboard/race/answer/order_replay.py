"""The splits seen so far: a slider, a step at a time, or played like a film."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import streamlit as st

from dashboard.session import state
from dashboard.words.text import _

KEY = "replay"
OPEN = "replaying"  # a choice: whether the buttons are there
OF = "replay_of"  # a choice: what these splits are of
PLAYING = "replay_playing"
STEPPED = "replay_stepped"
PACE = 1.0  # seconds from one split to the next
LIVE = 2.0  # seconds between two looks at what has come in


def pace(live: bool) -> float | None:
    """How often the page is drawn again by itself."""
    return LIVE if live else PACE if st.session_state.get(PLAYING) else None


def controls(place: Any, first: int, last: int, *, of: str) -> int:
    """Buttons and slider, once they are asked for; the number of splits to show, all when `of` is something else."""
    if not state.chosen(OPEN):
        place.button(
            _("Replay"),
            key="replay_open",
            type="tertiary",
            icon=":material/replay:",
            on_click=state.choose,
            args=(OPEN, True),
        )
        return last
    if state.chosen(OF) != of:
        state.choose(OF, of)
        state.choose(KEY, last)
    key = state.choice(KEY, last)
    st.session_state[key] = min(max(int(st.session_state[key]), first), last)
    if st.session_state.get(PLAYING):
        _advance(last)
    playing = bool(st.session_state.get(PLAYING))
    at = int(st.session_state[key])
    with place.container(horizontal=True, vertical_alignment="center", gap="small", width=420):
        _button("back", "skip_previous", _("One split back"), _go, at - 1, first, last, disabled=at <= first)
        icon, help = ("pause", _("Stop")) if playing else ("play_arrow", _("Play"))
        if _button("play", icon, help, _toggle, first, last):
            st.rerun()  # the whole page, whose pace has changed
        _button("on", "skip_next", _("One split on"), _go, at + 1, first, last, disabled=at >= last)
        st.slider(_("Splits seen"), first, last, key=key, format="m = %d", label_visibility="collapsed")
        _button("close", "close", _("All splits"), _close)
    return int(st.session_state[key])


def _button(
    name: str, icon: str, help: str, act: Callable[..., None], *given: int, disabled: bool = False
) -> bool:
    key, icon = f"replay_{name}", f":material/{icon}:"
    return st.button("", key=key, icon=icon, help=help, disabled=disabled, on_click=act, args=given)


def _close() -> None:
    st.session_state[PLAYING] = False
    state.choose(OPEN, False)
    state.forget(KEY)


def _go(m: int, first: int, last: int) -> None:
    st.session_state[PLAYING] = False
    state.choose(KEY, min(max(m, first), last))


def _toggle(first: int, last: int) -> None:
    playing = st.session_state[PLAYING] = not st.session_state.get(PLAYING)
    st.session_state[STEPPED] = time.monotonic()
    if playing and st.session_state[KEY] >= last:
        state.choose(KEY, first)


def _advance(last: int) -> None:
    """One split on, if it is time; a click meanwhile does not make the film run faster."""
    now = time.monotonic()
    if now - st.session_state.get(STEPPED, 0.0) >= 0.7 * PACE:
        st.session_state[STEPPED] = now
        state.choose(KEY, min(int(st.session_state[KEY]) + 1, last))
    if st.session_state[KEY] >= last:
        st.session_state[PLAYING] = False
        st.rerun()  # the whole page, which need not be drawn again by itself any longer
