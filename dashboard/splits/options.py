"""What can be chosen otherwise on Splits, and what of it is."""

import streamlit as st

from dashboard.server.visits.limits import Limits
from dashboard.session import state
from dashboard.session.chosen_thresholds import condition
from dashboard.splits import candidate_map, sliders
from dashboard.ui import undo_buttons
from dashboard.ui.choice import pick
from dashboard.words import measures
from dashboard.words.text import _
from mx2core.partition import ScoredHalves
from mx2core.partition.measures import MEASURES, PAPER

CANDIDATES = 10_000
OFFERED = (1_000, 2_000, 5_000, CANDIDATES, 20_000, 50_000, 100_000)
KEY = "splits_options"


def show(halves: ScoredHalves, *, bounds: bool) -> None:
    """Drawn when they are open: what is not there does not slow the sliders down.

    `bounds`: whether thresholds are chosen with sliders.
    """
    options = st.expander(
        " · ".join([_("Options"), *_differing()]),
        icon=":material/tune:",
        key=state.choice(KEY, False),
        on_change="rerun",
    )
    if not options.open:
        return
    with options:
        if bounds:
            sliders.kinds(halves)
            sliders.typed(halves)
            with st.container(horizontal=True):
                undo_buttons.bounds()
        candidate_map.which(halves)
        names = measures.names()
        if not any(attribute.name == "length" for attribute in halves.attributes):
            names = {key: name for key, name in names.items() if not MEASURES[key].of_numbers}
        pick(_("Measure of difference"), names, "measure", PAPER)
        how_many, which_seed = st.columns([3, 2], vertical_alignment="bottom")
        how_many.select_slider(
            _("Random splits"),
            [n for n in OFFERED if n <= Limits.read().candidates],
            key=state.choice("candidates", CANDIDATES),
            format_func="{:,}".format,
        )
        which_seed.number_input(_("Seed"), min_value=0, max_value=2**31 - 1, key=state.choice("seed", 0))


def _differing() -> list[str]:
    """What is not as a new project has it."""
    band, scale = condition()
    n, seed, measure = state.chosen("candidates"), state.chosen("seed"), state.chosen("measure") or PAPER
    differing = {
        _("upper bound"): not band,
        _("percentiles"): scale == "percentile",
        measures.symbol(measure): measure != PAPER,
        _("{n:,} splits").format(n=n or CANDIDATES): n not in (None, CANDIDATES),
        _("seed {seed}").format(seed=seed): bool(seed),
    }
    return [words for words, differs in differing.items() if differs]
