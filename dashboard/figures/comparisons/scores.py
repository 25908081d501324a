"""Scores of models on the same partitions, and what they mistake."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import marks, style
from dashboard.figures.marks import Floats, Mark
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.text import _
from mx2core.studies import Estimate, ResultTable, paper_snr

WRITTEN = 12  # classes whose cells have room for a number
READABLE = "rgba(13,148,136,0.45)"  # the most that words in the ink of either theme are read on
LEAST_BESIDE = 0.05  # of a score, above the highest and below the lowest
NARROW = 0.02  # beyond 0 and 1, so that a mark there is whole


def scores_by_split(scores: Floats, *, models: Sequence[str], metric: str) -> Written:
    """Both hold-out scores of every split, joined by a line; `scores` is (n_models, m, 2).

    A split that is not finished yet holds NaN and stays empty.
    """
    m = scores.shape[1]
    data, shapes = [], []
    shifts = marks.offsets(len(models), 0.12)
    for name, values, (color, symbol), shift in zip(models, scores, style.MODELS, shifts, strict=False):
        x = np.repeat(np.arange(1, m + 1) + shift, 3)
        y = np.column_stack([values, np.full(m, np.nan)]).ravel()  # NaN: no line to the next split
        marker = {"color": color, "symbol": symbol, "size": 8}
        data.append(marks.curve(x, y, color, style.inert(name) + ": %{y:.4f}", width=1.5, marker=marker))
        if np.isfinite(values).any():
            mean = float(np.nanmean(values))
            shapes.append(marks.level(mean, f"{style.inert(name, 20)} {mean:.3f}", color))
    return written(
        data,
        **sized(330, top=36),
        shapes=shapes,
        xaxis=marks.axis(_("split"), dtick=1 if m <= 20 else 10, range=[0.5, m + 0.5]),
        yaxis=marks.axis(style.inert(metric), **_score_axis(scores)),
    )


def _score_axis(scores: Floats) -> dict[str, list[float]]:
    """An axis that few scores do not stretch: around all of them, and within 0 to 1 where they are."""
    known = scores[np.isfinite(scores)]
    if not known.size:
        return {}
    low, high = float(known.min()), float(known.max())
    beside = max(0.15 * (high - low), LEAST_BESIDE)
    if low >= 0 and high <= 1:
        return {"range": [max(low - beside, -NARROW), min(high + beside, 1 + NARROW)]}
    return {"range": [low - beside, high + beside]}


def confusion(matrix: NDArray[Any], labels: Sequence[str], positive: int | None = None) -> Written:
    """How often each class was taken for each, shape (n_classes, n_classes); rows are right.

    Row and column of a `positive` class are framed, and few cells have their counts; more of them only their color.
    """
    names, n = [style.inert(label, 18) for label in labels], len(labels)
    counted = positive is not None and n <= WRITTEN
    # Shares of a row, so that rare classes are seen beside frequent ones.
    shares = matrix / np.maximum(matrix.sum(axis=1, keepdims=True), 1)
    right, predicted = np.meshgrid(np.array(names, dtype=object), names, indexing="ij")
    ticks = {"tickvals": list(range(n)), "ticktext": names, **marks.BARE}
    cells = marks.cells(
        list(range(n)),
        list(range(n)),
        np.where(matrix > 0, shares, np.nan),
        [[0, "rgba(13,148,136,0.12)"], [1, READABLE if counted else style.TEAL]],
        _("%{customdata[1]}, predicted %{customdata[2]}: %{customdata[0]:,} times"),
        customdata=np.stack([matrix.astype(object), right, predicted], axis=-1),
        zmin=0,
        zmax=1,
        showscale=False,
    )
    (y, x), written_in = np.nonzero(matrix >= 0), [f"{count:,g}" for count in matrix.ravel()]
    frames = []
    if positive is not None:
        look = {"line": {"color": style.RUST, "width": 2}, "fillcolor": style.NOTHING}
        whole, one = (-0.5, n - 0.5), (positive - 0.5, positive + 0.5)
        frames = [marks.area(whole, one, **look), marks.area(one, whole, **look)]
    return written(
        [cells, *([marks.words(x, y, written_in, textfont={"size": 14})] if counted else [])],
        **sized(max(300, 140 + 22 * n), left=16, top=8),
        shapes=frames,
        xaxis=marks.axis(_("predicted"), autotickangles=[0, -45], **ticks),
        yaxis=marks.axis(
            _("gold") if counted else _("gold (color: share of its row)"), autorange="reversed", **ticks
        ),
    )


def scheme_scores(
    table: ResultTable, metric: str, series: Sequence[str], names: Mapping[str, str], *, name: str
) -> Written:
    """Mean of one metric for each way of splitting, with one standard deviation to either side.

    `series` are models, or differences, whose scale is another.
    """
    values = {}
    for one in series:
        cells = [row.cell(one, metric).summary for row in table.rows]
        sds = [cell.one_score.sd.value for cell in cells]
        values[one] = [cell.mean.value for cell in cells], {"array": sds}
    labels = [names.get(row.label, row.label) for row in table.rows]
    hover, title = "%{x:.4f} ± %{error_x.array:.4f}", _("{metric}, mean ± sd of one score")
    return _scheme_rows(table, labels, values, hover, title.format(metric=style.inert(name)))


def snr_by_ratio(
    table: ResultTable, metric: str, series: Sequence[str], printed: str | None, *, name: str
) -> Written:
    """Signal-to-noise ratio of models, or of differences, for each share trained on, with intervals.

    `printed` names tables of the paper.
    """
    values = {}
    for one in series:
        snr = [row.cell(one, metric).summary.one_score.snr for row in table.rows]
        values[one] = [None if each is None else abs(each.value) for each in snr], _reach(snr)
    data, places = [], list(range(len(table.rows)))
    papers = ("A", "B") if series[0] in table.models else ("A − B",)
    for one, symbol in zip(papers, ("circle-open", "diamond-open"), strict=False):
        paper = None if printed is None else paper_snr(printed, one, metric=metric)
        if paper is not None:
            words = _("{of}, the paper's").format(of=one)
            look = {"symbol": symbol, "name": words, "marker": {"line": {"width": 2}}}
            data.append(marks.points(list(paper), places, style.GREY, words + ": %{x:.1f}", **look))
    title = _("|SNR| of {metric}").format(metric=style.inert(name))
    return _scheme_rows(table, [row.label for row in table.rows], values, "%{x:.1f}", title, data)


def _scheme_rows(
    table: ResultTable,
    labels: Sequence[str],
    values: Mapping[str, tuple[list[Any], Mark]],
    hover: str,
    title: str,
    extra: Sequence[Mark] = (),
) -> Written:
    """A row for each way of splitting: by model or difference its values, and how far their error bars reach."""
    data = []
    for (of, (x, reach)), shift in zip(values.items(), marks.offsets(len(values), 0.16), strict=True):
        # A difference has another look than any model.
        color, symbol = style.MODELS[table.series.index(of) % len(style.MODELS)]
        interval, name = reach | {"color": color, "thickness": 1.5}, style.inert(of)
        look = {"size": 10, "symbol": symbol, "name": name, "error_x": interval}
        data.append(marks.points(x, np.arange(len(x)) + shift, color, f"{name}: {hover}", **look))
    return written(
        [*data, *extra],
        **sized(130 + 56 * len(labels), left=16, top=40),
        showlegend=True,
        xaxis=marks.axis(title),
        yaxis=marks.rows([style.inert(label) for label in labels]),
    )


def _reach(estimates: Sequence[Estimate | None]) -> Mark:
    """Intervals of absolute values as error bars; one that has none gets none."""
    above, below = [], []
    for one in estimates:
        reach = (0.0, 0.0)
        if one is not None and one.lower is not None and one.upper is not None:
            reach = one.upper - one.value, one.value - one.lower
        up, down = reach if one is None or one.value >= 0 else reach[::-1]
        above.append(up)
        below.append(down)
    return {"symmetric": False, "array": above, "arrayminus": below}
