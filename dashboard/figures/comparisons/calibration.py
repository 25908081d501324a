"""What tests promise: errors against correlation, power against effect, and plans."""

from collections.abc import Mapping
from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import marks, style
from dashboard.figures.marks import Floats
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.text import _


def rates(
    x: Floats,
    curves: Mapping[str, Floats],
    names: Mapping[str, str],
    *,
    current: float,
    shares: Mapping[str, float],
    mark: str,
    level: float,
    x_title: str,
    y_title: str,
    bound: float | None = None,
) -> Written:
    """How often each rule calls A better, (n_points,) each, against a correlation or an effect `x`.

    The reader is at `current`, where the rules call it in these `shares`; `mark` is the sign of what the x axis has,
    `level` what the rules promise, `bound` is how far the overall-level rule keeps its promise.
    """
    data = []
    for (rule, values), (color, symbol) in zip(curves.items(), cycle(style.MODELS), strict=False):
        name, group = names[rule], {"legendgroup": rule}
        width, hover = 3 if rule in ("overall", "paper") else 2, name + ": %{y:.1%}"
        data.append(marks.curve(x, values, color, hover, width=width, name=name, **group))
        hover = name + ": %{y:.2%}"
        data.append(marks.points([current], [shares[rule]], color, hover, size=10, symbol=symbol, **group))
    shapes = [
        marks.level(level, _("α = {level:.3g}").format(level=level), style.GREY),
        marks.upright(current, f"{mark} = {current:.2f}", style.RUST),
    ]
    notes = []
    if bound is not None:
        look = {"fillcolor": style.CROWD, "opacity": 0.3, "line": {"width": 0}, "layer": "below"}
        shapes.append(marks.area((bound, float(x[-1]) + 0.01), (0, 1), yref="y domain", **look))
        words = _("no<br>guarantee")
        corner = {"yref": "y domain", "xanchor": "left", "yanchor": "top", "xshift": 6, "align": "left"}
        notes.append(marks.note(bound, 1, words, **corner))
    highest = max(level, *(float(values.max()) for values in curves.values()))
    return written(
        data,
        **sized(440),
        shapes=shapes,
        annotations=notes,
        legend=style.LEGEND | {"orientation": "v", "y": 1, "x": 1.02, "yanchor": "top"},
        xaxis=marks.axis(x_title, range=[float(x[0]) - 0.01, float(x[-1]) + 0.01], zeroline=False),
        yaxis=marks.axis(y_title, tickformat=".0%", range=[-0.012, min(1.02, 1.06 * highest)]),
    )


def power_by_split(
    m: NDArray[np.int64],
    power: Mapping[str, Floats],
    y_title: str,
    *,
    aim: float | None = None,
    current: int | None = None,
    stated: float | None = None,
) -> Written:
    """How often each test, by name, has called a model better after m splits, (n,) each; wrongly, where an error is `stated`.

    Of a plan, which has an `aim`, whole steps are drawn on the whole axis.
    """
    step, ends = "hv", [-0.02, 1.03]
    lines = [] if current is None else [marks.upright(current, f"m = {current}", style.RUST)]
    if stated is not None:
        lines.append(marks.level(stated, _("stated error {alpha:.0%}").format(alpha=stated), style.RUST))
    if aim is None:
        most = max(float(values.max()) for values in power.values())
        step, ends = "linear", [0, float(np.ceil(10 * most + 0.2) / 10)]
    else:
        lines.append(marks.level(aim, _("{share:.0%}, a common target").format(share=aim), style.RUST))
    data = []
    for (name, values), (color, symbol) in zip(power.items(), style.MODELS, strict=False):
        look = {"name": name, "line": {"shape": step}, "marker": {"symbol": symbol, "size": 8}}
        data.append(marks.curve(m, values, color, "m = %{x}: %{y:.1%}", **look))
    return written(
        data,
        **sized(400, top=40),
        shapes=lines,
        xaxis=marks.axis(_("splits m"), tickvals=m[:: 1 + len(m) // 12].tolist(), zeroline=False),
        yaxis=marks.axis(y_title, tickformat=".0%", range=ends),
    )
