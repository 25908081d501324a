"""Which candidates survive: a plane, all pairs, a line; and how survivors fall with c."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from dashboard.density import Binned
from dashboard.figures import style
from dashboard.figures.style import Text

Range = tuple[float, float]  # lower, upper
NOTHING = "rgba(0,0,0,0)"


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """One attribute in a picture of the candidates."""

    symbol: str  # Φ₁, Φ₂ ...
    title: str
    bins: Binned
    bounds: Range  # what the thresholds admit
    expected: float
    exact: bool = True  # whether that is the expected value, or the mean of the candidates


def _bars(figure: go.Figure, axis: Axis, survives: NDArray[np.bool_], text: Text, **where: object) -> None:
    """How many candidates lie where, survivors among all; upright, or lying with `orientation="h"`."""
    every, kept = axis.bins.count(), axis.bins.count(survives)
    lying = where.get("orientation") == "h"
    for name, counts, color in (
        (text("survives"), kept, style.TEAL),
        (text("does not"), every - kept, style.CROWD),
    ):
        figure.add_bar(
            x=counts if lying else axis.bins.middle,
            y=axis.bins.middle if lying else counts,
            marker_color=color,
            name=name,
            hoverinfo="skip",
            **where,
        )


def _density(figure: go.Figure, across: Axis, up: Axis, z: NDArray[np.float64], row: int, col: int) -> None:
    figure.add_heatmap(
        x=across.bins.middle,
        y=up.bins.middle,
        z=z,
        colorscale=style.DENSITY,
        showscale=False,
        hovertemplate=f"{across.symbol} %{{x:.3g}}, {up.symbol} %{{y:.3g}}: %{{z:,}}<extra></extra>",
        row=row,
        col=col,
    )


def _center(axis: Axis, text: Text) -> str:
    return text("expected") if axis.exact else text("mean of random splits")


def _rectangle(
    figure: go.Figure, across: Axis, up: Axis, box: tuple[Range, Range], row: int, col: int, **look: object
) -> None:
    """A box, cut off where the picture ends."""
    (x0, x1), (y0, y1) = (
        (max(lower, float(axis.bins.edges[0])), min(upper, float(axis.bins.edges[-1])))
        for (lower, upper), axis in zip(box, (across, up), strict=True)
    )
    if x0 < x1 and y0 < y1:
        figure.add_shape(type="rect", x0=x0, x1=x1, y0=y0, y1=y1, layer="above", row=row, col=col, **look)


SURVIVES = {"line": {"color": style.TEAL, "width": 2}, "fillcolor": style.TEAL_AREA}
SELECTED = {"line": {"color": style.RUST, "width": 2, "dash": "dash"}, "fillcolor": NOTHING}


def _expected(
    figure: go.Figure, across: Axis, up: Axis, text: Text, row: int, col: int, **look: object
) -> None:
    figure.add_scatter(
        x=[across.expected],
        y=[up.expected],
        mode="markers",
        marker={"symbol": "cross-thin", "size": 14, "line": {"color": style.RUST, "width": 3}},
        name=_center(across, text) if across.exact == up.exact else text("expected"),
        hovertemplate="%{x:.3g}, %{y:.3g}<extra></extra>",
        row=row,
        col=col,
        **look,
    )


def plane(
    across: Axis,
    up: Axis,
    density: NDArray[np.float64],
    survives: NDArray[np.bool_],
    *,
    marked: Mapping[str, NDArray[np.float64]],
    box: tuple[Range, Range] | None = None,
    text: Text,
) -> go.Figure:
    """Density of the candidates over two divergences, shape (bins up, bins across).

    The rectangle is what the bounds admit; the margins show survivors among all. `marked`
    maps a name to the few candidates, shape (k, 2), that are drawn one by one.
    """
    figure = make_subplots(
        rows=2,
        cols=2,
        column_widths=[0.84, 0.16],
        row_heights=[0.16, 0.84],
        horizontal_spacing=0.015,
        vertical_spacing=0.02,
        shared_xaxes=True,
        shared_yaxes=True,
    )
    _density(figure, across, up, density, 2, 1)
    _bars(figure, across, survives, text, row=1, col=1)
    _bars(figure, up, survives, text, row=2, col=2, orientation="h", showlegend=False)
    _rectangle(figure, across, up, (across.bounds, up.bounds), 2, 1, **SURVIVES)
    if box is not None:
        _rectangle(figure, across, up, box, 2, 1, **SELECTED)
    looks = (("circle-open", style.TEAL), ("x-thin", style.RUST))
    for (name, points), (symbol, color) in zip(marked.items(), looks, strict=True):
        figure.add_scatter(
            x=np.clip(points[:, 0], None, across.bins.edges[-1]),
            y=np.clip(points[:, 1], None, up.bins.edges[-1]),
            mode="markers",
            marker={"symbol": symbol, "color": color, "size": 7, "line": {"width": 1.5, "color": color}},
            name=name,
            hovertemplate=f"{style.inert(name)}: %{{x:.3g}}, %{{y:.3g}}<extra></extra>",
            row=2,
            col=1,
        )
    _expected(figure, across, up, text, 2, 1)
    figure.update_layout(
        height=450,
        margin={"l": 56, "r": 8, "t": 30, "b": 48},
        barmode="stack",
        bargap=0.04,
        dragmode="select",
        legend={**style.LEGEND, "traceorder": "normal"},
    )
    figure.update_xaxes(title=f"{across.symbol} = {style.inert(across.title, 60)}", row=2, col=1)
    figure.update_yaxes(title=f"{up.symbol} = {style.inert(up.title, 60)}", row=2, col=1)
    for row, col in ((1, 1), (2, 2)):
        figure.update_xaxes(showticklabels=False, showgrid=False, zeroline=False, row=row, col=col)
        figure.update_yaxes(showticklabels=False, showgrid=False, zeroline=False, row=row, col=col)
    return figure


def pairs(
    axes: Sequence[Axis],
    densities: Mapping[tuple[int, int], NDArray[np.float64]],
    survives: NDArray[np.bool_],
    *,
    text: Text,
) -> go.Figure:
    """All pairs of three attributes or more: densities below, survivors among all on the diagonal.

    `densities` maps (across, up) with across < up to the cells of that plane.
    """
    n = len(axes)
    specs = [[{} if j <= i else None for j in range(n)] for i in range(n)]
    figure = make_subplots(
        rows=n, cols=n, specs=specs, horizontal_spacing=0.02, vertical_spacing=0.02, shared_xaxes=True
    )
    for i, up in enumerate(axes):
        _bars(figure, up, survives, text, row=i + 1, col=i + 1, showlegend=i == 0)
        figure.update_yaxes(showticklabels=False, showgrid=False, zeroline=False, row=i + 1, col=i + 1)
        for j in range(i):
            across = axes[j]
            _density(figure, across, up, densities[j, i], i + 1, j + 1)
            _rectangle(figure, across, up, (across.bounds, up.bounds), i + 1, j + 1, **SURVIVES)
            _expected(figure, across, up, text, i + 1, j + 1, showlegend=(i, j) == (1, 0))
            figure.update_yaxes(
                title=style.inert(up.title) if j == 0 else None, showticklabels=j == 0, row=i + 1, col=j + 1
            )
        figure.update_xaxes(
            title=style.inert(up.title) if i == n - 1 else None,
            showticklabels=i == n - 1,
            row=i + 1,
            col=i + 1,
        )
    for j in range(n - 1):
        figure.update_xaxes(title=style.inert(axes[j].title), showticklabels=True, row=n, col=j + 1)
    figure.update_layout(
        height=450 if n < 4 else 560,
        margin={"l": 56, "r": 8, "t": 8, "b": 48},
        barmode="stack",
        bargap=0.04,
        # The corner above the diagonal is free.
        legend={"x": 1, "xanchor": "right", "y": 1, "yanchor": "top"},
    )
    return figure


def line(axis: Axis, survives: NDArray[np.bool_], *, text: Text) -> go.Figure:
    """The same for one divergence: survivors among all."""
    figure = style.figure(height=400, top=36, barmode="stack", dragmode="select")
    _bars(figure, axis, survives, text)
    style.upright(figure, axis.expected, _center(axis, text), style.RUST)
    for bound in axis.bounds:
        if axis.bins.edges[0] <= bound <= axis.bins.edges[-1]:
            style.upright(figure, bound, text("threshold"), style.TEAL, "dash")
    figure.update_xaxes(title=f"{axis.symbol} = {style.inert(axis.title, 60)}")
    figure.update_yaxes(title=text("splits"))
    return figure


def survival(
    bounds: NDArray[np.float64], shares: NDArray[np.float64], *, rule: Range, title: str, text: Text
) -> go.Figure:
    """Share of candidates that survive a common bound, both of shape (n_bounds,).

    `rule` is a bound and the share that survives it.
    """
    figure = style.figure(height=250, top=30)
    figure.add_scatter(
        x=bounds,
        y=shares,
        mode="lines",
        line={"color": style.TEAL, "width": 3},
        name=text("survivors"),
        showlegend=False,
        hovertemplate="%{x:.3g}: %{y:.1%}<extra></extra>",
    )
    c, share = rule
    figure.add_scatter(
        x=[c],
        y=[share],
        mode="markers",
        marker={"color": style.RUST, "size": 11, "symbol": "diamond"},
        name=text("{share:.0%} survive at {c:.3g}").format(share=share, c=c),
    )
    figure.update_xaxes(title=title)
    figure.update_yaxes(title=text("share that survives"), tickformat=".0%", range=[-0.02, 1.02])
    return figure


def survivors_of_both(
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    survivors: NDArray[np.int64],
    *,
    total: int,
    m: int,
    rule: float,
    now: Range,
    titles: tuple[str, str],
    text: Text,
) -> go.Figure:
    """Share of `total` candidates that survive each pair of bounds; `survivors` is (n_first, n_second).

    Lines show where the share `rule` survives and where no m do; the cross is where
    the thresholds stand now.
    """
    share = survivors.T / total
    figure = style.figure(height=330, top=56)
    figure.add_heatmap(
        x=first,
        y=second,
        z=np.where(share > 0, share, np.nan),
        zmin=0,
        zmax=1,
        colorscale=style.DENSITY,
        showscale=False,
        hovertemplate="%{x:.3g}, %{y:.3g}: %{z:.1%}<extra></extra>",
    )
    for level, name, color, dash in (
        (rule, text("{share:.0%} survive").format(share=rule), style.RUST, "solid"),
        ((m - 0.5) / total, text("fewer than m = {m} below").format(m=m), style.GREY, "dot"),
    ):
        figure.add_contour(
            x=first,
            y=second,
            z=share,
            contours={"start": level, "end": level, "size": 1, "coloring": "none"},
            line={"color": color, "width": 2, "dash": dash},
            name=name,
            showlegend=True,
            showscale=False,
            hoverinfo="skip",
        )
    figure.add_scatter(
        x=[now[0]],
        y=[now[1]],
        mode="markers",
        marker={"symbol": "cross-thin", "size": 16, "line": {"color": style.TEAL, "width": 4}},
        name=text("now"),
        hovertemplate=text("now") + ": %{x:.3g}, %{y:.3g}<extra></extra>",
    )
    figure.update_xaxes(title=style.inert(titles[0], 40))
    figure.update_yaxes(title=style.inert(titles[1], 40))
    return figure
