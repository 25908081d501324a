"""Scores of models on the same partitions, and what they mistake."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import marks, style
from dashboard.figures.marks import Floats, Mark
from dashboard.figures.plain_figure import Written, fitted, written
from dashboard.words.text import _
from mx2core.studies import Estimate, ResultTable, paper_snr

ABOVE_TITLES = {"yref": "container", "y": 1, "yanchor": "top"}  # a legend over the titles of two pictures
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
        **fitted(330, top=36),
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


def confusion(
    matrix: NDArray[np.int64],
    labels: Sequence[str],
    *,
    on_cells: Sequence[Mark] = (),
    shapes: Sequence[Mark] = (),
    scale: bool = True,
    **axes: Any,
) -> Written:
    """How often each class was taken for each, shape (n_classes, n_classes); rows are right.

    `on_cells` and `shapes` are drawn over the cells; `scale` says beside them what their colours mean.
    """
    names = [style.inert(label, 18) for label in labels]
    numbers = list(range(len(names)))
    # Shares of a row, so that rare classes are seen beside frequent ones.
    shares = matrix / np.maximum(matrix.sum(axis=1, keepdims=True), 1)
    right, predicted = np.meshgrid(np.array(names, dtype=object), names, indexing="ij")
    ticks = {"tickvals": numbers, "ticktext": names, **marks.BARE, **axes}
    bar = {"title": {"text": _("share of the class")}, "thickness": 12, "tickformat": ".0%"}
    cells = marks.cells(
        numbers,
        numbers,
        np.where(matrix > 0, shares, np.nan),
        [[0, "rgba(13,148,136,0.12)"], [1, style.TEAL]],
        _("%{customdata[1]}, predicted %{customdata[2]}: %{customdata[0]:,} times"),
        customdata=np.stack([matrix.astype(object), right, predicted], axis=-1),
        zmin=0,
        zmax=1,
        **({"colorbar": bar} if scale else {"showscale": False}),
    )
    return written(
        [cells, *on_cells],
        **fitted(max(260, 140 + 22 * len(names)), left=16, top=8),
        shapes=list(shapes),
        xaxis=marks.axis(_("predicted"), autotickangles=[0, -45], **ticks),
        yaxis=marks.axis(_("gold"), autorange="reversed", **ticks),
    )


def scheme_scores(table: ResultTable, metric: str, names: Mapping[str, str], *, name: str) -> Written:
    """Mean of one metric for each way of splitting, with one standard deviation to either side.

    Models stand on the left axis, their differences on a picture of their own to the right.
    """
    labels = [style.inert(names.get(row.label, row.label)) for row in table.rows]
    data = []
    for pane, of, color, symbol, shift in _looks(table, 0.16):
        cells = [row.cell(of, metric).summary for row in table.rows]
        spread = [cell.one_score.sd.value for cell in cells]
        x, y = [cell.mean.value for cell in cells], np.arange(len(cells)) + shift
        hover = style.inert(of) + ": %{x:.4f} ± %{error_x.array:.4f}"
        look = {"size": 10, "symbol": symbol, "name": style.inert(of), **pane}
        around = {"array": spread, "color": color, "thickness": 1.5}
        data.append(marks.points(x, y, color, hover, error_x=around, **look))
    rows = marks.rows(labels)
    title = _("{metric}, mean ± sd of one score").format(metric=style.inert(name))
    up = (rows, rows | {"matches": "y", "showticklabels": False})
    return written(
        data,
        height=130 + 56 * len(labels),
        margin={"l": 16, "r": 16, "t": 60, "b": 48},
        fitted=True,
        legend=style.LEGEND | ABOVE_TITLES,
        **_panes(table, 0.06, marks.axis(title), up),
    )


def snr_by_ratio(table: ResultTable, metric: str, printed: str | None, *, name: str) -> Written:
    """Signal-to-noise ratio for each share trained on, with intervals; `printed` names tables of the paper.

    Models stand on the left, their differences on a picture of their own to the right.
    """
    labels = [row.label for row in table.rows]
    places = np.arange(len(labels))
    data: list[Mark] = []
    for pane, of, color, symbol, shift in _looks(table, 0.06):  # intervals lie side by side
        snr = [row.cell(of, metric).summary.one_score.snr for row in table.rows]
        more: Mark = {"error_y": _error_bars(snr, color), "name": style.inert(of), "customdata": labels}
        values = [None if one is None else abs(one.value) for one in snr]
        more |= {"width": 1.5, "marker": {"color": color, "symbol": symbol, "size": 9}, **pane}
        hover = style.inert(of) + ", %{customdata}: %{y:.1f}"
        data.append(marks.curve(places + shift, values, color, hover, **more))
    differences = len(table.of) > len(_models(table))
    for number, of in enumerate(("A", "B", "A − B")):
        second = of == "A − B"
        paper = None if printed is None else paper_snr(printed, of, metric=metric)
        if paper is None or (second and not differences):
            continue
        said = _("{of}, the paper's").format(of=of)
        dash, hover = ("dot", "dashdot", "dot")[number], said + ", %{customdata}: %{y:.1f}"
        look: Mark = {"width": 2, "dash": dash, "name": said, "customdata": labels, **_pane(second)}
        data.append(marks.curve(places, paper, style.GREY, hover, **look))
    ticks = {"tickvals": places.tolist(), "ticktext": labels, "zeroline": False}
    across = marks.axis(_("trained on : validated on"), **ticks)
    title, up = _("|SNR| of {metric}").format(metric=style.inert(name)), {"rangemode": "tozero"}
    return written(
        data,
        height=400,
        margin={"l": 56, "r": 16, "t": 84, "b": 48},
        fitted=True,
        legend=style.LEGEND | ABOVE_TITLES,
        **_panes(table, 0.1, across, (marks.axis(title, **up), up)),
    )


def _models(table: ResultTable) -> list[str]:
    return [of for of in table.of if of in table.models]


def _looks(table: ResultTable, reach: float) -> Iterator[tuple[Mark, str, str, str, float]]:
    """Pane, colour, mark and shift of each model and difference, which has another look than any model."""
    looks = cycle(style.MODELS)
    models = _models(table)
    for second, kinds in enumerate((models, [of for of in table.of if of not in models])):
        for of, (color, symbol), shift in zip(kinds, looks, marks.offsets(len(kinds), reach), strict=False):
            yield _pane(bool(second)), of, color, symbol, float(shift)


def _pane(second: bool) -> Mark:
    return {"xaxis": "x2", "yaxis": "y2"} if second else {}


def _panes(table: ResultTable, gap: float, x: Mark, y: tuple[Mark, Mark]) -> dict[str, Any]:
    """The axes of models and, with a title over each picture, of differences beside them, where there are any."""
    if len(table.of) == len(_models(table)):
        return {"xaxis": x, "yaxis": y[0]}
    width = (1 - gap) / 2
    ends = ([0.0, width], [width + gap, 1.0])
    above = {"xref": "paper", "yref": "paper", "xanchor": "center", "yanchor": "bottom", "font": {"size": 16}}
    titles = zip((_("models"), _("differences")), ends, strict=True)
    return {
        "annotations": [marks.note(sum(end) / 2, 1.0, words, **above) for words, end in titles],
        "xaxis": x | {"domain": ends[0], "anchor": "y"},
        "xaxis2": x | {"domain": ends[1], "anchor": "y2"},
        "yaxis": y[0] | {"anchor": "x"},
        "yaxis2": y[1] | {"anchor": "x2"},
    }


def _error_bars(estimates: Sequence[Estimate | None], color: str) -> Mark:
    """Intervals of absolute values as error bars; one that has none gets none."""
    reach = []
    for one in estimates:
        if one is None or one.lower is None or one.upper is None:
            reach.append((0.0, 0.0))
        else:
            up, down = one.upper - one.value, one.value - one.lower
            reach.append((down, up) if one.value < 0 else (up, down))
    above, below = zip(*reach, strict=True)
    return marks.ends(color, list(above), list(below))
