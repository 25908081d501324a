"""What a class guessed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dashboard.figures import style
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.style import Text

PLACES = 100  # of bars, so that who guessed right stands on the line of the truth


def guesses(
    values: Sequence[float],
    *,
    low: float,
    high: float,
    truth: float,
    text: Text,
    options: Sequence[str] = (),
    unit: str = "",
) -> Written:
    """Histogram of guesses; with `options` a bar for each. The truth is marked."""
    if options:
        counts = np.bincount(np.asarray(values, int), minlength=len(options))
        right = int(truth)
        names = [
            f"✓ {style.inert(name)}" if k == right else style.inert(name) for k, name in enumerate(options)
        ]
        return written(
            [
                {
                    "type": "bar",
                    "x": names,
                    "y": counts,
                    "marker": {
                        "color": [style.RUST if k == right else style.TEAL for k in range(len(options))]
                    },
                    "hovertemplate": "%{x}: %{y}<extra></extra>",
                }
            ],
            height=320,
            yaxis=_people(counts, text),
        )
    width = (high - low) / PLACES
    places, counts = np.unique(np.rint((np.asarray(values, float) - low) / width), return_counts=True)
    bars = {
        "type": "bar",
        "x": low + places * width,
        "y": counts,
        "width": [width] * len(places),
        "marker": {"color": style.TEAL},
        "hovertemplate": "%{y}<extra></extra>",
    }
    edge = 2 * width
    return written(
        [bars],
        height=320,
        top=40,
        shapes=[style.vertical(truth, "", style.RUST) | {"showlegend": False}],
        annotations=[_mark(truth, low, high, text)],
        xaxis={"range": [low - edge, high + edge], "ticksuffix": unit, "zeroline": False},
        yaxis=_people(counts, text),
    )


def _people(counts: np.ndarray, text: Text) -> dict[str, object]:
    most = max(4, int(counts.max(initial=0)) + 1)
    return {
        "title": {"text": text("guesses")},
        "range": [0, most],
        "tickformat": "d",
        "dtick": max(1, most // 5),
    }


def _mark(truth: float, low: float, high: float, text: Text) -> dict[str, object]:
    """The word at the line of the truth, on the side where there is room."""
    left = truth < (low + high) / 2
    return {
        "x": truth,
        "y": 1,
        "yref": "y domain",
        "text": text("answer"),
        "showarrow": False,
        "xanchor": "left" if left else "right",
        "yanchor": "bottom",
    }
