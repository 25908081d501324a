"""What tests promise: errors against correlation, power against effect, plans, and real learners."""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.style import Text
from mx2core.inference import RULES

Floats = NDArray[np.float64]

# Ours and the paper's have the colours that they have everywhere; the others take these in turn.
_COLOURS = ("#2563eb", "#be185d", "#a16207", "#4d7c0f", "#0e7490", style.GREY)
_MARKS = ("square", "triangle-up", "triangle-down", "star", "cross", "x")
_DASHES = {"half splits": "solid", "tenths": "dot", "one test set": "dashdot"}


def _style_of(rule: str) -> tuple[str, str, str]:
    """Colour, dash and mark; the tests on one kind of scores have one dash."""
    kind = RULES[rule]
    dash = _DASHES[kind.sees]
    if kind.place == "ours":
        return style.TEAL, dash, "circle"
    if kind.place == "paper":
        return style.VIOLET, dash, "diamond"
    k = [one.key for one in RULES.values() if one.place == "other"].index(rule)
    return _COLOURS[k % len(_COLOURS)], dash, _MARKS[k % len(_MARKS)]


def rates(
    x: Floats,
    curves: Mapping[str, Floats],
    names: Mapping[str, str],
    *,
    here: float,
    at: Mapping[str, float],
    mark: str,
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
    mark : str
        Sign of what the x axis has.
    level : float
        What the rules promise.
    across, up : str
        Titles of the axes.
    bound : float, optional
        How far the overall-level rule keeps its promise.
    """
    figure = style.figure(height=440, top=24)
    for rule, values in curves.items():
        color, dash, symbol = _style_of(rule)
        shape = {"dash": dash, "width": 3 if rule in ("overall", "paper") else 2}
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
    style.upright(figure, here, f"{mark} = {here:.2f}", style.RUST)
    if bound is not None:
        figure.add_vrect(
            x0=bound, x1=float(x[-1]) + 0.01, fillcolor=style.CROWD, opacity=0.3, line_width=0, layer="below"
        )
        figure.add_annotation(
            x=bound,
            y=1,
            yref="y domain",
            text=text("ρ > ½: no promise<br>of the overall-level rule"),
            showarrow=False,
            xanchor="left",
            yanchor="top",
            xshift=6,
            align="left",
        )
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
        color, dash, symbol = _style_of(rule)
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
    across: str,
    percent: bool,
) -> go.Figure:
    """One quantity with its intervals: a row for each way of splitting and number of splits.

    Parameters
    ----------
    values : mapping of str to sequence of (m, value, lower, upper)
        By method.
    target : float, optional
        What the quantity should be, or stay below.
    """
    rows = [(method, *row) for method, listed in values.items() for row in listed]
    figure = style.figure(height=90 + 16 * len(rows) + 10 * len(values), left=16, top=24)
    form = ".1%" if percent else ".4f"
    place, ticks, height = 0.0, [], []
    for listed in values.values():
        height += [place + number for number in range(len(listed))]
        ticks.append(place + (len(listed) - 1) / 2)
        place += len(listed) + 0.8
    ends = np.array(
        [[value if end is None else end for end in (low, high)] for _, _, value, low, high in rows]
    )
    middle = np.array([value for _, _, value, _, _ in rows])
    figure.add_scatter(
        x=middle,
        y=height,
        mode="markers",
        marker={"color": style.TEAL, "size": 8},
        error_x={
            "array": ends[:, 1] - middle,
            "arrayminus": middle - ends[:, 0],
            "color": style.TEAL,
            "thickness": 1.5,
            "width": 3,
        },
        customdata=[
            [names[method], m, *end] for (method, m, *_), end in zip(rows, ends.tolist(), strict=True)
        ],
        hovertemplate=f"%{{customdata[0]}}, m = %{{customdata[1]}}: %{{x:{form}}} "
        f"(%{{customdata[2]:{form}}} – %{{customdata[3]:{form}}})<extra></extra>",
        showlegend=False,
    )
    figure.add_scatter(
        x=ends[:, 1],
        y=height,
        mode="text",
        text=[f"\N{EN SPACE}m = {m}" for _, m, *_ in rows],
        textposition="middle right",
        textfont={"size": 11},
        hoverinfo="skip",
        showlegend=False,
    )
    if target is not None:
        style.upright(figure, target, target_name, style.RUST)
    figure.update_yaxes(
        tickvals=ticks,
        ticktext=[names[method] for method in values],
        range=[place - 0.5, -0.8],
        automargin=True,
        zeroline=False,
        showgrid=False,
    )
    figure.update_xaxes(title=across, tickformat=".0%" if percent else "", zeroline=False)
    return figure
