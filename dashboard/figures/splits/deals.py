"""Which model single splits name, one dot each; and the intervals of sets of splits on the same scale."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.style import Text
from dashboard.words.numbers import number

Floats = NDArray[np.float64]
BINS = 13  # over the whole axis, in which dots are piled up
HEIGHT = 290
POINTS = 100  # of a score from 0 to 1


def dealt(differences: Floats, *, n: int, text: Text) -> Written:
    """Dots piled up by their difference, A minus B; the first `n` of `differences`, (n_splits,), are there."""
    reach = _reach(differences)
    places = np.clip(((differences / reach + 1) / 2 * BINS).astype(int), 0, BINS - 1)
    height = np.array([np.count_nonzero(places[:k] == place) for k, place in enumerate(places)])
    x, y = POINTS * differences[:n], height[:n] + 1
    signs = np.sign(differences[:n]).astype(int)
    colors = [(style.GREY, style.TEAL, style.VIOLET)[sign] for sign in signs]
    marks = [("square-open", "circle", "diamond")[sign] for sign in signs]
    size = [14] * (n - 1) + [22] * (n > 0)
    dots = {
        "type": "scatter",
        "x": x,
        "y": y,
        "mode": "markers",
        "marker": {"color": colors, "symbol": marks, "size": size},
        "customdata": np.arange(1, n + 1),
        "hovertemplate": text("split %{customdata}: %{x:+.1f} points") + "<extra></extra>",
    }
    newest = [
        {
            "x": float(x[-1]),
            "y": float(y[-1]),
            "text": f"<b>{_in_points(float(x[-1]))}</b>",
            "showarrow": False,
            "yshift": 22,
        }
    ]
    return _on_scale([dots], reach, [0.2, height.max() + 2.4], newest if n else [], text)


def _in_points(difference: float) -> str:
    """With as many digits as it takes to see who is ahead."""
    return number(difference, "+.2f" if 0 < abs(difference) < 0.05 else "+.1f")


def tested_sets(
    differences: Floats,
    mean: Floats,
    outer: Floats,
    inner: Floats,
    *,
    margin: float,
    n: int,
    text: Text,
) -> Written:
    """Intervals of the first `n` sets, one below the other; single splits faintly on top.

    `mean` is (n_sets,); `outer` and `inner`, the 95% and 90% intervals, are (n_sets, 2); a difference within
    `margin` does not matter.
    """
    lower, upper = outer.T
    reach = _reach(np.concatenate([differences, outer.ravel()]))
    places = np.arange(1, n + 1)
    rows = -0.5 - places
    crowd = {
        "type": "scatter",
        "x": POINTS * differences,
        "y": [0.6] * len(differences),
        "mode": "markers",
        "marker": {"color": style.CROWD, "size": 9},
        "hoverinfo": "skip",
    }
    ends = {
        "type": "data",
        "symmetric": False,
        "array": POINTS * (upper - mean)[:n],
        "arrayminus": POINTS * (mean - lower)[:n],
        "color": style.GREY,
        "thickness": 2,
        "width": 0,
    }
    thick = {
        "type": "scatter",
        "x": [x for low, high in inner[:n] for x in (POINTS * low, POINTS * high, None)],
        "y": [y for row in rows for y in (row, row, None)],
        "mode": "lines",
        "line": {"color": style.GREY, "width": 6},
        "hoverinfo": "skip",
    }
    sets = {
        "type": "scatter",
        "x": POINTS * mean[:n],
        "y": rows,
        "mode": "markers",
        "marker": {"color": style.GREY, "size": 9},
        "error_x": ends,
        "customdata": np.column_stack([places, POINTS * lower[:n], POINTS * upper[:n]]),
        "hovertemplate": text(
            "set %{customdata[0]}: %{x:+.1f} [%{customdata[1]:+.1f}, %{customdata[2]:+.1f}]"
        )
        + "<extra></extra>",
    }
    named = [_sign(style.CROWD, "●") + " " + text("all {n} single splits").format(n=len(differences))]
    if n:
        named.append(_sign(style.GREY, "—") + " " + text("sets: 95% intervals; thick 90%, for equivalence"))
    names = [
        {
            "x": 0.0,
            "y": 2.0,
            "xref": "paper",
            "xanchor": "left",
            "showarrow": False,
            "text": "   ".join(named),
        },
        {
            "x": -POINTS * margin,
            "y": -len(mean) - 1.9,
            "xanchor": "left",
            "xshift": 6,
            "text": text("within ±{points:g}: too little to matter").format(points=POINTS * margin),
            "showarrow": False,
            "font": {"size": 12},
        },
    ]
    zone = {
        "type": "rect",
        "x0": -POINTS * margin,
        "x1": POINTS * margin,
        "y0": -len(mean) - 2.6,
        "y1": -0.95,
        "fillcolor": style.CROWD,
        "opacity": 0.35,
        "line": {"width": 0},
        "layer": "below",
    }
    rows_shown, between = [-len(mean) - 2.6, 4.4], (-len(mean) - 1.2, 1.3)  # the line stops at words
    return _on_scale(
        [crowd, thick, sets], reach, rows_shown, names, text, [zone], zero_between=between, marked=False
    )


def _on_scale(
    data: Sequence[Mapping[str, object]],
    reach: float,
    rows: list[float],
    notes: Sequence[Mapping[str, object]],
    text: Text,
    shapes: Sequence[Mapping[str, object]] = (),
    *,
    zero_between: tuple[float, float] | None = None,
    marked: bool = True,
) -> Written:
    """Both pictures: the side of B, zero, the side of A; the line of zero through all `rows`, or between two.

    `marked`: what lies on a side has its mark; else an arrow says which way a side is.
    """
    of_b, of_a = (_sign(style.VIOLET, "◆"), _sign(style.TEAL, "●")) if marked else ("←", "→")
    sides = [
        _side(f"{of_b} " + text("B ahead"), 0.0, "left"),
        _side(text("A ahead") + f" {of_a}", 1.0, "right"),
    ]
    low, high = rows if zero_between is None else zero_between
    zero = {"type": "line", "x0": 0, "x1": 0, "y0": low, "y1": high, "layer": "below"}
    end = POINTS * reach
    return written(
        data,
        height=HEIGHT,
        left=8,
        top=8,
        showlegend=False,
        shapes=[*shapes, zero | {"line": {"color": style.GREY, "width": 2}}],
        annotations=[*sides, *notes],
        xaxis={
            "title": {"text": text("A minus B, in percentage points")},
            "range": [-end, end],
            "zeroline": False,
            "dtick": 0.5,
        },
        yaxis={"range": rows, "showticklabels": False, "showgrid": False, "zeroline": False},
    )


def _reach(values: Floats) -> float:
    """Half the width of the axis; the same whatever part of the data is shown."""
    return float(1.12 * np.abs(values).max())


def _side(words: str, x: float, anchor: str) -> dict[str, object]:
    place = {"x": x, "y": 1.0, "xref": "paper", "yref": "paper", "xanchor": anchor, "yanchor": "top"}
    return place | {"text": f"<b>{words}</b>", "showarrow": False, "font": {"size": 14}}


def _sign(color: str, sign: str) -> str:
    """What has the colour: words in it would be too pale to read on one of the backgrounds."""
    return f'<span style="color:{color}">{sign}</span>'
