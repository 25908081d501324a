"""The histogram under a threshold slider, which follows the handle while it is dragged.

Streamlit tells the server where a slider stands when it is let go. Until then the browser colours what
would survive, from numbers that the server counted before; then the server counts again. Where the
component cannot load, the slider is Streamlit's as ever.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from dashboard.server.result_cache import Remembered
from dashboard.words.text import _
from mx2core.partition import Thresholds

if TYPE_CHECKING:
    from dashboard.choose.positions import Positions
    from mx2core.partition import ScoredAttribute, ScoredHalves
    from mx2core.partition.thresholds import Scale

_WRITTEN = Path(__file__)
_component = st.components.v2.component(
    "live_histogram",
    html=_WRITTEN.with_suffix(".html").read_text(encoding="utf-8"),
    css=_WRITTEN.with_suffix(".css").read_text(encoding="utf-8"),
    js=_WRITTEN.with_suffix(".js").read_text(encoding="utf-8"),
)

HEIGHT = 44  # pixels, as in the style sheet

_bounds: Remembered[tuple[Thresholds, ...]] = Remembered(64)
_all: Remembered[list[int]] = Remembered(64)


def place(k: int) -> str:
    """The key of the container that has slider `k` and its histogram."""
    return f"bounded{k}"


def show(
    halves: ScoredHalves,
    thresholds: tuple[Thresholds, ...],
    k: int,
    grid: Positions,
    scale: Scale,
    survive: int,
) -> None:
    """Under the slider of attribute `k`, which has the positions `grid`; `survive` are said on the page."""
    band = thresholds[k].band
    about = (halves.digest, k, band, scale)
    bounds = _bounds.get(about, lambda: _at_positions(halves.attributes[k], grid, band, scale))
    below, upto = halves.survivors_of_bounds(thresholds, k, bounds).T.tolist()
    said = {
        "place": place(k),
        "low": grid.low,
        "step": grid.step,
        "all": _all.get(about, lambda: _of_all(halves, k, bounds)),
        "upto": upto,
        "below": below if band else None,
        "survive": survive,
        "words": _("{n} survive"),
    }
    # In a list, since Streamlit looks for tables among named ones; of one height, whatever comes of it.
    _component(key=f"live_histogram{k}", data=[said], height=HEIGHT)


def _at_positions(
    attribute: ScoredAttribute, grid: Positions, band: bool, scale: Scale
) -> tuple[Thresholds, ...]:
    """Thresholds that end at each position of the slider, or begin and end there; in values."""
    about = attribute.name, attribute.measure
    return tuple(attribute.in_values(Thresholds(*about, at if band else None, at, scale)) for at in grid)


def _of_all(halves: ScoredHalves, k: int, bounds: tuple[Thresholds, ...]) -> list[int]:
    """Halves at most at each position, whatever the other attributes are."""
    free = tuple(Thresholds(one.name, one.measure) for one in halves.attributes)
    return list(halves.survivors_of_bounds(free, k, bounds)[:, 1].tolist())
