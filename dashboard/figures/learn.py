"""Figures of the lessons that no other page has."""

from collections.abc import Mapping, Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.splits.divergence import rows, schemes
from dashboard.figures.style import Text


def two_halves(labels: Sequence[str], shares: NDArray[np.float64], *, off: float, text: Text) -> Written:
    """Share of each label that is in the first half, for two splits; `shares` is (2, n_labels), within .5 ± `off`."""
    names = [style.inert(label) for label in labels]
    numbers = list(range(len(names)))
    between = [
        {
            "type": "line",
            "x0": float(one),
            "x1": float(other),
            "y0": row,
            "y1": row,
            "line": {"color": style.CROWD, "width": 3},
            "layer": "below",
        }
        for row, (one, other) in enumerate(shares.T)
    ]
    marks = ((style.TEAL, "circle", text("first split")), (style.VIOLET, "diamond", text("second split")))
    reach = min(max(0.1, 1.1 * off), 0.55)
    return written(
        [
            {
                "type": "scatter",
                "x": values,
                "y": numbers,
                "mode": "markers",
                "marker": {"size": 11, "color": color, "symbol": symbol},
                "name": name,
                "customdata": names,
                "hovertemplate": "%{customdata}: %{x:.1%}<extra></extra>",
            }
            for values, (color, symbol, name) in zip(shares, marks, strict=True)
        ],
        height=90 + 28 * len(names),
        left=16,
        top=40,
        shapes=[*between, style.vertical(0.5, text("half of them"), style.RUST, "dot")],
        xaxis={
            "title": {"text": text("share in the first half")},
            "tickformat": ".0%",
            "range": [0.5 - reach, 0.5 + reach],
        },
        yaxis=rows(names) | {"zeroline": False},
    )


QUARTERS = (0, 0.25, 0.5, 0.75, 1)


def shared_training(part: float, *, text: Text) -> go.Figure:
    """What two random training sets have in common, and what a split turned round does."""
    rows = [text("first run"), text("second run"), text("first run, swapped")]
    begin = part * (1 - part)  # so that the two overlap by their expected share
    bars: list[tuple[int, float, float, str]] = [
        (0, 0.0, part, "train"),
        (0, part, 1.0, "validate"),
        (1, 0.0, begin, "validate"),
        (1, begin, begin + part, "train"),
        (1, begin + part, 1.0, "validate"),
        (2, 0.0, part, "validate"),
        (2, part, 1.0, "train"),
    ]
    looks = {"train": (style.TEAL, text("trains")), "validate": (style.CROWD, text("tests"))}
    figure = style.figure(height=300, left=16, top=40, barmode="overlay")
    for kind, (color, name) in looks.items():
        mine = [bar for bar in bars if bar[3] == kind]
        figure.add_bar(
            base=[begins for _, begins, _, _ in mine],
            x=[ends - begins for _, begins, ends, _ in mine],
            y=[row for row, *_ in mine],
            orientation="h",
            marker_color=color,
            name=name,
            hovertemplate=name + ": %{x:.0%}<extra></extra>",
        )
    figure.add_shape(
        type="rect",
        x0=begin,
        x1=part,
        y0=-0.5,
        y1=1.5,
        line={"color": style.RUST, "width": 3},
        name=text("both train on these: {share:.0%} of all").format(share=part - begin),
        showlegend=True,
    )
    figure.update_xaxes(title=text("units of the corpus"), tickformat=".0%", range=[0, 1], tickvals=QUARTERS)
    figure.update_layout(margin_r=36)  # or the last tick would lose its words
    figure.update_yaxes(
        tickvals=[0, 1, 2], ticktext=rows, autorange="reversed", automargin=True, zeroline=False
    )
    return figure


def block_table(table: NDArray[np.bool_], *, text: Text) -> go.Figure:
    """Which blocks each split trains on first; shape (m, n_blocks)."""
    m, n_blocks = table.shape
    figure = style.figure(height=max(240, min(460, 90 + 26 * n_blocks)), top=40)
    splits, blocks = [str(i + 1) for i in range(m)], [str(k + 1) for k in range(n_blocks)]
    for half, color, name in (
        (True, style.TEAL, text("first half")),
        (False, style.CROWD, text("second half")),
    ):
        figure.add_heatmap(
            z=np.where(table.T if half else ~table.T, 1.0, np.nan),
            x=splits,
            y=blocks,
            colorscale=[[0, color], [1, color]],
            showscale=False,
            xgap=2,
            ygap=2,
            hovertemplate=text("block %{y}, split %{x}") + ": " + name + "<extra></extra>",
        )
        style.legend_entry(figure, name, color)  # a heat map has none of its own
    figure.update_xaxes(title=text("split"), type="category", showgrid=False)
    figure.update_yaxes(title=text("block"), type="category", autorange="reversed", showgrid=False)
    return figure


