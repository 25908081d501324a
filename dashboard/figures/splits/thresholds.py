"""Which candidates survive: a plane, all pairs, a line; and how survivors fall with c."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.splits.density import Binned
from dashboard.figures.style import Text

Range = tuple[float, float]  # lower, upper


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """One attribute in a picture of the candidates."""

    symbol: str  # Φ₁, Φ₂ ...
    title: str
    bins: Binned
    bounds: Range  # what the thresholds admit
    expected: float
    exact: bool = True  # whether that is the expected value, or the mean of the candidates


def _crowd(
    axis: Axis, survives: NDArray[np.bool_], text: Text, *, x: str, y: str, lying: bool = False, legend: bool
) -> list[dict[str, object]]:
    """How many candidates lie where, survivors before all: two stepped areas, a path each."""
    every, surviving = axis.bins.count(), axis.bins.count(survives)
    return [
        {
            "type": "scatter",
            "x": counts if lying else axis.bins.middle,
            "y": axis.bins.middle if lying else counts,
            "mode": "lines",
            "line": {"shape": "vhv" if lying else "hvh", "width": 0},
            "fill": "tozerox" if lying else "tozeroy",
            "fillcolor": color,
            "name": name,
            "showlegend": legend,
            "legendrank": rank,
            "hoverinfo": "skip",
            "xaxis": x,
            "yaxis": y,
        }
        for name, counts, color, rank in (
            (text("does not survive"), every, style.CROWD, 2),
            (text("survives"), surviving, style.TEAL, 1),
        )
    ]


def _margin(
    axis: Axis, survives: NDArray[np.bool_], place: Range, *, lying: bool = False
) -> list[dict[str, object]]:
    """The same beside a plane, between two ends of the paper: outlines that need no axes of their own.

    Two more pairs of axes would take the browser a third of the time it needs for the plane.
    """
    every, surviving = axis.bins.count(), axis.bins.count(survives)
    return [
        {
            "type": "path",
            "path": _steps(
                axis.bins.edges, place[0] + (place[1] - place[0]) * counts / every.max(), place[0], lying
            ),
            "xref": "paper" if lying else "x",
            "yref": "y" if lying else "paper",
            "line": {"width": 0},
            "fillcolor": color,
        }
        for counts, color in ((every, style.CROWD), (surviving, style.TEAL))
    ]


def _steps(edges: NDArray[np.float64], heights: NDArray[np.float64], base: float, lying: bool) -> str:
    """An SVG path along bars without gaps."""
    along, up = ("V", "H") if lying else ("H", "V")
    bars = "".join(
        f"{up}{height:.5g}{along}{end:.6g}" for height, end in zip(heights, edges[1:], strict=True)
    )
    start = f"{base:g},{edges[0]:.6g}" if lying else f"{edges[0]:.6g},{base:g}"
    return f"M{start}{bars}{up}{base:g}Z"


def _density(across: Axis, up: Axis, z: NDArray[np.float32], *, x: str, y: str) -> dict[str, object]:
    return {
        "type": "heatmap",
        "x": across.bins.middle,
        "y": up.bins.middle,
        "z": z,
        "colorscale": style.DENSITY,
        "showscale": False,
        "hovertemplate": f"{across.symbol} %{{x:.3g}}, {up.symbol} %{{y:.3g}}: %{{z:,}}<extra></extra>",
        "xaxis": x,
        "yaxis": y,
    }


def _center(axis: Axis, text: Text) -> str:
    return text("expected") if axis.exact else text("mean of random splits")


def _rectangle(
    across: Axis, up: Axis, box: tuple[Range, Range], look: Mapping[str, object], *, x: str, y: str
) -> list[dict[str, object]]:
    """A box, cut off where the picture ends; nothing where it lies outside."""
    (x0, x1), (y0, y1) = (
        (max(lower, float(axis.bins.edges[0])), min(upper, float(axis.bins.edges[-1])))
        for (lower, upper), axis in zip(box, (across, up), strict=True)
    )
    if x0 >= x1 or y0 >= y1:
        return []
    ends = {"x0": x0, "x1": x1, "y0": y0, "y1": y1, "xref": x, "yref": y}
    return [{"type": "rect", "layer": "above", **ends, **look}]


SURVIVES = {"line": {"color": style.TEAL, "width": 2}, "fillcolor": style.TEAL_AREA}
BARE = {"showticklabels": False, "showgrid": False, "zeroline": False, "rangemode": "tozero"}


def _expected(
    across: Axis, up: Axis, text: Text, *, x: str, y: str, legend: bool = True
) -> dict[str, object]:
    """The cross at what is expected; with `legend` its name stands above the picture."""
    return {
        "type": "scatter",
        "x": [across.expected],
        "y": [up.expected],
        "mode": "markers",
        "marker": {"symbol": "cross-thin", "size": 14, "line": {"color": style.RUST, "width": 3}},
        "name": _center_of_both(across, up, text),
        "showlegend": legend,
        "hovertemplate": "%{x:.3g}, %{y:.3g}<extra></extra>",
        "xaxis": x,
        "yaxis": y,
    }


def _center_of_both(across: Axis, up: Axis, text: Text) -> str:
    return _center(across, text) if across.exact == up.exact else text("expected")


def _name_above(across: Axis, up: Axis, text: Text) -> dict[str, object]:
    """The name of that cross: above it and, where it stands in the rectangle of the bounds, above that."""
    low, high = up.bounds
    within = low < up.expected < high < up.bins.edges[-1]
    return {
        "type": "scatter",
        "x": [across.expected],
        "y": [high if within else up.expected],
        "mode": "text",
        "text": [_center_of_both(across, up, text)],
        "textposition": "top center",
        "showlegend": False,
        "hoverinfo": "skip",
    }


@dataclass(frozen=True, slots=True, eq=False)
class Marked:
    """Splits that are drawn one by one."""

    name: str
    points: NDArray[np.float64]  # (k, n_axes)
    symbol: str
    color: str


def plane(
    across: Axis,
    up: Axis,
    density: NDArray[np.float32],
    survives: NDArray[np.bool_],
    *,
    marked: Sequence[Marked] = (),
    height: int = 450,
    text: Text,
) -> Written:
    """Density of the candidates over two divergences, shape (bins up, bins across).

    The rectangle, which is the first shape, is what the bounds admit; the margins show survivors among all.

    This picture is drawn anew for every step of a slider, so it is written as one dictionary
    (a figure that is built call by call takes fifteen times as long) and of few elements.
    """
    data = [_density(across, up, density, x="x", y="y")]
    data += [_marks(one, across, up) for one in marked if len(one.points)]
    data.append(_expected(across, up, text, x="x", y="y", legend=False))
    data.append(_name_above(across, up, text))
    shapes = _rectangle(across, up, (across.bounds, up.bounds), SURVIVES, x="x", y="y")
    main, margin = [0, 0.87], (0.885, 1.0)
    shapes += _margin(across, survives, margin) + _margin(up, survives, margin, lying=True)
    ends = [[float(axis.bins.edges[0]), float(axis.bins.edges[-1])] for axis in (across, up)]
    layout = {
        "height": height,
        "margin": {"l": 56, "r": 8, "t": 30, "b": 48},
        "dragmode": "select",
        "clickmode": "event",
        "hovermode": "closest",
        "legend": {**style.LEGEND, "traceorder": "normal"},
        "shapes": shapes,
        "xaxis": {
            "domain": main,
            "range": ends[0],
            "anchor": "y",
            "title": {"text": f"{across.symbol} = {style.inert(across.title, 60)}"},
        },
        "yaxis": {
            "domain": main,
            "range": ends[1],
            "anchor": "x",
            "title": {"text": f"{up.symbol} = {style.inert(up.title, 60)}"},
        },
    }
    return written(data, **layout)


def _marks(marked: Marked, across: Axis, up: Axis) -> dict[str, object]:
    return {
        "type": "scatter",
        "x": np.clip(marked.points[:, 0], across.bins.edges[0], across.bins.edges[-1]),
        "y": np.clip(marked.points[:, 1], up.bins.edges[0], up.bins.edges[-1]),
        "mode": "markers",
        "marker": {
            "symbol": marked.symbol,
            "color": marked.color,
            "size": 9,
            "line": {"width": 2, "color": marked.color},
        },
        "name": marked.name,
        "showlegend": True,
        "cliponaxis": False,
        "customdata": np.round(marked.points, 4),  # some may lie beyond the edge they are drawn at
        "hovertemplate": f"{style.inert(marked.name)}: %{{customdata[0]:.3g}}, %{{customdata[1]:.3g}}"
        "<extra></extra>",
    }


def pairs(
    axes: Sequence[Axis],
    densities: Mapping[tuple[int, int], NDArray[np.float32]],
    survives: NDArray[np.bool_],
    *,
    text: Text,
) -> Written:
    """All pairs of three attributes or more: densities below, survivors among all on the diagonal.

    `densities` maps (across, up) with across < up to the cells of that plane. A column of
    pictures shares its x axis and a row its y axis; counts have axes of their own.
    """
    n = len(axes)
    data: list[dict[str, object]] = []
    shapes: list[dict[str, object]] = []
    layout: dict[str, object] = {}
    for i, axis in enumerate(axes):
        ends = [float(axis.bins.edges[0]), float(axis.bins.edges[-1])]
        x, y, counts = f"x{i + 1}", f"y{i + 1}", f"y{n + i + 1}"
        title = {"text": style.inert(axis.title)}
        left_to_right, top_to_bottom = _place(i, n), _place(n - 1 - i, n)
        layout[f"xaxis{i + 1}"] = {
            "domain": left_to_right,
            "range": ends,
            "anchor": counts if i == n - 1 else f"y{n}",
            "title": title,
        }
        layout[f"yaxis{n + i + 1}"] = {"domain": top_to_bottom, "anchor": x, **BARE}
        if i:
            layout[f"yaxis{i + 1}"] = {
                "domain": top_to_bottom,
                "range": ends,
                "anchor": "x",
                "title": title,
            }
        data += _crowd(axis, survives, text, x=_name(x), y=counts, legend=i == 0)
        for j in range(i):
            where = {"x": _name(f"x{j + 1}"), "y": y}
            data.append(_density(axes[j], axis, densities[j, i], **where))
            shapes += _rectangle(axes[j], axis, (axes[j].bounds, axis.bounds), SURVIVES, **where)
            first = (i, j) == (1, 0)
            data.append(_expected(axes[j], axis, text, x=where["x"], y=where["y"], legend=first))
    layout |= {
        "height": 450 if n < 4 else 560,
        "margin": {"l": 56, "r": 8, "t": 8, "b": 48},
        "shapes": shapes,
        "hovermode": "closest",
        # The corner above the diagonal is free.
        "legend": {"x": 1, "xanchor": "right", "y": 1, "yanchor": "top"},
    }
    return written(data, **layout)


def _place(i: int, n: int, gap: float = 0.02) -> list[float]:
    """Where the i-th of n pictures in a row begins and ends."""
    size = (1 - gap * (n - 1)) / n
    return [i * (size + gap), i * (size + gap) + size]


def _name(axis: str) -> str:
    """As traces and shapes name an axis: the first has no number."""
    return axis[0] if axis[1:] == "1" else axis


def _titled(axis: Axis) -> str:
    title = style.inert(axis.title, 60)
    return f"{axis.symbol} = {title}" if axis.symbol else title


def line(
    axis: Axis,
    survives: NDArray[np.bool_],
    *,
    bound: str = "",
    marked: Sequence[Marked] = (),
    height: int = 400,
    text: Text,
) -> Written:
    """The same for one divergence: survivors among all. What the bounds admit is the first shape, or,
    where a threshold is called `bound`, a line of that name."""
    ends = [float(axis.bins.edges[0]), float(axis.bins.edges[-1])]
    low, high = max(axis.bounds[0], ends[0]), min(axis.bounds[1], ends[1])
    shapes: list[dict[str, object]] = []
    if bound:
        shapes += [
            style.vertical(at, bound, style.TEAL, "dash") for at in axis.bounds if ends[0] <= at <= ends[1]
        ]
    elif low <= high:
        whole = {"x0": low, "x1": high, "y0": 0, "y1": 1, "yref": "y domain", "layer": "above"}
        shapes.append({"type": "rect", **whole, **SURVIVES})
    shapes.append(style.vertical(axis.expected, _center(axis, text), style.RUST))
    crowd = _crowd(axis, survives, text, x="x", y="y", legend=bool(bound))
    most = float(axis.bins.count().max())
    marks = [
        {
            "type": "scatter",
            "x": one.points[:, 0],
            "y": np.full(len(one.points), most / 30),
            "mode": "markers",
            "marker": {
                "symbol": one.symbol,
                "color": one.color,
                "size": 9,
                "line": {"width": 2, "color": one.color},
            },
            "name": one.name,
            "showlegend": True,
            "hovertemplate": f"{style.inert(one.name)}: %{{x:.3g}}<extra></extra>",
        }
        for one in marked
        if len(one.points)
    ]
    return written(
        [*crowd, *marks],
        height=height,
        top=36,
        dragmode="select",
        clickmode="event",
        shapes=shapes,
        xaxis={"range": ends, "title": {"text": _titled(axis)}},
        yaxis={"title": {"text": text("splits")}},
    )


def survival(
    bounds: NDArray[np.float64],
    shares: NDArray[np.float64],
    *,
    at: Range,
    name: str,
    title: str,
    text: Text,
) -> Written:
    """Share of candidates that survive a common bound, both of shape (n_bounds,).

    `at` is a bound and the share that survives it, `name` what is written there.
    """
    c, share = at
    return written(
        [
            {
                "type": "scatter",
                "x": bounds,
                "y": shares,
                "mode": "lines",
                "line": {"color": style.TEAL, "width": 3},
                "name": text("survivors"),
                "showlegend": False,
                "hovertemplate": "%{x:.3g}: %{y:.1%}<extra></extra>",
            },
            {
                "type": "scatter",
                "x": [c],
                "y": [share],
                "mode": "markers",
                "marker": {"color": style.RUST, "size": 11, "symbol": "diamond"},
                "name": name,
                "showlegend": False,
            },
        ],
        annotations=[
            {
                "x": c,
                "y": share,
                "xanchor": "left",
                "xshift": 12,
                "yanchor": "bottom",
                "text": name,
                "font": {"size": 12},
                "showarrow": False,
            }
        ],
        height=250,
        top=12,
        xaxis={"title": {"text": title}},
        yaxis={
            "title": {"text": text("share that survives")},
            "tickformat": ".0%",
            "range": [-0.02, 1.02],
        },
    )


def survivors_of_both(
    first: NDArray[np.float64],
    second: NDArray[np.float64],
    survivors: NDArray[np.int64],
    *,
    total: int,
    m: int,
    extreme_share: float,
    now: Range,
    titles: tuple[str, str],
    text: Text,
) -> Written:
    """Share of `total` candidates that survive each pair of bounds; `survivors` is (n_first, n_second).

    Lines show where `extreme_share` survives and where no m do; the cross is where
    the thresholds stand now.
    """
    share = survivors.T / total
    lines = [
        {
            "type": "scatter",
            "x": first,
            "y": _frontier(share, second, level),
            "mode": "lines",
            "line": {"color": color, "width": 2, "dash": dash, "shape": "hv"},
            "name": name,
            "hoverinfo": "skip",
        }
        for level, name, color, dash in (
            (extreme_share, text("{share:.0%} survive").format(share=extreme_share), style.RUST, "solid"),
            (m / total, text("fewer than m = {m} below").format(m=m), style.GREY, "dot"),
        )
    ]
    return written(
        [
            {
                "type": "heatmap",
                "x": first,
                "y": second,
                "z": np.where(share > 0, share.round(4), np.nan),
                "zmin": 0,
                "zmax": 1,
                "colorscale": style.DENSITY,
                "showscale": False,
                "hovertemplate": "%{x:.3g}, %{y:.3g}: %{z:.1%}<extra></extra>",
            },
            *lines,
            {
                "type": "scatter",
                "x": [now[0]],
                "y": [now[1]],
                "mode": "markers+text",
                "marker": {
                    "symbol": "cross-thin",
                    "size": 16,
                    "line": {"color": style.TEAL, "width": 4},
                },
                "text": [text("now")],
                "textposition": "top right",
                "name": text("now"),
                "showlegend": False,
                "hovertemplate": text("now") + ": %{x:.3g}, %{y:.3g}<extra></extra>",
            },
        ],
        height=330,
        top=56,
        xaxis={"title": {"text": style.inert(titles[0], 40)}},
        yaxis={"title": {"text": style.inert(titles[1], 40)}},
    )


def _frontier(share: NDArray[np.float64], second: NDArray[np.float64], level: float) -> NDArray[np.float64]:
    """The smallest second bound that leaves `level`, for each first one; NaN where none does.

    Survivors only grow with a bound, so this is the line that Plotly would search the whole plane for.
    """
    enough = share >= level - 1e-12
    return np.where(enough.any(axis=0), second[enough.argmax(axis=0)], np.nan)
