"""A split beside random splits of the same sizes."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.splits.divergence import BINS, PLACES, bars, contributions
from dashboard.figures.style import Text
from mx2core.partition import LabelContributions


def among_random(
    divergences: NDArray[np.float64], *, value: float, expected: float, title: str = "χ²/J", text: Text
) -> Written:
    """Histogram of chi-square/J of random splits, shape (n_random,), with the split marked.

    The scale is that of the random splits, unless the split lies far outside of it: then
    it reaches the split, because how far out it is says more than the shape of the bars.
    """
    counts, edges = np.histogram(np.round(divergences, PLACES), bins=BINS)
    far = max(float(divergences.max()), value)
    needle: dict[str, Any] = style.vertical(value, text("this split"), style.TEAL)
    return written(
        [bars((edges[1:] + edges[:-1]) / 2, counts, text("χ²/J about %{x:.2f}: %{y:,} splits"), text)],
        height=300,
        top=40,
        shapes=[
            style.vertical(expected, text("mean of random splits"), style.RUST, "dash"),
            needle | {"line": {**needle["line"], "width": 5}},
        ],
        xaxis={"title": {"text": style.inert(title)}, "range": [0, 1.04 * far if far > 0 else 1]},
        yaxis={"title": {"text": text("random splits")}},
    )


def training_surplus(labels: tuple[str, ...], parts: LabelContributions, *, text: Text) -> Written:
    """The labels that make the sides differ, largest share on top, as seen from the training side."""
    surplus = parts.first - parts.expected
    reach = max(float(np.ptp(np.append(surplus, 0))), 1.0)
    # Room at both ends for the numbers at the bars, which would lie on the names of the labels.
    ends = [min(float(surplus.min()), 0) - 0.14 * reach, max(float(surplus.max()), 0) + 0.14 * reach]
    return contributions(
        labels,
        parts.first,
        parts.expected,
        parts.contribution,
        hover=text(
            "%{customdata[0]:,} in the training set, %{customdata[1]:.1f} expected; "
            "%{customdata[2]:.3g} of χ²/J"
        ),
        xaxis={
            "title": {"text": text("training set, minus expected")},
            "range": ends,
        },
        text=text,
    )
