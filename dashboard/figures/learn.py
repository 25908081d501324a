"""Figures of the lessons that no other page has."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import marks, style
from dashboard.figures.direct_labels import broken
from dashboard.figures.marks import Floats
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.text import _


def two_halves(labels: Sequence[str], shares: Floats, *, deviation: float) -> Written:
    """Share of each label that is in the first half, for two splits; `shares` is (2, n_labels), within .5 ± `deviation`.

    Of one row the picture is that of the first split alone.
    """
    names = [style.inert(label) for label in labels]
    looks = ((style.TEAL, "circle", _("first split")), (style.VIOLET, "diamond", _("second split")))
    reach = min(max(0.1, 1.1 * deviation), 0.55)
    data, rows, tips = [], list(range(len(names))), {"size": 11, "customdata": names}
    for x, (color, symbol, name) in zip(shares, looks, strict=False):
        data.append(marks.points(x, rows, color, "%{customdata}: %{x:.1%}", symbol=symbol, name=name, **tips))
    between = [
        marks.straight(both, (row, row), style.CROWD, 3, layer="below")
        for row, both in enumerate(shares.T.tolist())
        if len(both) > 1
    ]
    return written(
        data,
        **sized(90 + 28 * len(names), left=16, top=40),
        shapes=[*between, marks.upright(0.5, _("exactly half"), style.RUST, "dot")],
        xaxis=marks.axis(_("share in the first half"), tickformat=".0%", range=[0.5 - reach, 0.5 + reach]),
        yaxis=marks.rows(names),
    )


def shared_training(part: float) -> Written:
    """What two random training sets have in common, and what a split turned round does."""
    begin = part * (1 - part)  # so that the two overlap by their expected share
    looks = (
        (style.TEAL, _("trains"), ((0, 0.0, part), (1, begin, begin + part), (2, part, 1.0))),
        (style.CROWD, _("tests"), ((0, part, 1.0), (1, 0.0, begin), (1, begin + part, 1.0), (2, 0.0, part))),
    )
    both = _("both train on these: {share:.0%} of all").format(share=part - begin)
    frame = {"line": {"color": style.RUST, "width": 3}, "name": both, "showlegend": True}
    data = []
    for color, name, bars in looks:
        at, begins, ends = map(np.array, zip(*bars, strict=True))
        look = {"lying": True, "base": begins, "name": name}
        data.append(marks.bars(ends - begins, at, color, name + ": %{x:.0%}", **look))
    rows, quarters = [_("first run"), _("second run"), _("first run, swapped")], [0, 0.25, 0.5, 0.75, 1]
    return written(
        data,
        height=300,
        margin={"l": 16, "r": 36, "t": 40, "b": 48},  # or the last tick would lose its words
        barmode="overlay",
        shapes=[marks.area((begin, part), (-0.5, 1.5), **frame)],
        xaxis=marks.axis(_("units of the corpus"), tickformat=".0%", range=[0, 1], tickvals=quarters),
        yaxis=marks.rows(["<br>".join(broken(row, 12)) for row in rows]),
    )


def block_table(table: NDArray[np.bool_]) -> Written:
    """Which blocks each split trains on first; shape (m, n_blocks)."""
    m, n_blocks = table.shape
    places = [str(i + 1) for i in range(m)], [str(k + 1) for k in range(n_blocks)]
    names, scale = (_("second half"), _("first half")), [[0, style.CROWD], [1, style.TEAL]]
    look = {"xgap": 2, "ygap": 2, "showscale": False, "customdata": np.array(names)[table.T.astype(int)]}
    hover = _("block %{y}, split %{x}") + ": %{customdata}"
    return written(
        [
            marks.cells(*places, table.T.astype(int), scale, hover, **look),
            marks.legend_entry(names[1], style.TEAL),  # a heat map has none of its own
            marks.legend_entry(names[0], style.CROWD),
        ],
        **sized(max(240, min(460, 90 + 26 * n_blocks)), top=40),
        xaxis=marks.axis(_("split"), type="category", showgrid=False),
        yaxis=marks.axis(_("block"), type="category", autorange="reversed", showgrid=False),
    )


def price(methods: Sequence[str], shifts: Mapping[str, Floats]) -> Written:
    """Shift of a score by ways of choosing halves, a row each.

    `shifts`: by model, (n_methods, 3), value, lower and upper; NaN where nothing was measured.
    """
    looks = ((-0.14, style.VIOLET, "diamond"), (0.14, style.TEAL, "circle"))
    data = []
    for (model, table), (above, color, symbol) in zip(shifts.items(), looks, strict=True):
        value, lower, upper = table.T
        interval = marks.ends(color, upper - value, value - lower, 1.5, None)
        more = {"name": style.inert(model, 40), "customdata": list(methods), "error_x": interval}
        y, hover = np.arange(len(methods)) + above, "%{customdata}: %{x:+.4f}"
        data.append(marks.points(value, y, color, hover, size=12, symbol=symbol, **more))
    names = ["<br>".join(broken(style.inert(name, 40))) for name in methods]
    return written(
        data,
        **sized(110 + 60 * len(methods), left=16, top=40),
        shapes=[marks.upright(0.0, _("random halves"), style.GREY, "dot")],
        xaxis=marks.axis(_("shift of score"), tickformat="+.2f", zeroline=False),
        yaxis=marks.rows(names, range=[len(methods) - 0.5, -0.5]),
    )


def scores_of_corpora(differences: Floats, called: NDArray[np.bool_]) -> Written:
    """A minus B of every split, a row for each corpus, (n_corpora, n_scores); those `called` are rust."""
    looks = (
        (~called, style.GREY, "circle", _("undecided")),
        (called, style.RUST, "diamond", _("“A is better”")),
    )
    data = []
    for chosen, color, symbol, name in looks:
        numbers = np.flatnonzero(chosen)
        x, y = differences[chosen].ravel(), np.repeat(numbers + 1, differences.shape[1])
        data.append(marks.points(x, y, color, "%{x:+.1f}", symbol=symbol, name=name, opacity=0.6))
    return written(
        data,
        **sized(400, top=40),
        shapes=[marks.upright(0.0, _("equal models"), style.GREY, "dot")],
        xaxis=marks.axis(_("A minus B, in percentage points"), zeroline=False),
        yaxis=marks.axis(_("corpus"), dtick=1, range=[len(called) + 0.7, 0.3], zeroline=False),
    )


def interval_length(
    m: NDArray[np.int64], one_corpus: Floats, new_corpora: Floats, floor: float, *, current: int
) -> Written:
    """Expected length of the interval against m, all (n,): m splits of one corpus, 2m scores from new ones."""
    hover, dashed = "m = %{x}: %{y:.3f}", {"width": 2, "dash": "dash"}
    one, new = _("m splits of one corpus"), _("2m scores, each from a new corpus")
    return written(
        [
            marks.curve(m, one_corpus, style.TEAL, hover, name=one),
            marks.curve(m, new_corpora, style.GREY, hover, name=new, **dashed),
        ],
        **sized(400, top=40),
        shapes=[
            marks.level(floor, _("limit for many splits"), style.RUST),
            marks.upright(current, f"m = {current}", style.RUST),
        ],
        xaxis=marks.axis(_("splits m"), range=[int(m[0]), int(m[-1])], dtick=10, tick0=0),
        yaxis=marks.axis(_("length, in sd of one difference"), rangemode="tozero"),
    )


PLACES = 100  # of bars, so that who guessed right stands on the line of the truth


def guesses(
    values: Sequence[float],
    *,
    low: float,
    high: float,
    truth: float,
    options: Sequence[str] = (),
    unit: str = "",
    across: str = "",
) -> Written:
    """Histogram of guesses, `across` what is guessed; with `options` a bar for each. The truth is marked."""
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
        **sized(320, top=40),
        shapes=[marks.upright(truth, "", style.RUST)],
        annotations=[answer],
        xaxis=marks.axis(across, range=[low - edge, high + edge], ticksuffix=unit, zeroline=False),
        yaxis=_people(counts),
    )


def _people(counts: np.ndarray) -> marks.Mark:
    most = max(4, int(counts.max(initial=0)) + 1)
    return marks.axis(_("guesses"), range=[0, most], tickformat="d", dtick=max(1, most // 5))
