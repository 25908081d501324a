"""Chi-square/J of random halves, of schemes, and what it is made of in one split."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import marks, style
from dashboard.figures.marks import Floats, Mark
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.text import _
from mx2core.partition import LabelContributions

BINS = 60
PLACES = 12  # values that differ by rounding alone are one, and have one bar
BARS = 15  # labels, those that add most
NAME_WIDTH = 0.3  # of the axis: what the name of a curve takes of a narrow picture


def divergence_histogram(
    divergences: Floats,
    *,
    density: Callable[[Floats], Floats | None],
    expected: float,
    floor: float | None,
    marked: float | None = None,
    marked_as: str = "",
    from_zero: bool = True,
    title: str,
    height: int = 300,
) -> Written:
    """Histogram of a divergence, shape (n_candidates,), under its reference law where there is one."""
    bars, counts, edges = _random_splits(divergences)
    data, notes = [bars], []
    grid = np.linspace(max(edges[0], 1e-9), edges[-1], 200)
    law = density(grid)
    upright = marks.axis(_("random splits"))
    if law is not None:
        law = law * len(divergences) * (edges[1] - edges[0])
        data.append(marks.curve(grid, law, style.GREY, width=2))
        if law.max() > 2 * counts.max():  # of two labels it has no end at 0
            upright["range"] = [0, 1.1 * int(counts.max())]
            law = np.minimum(law, upright["range"][1])  # its name stands beside the part that is drawn
        lines = [at for at in (expected, floor, marked) if at is not None]
        notes.append(_slope_label(grid, law, _("reference distribution"), lines))
    mean = _("random mean") if law is None else _("expected")
    shapes = _expected(expected, mean, floor)
    if marked is not None:
        shapes.append(marks.upright(marked, marked_as or _("this split"), style.TEAL))
    return written(
        data,
        **sized(height, top=40),
        shapes=shapes,
        annotations=notes,
        xaxis=marks.axis(title, rangemode="tozero" if from_zero else "normal"),
        yaxis=upright,
    )


def random_histogram(
    values: Floats, *, value: float, expected: float, title: str, share: bool = False
) -> Written:
    """Histogram of a number of random splits of the same sizes, shape (n_random,), with the split marked.

    The scale is that of the random splits, unless the split lies far outside of it: then
    it reaches the split, because how far out it is says more than the shape of the bars. `share`: it is one, 0 to 1.
    """
    bars, *_rest = _random_splits(values)
    needle = marks.upright(value, _("this split"), style.TEAL, width=5)
    return written(
        [bars],
        **sized(336, top=40),
        shapes=[marks.upright(expected, _("random mean"), style.RUST, "dash"), needle],
        xaxis=marks.axis(
            style.inert(title, 60), range=reach(values, value), tickformat=".0%" if share else ""
        ),
        yaxis=marks.axis(_("random splits")),
    )


def reach(values: Floats, value: float) -> list[float]:
    """The ends of an axis that has the random splits and this one."""
    low, high = float(min(values.min(), value)), float(max(values.max(), value))
    room = 0.04 * (high - low) or 0.01
    return [max(0.0, low - room), high + room]


def _random_splits(divergences: Floats) -> tuple[Mark, NDArray[np.int64], Floats]:
    counts, edges = np.histogram(np.round(divergences, PLACES), bins=BINS)
    hover = _("about %{x:.3g}: %{y:,} splits")
    return marks.bars((edges[1:] + edges[:-1]) / 2, counts, style.CROWD, hover), counts, edges


def _expected(expected: float, name: str, floor: float | None) -> list[Mark]:
    """Lines at what is expected and, where it is known, at the least that any split can have."""
    lines = [marks.upright(expected, name, style.RUST)]
    return lines if floor is None else [*lines, marks.upright(floor, _("floor"), style.GREY, "dot")]


def _slope_label(x: Floats, y: Floats, words: str, lines: Sequence[float]) -> Mark:
    """The name of a curve with one peak, to the right of its slope, where upright lines leave it room."""
    peak = int(np.argmax(y))
    at = peak
    for height in (0.25, 0.5, 0.75, 0.1):
        at = peak + int(np.argmax(y[peak:] <= height * y[peak]))
        if not any(x[at] < line < x[at] + NAME_WIDTH * x[-1] for line in lines):
            break
    place = {"xanchor": "left", "yanchor": "bottom", "xshift": 6, "align": "left", "font": {"size": 12}}
    return marks.note(float(x[at]), float(y[at]), words, **place)


def schemes(
    divergences: Mapping[str, Floats],
    *,
    expected: float,
    chosen: str,
    floor: float | None = None,
    title: str,
    height: int | None = None,
) -> Written:
    """Divergence of every split of several schemes, one row a scheme; the row `chosen` stands out."""
    names = [style.inert(name) for name in divergences]
    data = []
    standing_out = {"color": style.TEAL, "size": 8}
    others = {"color": style.GREY, "size": 7, "marker": {"opacity": 0.75}}
    for row, (scheme, values) in enumerate(divergences.items()):
        # Spread over the row by rank of the split, so that equal values are all seen.
        spread, hover = row + marks.offsets(len(values), 0.24), names[row] + ": %{x:.3f}"
        look: Mark = standing_out if scheme == chosen else others
        data.append(marks.points(values, spread, hover=hover, cliponaxis=False, **look))
    return written(
        data,
        **sized(height or 110 + 44 * len(divergences), left=16, top=40),
        shapes=_expected(expected, _("expected"), floor),
        xaxis=marks.axis(title, rangemode="tozero"),
        yaxis=marks.rows(names),
    )


def contributions(
    labels: Sequence[str], parts: LabelContributions, *, of_training: bool = False, reach: float | None = None
) -> Written:
    """The labels that make chi-square/J what it is in one split, largest share on top, as one side has them.

    That is the first half, or the training set. The axis ends where it does for every split if `reach` says how far;
    else each bar has its share of chi-square/J beside it.
    """
    order = np.argsort(-parts.contribution, kind="stable")[:BARS]
    names = [style.inert(labels[j]) for j in order]
    first, expected, shares = (of[order] for of in (parts.first, parts.expected, parts.contribution))
    largest = float(shares[0])  # small where labels are thousands: two of its digits are to be seen
    digits = max(2, 1 - int(np.floor(np.log10(largest)))) if largest > 0 else 2
    title = _("training set, minus expected") if of_training else _("first half, minus expected")
    hover = _("%{customdata[0]:,}, expected %{customdata[1]:,.1f}; %{customdata[2]:.3g} of χ²/J")
    look = {
        "customdata": np.stack([first, expected, shares], axis=1),
        "text": [f"{share:.{digits}f}" for share in shares] if reach is None else None,
        "textposition": "outside",
        "cliponaxis": False,
    }
    ends = _bar_range(first - expected) if reach is None else [-reach, reach]
    return written(
        [marks.bars(first - expected, list(range(len(order))), style.TEAL, hover, lying=True, **look)],
        **sized(max(220, 80 + 22 * len(order)), left=16, top=8),
        xaxis=marks.axis(title, range=ends),
        yaxis=marks.rows(names, **marks.BARE),
    )


def _bar_range(values: NDArray[Any]) -> list[float]:
    """Where an axis of bars ends, so that the numbers at them do not lie on the names of the rows."""
    low, high = min(0.0, float(values.min())), max(0.0, float(values.max()))
    room = 0.2 * (high - low or 1.0)
    return [low - (room if low < 0 else 0), high + (room if high > 0 else 0)]


MOST_LABELS = 20  # labels drawn


def labels_not_drawn(totals: NDArray[np.int64]) -> tuple[str, ...]:
    """What `label_frequencies` leaves out, in a sentence; nothing where it draws all."""
    if len(totals) <= MOST_LABELS:
        return ()
    descending, note = -np.sort(-totals, kind="stable"), _("{shown} of {n:,} labels are drawn.")
    if descending[MOST_LABELS] < descending[MOST_LABELS - 1]:
        note = _("The {shown} most frequent of {n:,} labels.")
    return (note.format(shown=MOST_LABELS, n=len(totals)),)


def label_frequencies(labels: Sequence[str], totals: NDArray[np.int64], *, ordered: bool = False) -> Written:
    """Occurrences per label, the most frequent on top; `totals` has shape (n_labels,).

    Labels that have an order of their own, as lengths do, keep it if `ordered`.
    """
    order = (np.arange(len(totals)) if ordered else np.argsort(-totals, kind="stable"))[:MOST_LABELS]
    names = [style.inert(labels[j]) for j in order]
    hover, look = "%{customdata}: %{x:,}", {"lying": True, "customdata": names}
    return written(
        [marks.bars(totals[order], list(range(len(names))), style.GREY, hover, **look)],
        **sized(max(220, 72 + 21 * len(names)), left=16, top=8),
        xaxis=marks.axis(_("occurrences"), nticks=3, tickangle=0),
        yaxis=marks.rows(names, **marks.BARE),
    )
