"""The thresholds: one slider an attribute, on the scale of the measure or in percentiles.

A bound chosen in percentiles is the value that so many of the random splits do not
exceed, so that attributes with few and with many labels can be set alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import streamlit as st

from dashboard import measures, state, text
from dashboard.measures import written
from dashboard.text import _, inert

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from streamlit.delta_generator import DeltaGenerator

    from dashboard.candidates import Candidates

STEPS = 150  # about so many positions has a slider
Range = tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Bounds:
    """What the thresholds admit; infinite where an attribute has none."""

    lower: NDArray[np.float64]  # (n_attributes,)
    upper: NDArray[np.float64]
    band: bool  # around the expected value, rather than an upper bound as in the paper
    percentile: bool  # chosen as percentiles of the random splits

    def range(self, k: int) -> Range:
        return float(self.lower[k]), float(self.upper[k])

    @property
    def way(self) -> str:
        return _way(self.band, self.percentile)


def way() -> str:
    """What the chosen bounds order the candidates by: "value", "percentile", or distance ("band")."""
    return _way(*_chosen())


def _way(band: bool, percentile: bool) -> str:
    return "band" if band else "percentile" if percentile else "value"


def _chosen() -> tuple[bool, bool]:
    return state.chosen("bound") == "band", state.chosen("scale") == "percentile"


def symbol(k: int) -> str:
    return f"c{index(k)}"


def index(k: int) -> str:
    return "".join("₀₁₂₃₄₅₆₇₈₉"[int(digit)] for digit in str(k + 1))


# What a pair of percentiles admits, and back.


def at_percentiles(drawn: Candidates, k: int, low: float, high: float) -> Range:
    """The band whose ends leave out the lowest `low` and all above the `high` percent of the candidates."""
    n, ordered = len(drawn), drawn.ordered[:, k]
    first, last = int(np.floor(low / 100 * n + 1e-9)), int(np.ceil(high / 100 * n - 1e-9)) - 1
    lower = float(ordered[min(first, n - 1)]) if first > 0 else -np.inf
    if last < 0:  # nothing passes: the floor, or anything below all candidates
        return lower, drawn.attributes[k].floor or 0.0
    return lower, float(ordered[last])


def in_percentiles(drawn: Candidates, k: int, low: float, high: float) -> Range:
    return round(100 * drawn.below(k, low), 1), round(100 * drawn.share(k, high), 1)


@dataclass(frozen=True, slots=True)
class Scale:
    """The positions of a slider over the values of one attribute."""

    low: float
    high: float
    step: float
    places: int

    def at(self, value: float) -> float:
        """The position nearest to a value."""
        return float(min(max(round(value, self.places), self.low), self.high))


def scale(drawn: Candidates, k: int) -> Scale:
    """From the floor, below which no half split goes, to the largest value drawn."""
    floor, ordered = drawn.attributes[k].floor, drawn.ordered[:, k]
    low, high = min(floor or 0.0, float(ordered[0])), float(ordered[-1])
    places = int(np.clip(np.round(np.log10(STEPS / (high - low))), 0, 8))
    step = 10.0**-places
    return Scale(
        round(np.floor(low / step) * step, places), round(np.ceil(high / step) * step, places), step, places
    )


def _key(drawn: Candidates, k: int, band: bool, percentile: bool) -> str:
    attribute = drawn.attributes[k]
    kind = ("pband" if band else "p") if percentile else ("band" if band else "c")
    suffix = "" if attribute.measure == measures.PAPER else f"_{attribute.measure}"
    return f"{kind}_{attribute.name}{suffix}"


def _start(drawn: Candidates, k: int, band: bool) -> Range:
    """A band of half a standard deviation around the expected value, or what half of the splits pass."""
    attribute = drawn.attributes[k]
    if band:
        return attribute.expected - attribute.sd / 2, attribute.expected + attribute.sd / 2
    n, ordered = len(drawn), drawn.ordered[:, k]
    return -np.inf, float(ordered[(n - 1) // 2] + ordered[n // 2]) / 2


def _now(drawn: Candidates, k: int, band: bool, percentile: bool) -> Range | None:
    """What a slider admits; None if it was never moved."""
    value = state.chosen(_key(drawn, k, band, percentile))
    if value is None:
        return None
    low, high = value if band else ((0.0 if percentile else -np.inf), value)
    return at_percentiles(drawn, k, low, high) if percentile else (low, high)


def _position(drawn: Candidates, k: int, band: bool, percentile: bool, admitted: Range) -> Any:
    """Where a slider stands that admits a range, as nearly as its steps allow."""
    if percentile:
        low, high = in_percentiles(drawn, k, *admitted)
    else:
        grid = scale(drawn, k)
        low, high = grid.at(admitted[0]), grid.at(admitted[1])
    return (low, high) if band else high


def _switch(drawn: Candidates) -> None:
    """Carry the bounds over to the scale just chosen, unless they stand there already."""
    band, percentile = _chosen()
    for k in filter(drawn.varied, range(len(drawn.attributes))):
        before = _now(drawn, k, band, not percentile)
        there = _now(drawn, k, band, percentile)
        if before is None:
            continue
        same = there is not None and in_percentiles(drawn, k, *there) == in_percentiles(drawn, k, *before)
        if not same:
            state.choose(_key(drawn, k, band, percentile), _position(drawn, k, band, percentile, before))


def kinds(drawn: Candidates) -> None:
    """Upper bound or band; in values or in percentiles."""
    conditions = {"upper": _("upper bound"), "band": _("band")}
    scales = {"value": _("values"), "percentile": _("percentiles")}
    st.segmented_control(
        _("Condition"),
        list(conditions),
        format_func=conditions.get,
        key=state.choice("bound", "upper"),
        required=True,
        label_visibility="collapsed",
    )
    st.segmented_control(
        _("Scale of the thresholds"),
        list(scales),
        format_func=scales.get,
        key=state.choice("scale", "value"),
        required=True,
        on_change=_switch,
        args=(drawn,),
        label_visibility="collapsed",
    )


def sliders(drawn: Candidates) -> tuple[Bounds, DeltaGenerator]:
    """A slider per attribute, a few in a row; and the place left beside the first row."""
    band, percentile = _chosen()
    n = len(drawn.attributes)
    in_a_row = min(n, 2)
    ranges: list[Range] = []
    beside = None
    for first in range(0, n, in_a_row):
        row = range(first, min(first + in_a_row, n))
        with st.container(horizontal=True):  # unlike columns, it goes on below where there is no room
            *columns, rest = (st.container() for _place in range(in_a_row + 1))
        beside = beside or rest
        for k, column in zip(row, columns, strict=False):
            with column:
                ranges.append(_slider(drawn, k, band, percentile))
    assert beside is not None, "there is at least one attribute"
    lower, upper = np.array(ranges).T
    return Bounds(lower, upper, band, percentile), beside


def _slider(drawn: Candidates, k: int, band: bool, percentile: bool) -> Range:
    attribute = drawn.attributes[k]
    name = text.attribute(attribute.name)
    if not drawn.varied(k):
        st.markdown(f"{symbol(k)} · {inert(name)}")
        st.caption(_("The same in every random split, so there is nothing to bound."))
        return -np.inf, np.inf
    key, grid = _key(drawn, k, band, percentile), scale(drawn, k)
    state.choice(key, _position(drawn, k, band, percentile, _start(drawn, k, band)))
    if not percentile:  # the range changes with the candidates
        now = st.session_state[key]
        st.session_state[key] = (grid.at(now[0]), grid.at(now[1])) if band else grid.at(now)
    low, high, step, format = (
        (0.0, 100.0, 0.1, "%.1f %%") if percentile else (grid.low, grid.high, grid.step, f"%.{grid.places}f")
    )
    value = st.slider(f"{symbol(k)} · {inert(name)}", low, high, step=step, key=key, format=format)
    admitted = _now(drawn, k, band, percentile) or (-np.inf, value)
    st.caption(_caption(drawn, k, admitted, band, percentile))
    return admitted


def _caption(drawn: Candidates, k: int, admitted: Range, band: bool, percentile: bool) -> str:
    """What is known of the corpus, and what the bound means beside it."""
    attribute, (low, high) = drawn.attributes[k], admitted
    if attribute.floor is None:
        known = _("mean of random splits {mean}").format(mean=written(attribute.expected))
    else:
        known = _("floor {floor} · expected {expected}").format(
            floor=written(attribute.floor), expected=written(attribute.expected)
        )
    share = drawn.share(k, high) - drawn.below(k, low)
    if percentile and band:
        meaning = _("from {low} to {high}").format(low=written(max(low, 0.0)), high=written(high))
    elif percentile:
        meaning = _("c = {high}").format(high=written(high))
    elif band:
        meaning = _("{share:.0%} of random splits inside").format(share=share)
    else:
        meaning = _("{share:.0%} of random splits pass").format(share=share)
    return f"{known} · {meaning}"
