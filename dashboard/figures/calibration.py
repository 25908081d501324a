"""What tests promise: errors against correlation, power against effect, plans, and real learners."""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.style import Text

Floats = NDArray[np.float64]

# Colour, dash and mark of each rule; the tests on one kind of splits have one dash.
_RULES = {
    "guaranteed": (style.TEAL, "solid", "circle"),
    "paper": (style.VIOLET, "solid", "diamond"),
    "fixed": ("#2563eb", "solid", "square"),
    "5x2 t": ("#be185d", "dash", "triangle-up"),
    "5x2 F": ("#a16207", "dash", "triangle-down"),
    "corrected resampled t": ("#4d7c0f", "dot", "star"),
    "k-fold t": ("#0e7490", "dot", "cross"),
    "mcnemar": (style.GREY, "dashdot", "x"),
}
_METHODS = {
    "random": (style.GREY, "circle-open"),
    "block": ("#2563eb", "square"),
    "balanced": (style.TEAL, "circle"),
    "centered": (style.VIOLET, "diamond"),
    "filter": ("#a16207", "triangle-up"),
    "floor": ("#be185d", "triangle-down"),
}


def rates(
    x: Floats,
    curves: Mapping[str, Floats],
    names: Mapping[str, str],
    *,
    here: float,
    at: Mapping[str, float],
    level: float,
    across: str,
    up: str,
    bound: float | None = None,
    text: Text,
) -> go.Figure:
    """How often each rule calls A better, against a correlation or an effect.

    Parameters
    ----------
    x : ndarray, shape (n_points,)
    curves : mapping of str to ndarray, each of shape (n_points,)
        By rule.
    here, at
        Where the reader stands on the x axis, and the rate of each rule there.
    level : float
        What the rules promise.
    across, up : str
        Titles of the axes.
    bound : float, optional
        How far the guaranteed rule keeps its promise.
    """
    figure = style.figure(height=440, top=24)
    for rule, values in curves.items():
        color, dash, symbol = _RULES[rule]
        shape = {"dash": dash, "width": 3 if rule in ("guaranteed", "paper") else 2}
        hover = names[rule] + ": %{y:.1%}"
        style.line(figure, x, values, names[rule], color, hover, line=shape, legendgroup=rule)
        figure.add_scatter(
            x=[here],
            y=[at[rule]],
            mode="markers",
            marker={"color": color, "symbol": symbol, "size": 10},
            legendgroup=rule,
            showlegend=False,
            hovertemplate=names[rule] + ": %{y:.2%}<extra></extra>",
        )
    style.level(figure, level, text("α = {level:.3g}").format(level=level), style.LINE)
    style.upright(figure, here, text("where you are"), style.RUST)
    if bound is not None:
        style.upright(figure, bound, text("end of the guarantee"), style.GREY, "dot")
    highest = max(level, *(float(values.max()) for values in curves.values()))
    figure.update_layout(legend=style.LEGEND | {"orientation": "v", "y": 1, "x": 1.02, "yanchor": "top"})
    figure.update_xaxes(title=across, range=[float(x[0]) - 0.01, float(x[-1]) + 0.01], zeroline=False)
    figure.update_yaxes(title=up, tickformat=".0%", range=[-0.012, min(1.02, 1.06 * highest)])
    return figure


def plan(
    looks: NDArray[np.int64],
    power: Mapping[str, Floats],
    names: Mapping[str, str],
    *,
    wanted: float,
    text: Text,
) -> go.Figure:
    """Chance that A has been called better by each look, (n_looks,) by rule."""
    figure = style.figure(height=400, top=40)
    for rule, values in power.items():
        color, dash, symbol = _RULES[rule]
        shape = {"dash": dash, "width": 2.5, "shape": "hv"}
        hover, marker = "m = %{x}: %{y:.1%}", {"symbol": symbol, "size": 7}
        style.line(figure, looks, values, names[rule], color, hover, line=shape, marker=marker)
    style.level(figure, wanted, text("{share:.0%}, a usual aim").format(share=wanted), style.RUST)
    figure.update_xaxes(title=text("splits m"), tickvals=looks, zeroline=False)
    figure.update_yaxes(title=text("chance of having called A better"), tickformat=".0%", range=[-0.02, 1.03])
    return figure


def by_method(
    values: Mapping[str, Sequence[tuple[int, float, float | None, float | None]]],
    names: Mapping[str, str],
    *,
    target: float | None,
    target_name: str,
    up: str,
    percent: bool,
    text: Text,
) -> go.Figure:
    """One quantity with its intervals for each way of splitting and number of splits.

    Parameters
    ----------
    values : mapping of str to sequence of (m, value, lower, upper)
        By method.
    target : float, optional
        What the quantity should be, or stay below.
    """
    figure = style.figure(height=440, top=24)
    sizes = sorted({m for rows in values.values() for m, *_ in rows})
    beside = np.linspace(-0.3, 0.3, len(values)) if len(values) > 1 else np.zeros(1)
    form = ".1%" if percent else ".4f"
    for (method, rows), shift in zip(values.items(), beside, strict=True):
        color, symbol = _METHODS[method]
        middle = [value for _, value, _, _ in rows]
        ends = np.array(
            [[value if end is None else end for end in (low, high)] for _, value, low, high in rows]
        )
        figure.add_scatter(
            x=[sizes.index(m) + shift for m, *_ in rows],
            y=middle,
            mode="markers",
            marker={"color": color, "symbol": symbol, "size": 10},
            error_y={
                "array": ends[:, 1] - middle,
                "arrayminus": middle - ends[:, 0],
                "color": color,
                "thickness": 1.5,
                "width": 3,
            },
            name=names[method],
            customdata=ends,
            hovertemplate=f"{names[method]}: %{{y:{form}}} (%{{customdata[0]:{form}}} – %{{customdata[1]:{form}}})"
            "<extra></extra>",
        )
    if target is not None:
        style.level(figure, target, target_name, style.RUST)
    figure.update_xaxes(
        title=text("splits m in a set"),
        tickvals=list(range(len(sizes))),
        ticktext=[str(m) for m in sizes],
        zeroline=False,
    )
    figure.update_yaxes(title=up, tickformat=".0%" if percent else "", zeroline=False)
    return figure
