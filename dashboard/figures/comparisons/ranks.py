"""Several models on several corpora: diagrams of their mean ranks."""

from collections.abc import Sequence

import numpy as np

from dashboard.figures import marks, style
from dashboard.figures.plain_figure import Written, written
from dashboard.words.text import _

ROW = 26  # pixels for each name beside the diagram
BAR = 0.45  # of a row: from one bar to the next


def critical_difference(
    ranks: Sequence[float], models: Sequence[str], groups: Sequence[Sequence[str]], difference: float
) -> Written:
    """Demšar's diagram: mean ranks on a line, bars over models that are not told apart.

    The better half of the models is named on the left, best on top, the others on the right.
    """
    k = len(models)
    order: list[int] = np.argsort(ranks, kind="stable").tolist()
    left, right = order[: (k + 1) // 2], order[(k + 1) // 2 :]
    low, high = 1.0, float(max(k, 2))
    margin = 0.04 * (high - low)
    # Distances from the line, in rows: bars first, then the names.
    begin = BAR * max(len(groups), 1) + 0.6
    rows = begin + max(len(left), len(right))
    data, notes = [], []
    for members, end, anchor, shift in (
        (left, low - margin, "right", -4),
        (right[::-1], high + margin, "left", 4),
    ):
        for place, i in enumerate(members):
            y = -(begin + place)
            data.append(marks.curve([ranks[i], ranks[i], end], [0, y, y], style.GREY, width=1.5))
            name, rank = style.inert(models[i], 20), f"<b>{ranks[i]:.2f}</b>"
            words = f"{name}  {rank}" if anchor == "right" else f"{rank}  {name}"
            notes.append(marks.note(end, y, words, xanchor=anchor, xshift=shift))
    for place, group in enumerate(groups):
        places = [ranks[list(models).index(name)] for name in group]
        x, y = [min(places) - 0.3 * margin, max(places) + 0.3 * margin], -BAR * (place + 0.8)
        names = ", ".join(style.inert(name) for name in group)
        hover = _("not told apart: {models}").format(models=names)
        data.append(marks.curve(x, [y, y], style.TEAL, hover, width=6))
    named = {"customdata": [style.inert(models[i]) for i in order]}
    at = [ranks[i] for i in order]
    data.append(marks.points(at, [0.0] * k, style.TEAL, "%{customdata}: %{x:.2f}", **named))
    if difference < high - low:
        tick = {"symbol": "line-ns", "size": 10, "line": {"width": 3, "color": style.RUST}}
        data.append(marks.curve([low, low + difference], [1.0, 1.0], style.RUST, marker=tick))
        words = _("critical difference {d:.2f}").format(d=difference)
        notes.append(marks.note(low + difference, 1.0, words, xanchor="left", xshift=8))
    wide = 0.62 * (high - low)  # for the names
    ends = [low - margin - wide, high + margin + wide]
    ticks = list(range(1, int(high) + 1)) if k <= 12 else [1, *range(5, k + 1, 5)]
    return written(
        data,
        height=70 + int(ROW * (rows + 1.6)),
        margin={"l": 16, "r": 16, "t": 48, "b": 8},
        showlegend=False,
        annotations=notes,
        shapes=[marks.straight((low, high), (0, 0), style.GREY)],
        xaxis=marks.axis(_("mean rank (1 is best)"), side="top", range=ends, tickvals=ticks, **marks.BARE),
        yaxis={"range": [-rows + 0.2, 1.7], "visible": False},
    )
