"""Which partitions survive the thresholds c_1 ... c_K?"""

import streamlit as st

from dashboard import analysis, panels, problems, state, survivors, taking
from dashboard.text import _

st.title(_("Which partitions survive?"))
chosen = analysis.chosen()


@st.fragment
def page() -> None:
    divergences = analysis.random_divergences(chosen)
    st.caption(
        _("{n:,} random halves of this corpus. Tighten the bounds on χ²/J and see what is left.").format(
            n=len(divergences)
        )
    )
    bounds = survivors.bounds(chosen, divergences)
    found = survivors.find(divergences, bounds)
    survivors.cards(chosen, divergences, bounds, found)
    picture, meaning = st.columns([2, 1], gap="medium")
    with picture:
        survivors.picture(chosen, divergences, bounds, found)
    with meaning:
        st.markdown("**" + _("How fast the survivors vanish") + "**")
        survivors.vanishing(divergences)
        with st.container(border=True):
            st.markdown("**" + _("What this choice does to the estimate") + "**")
            st.markdown(panels.effect("selected" if state.chosen("bound") == "upper" else "band"))
    survivors.table(chosen, divergences, found)
    with problems.shown():
        survivors.actions(chosen, bounds, found)
    state.keep()


with problems.shown():
    page()
taking.bring_back()
