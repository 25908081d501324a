"""The out-of-fold test in pictures: intervals against m, parts of the variance, groups, what would decide."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.direct_labels import broken
from dashboard.figures.style import Text

Floats = NDArray[np.float64]
Interval = tuple[Floats, Floats]  # lower and upper ends, (m,), NaN where there is none


def intervals(
    mean: Floats,
    out_of_fold: Interval,
    mx2: Interval,
    *,
    differences: Floats,
    level: float,
    margin: float | None,
    inner: tuple[float, float, float] | None,
    stopped: int | None,
    metric: str,
    terms: tuple[str, str],
    text: Text,
    last: int = 0,
) -> go.Figure:
    """Mean difference after 1, 2, … splits with both intervals; `differences` is (m, 2), `last` what m will grow to.

    `terms` are the models whose difference it is, `inner` the ends of the interval within the margin that shows
    equivalence, and its level. The axis is that of the out-of-fold interval: the other
    one leaves the picture where it has few degrees of freedom.
    """
    m = np.arange(1, len(mean) + 1)
    figure = style.figure(height=380, top=56)
    lower, upper = out_of_fold
    if np.isfinite(lower).any():
        style.band(figure, m, lower, upper, text("out-of-fold interval, {level:.0%}").format(level=level))
    for number, values in enumerate(mx2 if np.isfinite(mx2[0]).any() else ()):
        style.line(
            figure,
            m,
            values,
            text("m×2 interval, {level:.0%}").format(level=level),
            style.VIOLET,
            mode="lines" if np.isfinite(values).sum() > 1 else "markers",
            line={"width": 2, "dash": "dash"},
            marker=style.end(style.VIOLET),
            legendgroup="mx2",
            showlegend=number == 0,
        )
    style.single_differences(figure, differences, text)
    style.line(figure, m, mean, text("mean"), style.TEAL, marker={"size": 6})
    figure.add_hline(y=0, line={"color": style.GREY, "width": 2})
    if stopped is not None:
        style.upright(figure, stopped, text("tested at m = {m}").format(m=stopped), style.RUST, "dot")
    if inner is not None and stopped is not None:
        low, high, inner_level = inner
        style.line(
            figure,
            [stopped, stopped],
            [low, high],
            text("{level:.0%} interval").format(level=inner_level),
            style.TEAL,
            line={"width": 7},
        )
    if margin is not None:
        _margin(figure, margin)
    style.split_axis(figure, max(last, len(m)), text)
    title = style.difference_axis(metric, terms, text)
    figure.update_yaxes(title=title, zeroline=False, range=_reach(lower, upper, mx2, margin))
    return figure


def _margin(figure: go.Figure, margin: float) -> None:
    for number, value in enumerate((-margin, margin)):
        ends = {"x0": 0, "x1": 1, "xref": "x domain", "y0": value, "y1": value}
        figure.add_shape(
            type="line",
            **ends,
            line={"color": style.GREY, "width": 1.5, "dash": "dot"},
            name=f"±δ = {margin:g}",
            showlegend=number == 0,
        )


def _reach(lower: Floats, upper: Floats, mx2: Interval, margin: float | None) -> list[float] | None:
    """Ends of the axis: of our intervals, and of the other one from its third split on, or from the last."""
    start = min(2, len(lower) - 1) or 1
    ends = [*lower, *upper, *mx2[0][start:], *mx2[1][start:], 0.0, *([-margin, margin] if margin else [])]
    finite = [float(end) for end in ends if np.isfinite(end)]
    low, high = min(finite), max(finite)
    room = 0.06 * (high - low)
    return [low - room, high + room] if high > low else None


def variance_parts(names: Sequence[str], shares: Sequence[float]) -> go.Figure:
    """One bar of what the variance of the mean comes from; shares sum to 1."""
    below = 20 * len(names)  # on a small screen each name of the legend has a line of its own
    figure = style.figure(height=110 + below, left=8, top=8, bargap=0.0)
    fills = (
        (style.TEAL, ""),
        (style.VIOLET, "/"),
        ("#2563eb", "x"),
        (style.GREY, "\\"),
        ("#a16207", "."),
    )
    for name, share, (color, shape) in zip(names, shares, fills[: len(names)], strict=True):
        figure.add_bar(
            x=[share],
            y=[""],
            orientation="h",
            marker={"color": color, "pattern": {"shape": shape, "fillmode": "overlay", "size": 6}},
            name=f"{name} {share:.0%}",
            hovertemplate=f"{name}: {share:.1%}<extra></extra>",
        )
    legend = {"traceorder": "normal", "y": -0.5, "yanchor": "top"}
    figure.update_layout(barmode="stack", legend=legend, margin={"b": 32 + below})
    figure.update_xaxes(range=[0, 1], tickformat=".0%", showgrid=False, zeroline=False)
    figure.update_yaxes(showticklabels=False, zeroline=False)
    return figure


def half_lengths(
    curve: Sequence[tuple[int, float]], *, margin: float | None, limit: float | None, text: Text
) -> go.Figure:
    """Half-length of the interval against the number of units, beside delta and what splits alone can reach."""
    figure = style.figure(height=220, top=48)
    units, half = zip(*curve, strict=True)
    hover = "%{x:,} : ±%{y:.4f}"
    style.line(figure, units, half, text("more units"), style.TEAL, hover, marker={"size": 6})
    if limit is not None:
        style.level(figure, limit, text("ever more splits"), style.VIOLET)
    if margin is not None:
        style.level(figure, margin, f"δ = {margin:g}", style.RUST)
    figure.update_xaxes(title=text("units in the corpus"), tickformat=",", nticks=4, zeroline=False)
    figure.update_yaxes(title=text("half-length of the interval"), rangemode="tozero", zeroline=False)
    return figure


def forest(
    names: Sequence[str],
    mean: Floats,
    lower: Floats,
    upper: Floats,
    *,
    summary: tuple[str, float, float, float] | None = None,
    weights: Floats | None = None,
    margin: float | None = None,
    axis: str,
) -> go.Figure:
    """A row for each group or corpus: difference and interval; a diamond below for all of them.

    `names` are shown as they are, (n,), the first on top; ends are NaN where there is no interval, and the mark
    is hollow.
    `summary` is name, mean, lower and upper end of all; `weights`, (n,), size the squares.
    """
    rows = ["<br>".join(broken(style.inert(name, 60), 28)) for name in names]
    tall = 34 if any("<br>" in row for row in rows) else 26  # pixels of a row
    figure = style.figure(height=110 + tall * (len(rows) + (summary is not None)), left=8, top=32)
    places = np.arange(len(rows))
    shape = "circle" if weights is None else "square"
    size = np.full(len(rows), 9.0) if weights is None else 7 + 13 * np.sqrt(weights / weights.max())
    figure.add_scatter(
        x=mean,
        y=places,
        mode="markers",
        marker={
            "color": style.TEAL,
            "size": size,
            "symbol": [f"{shape}-open" if without else shape for without in np.isnan(lower)],
        },
        error_x={
            "type": "data",
            "symmetric": False,
            "array": np.nan_to_num(upper - mean),
            "arrayminus": np.nan_to_num(mean - lower),
            "color": style.TEAL,
            "thickness": 2,
            "width": 0,  # caps would draw an interval of no length where there is none
        },
        customdata=np.column_stack([lower, upper]),
        text=rows,
        showlegend=False,
        hovertemplate="%{text}: %{x:.4f} [%{customdata[0]:.4f}, %{customdata[1]:.4f}]<extra></extra>",
    )
    if summary is not None:
        name, middle, low, high = summary
        rows.append(style.inert(name, 30))
        place = len(rows) - 1
        figure.add_scatter(
            x=[low, middle, high, middle, low],
            y=[place, place - 0.3, place, place + 0.3, place],
            mode="lines",
            fill="toself",
            line={"color": style.RUST, "width": 2},
            showlegend=False,
            hovertemplate=f"{rows[-1]}: {middle:.4f} [{low:.4f}, {high:.4f}]<extra></extra>",
        )
    figure.add_vline(x=0, line={"color": style.GREY, "width": 2})
    for end in (-margin, margin) if margin is not None else ():
        style.upright(figure, end, f"±δ = {margin:g}", style.GREY, "dot")
    if margin is not None:
        figure.layout.shapes[-1].showlegend = False
    figure.update_yaxes(
        tickmode="array",
        tickvals=list(range(len(rows))),
        ticktext=rows,
        range=[len(rows) - 0.4, -0.6],
        zeroline=False,
        showgrid=False,
        automargin=True,
    )
    figure.update_xaxes(title=axis, zeroline=False, showgrid=True)
    return figure


def trials(names: Sequence[str], rates: dict[str, Floats], *, level: float | None, axis: str) -> go.Figure:
    """A row for each population and a mark for each test; `rates` maps a test to its shares, (n,)."""
    figure = style.figure(height=100 + 24 * len(names), left=8, top=24)
    places = np.arange(len(names))
    for (name, values), (color, symbol) in zip(rates.items(), style.MODELS, strict=False):
        figure.add_scatter(
            x=values,
            y=places,
            mode="markers",
            marker={"color": color, "symbol": symbol, "size": 9},
            name=name,
            showlegend=False,
            text=[style.inert(one, 60) for one in names],
            hovertemplate="%{text}: %{x:.1%}<extra></extra>",
        )
    first = sorted(zip(rates.items(), style.MODELS, strict=False), key=lambda one: one[0][1][0])
    for number, ((name, values), (color, _symbol)) in enumerate(first):  # named at the marks of the first row
        place = {"xshift": -8} if number == 0 else {"yshift": 14, "xshift": 8}
        figure.add_annotation(
            x=values[0], y=0, text=name, font={"color": color}, xanchor="right", showarrow=False, **place
        )
    if level is not None:
        style.upright(figure, level, f"α = {level:.0%}", style.RUST, "dot")
    figure.update_yaxes(
        tickmode="array",
        tickvals=places.tolist(),
        ticktext=[style.inert(one, 46) for one in names],
        range=[len(names) - 0.4, -1.2],
        zeroline=False,
        showgrid=True,
        automargin=True,
    )
    figure.update_xaxes(title=axis, tickformat=".0%", rangemode="tozero", zeroline=False)
    return figure


def power_by_split(m: NDArray[np.int64], power: dict[str, Floats], *, here: int, text: Text) -> go.Figure:
    """Share of true differences that each test finds, against the number of splits; (n,) each."""
    figure = style.figure(height=380, top=48)
    for (name, values), (color, symbol) in zip(power.items(), style.MODELS, strict=False):
        marker = {"symbol": symbol, "size": 9}
        style.line(figure, m, values, name, color, "m = %{x}: %{y:.1%}", marker=marker)
    style.upright(figure, here, f"m = {here}", style.RUST)
    figure.update_xaxes(title=text("splits m"), tickvals=m.tolist(), zeroline=False)
    most = max(float(values.max()) for values in power.values())
    figure.update_yaxes(
        title=text("share of corpora in which the better model is found"),
        tickformat=".0%",
        range=[0, np.ceil(10 * most + 0.2) / 10],
    )
    return figure
