"""Which partitions survive the thresholds c_1 ... c_K?"""

import streamlit as st

from dashboard.choose import candidate_map, construction, sliders, survival_curve, survivors
from dashboard.session import analysis, candidates, chosen_thresholds, state
from dashboard.session.fragments import fragment
from dashboard.ui import components, menu, undo_buttons
from dashboard.ui.answers import measured_shift
from dashboard.ui.documents import partition_card
from dashboard.words import measures, problems
from dashboard.words.text import _
from mx2core.partition import ScoredHalves
from mx2core.partition.measures import SHARES

st.title(_("Which splits meet your thresholds?"))
chosen = analysis.chosen()


@fragment()
def choosing(halves: ScoredHalves, beside: object) -> None:
    """What follows a slider. The less of a page stands in here, the sooner it answers."""
    if (
        survival_curve.about(halves) != beside
    ):  # after an undo, or with other axes: what stands beside is stale
        st.rerun()
    thresholds, below = sliders.sliders(halves)
    selected = survivors.find(halves, thresholds)
    survivors.cards(halves, selected, sliders.meanings(halves, thresholds), below)
    survivors.below_expected(halves, selected)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        candidate_map.heading(halves)
        with st.container(horizontal=True, width="content"):
            undo_buttons.bounds()
    candidate_map.show(halves, thresholds, selected)
    survival_curve.of_both(halves, thresholds)
    survivors.table(halves, selected)
    construction.actions(chosen, halves, selected)


with problems.shown():
    halves = candidates.scored(chosen)
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.caption(
            _("{n:,} random halves of this corpus. Tighten the bounds and see what is left.").format(
                n=len(halves)
            ),
            width="content",
        )
        with st.container(horizontal=True, width="content"):
            sliders.kinds(halves)
    # In eighths, so that the width of the picture is exact in three decimals (see `figures.written`).
    large, meaning = st.columns([5, 3], gap="medium")
    with meaning:
        survival_curve.show(halves)
        with st.container(border=True):
            st.markdown("**" + _("What this choice does to the estimate") + "**")
            measured_shift.show(
                lambda one: one.selection is not None,  # made by thresholds, here
                lambda: state.chosen("taken"),
            )
            if any(attribute.measure in SHARES for attribute in halves.attributes):
                st.markdown(_("What bounds on a seen share do to the estimate was not measured."))
            if any(attribute.measure not in SHARES for attribute in halves.attributes):
                st.markdown(components.effect("band" if chosen_thresholds.way() == "band" else "selected"))
        unknown = measures.simulated([attribute.measure for attribute in halves.attributes])
        if unknown:
            st.caption(unknown)
    with large:
        choosing(halves, survival_curve.about(halves))
construction.other_ratios()
partition_card.bring_back()
menu.next_step("race")
