"""Where a statistic falls if nothing differs, and where a test rejects."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import marks, style
from dashboard.figures.marks import Floats, Mark
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.text import _

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
    lines: Mapping[str, float] | None = None,
) -> Written:
    """Density (or, of `counts`, probabilities) with the tails that are rejected, and the statistic.

    `lines` are further values by name.
    """
    tails = [x <= low] if low is not None else []
    tails += [x >= high] if high is not None else []
    top = float(np.max(y, initial=0.0)) * 1.05
    if low is None and high is not None and not counts:  # F and chi-square are steep at 0
        top = min(top, STEEP * float(np.interp(high, x, y)))
    shapes = [] if statistic is None else [marks.upright(statistic, _("this statistic"), style.TEAL)]
    shapes += [marks.upright(value, name, style.VIOLET, "dash") for name, value in (lines or {}).items()]
    return written(
        (_bars if counts else _area)(x, y, tails),
        **sized(320, top=64),
        bargap=0.1,
        shapes=shapes,
        xaxis=marks.axis(title, zeroline=False),
        yaxis=marks.axis(_("probability") if counts else _("density"), range=[0, top]),
    )


def _bars(x: Floats, y: Floats, tails: list[NDArray[np.bool_]]) -> list[Mark]:
    out = np.any(tails, axis=0) if tails else np.zeros(len(x), dtype=bool)
    looks = ((~out, style.GREY, "", _("not rejected")), (out, style.RUST, "/", _("rejected")))
    drawn = []
    for which, color, shape, name in looks:
        marker = marks.patterned(color, shape, 0.3)
        drawn.append(marks.bars(x[which], y[which], color, "%{x:.0f}: %{y:.4f}", marker=marker, name=name))
    return drawn


def _area(x: Floats, y: Floats, tails: list[NDArray[np.bool_]]) -> list[Mark]:
    look = {"width": 2, "fill": "tozeroy", "fillcolor": RUST_AREA, "name": _("rejected")}
    law = marks.curve(x, y, style.GREY, "%{x:.3f}", width=2, name=_("if nothing differs"))
    cut = (marks.curve(x[t], y[t], style.RUST, **look, showlegend=k == 0) for k, t in enumerate(tails))
    return [law, *cut]
