"""Which partitions survive the thresholds c_1 ... c_K?"""

import streamlit as st

from dashboard.choose import candidate_map, construction, sliders, survival_curve, survivors
from dashboard.session import analysis, candidates, chosen_thresholds
from dashboard.session.fragments import fragment
from dashboard.ui import components, measured_shift, menu, partition_card, undo_buttons
from dashboard.words import measures, problems
from dashboard.words.text import _
from mx2core.partition import ScoredHalves

st.title(_("Which partitions survive?"))
seen = analysis.chosen()


@fragment()
def choosing(drawn: ScoredHalves, beside: object) -> None:
    """What follows a slider. The less of a page stands in here, the sooner it answers."""
    if (
        survival_curve.about(drawn) != beside
    ):  # after an undo, or with other axes: what stands beside is stale
        st.rerun()
    thresholds, below = sliders.sliders(drawn)
    found = survivors.find(drawn, thresholds)
    survivors.cards(drawn, found, sliders.meanings(drawn, thresholds), below)
    candidate_map.heading(drawn)
    with st.container(horizontal=True, vertical_alignment="center"):
        undo_buttons.bounds()
    candidate_map.show(drawn, thresholds, found)
    survival_curve.of_both(drawn, thresholds)
    survivors.table(drawn, found)
    construction.actions(seen, drawn, found)


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
            sliders.kinds(drawn)
    # In eighths, so that the width of the picture is exact in three decimals (see `figures.written`).
    large, meaning = st.columns([5, 3], gap="medium")
    with meaning:
        survival_curve.show(drawn)
        with st.container(border=True):
            st.markdown("**" + _("What this choice does to the estimate") + "**")
            measured_shift.show(components.flatters)
            st.markdown(components.effect("band" if chosen_thresholds.way() == "band" else "selected"))
        unknown = measures.simulated([attribute.measure for attribute in drawn.attributes])
        if unknown:
            st.caption(unknown)
    with large:
        choosing(drawn, survival_curve.about(drawn))
partition_card.bring_back()
menu.next_step("compare")
