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
    survivors,
    taking,
    undoing,
)
from dashboard.fragments import fragment
from dashboard.text import _
from mx2core.partition import ScoredHalves

st.title(_("Which partitions survive?"))
seen = analysis.chosen()


@fragment()
def choosing(drawn: ScoredHalves, beside: object) -> None:
    """What follows a slider. The less of a page stands in here, the sooner it answers."""
    if falling.about(drawn) != beside:  # after an undo, or with other axes: what stands beside is stale
        st.rerun()
    thresholds, last = bounds.sliders(drawn)
    found = survivors.find(drawn, thresholds)
    survivors.card(drawn, found, last)
    with st.container(horizontal=True, vertical_alignment="center"):
        picture.heading(drawn)
        undoing.bounds()
    picture.show(drawn, thresholds, found)
    falling.of_both(drawn, thresholds)
    survivors.table(drawn, found)
    building.actions(seen, drawn, found)


with problems.shown():
    drawn = candidates.scored(seen)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.caption(
            _("{n:,} random halves of this corpus. Tighten the bounds and see what is left.").format(
                n=len(drawn)
            ),
            width="content",
        )
        with st.container(horizontal=True, width="content"):
            bounds.kinds(drawn)
    # In eighths, so that the width of the picture is exact in three decimals (see `figures.written`).
    large, meaning = st.columns([5, 3], gap="medium")
    with meaning:
        falling.show(drawn)
        with st.container(border=True):
            st.markdown("**" + _("What this choice does to the estimate") + "**")
            st.markdown(panels.effect("band" if bounds.way() == "band" else "selected"))
        unknown = measures.simulated([attribute.measure for attribute in drawn.attributes])
        if unknown:
            st.caption(unknown)
    with large:
        choosing(drawn, falling.about(drawn))
taking.bring_back()
