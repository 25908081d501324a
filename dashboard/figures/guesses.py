"""What a class guessed."""

from collections.abc import Sequence

import numpy as np

from dashboard.figures import marks, style
from dashboard.figures.plain_figure import Written, written
from dashboard.words.text import _

PLACES = 100  # of bars, so that who guessed right stands on the line of the truth


def guesses(
    values: Sequence[float],
    *,
    low: float,
    high: float,
    truth: float,
    options: Sequence[str] = (),
    unit: str = "",
) -> Written:
    """Histogram of guesses; with `options` a bar for each. The truth is marked."""
    if options:
        counts = np.bincount(np.asarray(values, int), minlength=len(options))
        right = [k == int(truth) for k in range(len(options))]
        names = [("✓ " if yes else "") + style.inert(name) for name, yes in zip(options, right, strict=True)]
        colors = [style.RUST if yes else style.TEAL for yes in right]
        return written([marks.bars(names, counts, colors, "%{x}: %{y}")], height=320, yaxis=_people(counts))
    width = (high - low) / PLACES
    places, counts = np.unique(np.rint((np.asarray(values, float) - low) / width), return_counts=True)
    bars = marks.bars(low + places * width, counts, style.TEAL, "%{y}", width=[width] * len(places))
    # The word at the line of the truth stands on the side where there is room.
    side = "left" if truth < (low + high) / 2 else "right"
    answer = marks.note(truth, 1, _("answer"), yref="y domain", xanchor=side, yanchor="bottom")
    edge = 2 * width
    return written(
        [bars],
        height=320,
        top=40,
        shapes=[marks.upright(truth, "", style.RUST)],
        annotations=[answer],
        xaxis={"range": [low - edge, high + edge], "ticksuffix": unit, "zeroline": False},
        yaxis=_people(counts),
    )


def _people(counts: np.ndarray) -> marks.Mark:
    most = max(4, int(counts.max(initial=0)) + 1)
    return marks.axis(_("guesses"), range=[0, most], tickformat="d", dtick=max(1, most // 5))
