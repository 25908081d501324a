"""Pictures that follow a slider: written at once, and drawn by the browser once a step.

A chart is given to Plotly as it is, and a moment later with Streamlit's template and its
width in it. Plotly leaves out the second drawing if it finds nothing new. So these figures

- have no template (one counts as new), bring the colours of the page along instead, and
  are shown with `theme=None`;
- hold their numbers as plain lists (typed arrays count as new);
- stand where the width is exact in three decimals, as browsers tell it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import plotly.graph_objects as go

from dashboard.figures import style


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a theme."""

    ink: str
    rule: str
    ground: str


LIGHT = Theme(ink="#45504e", rule="#e3e8e7", ground="#ffffff")
DARK = Theme(ink="#c5cecc", rule="#2b3739", ground="#0f1516")


class Followed(go.Figure):
    """A figure that is what its dictionary says, and nothing else.

    Plotly copies and checks what it is given, and the template of every figure besides,
    which takes longer than all else in a step. So its own beginning is left out.
    """

    def __init__(self, written: dict[str, Any]) -> None:
        self._written = written

    def to_dict(self) -> dict[str, Any]:
        return self._written

    def free(self) -> go.Figure:
        """A figure like others: one that can be changed, and follows Streamlit's theme."""
        return go.Figure(self._written)


def followed(
    data: Sequence[Mapping[str, object]], layout: Mapping[str, Any], axes: Sequence[str], theme: Theme
) -> Followed:
    """A figure from its traces and its layout, with the look of the others; `axes` are those of the layout."""
    dressed = {name: _axis(name, layout[name], theme) for name in axes}
    return Followed(
        {
            "data": [{name: _plain(value) for name, value in trace.items()} for trace in data],
            "layout": {"datarevision": 1, **_dress(theme), **layout, **dressed},
        }
    )


def _dress(theme: Theme) -> dict[str, object]:
    font = {"family": style.FONT, "size": 12, "color": theme.ink}
    return {
        "font": font,
        "paper_bgcolor": style.NOTHING,
        "plot_bgcolor": style.NOTHING,
        "hoverlabel": {"bgcolor": theme.ground, "bordercolor": theme.rule, "font": font},
    }


def _axis(name: str, given: Mapping[str, Any], theme: Theme) -> dict[str, object]:
    """An axis as Streamlit's theme has them: grid lines across, no ticks but room for them."""
    return {
        "gridcolor": theme.rule,
        "showgrid": name.startswith("y"),
        "zeroline": False,
        "automargin": False,
        "ticks": "outside",
        "ticklen": 6,
        "tickcolor": style.NOTHING,
        **given,
        "title": {"font": {"size": 14}, "standoff": 12, **given.get("title", {})},
    }


def _plain(value: object) -> object:
    """Numbers as JSON has them."""
    if not isinstance(value, np.ndarray):
        return value
    return np.where(np.isnan(value), None, value).tolist()
