"""Which model single splits name, one dot each; and the intervals of sets of splits on the same scale."""

from collections.abc import Sequence

import numpy as np

from dashboard.figures import marks, style
from dashboard.figures.marks import Floats, Mark
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.numbers import number
from dashboard.words.text import _

BINS = 13  # over the whole axis, in which dots are piled up
HEIGHT = 290
NEAR = 0.08  # of half the axis: about half the width of a number
ROOM = 1.12  # half the axis, in parts of the largest distance from zero
POINTS = 100  # of a score from 0 to 1


def dealt(differences: Floats, *, n: int, reach: float) -> Written:
    """Dots piled up by their difference, A minus B; the first `n` of `differences`, (n_splits,), are there.

    `reach`: the largest distance from zero that the axis shows.
    """
    reach *= ROOM
    places = np.clip(((differences / reach + 1) / 2 * BINS).astype(int), 0, BINS - 1)
    height = np.array([np.count_nonzero(places[:k] == place) for k, place in enumerate(places)])
    x, y = POINTS * differences[:n], height[:n] + 1
    signs = np.sign(differences[:n]).astype(int)
    colors = [(style.GREY, style.TEAL, style.VIOLET)[sign] for sign in signs]
    symbols = [("square-open", "circle", "diamond")[sign] for sign in signs]
    look = {"size": [14] * (n - 1) + [22] * (n > 0), "symbol": symbols, "customdata": np.arange(1, n + 1)}
    dots = marks.points(x, y, colors, _("split %{customdata}: %{x:+.2f} points"), **look)
    newest = []
    for here, up in zip(x[-1:].tolist(), y[-1:].tolist(), strict=True):
        # Near the line of zero on its own side of it, since the line would strike it through.
        beside = 0 if abs(here) > NEAR * POINTS * reach else 24 if here >= 0 else -24
        newest.append(
            marks.note(here, up, f"<b>{number(here, '+.2f') if here else 0}</b>", xshift=beside, yshift=22)
        )
    return _scale_figure([dots], reach, [0.2, height.max() + 2.4], newest)


def tested_sets(
    differences: Floats, mean: Floats, outer: Floats, inner: Floats, *, margin: float, n: int, reach: float
) -> Written:
    """Intervals of the first `n` sets, one below the other; single splits faintly on top.

    `mean` is (n_sets,); `outer` and `inner`, the 95% and 90% intervals, are (n_sets, 2); a difference within
    `margin` does not matter.
    """
    lower, upper = outer.T
    reach *= ROOM
    places = np.arange(1, n + 1)
    rows = -0.5 - places
    last = -len(mean) - 2.6
    thick = [x for low, high in inner[:n] for x in (POINTS * low, POINTS * high, None)]
    ends = POINTS * (upper - mean)[:n], POINTS * (mean - lower)[:n]
    about = np.column_stack([places, POINTS * lower[:n], POINTS * upper[:n]])
    look = {"error_x": marks.ends(style.GREY, *ends, 2, 0), "customdata": about}
    hover = _("set %{customdata[0]}: %{x:+.2f} [%{customdata[1]:+.2f}, %{customdata[2]:+.2f}]")
    data = [
        marks.points(POINTS * differences, [0.6] * len(differences), style.CROWD),
        marks.curve(thick, [y for row in rows for y in (row, row, None)], style.GREY, width=6),
        marks.points(POINTS * mean[:n], rows, style.GREY, hover, **look),
    ]
    named = [_sign(style.CROWD, "●") + " " + _("{n} single splits").format(n=len(differences))]
    if n:
        named.append(_sign(style.GREY, "—") + " " + _("sets: 95% intervals, thick: 90%"))
    within = _("within ±{points:g}: too little to matter").format(points=POINTS * margin)
    notes = [
        marks.note(0.0, 2.0, "   ".join(named), xref="paper", xanchor="left"),
        marks.note(-POINTS * margin, last + 0.7, within, xanchor="left", xshift=6, font={"size": 12}),
    ]
    look = {"fillcolor": style.CROWD, "opacity": 0.35, "line": {"width": 0}, "layer": "below"}
    zone = marks.area((-POINTS * margin, POINTS * margin), (last, -0.95), **look)
    between = (last + 1.4, 1.3)  # the line stops at words
    return _scale_figure(data, reach, [last, 4.4], notes, [zone], zero_between=between, marked=False)


def _scale_figure(
    data: Sequence[Mark],
    reach: float,
    rows: list[float],
    notes: Sequence[Mark],
    shapes: Sequence[Mark] = (),
    *,
    zero_between: tuple[float, float] | None = None,
    marked: bool = True,
) -> Written:
    """Both pictures: the side of B, zero, the side of A; the line of zero through all `rows`, or between two.

    `marked`: what lies on a side has its mark; else an arrow says which way a side is.
    """
    of_b, of_a = (_sign(style.VIOLET, "◆"), _sign(style.TEAL, "●")) if marked else ("←", "→")
    top = {"xref": "paper", "yref": "paper", "yanchor": "top", "font": {"size": 14}}
    b_ahead, a_ahead = _("B ahead"), _("A ahead")
    sides = [
        marks.note(0.0, 1.0, f"<b>{of_b} {b_ahead}</b>", xanchor="left", **top),
        marks.note(1.0, 1.0, f"<b>{a_ahead} {of_a}</b>", xanchor="right", **top),
    ]
    low, high = zero_between or rows
    end = POINTS * reach
    return written(
        data,
        **sized(HEIGHT, left=8, top=8),
        showlegend=False,
        shapes=[*shapes, marks.straight((0, 0), (low, high), style.GREY, layer="below")],
        annotations=[*sides, *notes],
        xaxis=marks.axis(_("A minus B, in percentage points"), range=[-end, end], zeroline=False, dtick=0.5),
        yaxis={"range": rows, "showticklabels": False, **marks.BARE},
    )


def _sign(color: str, sign: str) -> str:
    """What has the colour: words in it would be too pale to read on one of the backgrounds."""
    return f'<span style="color:{color}">{sign}</span>'
