"""Which candidates survive: a plane, a line; and how survivors fall with c."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import marks, style
from dashboard.figures.marks import Floats, Mark
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.figures.splits.density import Binned
from dashboard.words.text import _

Range = tuple[float, float]  # lower, upper


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """One attribute in a picture of the candidates."""

    symbol: str  # Φ⁽¹⁾, Φ⁽²⁾ ...
    title: str
    bins: Binned
    bounds: Range  # what the thresholds admit
    expected: float
    exact: bool = True  # whether that is the expected value, or the mean of the candidates

    @property
    def ends(self) -> Range:
        return float(self.bins.edges[0]), float(self.bins.edges[-1])

    @property
    def within(self) -> Range:
        """What the bounds admit, cut off where the picture ends."""
        return max(self.bounds[0], self.ends[0]), min(self.bounds[1], self.ends[1])


def _margin(
    axis: Axis, survives: NDArray[np.bool_], place: Range, *, lying: bool = False, alone: bool = False
) -> list[Mark]:
    """How many candidates lie where, survivors before all, between two ends of the paper: outlines, a path each.

    The browser draws them anew while a slider moves, and they need no axes of their own. `alone`: the bounds of this
    axis alone decide, so a bar that one of them divides is divided in the picture, too.
    """
    edges, every, surviving = axis.bins.edges, axis.bins.count(), axis.bins.count(survives)
    within = edges
    if alone:
        within, surviving = np.clip(edges, *axis.bounds), np.where(surviving, every, 0)
    scale = (place[1] - place[0]) / every.max()
    refs = {"xref": "paper", "yref": "y"} if lying else {"xref": "x", "yref": "paper"}
    paths = []
    for at, counts, color in ((edges, every, style.CROWD), (within, surviving, style.TEAL)):
        path = _steps(at, place[0] + scale * counts, place[0], lying)
        paths.append({"type": "path", "path": path, "line": {"width": 0}, "fillcolor": color, **refs})
    return paths


def _steps(edges: Floats, heights: Floats, base: float, lying: bool) -> str:
    """An SVG path along bars without gaps."""
    along, up = ("V", "H") if lying else ("H", "V")
    ends = zip(heights, edges[1:], strict=True)
    bars = "".join(f"{up}{height:.5g}{along}{end:.6g}" for height, end in ends)
    start = f"{base:g},{edges[0]:.6g}" if lying else f"{edges[0]:.6g},{base:g}"
    return f"M{start}{bars}{up}{base:g}Z"


def _outside_note(axis: Axis, **place: Any) -> list[Mark]:
    """At the end of a picture, how many candidates lie further out; the outermost cells count them."""
    words = _("{n:,} beyond").format(n=axis.bins.beyond)
    end = {"xanchor": "right", "yanchor": "top", **place}
    return [marks.note(1, 1, f"{words} →", **end)] if axis.bins.beyond else []


def _center(*axes: Axis) -> str:
    """What is marked, and where it lies on each axis."""
    name = _("random mean") if not any(axis.exact for axis in axes) else _("expected")
    return f"{name} {', '.join(f'{axis.expected:.3g}' for axis in axes)}"


SURVIVES = {"line": {"color": style.TEAL, "width": 2}, "fillcolor": style.TEAL_AREA, "layer": "above"}


def _expected(across: Axis, up: Axis) -> Mark:
    """A cross, named in the legend: words beside it would be read as the name of the rectangle."""
    cross = {"symbol": "cross-thin", "size": 16, "marker": {"line": {"color": style.RUST, "width": 3}}}
    at, hover = ([across.expected], [up.expected]), "%{x:.3g}, %{y:.3g}"
    return marks.points(*at, style.RUST, hover, name=_center(across, up), showlegend=True, **cross)


@dataclass(frozen=True, slots=True, eq=False)
class Marked:
    """Splits that are drawn one by one."""

    name: str
    points: Floats  # (k, n_axes)
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
    revision: int = 1,
) -> Written:
    """Density of the candidates over two divergences, shape (bins up, bins across).

    The rectangle, which is the first shape, is what the bounds admit; the margins show survivors among all.

    What follows the bounds are shapes: Plotly draws those alone anew, and not the cells.
    """
    main, margin = [0, 0.87], (0.885, 1.0)
    (x0, x1), (y0, y1) = across.within, up.within
    there = x0 < x1 and y0 < y1  # else it is a shape that nobody sees, so that the others keep their numbers
    shapes = [marks.area((x0, x1), (y0, y1), xref="x", yref="y", visible=there, **SURVIVES)]
    shapes += _margin(across, survives, margin) + _margin(up, survives, margin, lying=True)
    splits, hover = [], f"{across.symbol} %{{x:.3g}}, {up.symbol} %{{y:.3g}}: %{{z:,}}"
    look = {"showscale": False, "xgap": 0, "ygap": 0}
    cells = marks.cells(across.bins.middle, up.bins.middle, density, style.DENSITY, hover, **look)
    for one in marked:
        x, y = (np.clip(values, *axis.ends) for values, axis in zip(one.points.T, (across, up), strict=True))
        about = {"cliponaxis": False, "customdata": np.round(one.points, 4)}  # some lie beyond the edge
        splits += _splits(one, x, y, "%{customdata[0]:.3g}, %{customdata[1]:.3g}", **about)
    return written(
        [cells, _expected(across, up), *splits],
        height=height,
        margin={"l": 56, "r": 8, "t": 30, "b": 48},
        datarevision=revision,
        dragmode="select",
        clickmode="event",
        legend={**style.LEGEND, "traceorder": "normal"},
        shapes=shapes,
        annotations=[
            *_outside_note(across, xref="x domain", yref="paper"),
            *_outside_note(up, xref="paper", yref="y domain", textangle=-90),
        ],
        xaxis=marks.axis(_titled(across), domain=main, range=list(across.ends), anchor="y", automargin=False),
        yaxis=marks.axis(_titled(up), domain=main, range=list(up.ends), anchor="x", automargin=False),
    )


def _splits(one: Marked, x: Floats, y: Floats, hover: str, **more: Any) -> list[Mark]:
    """Splits that are drawn one by one, as rings that hide nothing under them; nothing where there are none."""
    ring = {"symbol": f"{one.symbol}-open", "marker": {"line": {"width": 2, "color": one.color}}}
    about, hover = {"name": one.name, "showlegend": True}, f"{style.inert(one.name)}: {hover}"
    return [marks.points(x, y, one.color, hover, **about, **ring, **more)] if len(x) else []


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
    revision: int = 1,
) -> Written:
    """The same for one divergence: survivors among all. What the bounds admit is the first shape, or,
    where a threshold is called `bound`, a line of that name."""
    low, high = axis.within
    shapes, data = [marks.area((low, high), (0, 1), yref="y domain", visible=low <= high, **SURVIVES)], []
    if bound:
        shapes = [marks.upright(at, bound, style.TEAL, "dash") for at in sorted({low, high} & {*axis.bounds})]
        entries = ((_("survives"), style.TEAL), (_("does not survive"), style.CROWD))
        data = [marks.legend_entry(*entry) for entry in entries]
    shapes += [one | {"layer": "between"} for one in _margin(axis, survives, (0, 1), alone=True)]
    shapes.append(marks.upright(axis.expected, _center(axis), style.RUST))
    most = float(axis.bins.count().max())
    for one in marked:
        at = np.clip(one.points[:, 0], *axis.ends), np.full(len(one.points), most / 30)
        data += _splits(one, *at, "%{x:.3g}")
    return written(
        data,
        **sized(height, top=36),
        datarevision=revision,
        dragmode="select",
        clickmode="event",
        shapes=shapes,
        annotations=_outside_note(axis, xref="x domain", yref="y domain"),
        xaxis=marks.axis(_titled(axis), range=list(axis.ends)),
        yaxis=marks.axis(_("splits"), range=[0, most]),
    )


def survival(bounds: Floats, shares: Floats, *, at: Range, own: float, name: str, title: str) -> Written:
    """Share of candidates that survive a common bound, both of shape (n_bounds,).

    `at` is a bound and the share that survives it, `name` what is written there; `own` the share of the reader's bounds.
    """
    return written(
        [
            marks.curve(bounds, shares, style.TEAL, "%{x:.3g}: %{y:.1%}"),
            marks.points([at[0]], [at[1]], style.RUST, "%{x:.3g}: %{y:.1%}", size=11, symbol="diamond"),
        ],
        shapes=[marks.level(own, _("Survivors"), style.TEAL), marks.upright(at[0], name, style.RUST)],
        **sized(250, top=12),
        xaxis=marks.axis(title),
        yaxis=marks.axis(_("share that survives"), tickformat=".0%", range=[-0.02, 1.02]),
    )
