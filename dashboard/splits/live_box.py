"""The box on the map and the count of survivors follow a threshold while it is dragged.

Streamlit tells the server where a slider is when it is let go. Until then the browser counts from numbers
that the server made before. Then it gives Plotly what the server drew. Where the component cannot load, the
sliders and the count work as ever, and the map follows when the page is drawn as a whole.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from dashboard.server.result_cache import remembered
from dashboard.splits import address
from dashboard.splits.sliders import Positions, stands
from dashboard.words import text
from mx2core.partition import ScoredHalves, Thresholds
from mx2core.partition.thresholds import Scale

_WRITTEN = Path(__file__)
_component = st.components.v2.component(
    "live_box",
    html=_WRITTEN.with_suffix(".html").read_text(encoding="utf-8"),
    css=_WRITTEN.with_suffix(".css").read_text(encoding="utf-8"),
    js=_WRITTEN.with_suffix(".js").read_text(encoding="utf-8"),
)


@remembered(64)
def _ranges(halves: ScoredHalves, k: int, grid: Positions, band: bool, scale: Scale) -> NDArray[np.float64]:
    """Thresholds that end at each position of the slider, or begin and end there; their ends in values."""
    attribute = halves.attributes[k]
    about = attribute.name, attribute.measure
    all_of_them = (Thresholds(*about, at if band else None, at, scale) for at in grid)
    ranges = np.array([attribute.in_values(one).range for one in all_of_them])
    ranges[-1, 1] = attribute.ordered[-1]  # the last position is no bound
    return ranges


def show(
    halves: ScoredHalves,
    thresholds: tuple[Thresholds, ...],
    grids: Mapping[int, Positions],
    scale: Scale,
    *,
    picture: str,
    drawing: Mapping[str, Any],
    axes: Sequence[int],
    survive: int,
    share: str,
) -> list[float] | None:
    """For the sliders with the positions `grids`, by attribute; where the map was clicked.

    `picture` is the key of the chart, `drawing` what of it follows them, `axes` are the attributes it has; `share`
    words that of those who survive.
    """
    sliders = [
        _slider(halves, thresholds, k, grid, scale) | {"k": k, "low": grid.low, "step": grid.step}
        for k, grid in grids.items()
    ]
    numbers = list(grids)
    box = [numbers.index(k) for k in axes] or None
    data: dict[str, Any] = {
        "sliders": sliders,
        "box": box if box is None or len(box) == 2 else [*box, None],
        "picture": picture,
        "drawing": drawing,
        "total": len(halves),
        "survive": survive,
        "share": share,
        "words": text.ngettext("{n:,} split survives", "{n:,} splits survive", survive).format(n=survive),
        "address": address.written(halves, thresholds),
    }
    # In a list, since Streamlit looks for tables among named ones.
    clicked: list[float] | None = _component(
        key="live_box", data=[data], height=1, on_cell_change=lambda: None
    ).cell
    return clicked


def _slider(
    halves: ScoredHalves, thresholds: tuple[Thresholds, ...], k: int, grid: Positions, scale: Scale
) -> dict[str, Any]:
    """How many survive with each end at each position, the others as they are."""
    ranges = _ranges(halves, k, grid, thresholds[k].band, scale)
    below, upto = halves.survivors_of_bounds(thresholds, k, ranges).T.tolist()
    now, last = stands(halves.attributes[k]), len(ranges) - 1
    ends = (-np.inf, np.inf) if now is None else now.range
    places = [(end - grid.low) / grid.step for end in ends]
    at = [-1 if place == -np.inf else round(min(max(place, 0), last)) for place in places]
    return {"values": ranges[:, 1].tolist(), "upto": upto, "below": below, "at": at}
