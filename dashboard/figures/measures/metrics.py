"""Figures of metrics: what moves when a class, a weight, a threshold or a cost is moved."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dashboard.figures import marks, style
from dashboard.figures.marks import Mark
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.text import _, bracketed
from mx2core.metrics import BleuScores, CostScores, NumberScores, RankCurve, ThresholdScores

MOST = 600  # points of a curve that are drawn
BARS = 30  # of a histogram of scores
ClassRow = tuple[str, float, float, float]  # name, precision, recall, F


def class_rows(table: Sequence[ClassRow], *, n_averages: int, beta: float) -> Written:
    """Precision, recall and F of classes, the averages under them."""
    names = [style.inert(row[0]) for row in table]
    looks = (
        (_("precision"), style.TEAL, "circle", 10, 0),
        (_("recall"), style.VIOLET, "diamond", 10, 0),
        (bracketed("F", f"β = {beta:g}"), style.RUST, "line-ns-open", 16, 3),
    )
    between = [
        marks.straight((min(row[1:3]), max(row[1:3])), (k, k), style.CROWD, 3, layer="below")
        for k, row in enumerate(table)
    ]
    above = marks.level(len(table) - n_averages - 0.5, "", style.GREY, width=1)
    data, rows = [], list(range(len(table)))
    for place, (name, color, symbol, size, width) in enumerate(looks, start=1):
        look = {"size": size, "symbol": symbol, "marker": {"line": {"width": width, "color": color}}}
        values, hover = [row[place] for row in table], f"%{{customdata}}, {name}: %{{x:.4f}}"
        data.append(marks.points(values, rows, color, hover, name=name, customdata=names, **look))
    return written(
        data,
        **sized(90 + 30 * len(table), left=16, top=40),
        shapes=[*between, above],
        xaxis={"range": [-0.02, 1.02], "tickformat": ".1f", "showgrid": True},
        yaxis=marks.rows(names),
    )


def precision_recall(scores: ThresholdScores) -> Written:
    """Precision against recall, with break-even point, best F and the chosen threshold."""
    counts, at, best, bend = scores.counts, scores.at, scores.best, scores.break_even
    places = _some(len(counts.thresholds))
    hover = "%{x:.3f}, %{y:.3f} (%{customdata:.4g})"
    data = {"customdata": counts.thresholds[places]}
    return _unit_square(
        [
            marks.curve(counts.recall[places], counts.precision[places], style.TEAL, hover, **data),
            _straight((0, 1), (0, 1)),
            _straight((0, 1), (scores.share_positive,) * 2, "dash"),
            _mark(at.recall, at.precision, _("chosen threshold"), style.RUST, "circle", "bottom left"),
            _mark(best.recall, best.precision, _("best F"), style.VIOLET, "star", "top right"),
            _mark(bend, bend, _("break-even point"), style.BLUE, "square", "middle right"),
        ],
        _("recall"),
        _("precision"),
        chance=(0.0, scores.share_positive, _("by chance")),
    )


def roc(scores: ThresholdScores) -> Written:
    """True against false positive rate, the area under it, and the chosen threshold."""
    counts, at = scores.counts, scores.at
    shown = np.concatenate(([0], _some(len(counts.thresholds)) + 1))
    x, y = (np.concatenate(([0.0], rate))[shown] for rate in (counts.false_positive_rate, counts.recall))
    chosen = (at.false_positive_rate, at.recall, _("chosen threshold"))
    return _unit_square(
        [
            marks.curve(x, y, style.TEAL, "%{x:.3f}, %{y:.3f}", fill="tozeroy", fillcolor=style.TEAL_AREA),
            _straight((0, 1), (0, 1), "dash"),
            _mark(*chosen, style.RUST, "circle", "bottom right"),
        ],
        _("false positive rate"),
        _("true positive rate (recall)"),
        chance=(0.6, 0.6, _("by chance")),
        area=f"AUC {scores.auc:.4f}",
    )


def scores_by_class(scores: ThresholdScores) -> Written:
    """How many items of each side score how much, and where they are cut."""
    counts = scores.counts
    ends = float(counts.thresholds[-1]), float(counts.thresholds[0])
    width = {"width": (ends[1] - ends[0]) / BARS}
    data = []
    for weights, color, pattern, name in (
        (np.diff(counts.fp, prepend=0.0), style.GREY, "/", _("all others")),
        (np.diff(counts.tp, prepend=0.0), style.TEAL, "", style.inert(scores.positive)),
    ):
        bars, edges = np.histogram(counts.thresholds, bins=BARS, range=ends, weights=weights)
        middle = (edges[:-1] + edges[1:]) / 2
        look = {"marker": marks.patterned(color, pattern)}
        data.append(marks.bars(middle, bars, color, name + ": %{y:,g}", name=name, **width, **look))
    cut = scores.at.threshold
    return written(
        data,
        **sized(230, top=40),
        barmode="stack",
        shapes=[] if cut is None else [marks.upright(cut, _("chosen threshold"), style.RUST)],
        xaxis=marks.axis(_("score")),
        yaxis=marks.axis(_("items")),
    )


def cost_lines(scores: CostScores) -> Written:
    """A line for each threshold, the lower envelope that is the cost curve, and where the costs put us."""
    shown = _some(len(scores.false_positive_rates), 80)
    ends = np.stack([scores.false_positive_rates, scores.false_negative_rates], axis=1)[shown].tolist()
    at, here, hover = scores.rows[0], scores.probability_cost, "%{x:.2f}: %{y:.4f}"
    every = [x for _ends in ends for x in (0, 1, None)], [y for both in ends for y in (*both, None)]
    chosen = [at.false_positive_rate, 1 - at.recall]
    fill = {"fill": "tozeroy", "fillcolor": style.TEAL_AREA}
    return written(
        [
            marks.curve(*every, style.CROWD, width=1),
            marks.curve([0, 1], chosen, style.RUST, hover, width=2, name=_("chosen threshold")),
            marks.curve(scores.x, scores.y, style.TEAL, hover, width=4, **fill),
            _mark(here, scores.normalized_cost, _("you pay"), style.RUST, "circle", "top left"),
            _mark(here, scores.least_cost, _("the least"), style.VIOLET, "star", "bottom right"),
        ],
        height=400,
        annotations=[marks.note(0.5, 0.04, _("cost curve"))],
        shapes=[marks.upright(here, "", style.GREY, "dot")],
        xaxis=marks.axis(_("probability cost p(+)cost"), range=[0, 1], tickformat=".1f"),
        yaxis=marks.axis(_("normalized cost"), range=[0, 1.02], tickformat=".1f"),
    )


def rank_gains(curve: RankCurve, k: int) -> Written:
    """What each place adds to DCG, beside the best order; places behind k are pale."""
    places = list(range(1, len(curve.gain) + 1))
    look = {"opacity": [1.0 if place <= k else 0.3 for place in places]}
    looks = ((curve.gain, style.TEAL, "", _("this order")), (curve.ideal, style.GREY, "/", _("best order")))
    return _place_figure(_named_bars(places, looks, look), len(places), k, marks.axis(_("discounted gain")))


def _named_bars(
    x: Sequence[Any], looks: Sequence[tuple[Any, str, str, str]], more: Mark | None = None
) -> list[Mark]:
    data = []
    for y, color, shape, name in looks:
        marker = marks.patterned(color, shape) | (more or {})
        data.append(marks.bars(x, y, color, name + ", %{x}: %{y:.4f}", name=name, marker=marker))
    return data


def rank_precision(curve: RankCurve, k: int) -> Written:
    """Precision after each place; the average precision is the mean over the relevant places."""
    places = np.arange(1.0, len(curve.gain) + 1)
    relevant = curve.relevant > 0
    data = [marks.curve(places, curve.precision, style.GREY, "P@%{x}: %{y:.4f}", width=2, name="P@k")]
    for which, name, color, symbol in (
        (relevant, _("relevant"), style.TEAL, "circle"),
        (~relevant, _("not relevant"), style.GREY, "x"),
    ):
        x, y, hover = places[which], curve.precision[which], name + ": %{x:.4g}, %{y:.4g}"
        data.append(marks.points(x, y, color, hover, symbol=symbol, name=name))
    up = marks.axis(_("precision"), range=[-0.03, 1.05], tickformat=".1f")
    return _place_figure(data, len(places), k, up)


def _place_figure(data: Sequence[Mark], n: int, k: int, yaxis: Mark) -> Written:
    """Something of each of `n` places, the first `k` marked off."""
    return written(
        data,
        **sized(340, top=40),
        barmode="group",
        shapes=[marks.upright(k + 0.5, "", style.RUST, "dash")],
        xaxis=marks.axis(_("place"), dtick=max(1, n // 20)),
        yaxis=yaxis,
    )


def predicted_numbers(scores: NumberScores) -> Written:
    """Predicted against right values; what lies on the line is right."""
    places = _some(len(scores.gold))
    worst = scores.rows[0]
    both = np.concatenate([scores.gold, scores.predicted])
    ends = float(both.min()), float(both.max())
    hover = _("predictions") + ": %{x:.4g}, %{y:.4g}"
    return written(
        [
            _straight(ends, ends),
            marks.points(scores.gold[places], scores.predicted[places], style.TEAL, hover),
            _mark(worst.gold, worst.predicted, _("largest error"), style.RUST, "circle", "top left"),
        ],
        **sized(380, top=40),
        xaxis=marks.axis(_("right value"), showgrid=True, zeroline=False),
        yaxis=marks.axis(_("predicted value"), zeroline=False),
    )


def relative_errors(scores: NumberScores) -> Written:
    """Relative errors from the smallest to the largest, with their median, mean and a quantile."""
    errors = np.sort(np.abs(scores.predicted - scores.gold) / np.abs(scores.gold))
    places = _some(len(errors))
    shares = np.linspace(0, 1, len(errors))
    lines = (
        ("mape", _("median (MAPE)"), style.VIOLET, "solid"),
        ("mre", _("mean (MRE)"), style.RUST, "dash"),
        ("relative_error_quantile", _("quantile"), style.BLUE, "dot"),
    )
    return written(
        [marks.curve(errors[places], shares[places], style.TEAL, "%{x:.3f}, %{y:.3f}")],
        **sized(380, top=64),
        shapes=[
            marks.upright(scores.summary[key], name, color, dash)
            for key, name, color, dash in lines
            if scores.summary[key] is not None
        ],
        xaxis=marks.axis(_("relative error"), rangemode="tozero", showgrid=True),
        yaxis=marks.axis(_("share of items"), range=[0, 1.02], tickformat=".0%"),
    )


def ngram_rates(scores: BleuScores) -> Written:
    """Precision with and without clipping, and recall, by the length of n-grams."""
    names = [f"n = {row.n}" for row in scores.rows]
    looks = (
        ([row.unclipped for row in scores.rows], style.GREY, "/", _("without clipping")),
        ([row.precision for row in scores.rows], style.TEAL, "", "Pₙ"),
        ([row.recall for row in scores.rows], style.VIOLET, "", _("recall")),
    )
    return written(
        _named_bars(names, looks),
        **sized(340, top=40),
        barmode="group",
        yaxis=marks.axis(_("share of n-grams"), range=[0, 1.02], tickformat=".1f"),
    )


def word_intervals(letters: str, cuts: Sequence[tuple[str, Sequence[tuple[int, int]]]]) -> Written:
    """The words of a text as intervals of letters, in two ways; intervals that both have are filled."""
    both = set(cuts[0][1]) & set(cuts[1][1])
    shapes, notes = [], []
    for row, (_name, words) in enumerate(cuts):
        for first, last in (word for word in words if word[1] <= len(letters)):
            same = (first, last) in both
            color, fill = (style.TEAL, style.TEAL_AREA) if same else (style.RUST, style.NOTHING)
            ends = (first - 0.45, last + 0.45), (row - 0.3, row + 0.3)
            shapes.append(marks.area(*ends, line={"color": color, "width": 2}, fillcolor=fill))
            notes.append(marks.note((first + last) / 2, row, style.inert(letters[first - 1 : last])))
    return written(
        [marks.words([None], [None], None)],
        **sized(220, left=16),
        shapes=shapes,
        annotations=notes,
        xaxis=marks.axis(_("character"), range=[0.3, len(letters) + 0.7], dtick=1, **marks.BARE),
        yaxis=marks.rows([name for name, _words in cuts], range=[1.5, -0.5], **marks.BARE),
    )


def _unit_square(
    data: Sequence[Mark], x: str, y: str, *, chance: tuple[float, float, str], area: str = ""
) -> Written:
    """Two rates against each other; `chance` says where the line of chance is named, and how; `area` its size."""
    square = {"range": [-0.01, 1.02], "tickformat": ".1f", "zeroline": False}
    notes = [marks.note(*chance, xanchor="left", yanchor="top")]
    if area:
        notes.append(marks.note(0.7, 0.25, area))
    return written(
        data,
        height=420,
        annotations=notes,
        xaxis=marks.axis(x, showgrid=True, **square),
        yaxis=marks.axis(y, **square),
    )


def _straight(x: tuple[float, float], y: tuple[float, float], dash: str = "dot") -> Mark:
    return marks.curve(list(x), list(y), style.GREY, line={"width": 1.5, "dash": dash})


def _mark(x: float, y: float, name: str, color: str, symbol: str, place: str) -> Mark:
    """A point with its name beside it, at `place`, also where the picture ends."""
    hover = name + ": %{x:.4f}, %{y:.4f}"
    return marks.named_point(x, y, f" {name} ", color, symbol, place, hover, cliponaxis=False)


def _some(n: int, most: int = MOST) -> NDArray[np.int64]:
    """Numbers of the points that are drawn, the first and the last among them."""
    return np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(np.int64))
