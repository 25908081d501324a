"""A walk through the sample: on each of the five steps, what there is to see."""

from __future__ import annotations

import streamlit as st

from dashboard.session import state
from dashboard.ui import menu
from dashboard.words.text import _

KEY = "walking"  # choice of the project: whether somebody walks through it


def begin() -> None:
    """Have the steps of the project that is open say what there is to see."""
    state.choose(KEY, True)


def show(page: str) -> None:
    """On top of a step of the way; nothing elsewhere, or when nobody walks."""
    if page not in menu.WAY or not state.chosen(KEY):
        return
    number = menu.WAY.index(page) + 1
    with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small"):
        with st.container():
            st.markdown(
                _("**{number} of {last}** · {words}").format(
                    number=number, last=len(menu.WAY), words=_to_see()[page]
                ),
            )
        if number < len(menu.WAY):
            menu.next_step(menu.WAY[number], label=_("Next"))
        else:
            st.page_link(
                menu.pages()["home"],
                label=_("Now yours"),
                icon=":material/upload_file:",
                query_params=menu.link(state.project()),
            )
        st.button(_("End the walk"), key="end_walk", type="tertiary", icon=":material/close:", on_click=_end)


def _to_see() -> dict[str, str]:
    return {
        "corpus": _(
            "Further down, bars count each label. Random halves seldom share a label evenly; of a rare one, one half can hold most."
        ),
        "look": _(
            "Grey: 10,000 random halves. Rust: their expected value. The picked split differs much in each attribute; "
            "below, the labels that make it so."
        ),
        "choose": _(
            "Drag the two ends of c₁ closer together: fewer splits survive. “What this choice does to the estimate”, on the right: a band near the expected value costs next to nothing, a lower one raises scores."
        ),
        "compare": _(
            "Three models on the same splits. See how far the two scores of one split lie apart, and how close the "
            "means of the first two models are."
        ),
        "decide": _(
            "The first two models are equivalent: the 90% interval (the thick bar in the figure) lies within ±δ, the largest difference "
            "that one would ignore. Choose the third one as baseline: it is worse."
        ),
    }


def _end() -> None:
    state.choose(KEY, False)
