"""Chi-square/J of random halves, of schemes, and what it is made of in one split."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.style import Text
from mx2core.partition import OverlapCounts

BINS = 60
PLACES = 12  # values that differ by rounding alone are one, and have one bar
BARS = 15  # labels, those that add most
NAME_WIDTH = 0.3  # of the axis: what the name of a curve takes of a narrow picture


def divergence_histogram(
    divergences: NDArray[np.float64],
    *,
    density: Callable[[NDArray[np.float64]], NDArray[np.float64] | None],
    expected: float,
    floor: float | None,
    marked: float | None = None,
    from_zero: bool = True,
    title: str,
    text: Text,
) -> Written:
    """Histogram of a divergence, shape (n_candidates,), under its reference law where there is one."""
    counts, edges = np.histogram(np.round(divergences, PLACES), bins=BINS)
    middle, width = (edges[1:] + edges[:-1]) / 2, edges[1] - edges[0]
    data: list[dict[str, object]] = [bars(middle, counts, text("about %{x:.3g}: %{y:,} splits"), text)]
    notes: list[dict[str, object]] = []
    grid = np.linspace(max(edges[0], 1e-9), edges[-1], 200)
    curve = density(grid)
    upright: dict[str, object] = {"title": {"text": text("random splits")}}
    if curve is not None:
        data.append(
            {
                "type": "scatter",
                "x": grid,
                "y": curve * len(divergences) * width,
                "mode": "lines",
                "line": {"color": style.GREY, "width": 2},
                "name": text("reference law"),
                "showlegend": False,
                "hoverinfo": "skip",
            }
        )
        if (curve * len(divergences) * width).max() > 2 * counts.max():  # of two labels it has no end at 0
            upright["range"] = [0, 1.1 * int(counts.max())]
        notes.append(_on_the_slope(grid, curve * len(divergences) * width, text("reference law"), marked))
    mean = text("mean of random splits") if curve is None else text("expected")
    lines = [style.vertical(expected, mean, style.RUST)]
    if floor is not None:
        lines.append(style.vertical(floor, text("floor"), style.GREY, "dot"))
    if marked is not None:
        lines.append(style.vertical(marked, text("this split"), style.TEAL))
    return written(
        data,
        height=300,
        top=40,
        shapes=lines,
        annotations=notes,
        xaxis={"title": {"text": title}, "rangemode": "tozero" if from_zero else "normal"},
        yaxis=upright,
    )


def _on_the_slope(
    x: NDArray[np.float64], y: NDArray[np.float64], words: str, line: float | None
) -> dict[str, object]:
    """The name of a curve with one peak, to the right of its slope, and as low as an upright line leaves it room."""
    peak = int(np.argmax(y))
    at = peak
    for height in (0.25, 0.5, 0.75):
        at = peak + int(np.argmax(y[peak:] <= height * y[peak]))
        if line is None or not x[at] < line < x[at] + NAME_WIDTH * x[-1]:
            break
    place = {"x": float(x[at]), "y": float(y[at]), "xanchor": "left", "yanchor": "bottom", "xshift": 6}
    lines = words.replace(" ", "<br>")
    return place | {"text": lines, "align": "left", "font": {"size": 12}, "showarrow": False}


def bars(middle: NDArray[np.float64], counts: NDArray[np.int64], hover: str, text: Text) -> dict[str, object]:
    """How many random splits lie where."""
    return {
        "type": "bar",
        "x": middle,
        "y": counts,
        "marker": {"color": style.CROWD},
        "name": text("random splits"),
        "showlegend": False,
        "hovertemplate": f"{hover}<extra></extra>",
    }


def schemes(
    divergences: Mapping[str, NDArray[np.float64]],
    *,
    expected: float,
    chosen: str,
    floor: float | None = None,
    title: str,
    height: int | None = None,
    text: Text,
) -> Written:
    """Divergence of every split of several schemes, one row a scheme; the row `chosen` stands out."""
    names = [style.inert(name) for name in divergences]
    data = []
    for row, (scheme, values) in enumerate(divergences.items()):
        # Spread over the row by rank of the split, so that equal values are all seen.
        spread = row + np.linspace(-0.24, 0.24, len(values)) if len(values) > 1 else np.array([float(row)])
        data.append(
            {
                "type": "scatter",
                "x": values,
                "y": spread,
                "mode": "markers",
                "marker": {"size": 8, "color": style.TEAL}
                if scheme == chosen
                else {"size": 7, "color": style.GREY, "opacity": 0.75},
                "name": names[row],
                "showlegend": False,
                "hovertemplate": names[row] + ": %{x:.3f}<extra></extra>",
            }
        )
    lines = [style.vertical(expected, text("expected"), style.RUST)]
    if floor is not None:
        lines.append(style.vertical(floor, text("floor"), style.GREY, "dot"))
    return written(
        data,
        height=height or 110 + 44 * len(divergences),
        left=16,
        top=40,
        shapes=lines,
        xaxis={"title": {"text": title}, "rangemode": "tozero"},
        yaxis=rows(names) | {"zeroline": False},
    )


def rows(names: Sequence[str]) -> dict[str, object]:
    """An axis of names, the first on top; numbered, because two may look alike once they are shortened."""
    return {
        "tickvals": list(range(len(names))),
        "ticktext": list(names),
        "autorange": "reversed",
        "automargin": True,
    }


def overlaps(overlap: NDArray[np.int64], *, n_units: int, text: Text) -> Written:
    """How far the number of units shared by two training sets is from n/4; shape (m, m)."""
    m = len(overlap)
    deviation = np.abs(overlap - n_units / 4)
    np.fill_diagonal(deviation, np.nan)  # a split shares all of its half with itself
    reach = max(2.0, float(np.nanmax(deviation))) if m > 1 else 2.0
    names = [str(i + 1) for i in range(m)]
    sides = {"title": {"text": text("split")}, "type": "category", "showgrid": False}
    return written(
        [
            {
                "type": "heatmap",
                "z": deviation,
                "x": names,
                "y": names,
                "customdata": overlap,
                "zmin": 0,
                "zmax": reach,
                "colorscale": [[0, "rgba(134,142,150,0.15)"], [1, style.RUST]],
                "colorbar": {"title": {"text": text("units")}, "thickness": 12},
                "xgap": 1,
                "ygap": 1,
                "hovertemplate": text("splits %{x} and %{y}: %{customdata:,} shared units")
                + "<extra></extra>",
            }
        ],
        height=320,
        top=8,
        xaxis=sides,
        yaxis=sides | {"autorange": "reversed"},
    )


def overlap_histogram(overlaps: OverlapCounts, *, text: Text) -> Written:
    """Pairs of training sets by the units they share, n/4 marked, beside what random halves would have."""
    middle = overlaps.values + (overlaps.width - 1) / 2
    ends = overlaps.values + overlaps.width - 1
    return written(
        [
            {
                "type": "bar",
                "x": middle,
                "y": overlaps.pairs,
                "marker": {"color": style.TEAL},
                "name": text("pairs of this set"),
                "showlegend": False,  # the axis says so
                "customdata": np.stack([overlaps.values, ends], axis=1),
                "hovertemplate": text("%{customdata[0]:,} to %{customdata[1]:,} shared units: %{y:,} pairs")
                + "<extra></extra>",
            },
            {
                "type": "scatter",
                "x": middle,
                "y": overlaps.random,
                "mode": "lines",
                "line": {"color": style.GREY, "width": 2},
                "fill": "tozeroy",  # so that its name stands above: beside it the picture has no room
                "fillcolor": "rgba(134,142,150,0.15)",
                "name": text("as many random halves"),
                "hoverinfo": "skip",
            },
        ],
        height=260,
        top=40,
        shapes=[style.vertical(overlaps.quarter, "n/4", style.RUST)],
        xaxis={"title": {"text": text("shared units")}},
        yaxis={"title": {"text": text("pairs of splits")}, "rangemode": "tozero"},
    )


def contributions(
    labels: Sequence[str],
    first: NDArray[np.int64],
    expected: NDArray[np.float64],
    shares: NDArray[np.float64],
    *,
    hover: str | None = None,
    xaxis: Mapping[str, object] | None = None,
    numbered: bool = True,
    text: Text,
) -> Written:
    """The labels that make chi-square/J what it is in one split, largest share on top.

    `first` are the occurrences in the first half, `expected` those if it had the
    rates of the corpus, `shares` each label's part of chi-square/J; all (n_labels,).
    Where the side is another than the first half, `hover` and `xaxis` say so. Each bar has its share
    beside it where they are `numbered`.
    """
    order = np.argsort(-shares, kind="stable")[:BARS]
    names = [style.inert(labels[j]) for j in order]
    surplus = first[order] - expected[order]
    largest = float(shares[order[0]])  # small where labels are thousands: two of its digits are to be seen
    digits = max(2, 1 - int(np.floor(np.log10(largest)))) if largest > 0 else 2
    hover = hover or text(
        "%{customdata[0]:,} in the first half, %{customdata[1]:.1f} expected; %{customdata[2]:.3g} of χ²/J"
    )
    return written(
        [
            {
                "type": "bar",
                "x": surplus,
                "y": list(range(len(order))),
                "orientation": "h",
                "marker": {"color": style.TEAL},
                "customdata": np.stack([first[order], expected[order], shares[order]], axis=1),
                "text": [f"{share:.{digits}f}" for share in shares[order]] if numbered else None,
                "textposition": "outside",
                "cliponaxis": False,
                "hovertemplate": f"{hover}<extra></extra>",
            }
        ],
        height=max(220, 80 + 22 * len(order)),
        left=16,
        top=8,
        xaxis={
            "title": {"text": text("first half, minus expected")},
            "range": _with_room(surplus),
            **(xaxis or {}),
        },
        yaxis=rows(names),
    )


def _with_room(values: NDArray[np.float64]) -> list[float]:
    """Where an axis of bars ends, so that the numbers at them do not lie on the names of the rows."""
    low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
    room = 0.2 * (high - low or 1.0)
    return [low - (room if low < 0 else 0), high + (room if high > 0 else 0)]
