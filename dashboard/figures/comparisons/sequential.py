"""The sequential test in pictures: its interval, what each look asks for, orders, the posterior."""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from scipy.special import stdtr

from dashboard.figures import style
from dashboard.figures.style import Text

Floats = NDArray[np.float64]


def interval(
    m: NDArray[np.int64],
    mean: Floats,
    lower: Floats,
    upper: Floats,
    bounds: Sequence[Floats],
    *,
    differences: Floats,
    level: float,
    limit: tuple[float, float] | None,
    stopped: int | None,
    metric: str,
    terms: tuple[str, str],
    text: Text,
) -> go.Figure:
    """Mean and interval of a difference for every m, all (n,); `differences` is (m, 2).

    `terms` are the models whose difference it is. `bounds` is what the rule compares with zero: its lower bound, and the upper one too if it
    is two-sided, NaN where it does not look. `limit` is what the interval approaches.
    """
    figure = style.figure(height=410, top=72)
    style.band(figure, m, lower, upper, text("{level:.0%} interval").format(level=level))
    last = max(int(m[-1]) if len(m) else 3, len(differences))
    _limits(figure, limit, last, text)
    style.single_differences(figure, differences, text)
    names = [text("lower bound of the rule"), text("upper bound of the rule")]
    for bound, name in zip(bounds, names, strict=False):
        _looks(figure, m, bound, name, style.RUST)
    a, b = (style.inert(name, 12) for name in terms)
    style.line(figure, m, mean, text("mean of {a} − {b}").format(a=a, b=b), style.TEAL, marker={"size": 6})
    figure.add_hline(y=0, line={"color": style.GREY, "width": 2})
    if stopped is not None:
        style.upright(figure, stopped, text("stops at m = {m}").format(m=stopped), style.RUST)
    style.split_axis(figure, last, text)
    figure.update_yaxes(title=style.difference_axis(metric, terms, text), zeroline=False)
    return figure


def _limits(figure: go.Figure, limit: tuple[float, float] | None, last: int, text: Text) -> None:
    """Two lines that share one entry in the legend."""
    for number, value in enumerate(limit or ()):
        style.line(
            figure,
            [0.4, last + 0.6],
            [value, value],
            text("limit for many splits"),
            style.VIOLET,
            "%{y:.4f}",
            line={"width": 1.5, "dash": "dash"},
            legendgroup="limit",
            showlegend=number == 0,
        )


def _looks(figure: go.Figure, m: NDArray[np.int64], values: Floats, name: str, color: str) -> None:
    """A value for each look of the rule: a dotted line, and a mark where looks are few."""
    looks = np.isfinite(values)
    style.line(
        figure,
        m[looks],
        values[looks],
        name,
        color,
        mode="lines" if looks.sum() > 6 else "lines+markers",
        line={"width": 2, "dash": "dot"},
        marker=style.end(color) | {"size": 14},
    )


def needed(
    m: NDArray[np.int64],
    mean: Floats,
    rules: Mapping[str, tuple[Floats, int | None]],
    *,
    mean_name: str,
    text: Text,
) -> go.Figure:
    """The mean difference beside the least that each rule asks for at its looks, all (n,).

    `rules` maps a name to what it needs, NaN where it does not look, and to where it stops.
    """
    figure = style.figure(height=410, top=56)
    looks = ((style.RUST, "line-ew-open"), (style.VIOLET, "diamond-open"))
    for (name, (values, _)), (color, symbol) in zip(rules.items(), looks, strict=False):
        finite = np.isfinite(values)
        style.line(
            figure,
            m[finite],
            values[finite],
            text("{rule} asks for").format(rule=name),
            color,
            line={"width": 2, "dash": "dot"},
            marker={"symbol": symbol, "size": 10, "line": {"width": 2}},
        )
    style.line(figure, m, mean, mean_name, style.TEAL, marker={"size": 6})
    for (name, (_, stop)), (color, _) in zip(rules.items(), looks, strict=False):
        if stop is not None and stop in m:
            figure.add_scatter(
                x=[stop],
                y=[mean[list(m).index(stop)]],
                mode="markers",
                marker={
                    "symbol": "circle-open" if color == style.RUST else "diamond-open",
                    "size": 18,
                    "color": color,
                    "line": {"width": 3},
                },
                name=text("{rule} stops at m = {m}").format(rule=name, m=stop),
                hoverinfo="skip",
            )
    figure.add_hline(y=0, line={"color": style.GREY, "width": 2})
    style.split_axis(figure, int(m[-1]), text)
    figure.update_yaxes(title=text("difference of the scores"), zeroline=False)
    return figure


