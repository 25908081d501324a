"""Where a statistic falls if nothing differs, and where a test rejects."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.style import Text

Floats = NDArray[np.float64]
STEEP = 12  # times the density at the critical value is where the picture is cut
RUST_AREA = "rgba(217,72,15,0.25)"


def null_law(
    x: Floats,
    y: Floats,
    *,
    low: float | None,
    high: float | None,
    statistic: float | None,
    counts: bool,
    title: str,
    text: Text,
    lines: Mapping[str, float] | None = None,
) -> Written:
    """Density (or, of `counts`, probabilities) with the tails that are rejected, and the statistic.

    `lines` are further values by name.
    """
    inside = np.ones(len(x), dtype=bool)
    if low is not None:
        inside &= x > low
    if high is not None:
        inside &= x < high
    top = float(np.max(y, initial=0.0)) * 1.05
    if low is None and high is not None and not counts:  # F and chi-square are steep at 0
        top = min(top, STEEP * float(np.interp(high, x, y)))
    data = _bars(x, y, inside, text) if counts else _area(x, y, low, high, text)
    shapes = [] if statistic is None else [style.vertical(statistic, text("this statistic"), style.TEAL)]
    shapes += [style.vertical(value, name, style.VIOLET, "dash") for name, value in (lines or {}).items()]
    return written(
        data,
        height=320,
        top=64,
        bargap=0.1,
        shapes=shapes,
        xaxis={"title": {"text": title}, "zeroline": False},
        yaxis={
            "title": {"text": text("probability") if counts else text("density")},
            "range": [0, top],
        },
    )


def _bars(x: Floats, y: Floats, inside: NDArray[np.bool_], text: Text) -> list[dict[str, object]]:
    looks = ((inside, style.GREY, "", text("not rejected")), (~inside, style.RUST, "/", text("rejected")))
    return [
        {
            "type": "bar",
            "x": x[which],
            "y": y[which],
            "marker": {"color": color, "pattern": {"shape": pattern, "solidity": 0.3}},
            "name": name,
            "hovertemplate": "%{x:.0f}: %{y:.4f}<extra></extra>",
        }
        for which, color, pattern, name in looks
    ]


def _area(x: Floats, y: Floats, low: float | None, high: float | None, text: Text) -> list[dict[str, object]]:
    curve: dict[str, object] = {
        "type": "scatter",
        "x": x,
        "y": y,
        "mode": "lines",
        "line": {"color": style.GREY, "width": 2},
        "name": text("if nothing differs"),
        "hovertemplate": "%{x:.3f}<extra></extra>",
    }
    tails = [x <= low] if low is not None else []
    tails += [x >= high] if high is not None else []
    return [
        curve,
        *(
            {
                "type": "scatter",
                "x": x[tail],
                "y": y[tail],
                "mode": "lines",
                "line": {"color": style.RUST, "width": 2},
                "fill": "tozeroy",
                "fillcolor": RUST_AREA,
                "name": text("rejected"),
                "showlegend": k == 0,
                "hoverinfo": "skip",
            }
            for k, tail in enumerate(tails)
        ),
    ]
