"""Which partitions survive the thresholds c_1 ... c_K?"""

import streamlit as st

from dashboard import (
    analysis,
    bounds,
    building,
    candidates,
    falling,
    measures,
    panels,
    picture,
    problems,
    state,
    survivors,
    taking,
    undoing,
)
from dashboard.text import _

st.title(_("Which partitions survive?"))
seen = analysis.chosen()


@st.fragment
def page() -> None:
    drawn = candidates.scored(seen)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.caption(
            _("{n:,} random halves of this corpus. Tighten the bounds and see what is left.").format(
                n=len(drawn)
            ),
            width="content",
        )
        with st.container(horizontal=True, width="content"):
            undoing.bounds()
            bounds.kinds(drawn)
    limits, beside = bounds.sliders(drawn)
    found = survivors.find(drawn, limits)
    survivors.card(drawn, found, beside)
    unknown = measures.simulated([attribute.measure for attribute in drawn.attributes])
    if unknown:
        st.caption(unknown)
    large, meaning = st.columns([2, 1], gap="medium")
    with large:
        picture.show(drawn, limits, found)
    with meaning:
        falling.show(drawn, limits, found)
        with st.container(border=True):
            st.markdown("**" + _("What this choice does to the estimate") + "**")
            st.markdown(panels.effect("band" if limits.band else "selected"))
    survivors.table(drawn, found)
    with problems.shown():
        building.actions(seen, drawn, limits, found)
    state.keep()


with problems.shown():
    page()
taking.bring_back()