def length(
    m: NDArray[np.int64], lengths: Floats, naive: Floats, *, limit: float, true_limit: float, text: Text
) -> go.Figure:
    """Length of the interval for every m, (n,), with the limits it could have."""
    figure = style.figure(height=410, top=56)
    independent = text("if splits were independent: 1/√m")
    style.line(figure, m, naive, independent, style.GREY, line={"width": 2, "dash": "dash"})
    style.line(figure, m, lengths, text("length of the interval"), style.TEAL, marker={"size": 6})
    last = int(m[-1])
    for value, color, dash, name in (
        (limit, style.RUST, "dot", text("limit for many splits")),
        (true_limit, style.VIOLET, "dashdot", text("length expected at this ρ")),
    ):
        ends, shape = [0.4, last + 0.6], {"width": 2, "dash": dash}
        style.line(figure, ends, [value, value], name, color, "%{y:.4f}", line=shape)
    style.split_axis(figure, last, text)
    figure.update_yaxes(title=text("length of the interval"), rangemode="tozero")
    return figure


def stops(stops: Sequence[tuple[int, float]], *, here: int | None, text: Text) -> go.Figure:
    """Share of random orders of the splits in which the test stops at each look, and in none."""
    figure = style.figure(height=380, top=40)
    never = max(0.0, 1 - sum(share for _, share in stops))
    names = [str(m) for m, _ in stops]
    colors = [style.RUST if m == here else style.TEAL for m, _ in stops]
    figure.add_bar(
        x=names,
        y=[share for _, share in stops],
        marker={"color": colors},
        showlegend=False,
        hovertemplate="m = %{x}: %{y:.1%}<extra></extra>",
    )
    figure.add_bar(
        x=[text("never")],
        y=[never],
        marker={"color": style.CROWD, "pattern": {"shape": "/"}},
        showlegend=False,
        hovertemplate="%{x}: %{y:.1%}<extra></extra>",
    )
    for color, name in ((style.TEAL, text("another order")), (style.RUST, text("as run"))):
        style.legend_entry(figure, name, color, showlegend=here is not None)
    figure.update_xaxes(title=text("the test stops at m ="), type="category")
    figure.update_yaxes(title=text("share of the orders"), tickformat=".0%", range=[0, 1])
    return figure


def posterior(
    mean: float,
    scale: float,
    df: float,
    *,
    rope: float,
    models: tuple[str, str],
    terms: tuple[str, str],
    text: Text,
) -> go.Figure:
    """The density of the mean difference, in three areas: B better, no matter, A better.

    `terms` are the models in the order in which they are subtracted.
    """
    figure = style.figure(height=330, top=40)
    reach = max(5 * scale, 1.2 * rope)
    low, high = min(mean - reach, -1.2 * rope), max(mean + reach, 1.2 * rope)
    edges = np.linspace(low, high, 401)
    # Differences of the distribution function: the areas are the probabilities, also for one degree of freedom.
    density = np.diff(stdtr(df, (edges - mean) / scale)) / np.diff(edges)
    x = (edges[1:] + edges[:-1]) / 2
    a, b = (style.inert(name, 16) for name in models)
    areas = (
        (x <= -rope, style.VIOLET, "rgba(139,92,246,0.45)", text("{model} better").format(model=b)),
        (
            (x >= -rope) & (x <= rope),
            style.GREY,
            "rgba(134,142,150,0.45)",
            text("too small to matter"),
        ),
        (x >= rope, style.TEAL, "rgba(13,148,136,0.45)", text("{model} better").format(model=a)),
    )
    for inside, color, fill, name in areas:
        if rope == 0 and color == style.GREY:
            continue
        figure.add_scatter(
            x=x[inside],
            y=density[inside],
            mode="lines",
            line={"color": color, "width": 2},
            fill="tozeroy",
            fillcolor=fill,
            name=name,
            hovertemplate="%{x:.4f}<extra></extra>",
        )
    for edge in {-rope, rope}:
        figure.add_vline(x=edge, line={"color": style.GREY, "width": 2, "dash": "dot"})
    first, second = (style.inert(name, 16) for name in terms)
    figure.update_xaxes(title=text("mean difference {a} − {b}").format(a=first, b=second), zeroline=False)
    figure.update_yaxes(title=text("density"), rangemode="tozero", showticklabels=False)
    return figure
