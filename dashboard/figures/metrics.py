"""Figures of metrics: what moves when a class, a weight, a threshold or a cost is moved."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.divergence import rows
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.scores import confusion
from dashboard.figures.style import Text

Floats = NDArray[np.float64]
WRITTEN = 12  # classes whose cells have room for a number
DARK = 0.6  # share of a class from which a cell is dark
ClassRow = tuple[str, float, float, float]  # name, precision, recall, F


def confusion_of(matrix: NDArray[np.int64], labels: Sequence[str], positive: int, *, text: Text) -> go.Figure:
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


def _write_counts(figure: go.Figure, matrix: NDArray[np.int64]) -> None:
    """The numbers in the cells: white on dark ones, in the ink of the page on the others."""
    dark = matrix >= DARK * np.maximum(matrix.sum(axis=1, keepdims=True), 1)
    for cells, font in ((dark, {"color": "#ffffff", "size": 14}), (~dark, {"size": 14})):
        y, x = np.nonzero(cells)
        figure.add_scatter(
            x=x,
            y=y,
            text=[f"{matrix[row, column]:,}" for row, column in zip(y, x, strict=True)],
            mode="text",
            textfont=font,
            hoverinfo="skip",
            showlegend=False,
        )


def class_rows(found: Sequence[ClassRow], *, n_averages: int, beta: float, text: Text) -> Written:
    """Precision, recall and F of classes, the averages under them."""
    numbers = list(range(len(found)))
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
        for k, row in enumerate(found)
    ]
    above = len(found) - n_averages - 0.5
    rule = {
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
                "x": [row[place] for row in found],
                "y": numbers,
                "mode": "markers",
                "marker": {
                    "size": 16 if place == 3 else 10,
                    "color": color,
                    "symbol": symbol,
                    "line": {"width": 3 if place == 3 else 0, "color": color},
                },
                "name": name,
                "customdata": [style.inert(row[0]) for row in found],
                "hovertemplate": f"%{{customdata}}, {name}: %{{x:.4f}}<extra></extra>",
            }
            for name, color, symbol, place in looks
        ],
        height=90 + 30 * len(found),
        left=16,
        top=40,
        shapes=[*between, rule],
        xaxis={"range": [-0.02, 1.02], "tickformat": ".1f", "showgrid": True},
        yaxis=rows([style.inert(row[0]) for row in found]) | {"zeroline": False},
    )