def above_the_floor(
    divergences: Mapping[str, NDArray[np.float64]], *, expected: float, floor: float, text: Text
) -> Written:
    """Chi-square/J of random splits and, named last, of built ones, with the least that any split can have."""
    *_others, built = divergences
    return schemes(
        divergences, expected=expected, chosen=built, floor=floor, title="χ²/J", height=340, text=text
    )


def price(methods: Sequence[str], shifts: Mapping[str, NDArray[np.float64]], *, text: Text) -> go.Figure:
    """Shift of a score by ways of choosing halves, a row each.

    `shifts`: by model, (n_methods, 3), value, lower and upper; NaN where nothing was measured.
    """
    rows = np.arange(len(methods))
    figure = style.figure(height=110 + 60 * len(methods), left=16, top=40)
    marks = ((style.VIOLET, "diamond"), (style.TEAL, "circle"))
    for above, (model, table), (color, symbol) in zip((-0.14, 0.14), shifts.items(), marks, strict=True):
        value, lower, upper = table.T
        figure.add_scatter(
            x=value,
            y=rows + above,
            mode="markers",
            marker={"size": 12, "color": color, "symbol": symbol},
            error_x={"array": upper - value, "arrayminus": value - lower, "color": color, "thickness": 1.5},
            name=style.inert(model, 40),
            customdata=methods,
            hovertemplate="%{customdata}: %{x:+.4f}<extra></extra>",
        )
    style.upright(figure, 0.0, text("random halves"), style.GREY, "dot")
    figure.update_xaxes(
        title=text("shift of the score, with 95% interval"), tickformat="+.2f", zeroline=False
    )
    figure.update_yaxes(
        tickvals=rows,
        ticktext=[style.inert(name, 40) for name in methods],
        range=[len(methods) - 0.5, -0.5],
        automargin=True,
        zeroline=False,
    )
    return figure


def interval_length(
    m: NDArray[np.int64],
    one_corpus: NDArray[np.float64],
    new_corpora: NDArray[np.float64],
    floor: float,
    *,
    here: int,
    text: Text,
) -> go.Figure:
    """Expected length of the interval against m, all (n,): m splits of one corpus, 2m scores from new ones."""
    figure = style.figure(height=400, top=40)
    hover = "m = %{x}: %{y:.3f}"
    style.line(figure, m, one_corpus, text("m splits of one corpus"), style.TEAL, hover)
    new = text("2m scores, each from a new corpus")
    style.line(figure, m, new_corpora, new, style.GREY, hover, line={"width": 2, "dash": "dash"})
    style.level(figure, floor, text("limit for many splits"), style.RUST)
    style.upright(figure, here, f"m = {here}", style.RUST)
    figure.update_xaxes(title=text("splits m"), range=[int(m[0]), int(m[-1])], dtick=10, tick0=0)
    figure.update_yaxes(title=text("length, in sd of one difference"), rangemode="tozero")
    return figure


def peeking(
    last: NDArray[np.int64],
    paper: NDArray[np.float64],
    overall: NDArray[np.float64],
    *,
    alpha: float,
    here: int,
    text: Text,
) -> go.Figure:
    """Chance of a wrong decision against the last look, for two rules; all (n,)."""
    figure = style.figure(height=400, top=40)
    for values, color, symbol, name in (
        (
            paper,
            style.VIOLET,
            "diamond",
            text("{alpha:.0%} at every look, as in the paper").format(alpha=alpha),
        ),
        (overall, style.TEAL, "circle", text("overall-level rule")),
    ):
        hover = text("looks at m = 3 … %{x}: %{y:.1%}")
        style.line(figure, last, values, name, color, hover, marker={"size": 8, "symbol": symbol})
    style.level(figure, alpha, text("stated error {alpha:.0%}").format(alpha=alpha), style.RUST)
    style.upright(figure, here, f"m = {here}", style.RUST)
    figure.update_xaxes(title=text("last look, splits m"), tickvals=[3, 5, 10, 15, 20], range=[2.5, 20.5])
    figure.update_yaxes(title=text("chance of a wrong “A is better”"), tickformat=".0%", rangemode="tozero")
    return figure
