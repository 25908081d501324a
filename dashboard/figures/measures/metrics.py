"""Figures of metrics: what moves when a class, a weight, a threshold or a cost is moved."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.comparisons.scores import confusion
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.splits.divergence import rows
from dashboard.figures.style import Text
from mx2core.metrics import BleuScores, CostScores, NumberScores, RankCurve, ThresholdScores

Floats = NDArray[np.float64]
MOST = 600  # points of a curve that are drawn
BARS = 30  # of a histogram of scores
WRITTEN = 12  # classes whose cells have room for a number
DARK = 0.6  # share of a class from which a cell is dark
ClassRow = tuple[str, float, float, float]  # name, precision, recall, F


def confusion_of(matrix: NDArray[Any], labels: Sequence[str], positive: int, *, text: Text) -> go.Figure:
    """The confusion matrix with its counts, and a frame round row and column of the positive class."""
    figure = confusion(matrix, labels, text=text)
    n = len(labels)
    if n <= WRITTEN:
        _write_counts(figure, matrix)
        figure.update_traces(showscale=False, selector={"type": "heatmap"})
    frame = {"type": "rect", "line": {"color": style.RUST, "width": 2}, "fillcolor": style.NOTHING}
    figure.add_shape(**frame, x0=-0.5, x1=n - 0.5, y0=positive - 0.5, y1=positive + 0.5)
    figure.add_shape(**frame, x0=positive - 0.5, x1=positive + 0.5, y0=-0.5, y1=n - 0.5)
    figure.update_xaxes(zeroline=False)
    figure.update_yaxes(zeroline=False)
    return figure


def _write_counts(figure: go.Figure, matrix: NDArray[Any]) -> None:
    """The numbers in the cells: white on dark ones, in the ink of the page on the others."""
    dark = matrix >= DARK * np.maximum(matrix.sum(axis=1, keepdims=True), 1)
    for cells, font in ((dark, {"color": "#ffffff", "size": 14}), (~dark, {"size": 14})):
        y, x = np.nonzero(cells)
        figure.add_scatter(
            x=x,
            y=y,
            text=[f"{matrix[row, column]:,g}" for row, column in zip(y, x, strict=True)],
            mode="text",
            textfont=font,
            hoverinfo="skip",
            showlegend=False,
        )


def class_rows(table: Sequence[ClassRow], *, n_averages: int, beta: float, text: Text) -> Written:
    """Precision, recall and F of classes, the averages under them."""
    numbers = list(range(len(table)))
    looks = (
        (text("precision"), style.TEAL, "circle", 1),
        (text("recall"), style.VIOLET, "diamond", 2),
        (f"F (β = {beta:g})", style.RUST, "line-ns-open", 3),
    )
    between = [
        {
            "type": "line",
            "x0": min(row[1:3]),
            "x1": max(row[1:3]),
            "y0": k,
            "y1": k,
            "line": {"color": style.CROWD, "width": 3},
            "layer": "below",
        }
        for k, row in enumerate(table)
    ]
    above = len(table) - n_averages - 0.5
    baseline = {
        "type": "line",
        "x0": 0,
        "x1": 1,
        "xref": "x domain",
        "y0": above,
        "y1": above,
        "line": {"color": style.LINE, "width": 1, "dash": "dot"},
    }
    return written(
        [
            {
                "type": "scatter",
                "x": [row[place] for row in table],
                "y": numbers,
                "mode": "markers",
                "marker": {
                    "size": 16 if place == 3 else 10,
                    "color": color,
                    "symbol": symbol,
                    "line": {"width": 3 if place == 3 else 0, "color": color},
                },
                "name": name,
                "customdata": [style.inert(row[0]) for row in table],
                "hovertemplate": f"%{{customdata}}, {name}: %{{x:.4f}}<extra></extra>",
            }
            for name, color, symbol, place in looks
        ],
        height=90 + 30 * len(table),
        left=16,
        top=40,
        shapes=[*between, baseline],
        xaxis={"range": [-0.02, 1.02], "tickformat": ".1f", "showgrid": True},
        yaxis=rows([style.inert(row[0]) for row in table]) | {"zeroline": False},
    )


def precision_recall(scores: ThresholdScores, *, text: Text) -> Written:
    """Precision against recall, with break-even point, best F and the chosen threshold."""
    counts = scores.counts
    places = _some(len(counts.thresholds))
    bend = scores.break_even
    marks = [
        _mark(
            scores.at.recall,
            scores.at.precision,
            text("chosen threshold"),
            style.RUST,
            "circle",
            "bottom left",
        ),
        _mark(scores.best.recall, scores.best.precision, text("best F"), style.VIOLET, "star", "top right"),
        _mark(bend, bend, text("break-even point"), "#2563eb", "square", "middle right"),
    ]
    return _unit_square(
        [
            _curve(
                counts.recall[places],
                counts.precision[places],
                "P–R",
                counts.thresholds[places],
            ),
            _straight((0, 1), (0, 1)),
            _straight((0, 1), (scores.share_positive,) * 2, "dash"),
            *marks,
        ],
        text("recall"),
        text("precision"),
        by_chance=(0.0, scores.share_positive, text("by chance")),
    )


def roc(scores: ThresholdScores, *, text: Text) -> Written:
    """True against false positive rate, the area under it, and the chosen threshold."""
    counts = scores.counts
    shown = np.concatenate(([0], _some(len(counts.thresholds)) + 1))
    x, y = (np.concatenate(([0.0], rate))[shown] for rate in (counts.false_positive_rate, counts.recall))
    curve = _curve(x, y, "ROC")
    return _unit_square(
        [
            curve | {"fill": "tozeroy", "fillcolor": style.TEAL_AREA},
            _straight((0, 1), (0, 1), "dash"),
            _mark(
                scores.at.false_positive_rate,
                scores.at.recall,
                text("chosen threshold"),
                style.RUST,
                "circle",
                "bottom right",
            ),
        ],
        text("false positive rate"),
        text("true positive rate (recall)"),
        by_chance=(0.6, 0.6, text("by chance")),
        area=f"AUC {scores.auc:.4f}",
    )


def scores_by_class(scores: ThresholdScores, *, text: Text) -> Written:
    """How many items of each side score how much, and where they are cut."""
    counts = scores.counts
    ends = float(counts.thresholds[-1]), float(counts.thresholds[0])
    sides = (
        (np.diff(counts.fp, prepend=0.0), style.GREY, text("all others")),
        (np.diff(counts.tp, prepend=0.0), style.TEAL, style.inert(scores.positive)),
    )
    data = []
    for weights, color, name in sides:
        bars, edges = np.histogram(counts.thresholds, bins=BARS, range=ends, weights=weights)
        data.append(
            {
                "type": "bar",
                "x": (edges[:-1] + edges[1:]) / 2,
                "y": bars,
                "width": (ends[1] - ends[0]) / BARS,
                "marker": {"color": color},
                "name": name,
                "hovertemplate": name + ": %{y:,g}<extra></extra>",
            }
        )
    cut = scores.at.threshold
    lines = [] if cut is None else [style.vertical(cut, text("chosen threshold"), style.RUST)]
    return written(
        data,
        height=230,
        top=40,
        barmode="stack",
        shapes=lines,
        xaxis={"title": {"text": text("score")}},
        yaxis={"title": {"text": text("items")}},
    )


def cost_lines(scores: CostScores, *, text: Text) -> Written:
    """A line for each threshold, the lower envelope that is the cost curve, and where the costs put us."""
    shown = _some(len(scores.false_positive_rates), 80)
    ends = [
        (float(scores.false_positive_rates[k]), float(scores.false_negative_rates[k])) for k in shown.tolist()
    ]
    at = scores.rows[0]
    return written(
        [
            {
                "type": "scatter",
                "x": [x for _ends in ends for x in (0, 1, None)],
                "y": [y for begin, end in ends for y in (begin, end, None)],
                "mode": "lines",
                "line": {"color": style.CROWD, "width": 1},
                "showlegend": False,
                "hoverinfo": "skip",
            },
            {
                "type": "scatter",
                "x": [0, 1],
                "y": [at.false_positive_rate, 1 - at.recall],
                "mode": "lines",
                "line": {"color": style.RUST, "width": 2},
                "name": text("chosen threshold"),
                "hovertemplate": "%{x:.2f}: %{y:.4f}<extra></extra>",
            },
            {
                "type": "scatter",
                "x": scores.x,
                "y": scores.y,
                "mode": "lines",
                "line": {"color": style.TEAL, "width": 4},
                "fill": "tozeroy",
                "fillcolor": style.TEAL_AREA,
                "name": text("cost curve"),
                "showlegend": False,
                "hovertemplate": "%{x:.2f}: %{y:.4f}<extra></extra>",
            },
            _mark(
                scores.probability_cost,
                scores.normalized_cost,
                text("you pay"),
                style.RUST,
                "circle",
                "top left",
            ),
            _mark(
                scores.probability_cost,
                scores.least_cost,
                text("the least"),
                style.VIOLET,
                "star",
                "bottom right",
            ),
        ],
        height=400,
        top=24,
        annotations=[{"x": 0.5, "y": 0.04, "text": text("cost curve"), "showarrow": False}],
        shapes=[
            style.vertical(scores.probability_cost, "p(+)cost", style.GREY, "dot") | {"showlegend": False}
        ],
        xaxis={"title": {"text": text("probability cost p(+)cost")}, "range": [0, 1], "tickformat": ".1f"},
        yaxis={"title": {"text": text("normalized cost")}, "range": [0, 1.02], "tickformat": ".1f"},
    )


def rank_gains(curve: RankCurve, k: int, *, text: Text) -> Written:
    """What each place adds to DCG, beside the best order; places behind k are pale."""
    places = list(range(1, len(curve.gain) + 1))
    return written(
        [
            {
                "type": "bar",
                "x": places,
                "y": values,
                "marker": {"color": color, "opacity": [1.0 if place <= k else 0.3 for place in places]},
                "name": name,
                "hovertemplate": name + ", %{x}: %{y:.4f}<extra></extra>",
            }
            for values, color, name in (
                (curve.gain, style.TEAL, text("this order")),
                (curve.ideal, style.GREY, text("best order")),
            )
        ],
        height=340,
        top=40,
        barmode="group",
        shapes=[style.vertical(k + 0.5, "k", style.RUST, "dash") | {"showlegend": False}],
        xaxis={"title": {"text": text("place")}, "dtick": max(1, len(places) // 20)},
        yaxis={"title": {"text": text("discounted gain")}},
    )


def rank_precision(curve: RankCurve, k: int, *, text: Text) -> Written:
    """Precision after each place; the average precision is the mean over the relevant places."""
    places = np.arange(1.0, len(curve.gain) + 1)
    relevant = curve.relevant > 0
    return written(
        [
            {
                "type": "scatter",
                "x": places,
                "y": curve.precision,
                "mode": "lines",
                "line": {"color": style.LINE, "width": 2},
                "name": "P@k",
                "hovertemplate": "P@%{x}: %{y:.4f}<extra></extra>",
            },
            _marks(places[relevant], curve.precision[relevant], text("relevant"), style.TEAL, "circle"),
            _marks(places[~relevant], curve.precision[~relevant], text("not relevant"), style.GREY, "x"),
        ],
        height=340,
        top=40,
        shapes=[style.vertical(k + 0.5, "k", style.RUST, "dash") | {"showlegend": False}],
        xaxis={"title": {"text": text("place")}, "dtick": max(1, len(places) // 20)},
        yaxis={"title": {"text": text("precision")}, "range": [-0.03, 1.05], "tickformat": ".1f"},
    )


def predicted_numbers(scores: NumberScores, *, text: Text) -> Written:
    """Predicted against right values; what lies on the line is right."""
    places = _some(len(scores.gold))
    worst = scores.rows[0]
    both = np.concatenate([scores.gold, scores.predicted])
    low, high = float(both.min()), float(both.max())
    return written(
        [
            _straight((low, high), (low, high)),
            _marks(scores.gold[places], scores.predicted[places], text("predictions"), style.TEAL, "circle")
            | {"showlegend": False},
            _mark(worst.gold, worst.predicted, text("largest error"), style.RUST, "circle", "top left"),
        ],
        height=380,
        top=40,
        xaxis={"title": {"text": text("right value")}, "showgrid": True, "zeroline": False},
        yaxis={"title": {"text": text("predicted value")}, "zeroline": False},
    )


def relative_errors(scores: NumberScores, *, text: Text) -> Written:
    """Relative errors from the smallest to the largest, with their median, mean and a quantile."""
    errors = np.sort(np.abs(scores.predicted - scores.gold) / np.abs(scores.gold))
    places = _some(len(errors))
    shares = np.linspace(0, 1, len(errors))
    lines = (
        (scores.summary["mape"], text("median (MAPE)"), style.VIOLET, "solid"),
        (scores.summary["mre"], text("mean (MRE)"), style.RUST, "dash"),
        (scores.summary["relative_error_quantile"], text("quantile"), "#2563eb", "dot"),
    )
    return written(
        [_curve(errors[places], shares[places], text("share of items")) | {"showlegend": False}],
        height=380,
        top=64,
        shapes=[
            style.vertical(value, name, color, dash)
            for value, name, color, dash in lines
            if value is not None
        ],
        xaxis={"title": {"text": text("relative error")}, "rangemode": "tozero", "showgrid": True},
        yaxis={"title": {"text": text("share of items")}, "range": [0, 1.02], "tickformat": ".0%"},
    )


def ngram_rates(scores: BleuScores, *, text: Text) -> Written:
    """Precision with and without clipping, and recall, by the length of n-grams."""
    names = [f"n = {row.n}" for row in scores.rows]
    looks = (
        ([row.unclipped for row in scores.rows], style.GREY, text("without clipping")),
        ([row.precision for row in scores.rows], style.TEAL, "P_n"),
        ([row.recall for row in scores.rows], style.VIOLET, text("recall")),
    )
    return written(
        [
            {
                "type": "bar",
                "x": names,
                "y": values,
                "marker": {"color": color},
                "name": name,
                "hovertemplate": name + ", %{x}: %{y:.4f}<extra></extra>",
            }
            for values, color, name in looks
        ],
        height=340,
        top=40,
        barmode="group",
        yaxis={"title": {"text": text("share of n-grams")}, "range": [0, 1.02], "tickformat": ".1f"},
    )


def word_intervals(
    letters: str, cuts: Sequence[tuple[str, Sequence[tuple[int, int]]]], *, text: Text
) -> Written:
    """The words of a text as intervals of letters, in two ways; intervals that both have are filled."""
    both = set(cuts[0][1]) & set(cuts[1][1])
    shapes, notes = [], []
    for row, (_name, words) in enumerate(cuts):
        for first, last in (word for word in words if word[1] <= len(letters)):
            right = (first, last) in both
            shapes.append(
                {
                    "type": "rect",
                    "x0": first - 0.45,
                    "x1": last + 0.45,
                    "y0": row - 0.3,
                    "y1": row + 0.3,
                    "line": {"color": style.TEAL if right else style.RUST, "width": 2},
                    "fillcolor": style.TEAL_AREA if right else style.NOTHING,
                }
            )
            word = style.inert(letters[first - 1 : last])
            notes.append({"x": (first + last) / 2, "y": row, "text": word, "showarrow": False})
    axis = {"zeroline": False, "showgrid": False}
    return written(
        [{"type": "scatter", "x": [None], "y": [None], "showlegend": False}],
        height=220,
        left=16,
        shapes=shapes,
        annotations=notes,
        xaxis=axis | {"range": [0.3, len(letters) + 0.7], "dtick": 1, "title": {"text": text("letter")}},
        yaxis=axis
        | {
            "range": [1.5, -0.5],
            "tickvals": [0, 1],
            "ticktext": [name for name, _words in cuts],
            "automargin": True,
        },
    )


def _unit_square(
    data: Sequence[dict[str, object]],
    across: str,
    up: str,
    *,
    by_chance: tuple[float, float, str],
    area: str = "",
) -> Written:
    """Two rates against each other; `by_chance` says where the line of chance is named, and how; `area` its size."""
    axis = {"range": [-0.01, 1.02], "tickformat": ".1f", "zeroline": False}
    x, y, name = by_chance
    notes = [{"x": x, "y": y, "text": name, "showarrow": False, "xanchor": "left", "yanchor": "top"}]
    if area:
        notes.append({"x": 0.7, "y": 0.25, "text": area, "showarrow": False})
    return written(
        data,
        height=420,
        top=24,
        annotations=notes,
        xaxis=axis | {"title": {"text": across}, "showgrid": True},
        yaxis=axis | {"title": {"text": up}},
    )


def _curve(x: Floats, y: Floats, name: str, thresholds: Floats | None = None) -> dict[str, object]:
    said = {} if thresholds is None else {"customdata": thresholds.tolist()}
    hover = "%{x:.3f}, %{y:.3f}" + ("" if thresholds is None else " (%{customdata:.4g})")
    return {
        "type": "scatter",
        "x": x,
        "y": y,
        "mode": "lines",
        "line": {"color": style.TEAL, "width": 3},
        "name": name,
        "showlegend": False,
        "hovertemplate": hover + "<extra></extra>",
        **said,
    }


def _straight(x: tuple[float, float], y: tuple[float, float], dash: str = "dot") -> dict[str, object]:
    return {
        "type": "scatter",
        "x": list(x),
        "y": list(y),
        "mode": "lines",
        "line": {"color": style.LINE, "width": 1.5, "dash": dash},
        "showlegend": False,
        "hoverinfo": "skip",
    }


def _mark(x: float, y: float, name: str, color: str, symbol: str, place: str) -> dict[str, object]:
    """A point with its name beside it, at `place`."""
    return {
        "type": "scatter",
        "x": [x],
        "y": [y],
        "mode": "markers+text",
        "marker": {"size": 13, "color": color, "symbol": symbol},
        "text": [f" {name} "],
        "textposition": place,
        "cliponaxis": False,
        "name": name,
        "showlegend": False,
        "hovertemplate": name + ": %{x:.4f}, %{y:.4f}<extra></extra>",
    }


def _marks(x: Floats, y: Floats, name: str, color: str, symbol: str) -> dict[str, object]:
    return {
        "type": "scatter",
        "x": x,
        "y": y,
        "mode": "markers",
        "marker": {"size": 9, "color": color, "symbol": symbol},
        "name": name,
        "hovertemplate": name + ": %{x:.4g}, %{y:.4g}<extra></extra>",
    }


def _some(n: int, most: int = MOST) -> NDArray[np.int64]:
    """Numbers of the points that are drawn, the first and the last among them."""
    return np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(np.int64))
