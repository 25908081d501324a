"""Tests of two models in pictures: intervals against m, parts of the variance, groups."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.figures import marks, style
from dashboard.figures.direct_labels import AT_THE_END, broken
from dashboard.figures.marks import Floats, Mark
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.text import _

Ends = Floats | Sequence[float | None]
Interval = tuple[Floats, Floats]  # lower and upper ends, (m,), NaN where there is none
FAINT, HEIGHT = 0.8, 456
AT_M = "m = %{x}: %{y:.4f}"


def intervals(
    mean: Floats,
    interval: Interval,
    *,
    differences: Floats,
    level: float,
    metric: str,
    terms: tuple[str, str],
    mx2: Interval | None = None,
    margin: float | None = None,
    limit: Sequence[float] = (),
    inner: tuple[float, float, float] | None = None,
    stopped: int | None = None,
    last: int = 0,
) -> Written:
    """Mean difference after 1, 2, … splits with its interval; `differences` is (m, 2), `last` what m will grow to.

    `terms` are the models whose difference it is, `limit` the ends that the interval approaches, `inner` those of
    the interval within the margin that shows equivalence, and its level. The interval that decides is a bar where
    the test is, named above it, and what follows is faint: the answer is fixed then. Beside an `mx2` interval the
    axis is that of the other one: it leaves the picture where it has few degrees of freedom.
    """
    m, (lower, upper) = np.arange(1, len(mean) + 1), interval
    name, of_mx2 = _("{level:.3g}% interval"), _("m×2 test, {level:.3g}%")
    area, dots = {"fill": "tonexty", "fillcolor": style.TEAL_AREA}, {"marker": {"size": 6}, "name": _("mean")}

    def grown(part: slice) -> list[Mark]:
        at, percent = m[part], 100 * level
        data = _ends(at, lower[part], upper[part], style.TEAL, name.format(level=percent), **area)
        if mx2 is not None:
            beside = of_mx2.format(level=percent)
            data += _ends(at, mx2[0][part], mx2[1][part], style.VIOLET, beside, "dash")
        return [*data, marks.curve(at, mean[part], style.TEAL, AT_M, **dots)]

    shapes = [marks.zero(), *_margin(margin)]
    for value, words in zip(limit, (_("limit for many splits"), ""), strict=False):  # one name for both
        shapes.append(marks.level(value, words, style.VIOLET, "dash", 1.5))

    def folds(part: slice) -> Mark:
        splits, hover = np.repeat(np.arange(1, len(differences) + 1)[part], 2), _("split %{x}: %{y:.4f}")
        small = {"size": 5, "name": _("single folds"), "meta": AT_THE_END}
        return marks.points(splits, differences[part].ravel(), style.GREY, hover, **small)

    data = [folds(slice(stopped)), *grown(slice(stopped))]
    if stopped is not None:
        if stopped < len(m):
            after = {"opacity": FAINT, "fill": "none", "showlegend": False}  # Plotly does not fade an area
            data += [one | after for one in (folds(slice(stopped, None)), *grown(slice(stopped - 1, None)))]
            data[-1] |= {"name": _("not counted"), "showlegend": True}
        words = f"m = {stopped}"
        if np.isfinite(lower[stopped - 1]):
            low, high, deciding = inner or (lower[stopped - 1], upper[stopped - 1], level)
            data.append(marks.curve([stopped, stopped], [low, high], style.TEAL, AT_M, width=7))
            words = _("m = {m} tested: {level:.3g}% interval").format(m=stopped, level=100 * deciding)
        shapes.append(marks.upright(stopped, words, style.RUST, "dot"))
    shown = mean if np.isfinite(lower).any() else differences.ravel()
    reach = {} if mx2 is None else _reach(shown, lower, upper, mx2, margin)
    return written(
        data,
        **sized(HEIGHT, top=56),
        shapes=shapes,
        xaxis=marks.split_axis(max(last, len(m))),
        yaxis=marks.axis(marks.difference_title(metric, terms), zeroline=False, **reach),
    )


def _ends(
    m: Any, lower: Floats, upper: Floats, color: str, name: str, dash: str = "", **look: Any
) -> list[Mark]:
    """Both ends at every m, NaN where there is none; the lower one is named."""
    there = np.isfinite(lower)
    if not there.any():
        return []
    m, lower, upper = m[there], lower[there], upper[there]
    thin: Mark = {"mode": "lines", "width": 2 if dash else 1, "dash": dash}
    if len(m) == 1:  # no neighbour to draw a line to
        tick = {"symbol": "line-ew", "size": 22, "line": {"width": 3, "color": color}}
        thin |= {"mode": "markers", "marker": tick, "meta": AT_THE_END}
    label: Mark = {"hover": "m = %{x}: [%{y:.4f}, %{customdata:.4f}]", "customdata": upper, "name": name}
    return [marks.curve(m, upper, color, **thin), marks.curve(m, lower, color, **label, **thin, **look)]


def _margin(margin: float | None, *, lying: bool = True) -> list[Mark]:
    """Two lines with one name."""
    ends = () if margin is None else ((-margin, f"±δ = {margin:g}"), (margin, ""))
    line = marks.level if lying else marks.upright
    return [line(at, name, style.GREY, "dot", width=1.5) for at, name in ends]


def awaited(
    pair: tuple[str, str], terms: tuple[str, str], metric: str, margin: float | None, m: int
) -> Written:
    """Where the interval of `m` splits will grow: what it would say above, below or within the margin."""
    answers = [(1.5, f"↑ {style.inert(pair[0])}"), (-1.5, f"↓ {style.inert(pair[1])}")]
    answers += [] if margin is None else [(0.5, _("equivalent"))]
    unit, middle = margin or 1.0, (m + 1) / 2
    return written(
        [],
        **sized(HEIGHT, top=56),
        shapes=[marks.zero(), *_margin(margin)],
        annotations=[marks.note(middle, at * unit, words) for at, words in answers],
        xaxis=marks.split_axis(m),
        yaxis=marks.axis(
            marks.difference_title(metric, terms),
            zeroline=False,
            range=[-2 * unit, 2 * unit],
            dtick=unit,  # no line of the grid goes through the words
            showticklabels=margin is not None,
        ),
    )


def _reach(
    values: Floats, lower: Floats, upper: Floats, mx2: Interval, margin: float | None
) -> dict[str, list[float]]:
    """Ends of the axis: of what is shown in any case, our intervals, and the other one from its third split on."""
    start = min(2, len(lower) - 1) or 1
    bounds = (margin or 0.0) * np.array([-1, 0, 1])
    ends = np.concatenate([values, lower, upper, *(one[start:] for one in mx2), bounds])
    low, high = (float(end(ends[np.isfinite(ends)])) for end in (np.min, np.max))
    room = 0.06 * (high - low)
    return {"range": [low - room, high + room]} if high > low else {}


def variance_parts(names: Sequence[str], shares: Sequence[float]) -> Written:
    """One bar of what the variance of the mean comes from; shares sum to 1."""
    below = 20 * len(names)  # on a small screen each name of the legend has a line of its own
    fills = ((style.TEAL, ""), (style.VIOLET, "/"), (style.BLUE, "x"), (style.GREY, "\\"), (style.BROWN, "."))
    data = []
    for name, share, (color, shape) in zip(names, shares, fills[: len(names)], strict=True):
        look = {"lying": True, "marker": {"pattern": {"shape": shape, "fillmode": "overlay", "size": 6}}}
        hover, name = f"{name}: {share:.1%}", f"{name} {share:.0%}"
        data.append(marks.bars([share], [""], color, hover, name=name, **look))
    return written(
        data,
        height=110 + below,
        margin={"l": 8, "r": 16, "t": 8, "b": 32 + below},
        bargap=0.0,
        barmode="stack",
        legend=style.LEGEND | {"traceorder": "normal", "y": -0.5, "yanchor": "top"},
        xaxis={"range": [0, 1], "tickformat": ".0%", **marks.BARE},
        yaxis={"showticklabels": False, "zeroline": False},
    )


def forest(
    names: Sequence[str],
    mean: Ends,
    lower: Ends,
    upper: Ends,
    *,
    summary: tuple[str, float, float, float] | None = None,
    weights: Floats | None = None,
    margin: float | None = None,
    axis: str,
) -> Written:
    """A row for each group or corpus: difference and interval; a diamond below for all of them.

    `names` are shown as they are, (n,), the first on top; ends are NaN or None where there is no interval, and
    the mark is hollow.
    `summary` is name, mean, lower and upper end of all; `weights`, (n,), size the squares.
    """
    mean, lower, upper = (np.asarray(one, dtype=float) for one in (mean, lower, upper))
    rows = ["<br>".join(broken(style.inert(name, 60), 28)) for name in names]
    tall = 34 if any("<br>" in row for row in rows) else 26  # pixels of a row
    shape = "circle" if weights is None else "square"
    above, below = np.nan_to_num(upper - mean), np.nan_to_num(mean - lower)
    data = [
        marks.points(
            mean,
            np.arange(len(rows)),
            style.TEAL,
            "%{text}: %{x:.4f} [%{customdata[0]:.4f}, %{customdata[1]:.4f}]",
            size=[9.0] * len(rows) if weights is None else 7 + 13 * np.sqrt(weights / weights.max()),
            symbol=[f"{shape}-open" if without else shape for without in np.isnan(lower)],
            # Caps would draw an interval of no length where there is none.
            error_x=marks.ends(style.TEAL, above, below, 2, 0),
            customdata=np.column_stack([lower, upper]),
            text=rows.copy(),
        )
    ]
    if summary is not None:
        name, middle, low, high = summary
        rows.append(style.inert(name, 30))
        k = len(rows) - 1
        x, y = [low, middle, high, middle, low], [k, k - 0.3, k, k + 0.3, k]
        hover = f"{rows[-1]}: {middle:.4f} [{low:.4f}, {high:.4f}]"
        data.append(marks.curve(x, y, style.RUST, hover, width=2, fill="toself"))
    return written(
        data,
        **sized(110 + tall * len(rows) + 17 * axis.count("<br>"), left=8, top=32),
        shapes=[marks.zero(lying=False), *_margin(margin, lying=False)],
        xaxis=marks.axis(axis, zeroline=False, showgrid=True),
        yaxis=marks.rows(rows, tickmode="array", range=[len(rows) - 0.4, -0.6], **marks.BARE),
    )


def differences(
    rows: Sequence[tuple[str, float, float | None, float | None]],
    metric: str,
    terms: tuple[str, str],
    *,
    margin: float | None = None,
) -> Written:
    """A row for each name, difference, lower and upper end; `terms` are the models, in the order of subtraction."""
    names, *numbers = zip(*rows, strict=True)
    return forest(names, *numbers, margin=margin, axis=marks.difference_title(metric, terms))
