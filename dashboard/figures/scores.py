"""Scores of models on the same partitions, and what they mistake."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.style import Text


def scores_by_split(
    scores: NDArray[np.float64], *, models: Sequence[str], metric: str, text: Text
) -> go.Figure:
    """Both hold-out scores of every split, joined by a line; `scores` is (n_models, m, 2).

    A split that is not finished yet holds NaN and stays empty.
    """
    figure = style.figure(height=330, top=36)
    m = scores.shape[1]
    beside = np.linspace(-0.12, 0.12, len(models)) if len(models) > 1 else [0.0]
    for name, values, (color, symbol), shift in zip(models, scores, style.MODELS, beside, strict=False):
        x = np.repeat(np.arange(1, m + 1) + shift, 3)
        y = np.column_stack([values, np.full(m, np.nan)]).ravel()  # NaN: no line to the next split
        figure.add_scatter(
            x=x,
            y=y,
            mode="lines+markers",
            line={"color": color, "width": 1.5},
            marker={"color": color, "symbol": symbol, "size": 8},
            name=style.inert(name),
            hovertemplate=style.inert(name) + ": %{y:.4f}<extra></extra>",
        )
        if np.isfinite(values).any():
            figure.add_hline(y=float(np.nanmean(values)), line={"color": color, "width": 1, "dash": "dot"})
    step = 1 if m <= 20 else 10
    figure.update_xaxes(title=text("split"), dtick=step, range=[0.5, m + 0.5])
    figure.update_yaxes(title=style.inert(metric))
    return figure


def confusion(matrix: NDArray[np.int64], labels: Sequence[str], *, text: Text) -> go.Figure:
    """How often each class was taken for each, shape (n_classes, n_classes); rows are right."""
    names = [style.inert(label, 18) for label in labels]
    figure = style.figure(height=max(260, 140 + 22 * len(names)), left=16, top=8)
    # Shares of a row, so that rare classes are seen beside frequent ones.
    shares = matrix / np.maximum(matrix.sum(axis=1, keepdims=True), 1)
    figure.add_heatmap(
        z=np.where(matrix > 0, shares, np.nan),
        x=list(range(len(names))),
        y=list(range(len(names))),
        customdata=np.stack(
            [
                matrix,
                np.broadcast_to(np.array(names, dtype=object)[:, None], matrix.shape),
                np.broadcast_to(np.array(names, dtype=object)[None, :], matrix.shape),
            ],
            axis=-1,
        ),
        zmin=0,
        zmax=1,
        colorscale=[[0, "rgba(13,148,136,0.12)"], [1, style.TEAL]],
        colorbar={"title": text("share of the class"), "thickness": 12, "tickformat": ".0%"},
        xgap=1,
        ygap=1,
        hovertemplate=text("%{customdata[1]}, predicted %{customdata[2]}: %{customdata[0]:,} times")
        + "<extra></extra>",
    )
    ticks = {"tickvals": list(range(len(names))), "ticktext": names, "automargin": True, "showgrid": False}
    figure.update_xaxes(title=text("predicted"), tickangle=-45, **ticks)
    figure.update_yaxes(title=text("right"), autorange="reversed", **ticks)
    return figure
