"""Progress of long work, which the user can end."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import streamlit as st

from dashboard.words.text import _
from mx2core.errors import Mx2Error

EVERY = 0.15  # seconds between two moves of the bar; what takes less shows none


@contextmanager
def progress(
    words: str, key: str, on_cancel: Callable[[], None] | None = None
) -> Iterator[Callable[[int, int], None]]:
    """Yields `report(done, total)` for the work; a bar and a button appear if it takes long.

    Any click asks Streamlit for another run, and Streamlit ends this one with an
    exception out of the next call that draws, here the one that moves the bar. So the
    button needs to do nothing but be clicked; `on_cancel` is for work that the next
    run would begin again.
    """
    place = st.empty()
    moved = time.monotonic()
    bar = None

    def report(done: int, total: int) -> None:
        nonlocal bar, moved
        now = time.monotonic()
        if now - moved < EVERY:
            return
        moved = now
        if bar is None:
            with place.container():
                track, end = st.columns([5, 1], vertical_alignment="bottom")
                bar = track.progress(0.0, text=words)
                end.button(_("Cancel"), key=f"cancel_{key}", on_click=on_cancel, width="stretch")
        bar.progress(min(done / max(total, 1), 1.0), text=words)

    try:
        yield report
    except Mx2Error:
        place.empty()  # the error is shown in its place
        raise
    place.empty()
