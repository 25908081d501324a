"""The thresholds: one slider an attribute, on the scale of the measure or in percentiles.

A bound chosen in percentiles is the value that so many of the random splits do not
exceed, so that attributes with few and with many labels can be set alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import streamlit as st

from dashboard.session import state
from dashboard.ui.widgets import pick
from dashboard.words import text
from dashboard.words.measures import digits
from dashboard.words.numbers import subscripted
from dashboard.words.text import _, inert
from mx2core.partition import ScoredAttribute, ScoredHalves, Thresholds
from mx2core.partition.halves.ranking import By
from mx2core.partition.measures import SHARES
from mx2core.partition.thresholds import Scale, key_of

STEPS = 150  # about so many positions has a slider
BEYOND = 0.005  # the share of the random halves that lies beyond the map
ROOM = 0.1  # of what they span, below the lowest
BUILT = ("stratified_block", "floor", "thresholds")  # ways whose splits lie below them
BEFORE = "scheme_before"  # choice: the way of making splits that was left when a threshold was moved


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions of a slider over the values of one attribute."""

    low: float
    high: float
    step: float
    places: int

    def __iter__(self) -> Iterator[float]:
        """Each of them, from the lowest."""
        for number in range(round((self.high - self.low) / self.step) + 1):
            yield round(self.low + self.step * number, self.places)

    def nearest(self, value: float) -> float:
        """The position nearest to a value."""
        return float(min(max(round(value, self.places), self.low), self.high))


PERCENTS = Positions(0.0, 100.0, 0.1, 1)


def condition() -> tuple[bool, Scale]:
    """Whether bands are chosen, which hardly shift an estimate, or upper bounds as in the paper; and on which scale."""
    percentile = state.chosen("scale") == "percentile"
    return state.chosen("bound") != "upper", "percentile" if percentile else "value"


def order() -> By:
    """What the chosen bounds order the candidates by: "value", "percentile", or distance ("band")."""
    band, scale = condition()
    return "band" if band else scale


def chosen(attribute: ScoredAttribute, scale: Scale) -> Thresholds | None:
    """The thresholds that its slider stands at; None if it was never moved."""
    about, band = (attribute.name, attribute.measure), condition()[0]
    kept = state.chosen(key_of(*about, band=band, scale=scale))
    return Thresholds.restored(kept, *about, band=band, scale=scale)


def symbol(k: int) -> str:
    """`c₁`, of the first attribute."""
    return subscripted("c", k + 1)


def positions(attribute: ScoredAttribute, asked: Thresholds | None = None) -> Positions:
    """From just below the lowest random half to the end of the bulk; its last one is no bound.

    Where a bound lies among the few beyond, which would stretch the map, to the largest; where one lies below all, or
    splits are built there, from the floor, below which no half split goes. They are the chosen bounds unless given.
    """
    asked = asked or chosen(attribute, "value")
    bounds = [] if asked is None else [bound for bound in asked.bounds if bound is not None]
    near = _positions(attribute, BEYOND, False)
    beyond = 0.0 if any(near.high < bound < attribute.ordered[-1] for bound in bounds) else BEYOND
    built = state.chosen("scheme") in BUILT or any(bound < near.low for bound in bounds)
    return _positions(attribute, beyond, built)


@lru_cache(256)
def _positions(attribute: ScoredAttribute, beyond: float, built: bool) -> Positions:
    low, high = float(attribute.ordered[0]), float(attribute.ordered[-1])
    high = min(high, max(attribute.middle(beyond)[1], attribute.usual(band=True).range[1]))
    if attribute.measure not in SHARES:
        floor = attribute.floor or 0.0
        low = min(floor if built else max(floor, low - ROOM * (high - low)), low)
    places = int(np.clip(np.round(np.log10(STEPS / (high - low))), 0, 8))
    step = 10.0**-places
    low, high = (round(end, places) for end in (np.floor(low / step) * step, np.ceil(high / step) * step))
    return Positions(low, high, step, places)


def _grid(attribute: ScoredAttribute) -> Positions:
    return PERCENTS if condition()[1] == "percentile" else positions(attribute)


def _key(attribute: ScoredAttribute) -> str:
    """Of the slider that stands for the chosen condition."""
    band, scale = condition()
    return key_of(attribute.name, attribute.measure, band=band, scale=scale)


def stands(attribute: ScoredAttribute) -> Thresholds | None:
    """What its slider admits, on the scale that is chosen: at its right end there is no bound."""
    scale = condition()[1]
    at = chosen(attribute, scale)
    open_end = at is not None and scale == "value" and at.range[1] >= positions(attribute).high
    return replace(at, upper=None) if at is not None and open_end else at


def _position(attribute: ScoredAttribute, thresholds: Thresholds, scale: Scale) -> Any:
    """Where a slider stands that admits the same, as nearly as its steps allow."""
    percents = scale == "percentile"
    asked = attribute.to_percentiles(thresholds) if percents else attribute.to_values(thresholds)
    low, high = asked.range
    grid = PERCENTS if percents else positions(attribute, asked)
    return (grid.nearest(low), grid.nearest(high)) if thresholds.band else grid.nearest(high)


def _switch(halves: ScoredHalves) -> None:
    """Carry the bounds over to the scale just chosen, unless they stand there already."""
    scale = condition()[1]
    for attribute in halves.attributes:
        other: Scale = "value" if scale == "percentile" else "percentile"
        before, there = chosen(attribute, other), stands(attribute)
        if before is None or not attribute.varied:
            continue
        if there is None or _same_values(attribute, there) != _same_values(attribute, before):
            state.choose(_key(attribute), _position(attribute, before, scale))


