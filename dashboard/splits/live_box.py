"""The box on the map, the margins and the count of survivors follow a threshold while it is dragged.

Streamlit tells the server where a slider is when it is let go. Until then the browser counts among the ranks of
all halves, which it was sent once. Then it gives Plotly what the server drew, which is the same. Where the
component cannot load, the sliders and the count work as ever, and the map follows when the page is drawn as a whole.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from dashboard.server.result_cache import remembered
from dashboard.splits import address
from dashboard.splits.sliders import Positions, stands
from dashboard.words import text
from mx2core.partition import ScoredAttribute, ScoredHalves, Thresholds
from mx2core.partition.thresholds import Scale

_WRITTEN = Path(__file__)
_component = st.components.v2.component(
    "live_box",
    html=_WRITTEN.with_suffix(".html").read_text(encoding="utf-8"),
    css=_WRITTEN.with_suffix(".css").read_text(encoding="utf-8"),
    js=_WRITTEN.with_suffix(".js").read_text(encoding="utf-8"),
)


@remembered(64)
def _slider(halves: ScoredHalves, k: int, grid: Positions, band: bool, scale: Scale) -> dict[str, Any]:
    """At each position of the slider: its value as a bound, and how many halves lie below it, or keep to it."""
    attribute = halves.attributes[k]
    about = attribute.name, attribute.measure
    all_of_them = (Thresholds(*about, at if band else None, at, scale) for at in grid)
    ranges = np.array([attribute.to_values(one).range for one in all_of_them])
    ranges[-1, 1] = attribute.ordered[-1]  # the last position is no bound
    below, upto = (
        attribute.ordered.searchsorted(ranges[:, 0]),
        attribute.ordered.searchsorted(ranges[:, 1], "right"),
    )
    counts = {"values": ranges[:, 1].tolist(), "below": below.tolist(), "upto": upto.tolist()}
    return counts | {"k": k, "low": grid.low, "step": grid.step}


@remembered(8)
def _ranks(halves: ScoredHalves) -> bytes:
    """The place of each half among all, in one varied attribute after the other."""
    ranks = halves.divergences[:, halves.varied].argsort(axis=0, kind="stable").argsort(axis=0)
    return ranks.T.astype("<u2" if len(halves) <= 2**16 else "<u4").tobytes()


def show(
    halves: ScoredHalves,
    thresholds: tuple[Thresholds, ...],
    grids: Mapping[int, Positions],
    scale: Scale,
    *,
    drawing: Mapping[str, Any],
    survive: int,
    share: str,
) -> list[float] | None:
    """For the sliders with the positions `grids`, by attribute; where the map was clicked.

    `drawing` is what of the map follows them, `share` words that of those who survive.
    """
    sliders = [
        _slider(halves, k, grid, thresholds[k].band, scale) | {"at": _handles(halves.attributes[k], grid)}
        for k, grid in grids.items()
    ]
    data: dict[str, Any] = {
        "sliders": sliders,
        "drawing": drawing,
        "total": len(halves),
        "survive": survive,
        "share": share,
        "words": text.ngettext("{n:,} split survives", "{n:,} splits survive", survive).format(n=survive),
        "address": address.threshold_values(halves),
    }
    with st.container(gap=None):
        _component(key="ranks", data=_ranks(halves), height=1)  # a browser that has it is not sent it again
        # In a list, since Streamlit looks for tables among named ones.
        mounted = _component(key="live_box", data=[data], height=1, on_cell_change=lambda: None)
    clicked: list[float] | None = mounted.cell
    return clicked


def _handles(attribute: ScoredAttribute, grid: Positions) -> Any:
    """The positions of the handles of its slider; -1 for a lower one that it has not."""
    now, last = stands(attribute), round((grid.high - grid.low) / grid.step)
    ends = (-np.inf, np.inf) if now is None else now.range
    return np.rint((np.array(ends) - grid.low) / grid.step).clip(-1, last).astype(int).tolist()
