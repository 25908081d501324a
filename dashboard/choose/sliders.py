"""The thresholds: one slider an attribute, on the scale of the measure or in percentiles.

A bound chosen in percentiles is the value that so many of the random splits do not
exceed, so that attributes with few and with many labels can be set alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from dashboard.choose import live_histogram
from dashboard.choose.positions import Positions
from dashboard.session import state
from dashboard.session.chosen_thresholds import chosen, condition
from dashboard.ui.choice import pick
from dashboard.words import text
from dashboard.words.measures import written
from dashboard.words.text import _, inert
from mx2core.partition import Thresholds
from mx2core.partition.measures import SHARES
from mx2core.partition.thresholds import key_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from streamlit.delta_generator import DeltaGenerator

    from mx2core.partition import ScoredAttribute, ScoredHalves
    from mx2core.partition.thresholds import Scale

STEPS = 150  # about so many positions has a slider


def symbol(k: int) -> str:
    return f"c{index(k)}"


def index(k: int) -> str:
    return "".join("₀₁₂₃₄₅₆₇₈₉"[int(digit)] for digit in str(k + 1))


def positions(attribute: ScoredAttribute) -> Positions:
    """From the floor, below which no half split goes, to the largest value drawn."""
    low, high = float(attribute.ordered[0]), float(attribute.ordered[-1])
    if attribute.measure not in SHARES:
        low = min(attribute.floor or 0.0, low)
    places = int(np.clip(np.round(np.log10(STEPS / (high - low))), 0, 8))
    step = 10.0**-places
    return Positions(
        round(np.floor(low / step) * step, places), round(np.ceil(high / step) * step, places), step, places
    )


def _position(attribute: ScoredAttribute, thresholds: Thresholds, scale: Scale) -> Any:
    """Where a slider stands that admits the same, as nearly as its steps allow."""
    if scale == "percentile":
        return attribute.in_percentiles(thresholds).ends
    grid, (low, high) = positions(attribute), attribute.in_values(thresholds).range
    return (grid.at(low), grid.at(high)) if thresholds.band else grid.at(high)


def _switch(halves: ScoredHalves) -> None:
    """Carry the bounds over to the scale just chosen, unless they stand there already."""
    band, scale = condition()
    for attribute in halves.attributes:
        asked = attribute.name, attribute.measure, band
        before = chosen(*asked, "value" if scale == "percentile" else "percentile")
        there = chosen(*asked, scale)
        if before is None or not attribute.varied:
            continue
        if there is None or _same_values(attribute, there) != _same_values(attribute, before):
            state.choose(key_of(*asked[:2], band=band, scale=scale), _position(attribute, before, scale))


def _same_values(attribute: ScoredAttribute, thresholds: Thresholds) -> Thresholds:
    """Equal for thresholds that admit the same random halves."""
    return attribute.in_percentiles(attribute.in_values(thresholds))


def kinds(halves: ScoredHalves) -> None:
    """Band, as long as nobody asks for the paper's upper bound; in values or in percentiles."""
    conditions = {"band": _("band"), "upper": _("upper bound")}
    scales = {"value": _("values"), "percentile": _("percentiles")}
    pick(_("Condition"), conditions, "bound", "band", buttons=True, hide_label=True)
    pick(
        _("Scale of the thresholds"),
        scales,
        "scale",
        "value",
        buttons=True,
        on_change=_switch,
        args=(halves,),
        hide_label=True,
    )


def sliders(halves: ScoredHalves) -> tuple[tuple[Thresholds, ...], DeltaGenerator]:
    """A slider per attribute, a few in a row; and a place for cards under them."""
    n = len(halves.attributes)
    in_a_row = min(n, 2)
    thresholds: list[Thresholds] = []
    places: list[tuple[DeltaGenerator, Positions] | None] = []
    for first in range(0, n, in_a_row):
        row = range(first, min(first + in_a_row, n))
        with st.container(horizontal=True):  # unlike columns, it goes on below where there is no room
            columns = [st.container() for _place in range(in_a_row)]
        for k, column in zip(row, columns, strict=False):
            with column:
                stands, place = _slider(halves.attributes[k], k)
                thresholds.append(stands)
                places.append(place)
    _histograms(halves, tuple(thresholds), places)
    return tuple(thresholds), st.container(horizontal=True, key="survivors")


def _histograms(
    halves: ScoredHalves,
    thresholds: tuple[Thresholds, ...],
    places: list[tuple[DeltaGenerator, Positions] | None],
) -> None:
    """Under each slider; what survives at one of them depends on all."""
    scale, survive = condition()[1], int(halves.survivors(thresholds).sum())
    for k, below in enumerate(places):
        if below is not None:
            place, grid = below
            with place:
                live_histogram.show(halves, thresholds, k, grid, scale, survive)


def meanings(halves: ScoredHalves, thresholds: Sequence[Thresholds]) -> Iterator[tuple[str, str, str]]:
    """For each bounded attribute a card: what the bound admits of the random splits, or its value."""
    scale = condition()[1]
    for k, (attribute, bound) in enumerate(zip(halves.attributes, thresholds, strict=True)):
        if not attribute.varied:
            continue
        name, (low, high) = text.attribute(attribute.name), bound.range
        if scale == "percentile":
            value = f"{written(max(low, 0.0))} – {written(high)}" if bound.band else written(high)
            yield _("Bound {c}").format(c=symbol(k)), value, name
        else:
            share = attribute.admitted(bound)
            yield _("Pass {c} alone").format(c=symbol(k)), f"{share:.0%}", name


def _slider(attribute: ScoredAttribute, k: int) -> tuple[Thresholds, tuple[DeltaGenerator, Positions] | None]:
    """What it admits, in values of the measure; and the place under it, with its positions."""
    name, letter, (band, scale) = text.attribute(attribute.name), symbol(k), condition()
    if not attribute.varied:
        st.markdown(f"{letter} · {inert(name)}")
        st.caption(_("The same in every random split, so there is nothing to bound."))
        return Thresholds(attribute.name, attribute.measure), None
    key, grid = key_of(attribute.name, attribute.measure, band=band, scale=scale), positions(attribute)
    state.choice(key, _position(attribute, attribute.usual(band=band), scale))
    if scale == "value":  # the range changes with the candidates
        now = st.session_state[key]
        st.session_state[key] = (grid.at(now[0]), grid.at(now[1])) if band else grid.at(now)
    format = f"%.{grid.places}f"
    if scale == "percentile":
        grid, format = Positions(0.0, 100.0, 0.1, 1), "%.1f %%"
    place = st.container(key=live_histogram.place(k), gap=None)
    label = f"{letter} · {inert(name)}"
    place.slider(label, grid.low, grid.high, step=grid.step, key=key, format=format, help=_known(attribute))
    stands = chosen(attribute.name, attribute.measure, band, scale)
    assert stands is not None, "a slider that is drawn has a value"
    thresholds = attribute.in_values(stands)
    return thresholds, (place, grid)


def _known(attribute: ScoredAttribute) -> str:
    """What is known of the corpus, asked for at the slider."""
    if attribute.floor is None:
        return _("mean of random splits {mean}").format(mean=written(attribute.expected))
    return _("floor {floor} · expected {expected}").format(
        floor=written(attribute.floor), expected=written(attribute.expected)
    )
