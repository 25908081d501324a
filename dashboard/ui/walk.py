"""A walk through the sample: on each step of the way, what there is to see."""

import streamlit as st

from dashboard.session import state
from dashboard.ui import menu
from dashboard.words.text import _

KEY = "walking"  # choice of the project: whether somebody walks through it


def begin() -> None:
    """Have the steps of the project that is open say what there is to see."""
    state.choose(KEY, True)


def show(address: str) -> None:
    """On top of a step of the way; nothing elsewhere, or when nobody walks."""
    page, steps = address or "home", menu.WAY
    if page not in steps or not state.chosen(KEY):
        return
    number = steps.index(page) + 1
    with st.container(border=True, horizontal=True, vertical_alignment="center", gap="small"):
        with st.container():
            st.markdown(
                _("**{number} of {last}** · {words}").format(
                    number=number, last=len(steps), words=_to_see()[page]
                )
            )
        if number < len(steps):
            menu.next_step(steps[number], label=_("Next"))
        st.button(_("End the walk"), key="end_walk", type="tertiary", icon=":material/close:", on_click=_end)


def _to_see() -> dict[str, str]:
    return {
        "home": _("Random halves seldom split a label evenly."),
        "check": _("Needle: one split. Bars: random ones."),
        "splits": _("The sample’s race used ten block splits."),
        "race": _("These two are equivalent. Choose the third as baseline: it is worse."),
        "share": _("One sentence, one picture, and their code."),
    }


def _end() -> None:
    state.choose(KEY, False)
