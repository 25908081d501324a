"""The first view of Splits, which follows the sliders, and the views below it, which do not."""

import streamlit as st

from dashboard.figures import style
from dashboard.figures.splits import thresholds as figures
from dashboard.server.project import Kept
from dashboard.session import state
from dashboard.session.analysis import Chosen
from dashboard.session.chosen_thresholds import condition, way
from dashboard.session.fragments import fragment
from dashboard.splits import (
    candidate_map,
    live_box,
    options,
    random_splits,
    schemes,
    screening,
    shift,
    sliders,
    splits_used,
    survival_curve,
    survivors,
)
from dashboard.ui import components, kept_together
from dashboard.ui.answers.measured_shift import Found
from dashboard.ui.choice import pick
from dashboard.words.text import _
from mx2core.partition import PartitionSet, ScoredHalves

VIEW = "splits_view"


def beside(halves: ScoredHalves) -> tuple[object, ...]:
    """What is drawn besides the sliders and what follows them depends on this."""
    settings = [state.chosen(key) or 0 for key in ("candidates", "seed", "measure")]
    made = [splits_used.way(halves), state.chosen("m", splits_used.M), state.chosen("taken")]
    seen = [random_splits.picked(halves), state.chosen(VIEW, "set"), candidate_map.axes(halves)]
    return way(), settings, made, seen


@fragment()
def choosing(chosen: Chosen, halves: ScoredHalves, drawn: object, found: Found | None) -> None:
    """What follows a slider. The less of a page is in here, the sooner it answers."""
    if beside(halves) != drawn:
        st.rerun()
    # In eighths, so that the width of the picture is exact in three decimals (see `figures.written`).
    large, right = st.columns([5, 3], gap="medium")
    with large:
        picture = st.container()
        screened = splits_used.way(halves) == "screened"  # which has bounds of its own
        thresholds, grids = (screening.bounds(halves), {}) if screened else sliders.sliders(halves)
    survives = halves.survivors(thresholds)
    survive = int(survives.sum())
    with right:
        if any(one.bounded for one in thresholds):
            survivors.count(survive, halves)
        kept_together.leaks(state.project().corpus)
        shift.show(splits_used.way(halves), halves, thresholds, found)
        used = splits_used.choose(chosen, halves, thresholds, survives)
        options.show(halves, bounds=not screened)
        random_splits.opened(chosen, halves)
    shown = candidate_map.axes(halves)
    with picture:
        candidate_map.show(halves, thresholds, survives, _marked(chosen, halves, used))
    if grids:
        clicked = live_box.show(
            halves,
            thresholds,
            grids,
            condition()[1],
            picture=candidate_map.key(shown),
            axes=shown,
            said=survivors.worded(survive, halves),
        )
        if clicked:
            random_splits.open_split(halves, candidate_map.nearest(halves, shown, clicked))
            st.rerun()
    candidate_map.tools(halves, thresholds, survives)
    names = {
        "set": _("These splits"),
        "one": _("One split"),
        "random": _("Random halves"),
        "schemes": _("Ways compared"),
        "thresholds": _("Thresholds"),
    }
    if pick(_("View"), names, VIEW, "set", buttons=True, hide_label=True) == "thresholds":
        survival_curve.show(halves, thresholds)
        survivors.table(halves, survives)


def _marked(chosen: Chosen, halves: ScoredHalves, used: PartitionSet | None) -> list[figures.Marked]:
    """The splits that are used and the one that is looked into, as they are on the map."""
    values = None if used is None else splits_used.values(chosen, halves, used)
    marked = []
    if used is not None and values is not None:
        said = components.named(Kept(used))
        marked.append(figures.Marked(said, values, "circle", style.TEAL))
    number = random_splits.picked(halves)
    if number is not None:
        said = _("split {number:,}").format(number=number)
        marked.append(figures.Marked(said, halves.divergences[[number]], "diamond", style.RUST))
    return marked


@fragment()
def views(chosen: Chosen, halves: ScoredHalves, drawn: object) -> None:
    """What is known of the splits that are used, of one split, of random ones, and of other ways."""
    if beside(halves) != drawn:
        st.rerun()
    view, used = state.chosen(VIEW, "set"), splits_used.used(halves)
    if view == "set" and used is not None:
        splits_used.show(chosen, used)
    elif view == "one":
        random_splits.look_into(chosen, halves)
    elif view == "random":
        random_splits.histograms(chosen, halves)
    elif view == "schemes":
        schemes.show(chosen, halves, used)
