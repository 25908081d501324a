"""The parts of the Look page about random halves: how much they differ, and why one of them does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

import mx2core as mx
from dashboard import figures
from dashboard.server.visits.limits import Limits
from dashboard.session import candidates, state
from dashboard.ui import components
from dashboard.ui.choice import pick
from dashboard.words import measures, problems, text
from dashboard.words.measures import written
from dashboard.words.text import _, inert
from mx2core.partition import candidate_at
from mx2core.partition.measures import MEASURES, PAPER, SHARES

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dashboard.session.analysis import Chosen
    from mx2core.partition import ScoredHalves


def settings(chosen: Chosen) -> None:
    """How many random halves, from which seed, and by which measure they are said to differ."""
    how_many, which_seed, by = st.columns([4, 2, 3], vertical_alignment="bottom")
    how_many.select_slider(
        _("Random splits"),
        [n for n in (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000) if n <= Limits.read().candidates],
        key=state.choice("candidates", 10_000),
        format_func="{:,}".format,
    )
    which_seed.number_input(_("Seed"), min_value=0, max_value=2**31 - 1, key=state.choice("seed", 0))
    names = measures.names()
    if "length" not in chosen.names:
        names = {key: name for key, name in names.items() if not MEASURES[key].of_numbers}
    pick(_("Measure of difference"), names, "measure", PAPER, place=by)


def random_halves(chosen: Chosen) -> None:
    """Histograms of the random halves; one of them picked, and looked into."""
    settings(chosen)
    with problems.shown():
        state.keep()  # before work that a reload may end
    measure = state.chosen("measure", PAPER)
    st.caption(
        text.joined(
            filter(None, (measures.about(measure), measures.simulated(candidates.measures(chosen.names))))
        )
    )
    halves = candidates.scored(chosen)
    histograms = st.container()
    varied = halves.varied
    picked = 0
    if varied:
        st.subheader(_("What makes one split differ"))
        picked = pick_split(halves)
        mask = mx.partitions.random_masks(len(state.project().corpus), [picked], seed=halves.seed)[0]
        for i, column in components.side_by_side([chosen.names[k] for k in varied]):
            with column:
                contributions(chosen, varied[i], mask)
    with histograms:
        for k, column in components.side_by_side(chosen.names):
            with column:
                histogram(halves, k, marked=float(halves.divergences[picked, k]))


def histogram(halves: ScoredHalves, k: int, *, marked: float) -> None:
    """One attribute among random halves: expected, usual range, floor, histogram."""
    attribute, values = halves.attributes[k], halves.divergences[:, k]
    name, symbol = text.attribute(attribute.name), measures.symbol(attribute.measure)
    st.markdown(f"**{inert(symbol)} · {inert(name)}**")
    if not attribute.varied:
        why = (
            _(
                "The same in every random split, {value}: both halves always have all labels, or none that the other "
                "has. Choose words, or labels with their words, on the page Corpus."
            )
            if attribute.measure in SHARES
            else _("The same in every random split, {value}: one label type, or each label occurs once.")
        )
        st.info(why.format(value=written(float(values[0]))), icon=":material/info:")
        return
    low, high = attribute.middle()
    known = attribute.factor is not None
    with st.container(horizontal=True):  # unlike columns, it goes on below where numbers would be cut
        st.metric(_("Expected") if known else _("Mean"), written(attribute.expected), border=True, width=120)
        st.metric(_("5% to 95%"), f"{written(low, 2)}–{written(high, 2)}", border=True, width=160)
        st.metric(
            _("Floor"),
            written(attribute.floor) if attribute.floor is not None else "–",
            border=True,
            width=140,
        )
    components.chart(
        figures.divergence_histogram(
            values,
            density=attribute.density,
            expected=attribute.expected,
            floor=attribute.floor,
            marked=marked,
            from_zero=attribute.measure not in SHARES,
            title=symbol,
            text=_,
        ),
        f"histogram_{k}",
        alt=_("Histogram of {measure} over {n:,} random splits for {name}; mean {expected}.").format(
            measure=symbol, n=len(values), name=name, expected=written(attribute.expected)
        ),
        csv=lambda: components.columns_csv(
            candidate=np.arange(len(values)), **{MEASURES[attribute.measure].column: values}
        ),
    )


def pick_split(halves: ScoredHalves) -> int:
    """Number of the random split that the user wants to see from the inside."""
    several = len(halves.varied) > 1
    ways = {
        "unlike": _("unlike in every attribute") if several else _("least alike"),
        "typical": _("typical"),
        "alike": _("alike in every attribute") if several else _("most alike"),
        "number": _("by number"),
    }
    with st.container(horizontal=True, vertical_alignment="bottom"):
        picked = pick(_("Pick a split"), ways, "pick", "unlike", buttons=True)
        shares = [attribute.measure in SHARES for attribute in halves.attributes]
        # Halves are the more alike the more of one the other has seen.
        divergences = np.where(shares, 1 - halves.divergences, halves.divergences)
        if picked == "alike":
            return int(mx.partitions.select_good(divergences, 1 / len(halves)).indices[0])
        if picked == "unlike":
            return int(mx.partitions.select_bad(divergences, 1 / len(halves)).indices[0])
        if picked == "typical":
            return candidate_at(divergences, 0.5)
        last = len(halves) - 1
        key = state.choice("picked", 0)
        st.session_state[key] = min(st.session_state[key], last)
        st.number_input(
            _("Number, up to {last:,}").format(last=last), min_value=0, max_value=last, key=key, width=200
        )
    return int(state.chosen("picked"))


def contributions(chosen: Chosen, k: int, mask: NDArray[np.bool_]) -> None:
    """Which labels make chi-square/J of one split what it is."""
    attribute = chosen.attributes[k]
    parts = mx.partitions.label_contributions(mask, attribute.counts)
    name = text.attribute(chosen.names[k])
    st.markdown(
        _("**{name}**: χ²/J = {value:.3f}; the number at each bar is its contribution").format(
            name=inert(name), value=parts.contribution.sum()
        )
    )
    components.chart(
        figures.contributions(attribute.labels, parts.first, parts.expected, parts.contribution, text=_),
        f"contributions_{k}",
        alt=_(
            "Bars: labels that occur more or less often in the first half than expected, for {name}."
        ).format(name=name),
        csv=lambda: components.contributions_csv(attribute.labels, parts),
    )
