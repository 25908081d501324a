"""How much do random halves differ? Histograms, one split looked into, schemes."""

import streamlit as st

import mx2core as mx
from dashboard import analysis, figures, panels, problems, state, taking, text
from dashboard.text import _, inert

st.title(_("How much do random halves differ?"))
chosen = analysis.chosen()
corpus = state.project().corpus
st.caption(
    _(
        "Every split cuts the corpus into two random halves. χ²/J says how differently the labels fall on "
        "them: 0 means alike, and random halves scatter around the expected value."
    )
)
how_many, which_seed, way, number = st.columns([4, 3, 8, 2], vertical_alignment="bottom")
how_many.select_slider(
    _("Random splits"),
    [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000],
    key=state.choice("candidates", 10_000),
    format_func="{:,}".format,
)
which_seed.number_input(_("Seed"), min_value=0, max_value=2**31 - 1, key=state.choice("seed", 0))

with problems.shown():
    divergences = analysis.random_divergences(chosen)
    picked = panels.pick_split(divergences, way, number)
    for k, column in panels.side_by_side(chosen.names):
        with column:
            panels.divergence(chosen, k, divergences[:, k], marked=divergences[picked, k])

    st.subheader(_("What makes the picked split differ"))
    mask = mx.random_masks(len(corpus), [picked], state.chosen("seed", 0))[0]
    for k, column in panels.side_by_side(chosen.names):
        with column:
            panels.contributions(chosen, k, mask)

st.subheader(_("Schemes of m splits"))
scheme, count, _rest = st.columns([3, 1, 2], vertical_alignment="bottom")
names = panels.methods()
scheme.segmented_control(
    _("Scheme"), list(names), format_func=names.get, key=state.choice("scheme", "balanced"), required=True
)
count.number_input(_("Splits m"), min_value=2, max_value=20, key=state.choice("m", 5))
st.caption(panels.effect(state.chosen("scheme")))
m, seed = state.chosen("m"), state.chosen("seed")
with problems.shown():
    partitions = analysis.partitions(state.chosen("scheme"), m, seed)
    taking.take(partitions)
    every = analysis.possible_partitions(names, m, seed)
    shared, spread = st.columns([2, 3], gap="medium")
    with shared:
        st.markdown("**" + _("Units that two training sets share: distance from n/4") + "**")
        st.plotly_chart(
            figures.overlaps(partitions.overlaps(), n_units=len(corpus), text=_),
            key="overlaps",
            alt=_("Heat map of how far each pair of training sets is from sharing a quarter of the units."),
        )
    with spread:
        for k, name in enumerate(chosen.names):
            st.markdown(
                "**" + _("χ²/J of each split · {name}").format(name=inert(text.attribute(name))) + "**"
            )
            values = {names[method]: p.divergence(chosen.counts[k]) for method, p in every.items()}
            st.plotly_chart(
                figures.schemes(values, expected=chosen.expected[k], text=_),
                key=f"schemes_{k}",
                alt=_("Dots: χ²/J of every split, one row a scheme; line: the expected value."),
            )
