"""Figures written at once, as the dictionary that goes to the browser, which draws them once.

Plotly takes ten times as long to put the same figure together call by call: it copies and
checks each value, and the template besides. For a chart is given to Plotly in the browser
as it is, and a moment later with Streamlit's template and its width in it, to be drawn
again unless nothing is new. So these figures

- have no template (one counts as new), and carry the colours of the page instead;
- hold their numbers as plain lists (typed arrays count as new);
- should stand where the width is exact in three decimals, as browsers tell it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import plotly.graph_objects as go

from dashboard.figures import style
from dashboard.figures.direct_labels import direct_labels
from dashboard.words.numbers import number

LARGE = 15  # pixels, of words for a lecture room
_AXIS = re.compile(r"[xy]axis\d*")
GRID = "rgba(134,142,150,0.25)"  # lines of a grid, on either ground
_ASKED = re.compile(r"%\{(?P<what>x|y|customdata)(?:\[(?P<place>\d+)\])?:(?P<spec>[^}]+)\}")
Trace = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a theme.

    Where the system turns from day to night under an open page, a figure stays as it is until
    the page answers the next time; so it has a ground of its own. A picture taken of it, too.
    """

    ink: str
    ground: str


LIGHT = Theme(ink="#45504e", ground="#ffffff")
DARK = Theme(ink="#c5cecc", ground="#0f1516")


class Written(go.Figure):
    """A figure that is what its dictionary says, and nothing else. Shown with `theme=None`, dressed."""

    def __init__(self, content: dict[str, Any], size: int = 12, *, narrow: bool = False) -> None:
        # Without the beginning of Plotly's own, which would take longer than all the rest.
        self._content = content
        self._dict = direct_labels(content, size / 12, narrow=narrow)
        self._size = size  # of words, in pixels
        self._narrow = narrow

    def to_dict(self) -> dict[str, Any]:
        return self._dict

    def dressed(self, theme: Theme) -> "Written":
        """The same in the colours of a theme."""
        layout, size = self._content["layout"], self._size
        axes = {name: _axis(name, given, size) for name, given in layout.items() if _AXIS.fullmatch(name)}
        content = {"data": self._content["data"], "layout": _dress(theme, size) | layout | axes}
        return Written(content, size, narrow=self._narrow)

    def json(self) -> bytes:
        """As `plotly.io.read_json` takes it, on white."""
        return str(self.dressed(LIGHT).to_json()).encode()

    def on_phone(self) -> "Written":
        """The same, narrow, which a thumb that scrolls the page does not move; a box can be drawn where it is asked for."""
        layout = {"dragmode": False} | self._content["layout"]
        return Written(self._content | {"layout": layout}, self._size, narrow=True)

    def enlarged(self, size: int = LARGE, height: int | None = None) -> "Written":
        """The same in larger words, for the last row of a lecture room; as high as a screen there has room for."""
        layout = self._content["layout"]
        if height is not None:
            # Above words of this size no title of an axis would find room under its numbers.
            layout = layout | {"height": height, "margin": layout["margin"] | {"b": 4 * size}}
        return Written({"data": self._content["data"], "layout": layout}, size)


def written(
    data: Sequence[Mapping[str, object]], *, height: int = 320, left: int = 56, top: int = 24, **layout: Any
) -> Written:
    """A figure from its traces and its layout, with the margins and the legend that all of ours have."""
    usual = {
        "datarevision": 1,  # nothing changes by itself: a step of a slider is another figure
        "height": height,
        "margin": {"l": left, "r": 16, "t": top, "b": 48},
        "legend": style.LEGEND,
        "bargap": 0.08,
        "hovermode": "closest",
    }
    return Written({"data": [signed(_numbers(dict(trace))) for trace in data], "layout": usual | layout})


def sized(height: int, **margins: int) -> dict[str, Any]:
    """How high a figure is, and its margins where they are not as usual."""
    return {"height": height, **margins}


def _dress(theme: Theme, size: int) -> dict[str, object]:
    font = {"family": style.FONT, "size": size, "color": theme.ink}
    return {
        "font": font,
        "paper_bgcolor": theme.ground,
        "plot_bgcolor": theme.ground,
        "hoverlabel": {"bgcolor": theme.ground, "bordercolor": GRID, "font": font},
    }


def _axis(name: str, options: Mapping[str, Any], size: int) -> dict[str, object]:
    """An axis as Streamlit's theme has them: grid lines across, no ticks but room for them and for its numbers."""
    return {
        "gridcolor": GRID,
        "showgrid": name.startswith("y"),
        "zerolinecolor": GRID,
        "zeroline": name.startswith("y"),
        "automargin": True,
        "separatethousands": True,
        "ticks": "outside",
        "ticklen": 6,
        "tickcolor": style.NOTHING,
        **options,
        "title": {"font": {"size": max(14, size)}, "standoff": 12, **options.get("title", {})},
    }


def _numbers(value: Any) -> Any:
    """Arrays as JSON has them; a list is one already, and looking into it takes longer than all the rest."""
    if isinstance(value, dict):
        return {name: _numbers(part) for name, part in value.items()}
    if not isinstance(value, np.ndarray):
        return value
    if value.dtype.kind != "f":
        return value.tolist()
    numbers = value.astype(object)
    numbers[np.isnan(value)] = None
    return numbers.tolist()


def signed(trace: Trace) -> Trace:
    """The same trace; where it has numbers below zero, the numbers of each point are written beforehand."""
    template = trace.get("hovertemplate")
    if template is None or trace.get("type") == "heatmap":
        return trace

    def value(match: re.Match[str], point: int) -> Any:
        of_point = trace[match["what"]][point]
        return of_point[int(match["place"])] if match["place"] else of_point

    def value_text(match: re.Match[str], point: int) -> str:
        shown = value(match, point)
        return number(shown, match["spec"]) if isinstance(shown, int | float) else str(shown or "")

    points, asked = range(len(trace["y"])), list(_ASKED.finditer(template))
    values = [value(one, point) for one in asked for point in points]
    if not any(isinstance(one, int | float) and one < 0 for one in values):
        return trace
    each = [_ASKED.sub(partial(value_text, point=point), template) for point in points]
    return dict(trace) | {"hovertemplate": each}
