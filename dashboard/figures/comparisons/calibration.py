"""What tests promise: errors against correlation, power against effect, plans, and real learners."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import marks, style
from dashboard.figures.marks import Floats
from dashboard.figures.plain_figure import Written, fitted, written
from dashboard.words.text import _
from mx2core.inference import rated_rules

# Ours and the paper's look as they do everywhere; the others take these looks in turn.
_OTHERS = (("#2563eb", "square"), ("#be185d", "triangle-up"), ("#a16207", "triangle-down"), (style.GREY, "x"))
_PLACES = {"ours": (style.TEAL, "circle"), "paper": (style.VIOLET, "diamond")}


def _looks(rules: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Colour and mark of each."""
    others = cycle(_OTHERS)
    for rule in rules:
        yield _PLACES.get(rated_rules()[rule].place) or next(others)


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
) -> Written:
    """How often each rule calls A better, (n_points,) each, against a correlation or an effect `x`.

    The reader stands `here`, where each rule has the rate `at`; `mark` is the sign of what the x axis has, `level`
    what the rules promise, `across` and `up` title the axes, `bound` is how far the overall-level rule keeps its
    promise.
    """
    data = []
    for (rule, values), (color, symbol) in zip(curves.items(), _looks(curves), strict=True):
        name, group = names[rule], {"legendgroup": rule}
        width, hover = 3 if rule in ("overall", "paper") else 2, name + ": %{y:.1%}"
        data.append(marks.curve(x, values, color, hover, width=width, name=name, **group))
        hover = name + ": %{y:.2%}"
        data.append(marks.points([here], [at[rule]], color, hover, size=10, symbol=symbol, **group))
    shapes = [
        marks.level(level, _("α = {level:.3g}").format(level=level), style.LINE),
        marks.upright(here, f"{mark} = {here:.2f}", style.RUST),
    ]
    notes = []
    if bound is not None:
        look = {"fillcolor": style.CROWD, "opacity": 0.3, "line": {"width": 0}, "layer": "below"}
        shapes.append(marks.area((bound, float(x[-1]) + 0.01), (0, 1), yref="y domain", **look))
        words = _("ρ > ½:<br>no promise")
        corner = {"yref": "y domain", "xanchor": "left", "yanchor": "top", "xshift": 6, "align": "left"}
        notes.append(marks.note(bound, 1, words, **corner))
    highest = max(level, *(float(values.max()) for values in curves.values()))
    return written(
        data,
        **fitted(440),
        shapes=shapes,
        annotations=notes,
        legend=style.LEGEND | {"orientation": "v", "y": 1, "x": 1.02, "yanchor": "top"},
        xaxis=marks.axis(across, range=[float(x[0]) - 0.01, float(x[-1]) + 0.01], zeroline=False),
        yaxis=marks.axis(up, tickformat=".0%", range=[-0.012, min(1.02, 1.06 * highest)]),
    )


def plan(
    looks: NDArray[np.int64], power: Mapping[str, Floats], names: Mapping[str, str], *, wanted: float
) -> Written:
    """Chance that A has been called better by each look, (n_looks,) by rule."""
    data = []
    for (rule, values), (color, symbol) in zip(power.items(), _looks(power), strict=True):
        line, marker = {"width": 2.5, "shape": "hv"}, {"symbol": symbol, "size": 7}
        more = {"name": names[rule], "line": line, "marker": marker}
        data.append(marks.curve(looks, values, color, "m = %{x}: %{y:.1%}", **more))
    return written(
        data,
        **fitted(400, top=40),
        shapes=[marks.level(wanted, _("{share:.0%}, a usual aim").format(share=wanted), style.RUST)],
        xaxis=marks.axis(_("splits m"), tickvals=looks.tolist(), zeroline=False),
        yaxis=marks.axis(_("chance of having called A better"), tickformat=".0%", range=[-0.02, 1.03]),
    )


def method_errors(
    values: Mapping[str, Sequence[tuple[int, float, float | None, float | None]]],
    names: Mapping[str, str],
    *,
    target: float | None,
    target_name: str,
    across: str,
    percent: bool,
) -> Written:
    """One quantity with its intervals: a row for each way of splitting and number of splits.

    `values` are (m, value, lower, upper) by method; `target` is what the quantity should be, or stay below.
    """
    rows = [(method, *row) for method, listed in values.items() for row in listed]
    form = ".1%" if percent else ".4f"
    place, ticks, height = 0.0, [], []
    for listed in values.values():
        height += [place + number for number in range(len(listed))]
        ticks.append(place + (len(listed) - 1) / 2)
        place += len(listed) + 0.8
    middle = np.array([value for *_of, value, _low, _high in rows])
    known = ((value, low, high) for *_of, value, low, high in rows)
    ends = np.array([[value if end is None else end for end in (low, high)] for value, low, high in known])
    said = [[names[method], m, *end] for (method, m, *_ends), end in zip(rows, ends.tolist(), strict=True)]
    hover = f"%{{customdata[0]}}, m = %{{customdata[1]}}: %{{x:{form}}} (%{{customdata[2]:{form}}} – %{{customdata[3]:{form}}})"
    interval = marks.ends(style.TEAL, ends[:, 1] - middle, middle - ends[:, 0], 1.5)
    words = [f"\N{EN SPACE}m = {m}" for _method, m, *_ends in rows]
    return written(
        [
            marks.points(middle, height, style.TEAL, hover, size=8, error_x=interval, customdata=said),
            marks.words(ends[:, 1], height, words, "middle right", textfont={"size": 11}),
        ],
        **fitted(90 + 16 * len(rows) + 10 * len(values), left=16),
        shapes=[] if target is None else [marks.upright(target, target_name, style.RUST)],
        xaxis=marks.axis(across, tickformat=".0%" if percent else "", zeroline=False),
        yaxis=marks.rows([names[method] for method in values], range=[place - 0.5, -0.8], **marks.BARE)
        | {"tickvals": ticks},
    )