def _same_values(attribute: ScoredAttribute, thresholds: Thresholds) -> Thresholds:
    """Equal for thresholds that admit the same random halves."""
    return attribute.to_percentiles(attribute.to_values(thresholds))


def kinds(halves: ScoredHalves) -> None:
    """Band, as long as nobody asks for the paper's upper bound; in values or in percentiles."""
    conditions = {"band": _("band"), "upper": _("upper bound (paper)")}
    scales = {"value": _("values"), "percentile": _("percentiles")}
    pick(_("Thresholds"), conditions, "bound", "band", buttons=True)
    switching: dict[str, Any] = {"on_change": _switch, "args": (halves,)}
    pick(_("Scale"), scales, "scale", "value", buttons=True, hide_label=True, **switching)


def sliders(halves: ScoredHalves) -> tuple[tuple[Thresholds, ...], dict[int, Positions]]:
    """A slider per attribute under the map; what they admit in values, and their positions."""
    grids = {k: _grid(halves.attributes[k]) for k in halves.varied}
    form = _form(halves)
    thresholds = [
        _slider(attribute, k, grids[k], form) if k in grids else Thresholds(attribute.name, attribute.measure)
        for k, attribute in enumerate(halves.attributes)
    ]
    return tuple(thresholds), grids


def _form(halves: ScoredHalves) -> str:
    """How numbers are written: each with as many places as the one that needs most."""
    return f"%.{max((_grid(halves.attributes[k]).places for k in halves.varied), default=0)}f"


def _usual(attribute: ScoredAttribute) -> Any:
    """Where its slider stands as long as nobody moves it."""
    band, scale = condition()
    return _position(attribute, attribute.usual(band=band), scale)


def reset(halves: ScoredHalves) -> None:
    """Put every slider where it stood before anybody moved it."""
    for k in halves.varied:
        state.choose(_key(halves.attributes[k]), _usual(halves.attributes[k]))


def bounds(halves: ScoredHalves) -> dict[str, Any]:
    """The choices of the sliders that somebody moved."""
    varied = (halves.attributes[k] for k in halves.varied)
    usual = {_key(attribute): _usual(attribute) for attribute in varied}
    return {key: now for key, then in usual.items() if (now := state.chosen(key, then)) != then}


def _slider(attribute: ScoredAttribute, k: int, grid: Positions, form: str) -> Thresholds:
    band, scale = condition()
    key = state.choice(_key(attribute), _usual(attribute))
    if scale == "value":  # the range changes with the candidates
        now = st.session_state[key]
        st.session_state[key] = (grid.nearest(now[0]), grid.nearest(now[1])) if band else grid.nearest(now)
    admitted = stands(attribute)
    assert admitted is not None, "a slider that is drawn has a value"
    known = _("random mean {mean}").format(mean=digits(attribute.expected))
    if attribute.floor is not None:
        floor, expected = digits(attribute.floor), digits(attribute.expected)
        known = _("floor {floor} · expected {expected}").format(floor=floor, expected=expected)
    label = f"{symbol(k)} · {inert(text.attribute(attribute.name))}"
    if admitted.upper is None and scale == "value":
        label = _("{name}: no upper limit").format(name=label)
    written_as = f"{form}%%" if scale == "percentile" else form
    look: dict[str, Any] = {"step": grid.step, "format": written_as, "help": known, "on_change": moved}
    with st.container(key=f"bounded{k}", gap=None):
        st.slider(label, grid.low, grid.high, key=key, **look)
    return attribute.to_values(admitted)


def moved() -> None:
    """Moved thresholds select splits that meet them; the previous method is one click away."""
    before = state.chosen("scheme")
    if before not in ("thresholds", "selected"):
        state.choose(BEFORE, before)
        state.choose("scheme", "selected")


def move(attribute: ScoredAttribute, low: float, high: float, given: Scale = "value") -> None:
    """Have its slider admit what lies between two ends on the scale `given`, or at most the upper one."""
    band, scale = condition()
    asked = Thresholds(attribute.name, attribute.measure, low if band else None, high, given)
    state.choose(_key(attribute), _position(attribute, asked, scale))


def typed(halves: ScoredHalves) -> None:
    """The same thresholds as numbers with buttons: two handles may lie closer than a finger is wide."""
    band, form = condition()[0], _form(halves)
    names = {"low": _("{c} from"), "high": _("{c} to")}
    for k in halves.varied:
        key, grid = _key(halves.attributes[k]), _grid(halves.attributes[k])
        now = st.session_state[key]
        ends = {"low": now[0], "high": now[1]} if band else {"high": now}
        with st.container(horizontal=True):
            for end, value in ends.items():
                mine = f"typed_{end}_{k}"
                st.session_state[mine] = value
                acts: dict[str, Any] = {"on_change": _take_typed, "args": (key, k, tuple(ends))}
                acts |= {"step": grid.step, "format": form, "key": mine, "width": 150}
                st.number_input(names[end].format(c=symbol(k)), grid.low, grid.high, **acts)


def _take_typed(key: str, k: int, ends: tuple[str, ...]) -> None:
    keys = [f"typed_{end}_{k}" for end in ends]
    if not all(one in st.session_state for one in keys) or st.session_state[
        key
    ] != state.project().choices.get(key):
        return  # the slider was moved again: these are numbers of before, which the browser had not been told yet
    values = sorted(float(st.session_state[one]) for one in keys)
    state.choose(key, tuple(values) if len(values) > 1 else values[0])
    moved()
