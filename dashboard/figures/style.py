"""One look for all figures: a colour has one meaning everywhere.

The colours lie between light and dark, so that they stand out on both themes; text,
axes and grid lines are left to the theme. Teal and rust are told apart by colour-blind
eyes, and no meaning rests on colour alone.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import ArrayLike, NDArray

from dashboard.figures.direct_labels import AT_THE_END
from dashboard.words import escaping

Text = Callable[[str], str]

TEAL = "#0d9488"  # survives, chosen, model A
RUST = "#d9480f"  # look here: expected, stop, the 5 % rule
VIOLET = "#8b5cf6"  # model B
MODELS = (  # colour and mark of each model
    (TEAL, "circle"),
    (VIOLET, "diamond"),
    ("#2563eb", "square"),
    ("#be185d", "triangle-up"),
    ("#a16207", "cross"),
    ("#4d7c0f", "star"),
)
GREY = "#868e96"  # the crowd
LINE = "rgba(134,142,150,0.9)"
CROWD = "rgba(134,142,150,0.45)"
TEAL_AREA = "rgba(13,148,136,0.16)"
DENSITY = [[0, "rgba(134,142,150,0.15)"], [0.35, "rgba(120,130,138,0.6)"], [1, "rgba(96,108,116,1)"]]

AT_M = "m = %{x}: %{y:.4f}"
NOTHING = "rgba(0,0,0,0)"
FONT = "'Source Sans', 'Noto Sans CJK SC', 'PingFang SC', 'Microsoft YaHei', sans-serif"
LEGEND = {"orientation": "h", "yanchor": "bottom", "y": 1.0, "xanchor": "left", "x": 0, "itemwidth": 30}


def inert(words: object, most: int = 28) -> str:
    """A label of the corpus as Plotly shall show it: no markup, and short enough for an axis."""
    return escaping.plotly(words, most)


def figure(height: int = 320, *, left: int = 56, top: int = 24, **layout: object) -> go.Figure:
    """An empty figure with the margins and the legend that all of ours have."""
    return go.Figure(layout=settings(height, left, top) | layout)


def settings(height: int = 320, left: int = 56, top: int = 24) -> dict[str, object]:
    return {
        "height": height,
        "margin": {"l": left, "r": 16, "t": top, "b": 48},
        "legend": LEGEND,
        "bargap": 0.08,
        "hovermode": "closest",
    }


def upright(figure: go.Figure, x: float, name: str, color: str, dash: str = "solid") -> None:
    """A vertical line, which `direct_labels` names at its upper end."""
    figure.add_shape(vertical(x, name, color, dash))


def level(figure: go.Figure, y: float, name: str, color: str) -> None:
    """A horizontal line, named at its right end."""
    ends = {"x0": 0, "x1": 1, "xref": "x domain", "y0": y, "y1": y}
    figure.add_shape(
        type="line", **ends, line={"color": color, "width": 2, "dash": "dot"}, name=name, showlegend=True
    )


def line(
    figure: go.Figure, x: ArrayLike, y: ArrayLike, name: str, color: str, hover: str = AT_M, **trace: Any
) -> None:
    """A line of our width; with `marker`, also a mark at each point. `hover` words one point."""
    shape = {"color": color, "width": 3} | trace.pop("line", {})
    mode = trace.pop("mode", "lines+markers" if "marker" in trace else "lines")
    hover += "<extra></extra>"
    figure.add_scatter(x=x, y=y, name=name, mode=mode, line=shape, hovertemplate=hover, **trace)


def legend_entry(figure: go.Figure, name: str, color: str, **trace: Any) -> None:
    """An empty trace that says in the legend what a colour means."""
    marker = {"symbol": "square", "size": 12, "color": color}
    figure.add_scatter(x=[None], y=[None], mode="markers", marker=marker, name=name, **trace)


def end(color: str) -> dict[str, Any]:
    """The mark at the end of an interval that has no neighbour to draw a line to."""
    return {"symbol": "line-ew", "size": 22, "line": {"width": 3, "color": color}}


def band(
    figure: go.Figure, m: ArrayLike, lower: NDArray[np.float64], upper: NDArray[np.float64], name: str
) -> None:
    """The interval at every m, all (n,), NaN where there is none."""
    mode = "lines" if np.isfinite(lower).sum() > 1 else "markers"
    thin: dict[str, Any] = {"mode": mode, "line": {"color": TEAL, "width": 1}, "marker": end(TEAL)}
    figure.add_scatter(x=m, y=upper, showlegend=False, hoverinfo="skip", **thin)
    figure.add_scatter(
        x=m,
        y=lower,
        fill="tonexty",
        fillcolor=TEAL_AREA,
        name=name,
        customdata=upper,
        hovertemplate="m = %{x}: [%{y:.4f}, %{customdata:.4f}]<extra></extra>",
        **thin,
    )


def single_differences(figure: go.Figure, differences: NDArray[np.float64], text: Text) -> None:
    """Both differences of each split, (m, 2), as pale dots."""
    figure.add_scatter(
        x=np.repeat(np.arange(1, len(differences) + 1), 2),
        y=differences.ravel(),
        mode="markers",
        marker={"color": CROWD, "size": 5},
        name=text("single differences"),
        meta=AT_THE_END,
        hovertemplate=text("split %{x}: %{y:.4f}") + "<extra></extra>",
    )


def difference_axis(metric: str, terms: tuple[str, str], text: Text) -> str:
    """The title of an axis of differences; `terms` are the models in the order they are subtracted."""
    return text("{metric} of {a} minus {b}").format(
        metric=inert(metric), a=inert(terms[0], 16), b=inert(terms[1], 16)
    )


def split_axis(figure: go.Figure, last: int, text: Text) -> None:
    """The x axis counts splits from 1 to `last`."""
    dtick = 1 if last <= 20 else 5
    figure.update_xaxes(title=text("splits m"), range=[0.4, last + 0.6], dtick=dtick, zeroline=False)


def vertical(x: float, name: str, color: str, dash: str = "solid") -> dict[str, object]:
    return {
        "type": "line",
        "x0": x,
        "x1": x,
        "y0": 0,
        "y1": 1,
        "yref": "y domain",
        "line": {"color": color, "width": 2, "dash": dash},
        "name": name,
        "showlegend": True,
    }
