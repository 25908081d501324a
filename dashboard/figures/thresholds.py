"""Which candidates survive: the plane of two divergences, and survival against c."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from dashboard.figures import style
from dashboard.figures.style import Text

BINS = 56
Box = tuple[float, float]  # lower, upper


def _edges(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Bins that leave the last per mille of a long tail to the outermost bin."""
    top = float(np.quantile(values, 0.999))
    return np.linspace(float(values.min()), max(top, float(values.min()) + 1e-9), BINS + 1)


def _margin(
    values: NDArray[np.float64], survives: NDArray[np.bool_], edges: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    inside = np.clip(values, edges[0], edges[-1])
    every, _ = np.histogram(inside, edges)
    kept, _ = np.histogram(inside[survives], edges)
    return (edges[1:] + edges[:-1]) / 2, kept, every - kept


def plane(
    divergences: NDArray[np.float64],
    survives: NDArray[np.bool_],
    *,
    bounds: tuple[Box, Box],
    expected: tuple[float, float],
    names: tuple[str, str],
    marked: dict[str, NDArray[np.float64]],
    box: tuple[Box, Box] | None = None,
    text: Text,
) -> go.Figure:
    """Density of the candidates over two divergences, shape (n_candidates, 2).

    The rectangle is what `bounds` admit; the margins show survivors among all. `marked`
    maps a name to the few candidates, shape (k, 2), that are drawn one by one.
    """
    x, y = divergences[:, 0], divergences[:, 1]
    across, up = _edges(x), _edges(y)
    count, _, _ = np.histogram2d(np.clip(x, None, across[-1]), np.clip(y, None, up[-1]), bins=(across, up))
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
    middle_x, kept_x, lost_x = _margin(x, survives, across)
    middle_y, kept_y, lost_y = _margin(y, survives, up)
    figure.add_heatmap(
        x=middle_x,
        y=middle_y,
        z=np.where(count.T > 0, count.T, np.nan),
        colorscale=style.DENSITY,
        showscale=False,
        hovertemplate="Φ₁ %{x:.2f}, Φ₂ %{y:.2f}: %{z:,}<extra></extra>",
        row=2,
        col=1,
    )
    for name, kept, color in ((text("survives"), True, style.TEAL), (text("does not"), False, style.CROWD)):
        figure.add_bar(
            x=middle_x,
            y=kept_x if kept else lost_x,
            marker_color=color,
            name=name,
            hoverinfo="skip",
            row=1,
            col=1,
        )
        figure.add_bar(
            x=kept_y if kept else lost_y,
            y=middle_y,
            orientation="h",
            marker_color=color,
            showlegend=False,
            hoverinfo="skip",
            row=2,
            col=2,
        )
    _rectangle(figure, bounds, (across, up), style.TEAL, "solid", style.TEAL_AREA)
    if box is not None:
        _rectangle(figure, box, (across, up), style.RUST, "dash", "rgba(0,0,0,0)")
    looks = (("circle-open", style.TEAL), ("x-thin", style.RUST), ("diamond-open", style.VIOLET))
    for (name, points), (symbol, color) in zip(marked.items(), looks, strict=False):
        if len(points):
            figure.add_scatter(
                x=np.clip(points[:, 0], None, across[-1]),
                y=np.clip(points[:, 1], None, up[-1]),
                mode="markers",
                marker={"symbol": symbol, "color": color, "size": 7, "line": {"width": 1.5, "color": color}},
                name=name,
                hovertemplate=style.inert(name) + ": Φ₁ %{x:.3f}, Φ₂ %{y:.3f}<extra></extra>",
                row=2,
                col=1,
            )
    figure.add_scatter(
        x=[expected[0]],
        y=[expected[1]],
        mode="markers",
        marker={"symbol": "cross-thin", "size": 16, "line": {"color": style.RUST, "width": 3}},
        name=text("expected"),
        hovertemplate=text("expected value") + ": %{x:.2f}, %{y:.2f}<extra></extra>",
        row=2,
        col=1,
    )
    figure.update_layout(
        height=470,
        margin={"l": 56, "r": 8, "t": 30, "b": 48},
        barmode="stack",
        bargap=0.04,
        dragmode="select",
        legend={**style.LEGEND, "traceorder": "normal"},
    )
    figure.update_xaxes(title=f"Φ₁ = χ²/J · {style.inert(names[0])}", row=2, col=1)
    figure.update_yaxes(title=f"Φ₂ = χ²/J · {style.inert(names[1])}", row=2, col=1)
    for row, col in ((1, 1), (2, 2)):
        figure.update_xaxes(showticklabels=False, showgrid=False, zeroline=False, row=row, col=col)
        figure.update_yaxes(showticklabels=False, showgrid=False, zeroline=False, row=row, col=col)
    return figure


def _rectangle(
    figure: go.Figure,
    box: tuple[Box, Box],
    edges: tuple[NDArray[np.float64], NDArray[np.float64]],
    color: str,
    dash: str,
    fill: str,
) -> None:
    (x0, x1), (y0, y1) = (
        (max(lower, float(edge[0])), min(upper, float(edge[-1])))
        for (lower, upper), edge in zip(box, edges, strict=True)
    )
    if x0 < x1 and y0 < y1:
        figure.add_shape(
            type="rect",
            x0=x0,
            x1=x1,
            y0=y0,
            y1=y1,
            line={"color": color, "width": 2, "dash": dash},
            fillcolor=fill,
            layer="above",
            row=2,
            col=1,
        )


def line(
    divergences: NDArray[np.float64],
    survives: NDArray[np.bool_],
    *,
    bounds: Box,
    expected: float,
    name: str,
    text: Text,
) -> go.Figure:
    """The same for one divergence, shape (n_candidates,): survivors among all."""
    middle, kept, lost = _margin(divergences, survives, _edges(divergences))
    figure = style.figure(height=400, top=36, barmode="stack", dragmode="select")
    figure.add_bar(x=middle, y=kept, marker_color=style.TEAL, name=text("survives"))
    figure.add_bar(x=middle, y=lost, marker_color=style.CROWD, name=text("does not"))
    style.upright(figure, expected, text("expected"), style.RUST)
    for bound in bounds:
        if middle[0] <= bound <= middle[-1]:
            style.upright(figure, bound, text("threshold"), style.TEAL, "dash")
    figure.update_xaxes(title=f"Φ₁ = χ²/J · {style.inert(name)}")
    figure.update_yaxes(title=text("splits"))
    return figure


def survival(
    bounds: NDArray[np.float64], shares: NDArray[np.float64], *, rule: tuple[float, float] | None, text: Text
) -> go.Figure:
    """Share of candidates that survive a common upper bound c; both of shape (n_bounds,)."""
    figure = style.figure(height=230, top=30)
    figure.add_scatter(
        x=bounds,
        y=shares,
        mode="lines",
        line={"color": style.TEAL, "width": 3},
        name=text("survivors"),
        showlegend=False,
        hovertemplate="c = %{x:.2f}: %{y:.1%}<extra></extra>",
    )
    if rule is not None:
        share, c = rule
        figure.add_scatter(
            x=[c],
            y=[share],
            mode="markers",
            marker={"color": style.RUST, "size": 11, "symbol": "diamond"},
            name=text("{share:.0%} survive at c = {c:.2f}").format(share=share, c=c),
        )
    figure.update_xaxes(title=text("common bound c on every χ²/J"))
    figure.update_yaxes(title=text("share that survives"), tickformat=".0%", range=[-0.02, 1.02])
    return figure
