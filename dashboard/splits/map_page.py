"""The first view of Splits, which follows the sliders, and the views below it, which do not."""

from functools import partial

import streamlit as st

from dashboard.figures import style
from dashboard.figures.splits import thresholds as figures
from dashboard.server.visits.limits import Limits
from dashboard.session import state
from dashboard.session.analysis import Chosen
from dashboard.session.fragments import fragment
from dashboard.splits import candidate_map, live_box, random_splits, screening, sliders, splits_used
from dashboard.ui import components, kept_together
from dashboard.ui.answers.measured_shift import Found
from dashboard.ui.widgets import fold, pick
from dashboard.words import measures
from dashboard.words.text import _
from mx2core.partition import PartitionSet, ScoredHalves
from mx2core.partition.checks import USUAL_M
from mx2core.partition.halves.candidates import N_RANDOM
from mx2core.partition.measures import MEASURES, PAPER

VIEW = "splits_view"
OFFERED = (1_000, 2_000, 5_000, N_RANDOM, 20_000, 50_000, 100_000)


def picture_key(halves: ScoredHalves) -> tuple[object, ...]:
    """What is drawn besides the sliders and what follows them depends on this."""
    settings = [state.chosen(key) or 0 for key in ("candidates", "seed", "measure")]
    made = [splits_used.way(halves), state.chosen("m", USUAL_M), state.chosen("taken")]
    seen = [random_splits.picked(halves), state.chosen(VIEW, "set"), candidate_map.axes(halves)]
    return sliders.order(), settings, made, seen


@fragment()
def choosing(
    chosen: Chosen, halves: ScoredHalves, drawn: object, found: Found | None, sent: candidate_map.Sent
) -> None:
    """What follows a slider. The less of a page is in here, the sooner it answers."""
    if picture_key(halves) != drawn:
        st.rerun()
    # In eighths, so that the width of the picture is exact in three decimals (see `figures.written`).
    large, right = st.columns([5, 3], gap="medium")
    with large:
        picture = st.container()
        screened = splits_used.way(halves) == "screened"  # which has bounds of its own
        thresholds, grids = (screening.bounds(halves), {}) if screened else sliders.sliders(halves)
        if components.phone():
            splits_used.replaced(halves)
    survives = halves.survivors(thresholds)
    survive = int(survives.sum())
    share = (
        "{share}" if splits_used.way(halves) == "selected" else _("{share} survive; other splits are in use")
    )
    with right:
        if grids or any(one.bounded for one in thresholds):
            candidate_map.count_survivors(survive, halves, share)
        kept_together.leaks(state.project().corpus, mend=False)
        splits_used.show_shift(splits_used.way(halves), halves, thresholds, found)
        used = splits_used.choose(chosen, halves, thresholds, survives)
        _options(halves, bounds=not screened)
        random_splits.opened(chosen, halves)
    shown = candidate_map.axes(halves)
    with picture:
        sent = sent if grids else {}
        drawing = candidate_map.show(halves, thresholds, survives, _marked(chosen, halves, used), sent)
    if grids:
        clicked = live_box.show(
            halves,
            thresholds,
            grids,
            sliders.condition()[1],
            drawing=drawing,
            survive=survive,
            share=share,
        )
        if clicked:
            random_splits.open_split(halves, candidate_map.nearest(halves, shown, clicked))
            st.rerun()
    candidate_map.tools(halves, thresholds, survives, sent)
    names = {
        "set": _("These splits"),
        "one": _("One split"),
        "random": _("Random halves"),
        "schemes": _("Ways compared"),
        "thresholds": _("Thresholds"),
    }
    if pick(_("View"), names, VIEW, "set", buttons=True, hide_label=True) == "thresholds":
        candidate_map.survival_curve(halves, float(survives.mean()))
        candidate_map.survivors_table(halves, survives)


def _options(halves: ScoredHalves, *, bounds: bool) -> None:
    """Drawn when they are open: what is not there does not slow the sliders down. First what mends the warning above.

    `bounds`: whether thresholds are chosen with sliders.
    """
    shared = kept_together.shared(state.project().corpus)
    offers = [kept_together.offer(notice.unit) for notice in shared]
    differing = [*offers, *_differing(), *([] if bounds else screening.differing())]
    options = fold(" · ".join([_("Options"), *differing]), "splits_options", "tune")
    if options is None:
        return
    with options:
        for notice in shared:
            kept_together.button(notice.unit, partial(sliders.bounds, halves))
        st.number_input(_("Splits m"), min_value=1, max_value=20, key=state.choice("m", USUAL_M), width=140)
        if bounds:
            sliders.kinds(halves)
            sliders.typed(halves)
        else:
            screening.options()
        candidate_map.which(halves)
        names = measures.names()
        if not any(attribute.name == "length" for attribute in halves.attributes):
            names = {key: name for key, name in names.items() if not MEASURES[key].numeric}
        pick(_("Measure of difference"), names, "measure", PAPER)
        how_many, which_seed = st.columns([3, 2], vertical_alignment="bottom")
        how_many.select_slider(
            _("Random splits"),
            [n for n in OFFERED if n <= Limits.read().candidates],
            key=state.choice("candidates", N_RANDOM),
            format_func="{:,}".format,
        )
        which_seed.number_input(_("Seed"), min_value=0, max_value=2**31 - 1, key=state.choice("seed", 0))


def _differing() -> list[str]:
    """What is not as a new project has it."""
    band, scale = sliders.condition()
    m = state.chosen("m", USUAL_M)
    n, seed, measure = state.chosen("candidates"), state.chosen("seed"), state.chosen("measure") or PAPER
    differing = {
        f"m = {m}": m != USUAL_M,
        _("upper bound"): not band,
        _("percentiles"): scale == "percentile",
        measures.symbol(measure): measure != PAPER,
        _("{n:,} splits").format(n=n or N_RANDOM): n not in (None, N_RANDOM),
        _("seed {seed}").format(seed=seed): bool(seed),
    }
    return [words for words, differs in differing.items() if differs]


def _marked(chosen: Chosen, halves: ScoredHalves, used: PartitionSet | None) -> list[figures.Marked]:
    """The splits that are used and the one that is looked into, as they are on the map."""
    values = None if used is None else splits_used.values(chosen, halves, used)
    marked = []
    if used is not None and values is not None:
        marked.append(figures.Marked(splits_used.named(used), values, "circle", style.TEAL))
    number = random_splits.picked(halves)
    if number is not None:
        label = _("split {i}").format(i=number)
        marked.append(figures.Marked(label, halves.divergences[[number]], "diamond", style.RUST))
    return marked


@fragment()
def views(chosen: Chosen, halves: ScoredHalves, drawn: object) -> None:
    """What is known of the splits that are used, of one split, of random ones, and of other ways."""
    if picture_key(halves) != drawn:
        st.rerun()
    view, used = state.chosen(VIEW, "set"), splits_used.used(halves)
    if view == "set" and used is not None:
        splits_used.show(chosen, used)
    elif view == "one":
        random_splits.look_into(chosen, halves)
    elif view == "random":
        random_splits.histograms(chosen, halves)
    elif view == "schemes":
        random_splits.schemes(chosen, halves, used)
