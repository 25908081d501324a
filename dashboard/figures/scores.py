"""Scores of two models on the same partitions."""

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
    looks = ((style.TEAL, "circle", -0.12), (style.VIOLET, "diamond", 0.12))
    for name, values, (color, symbol, shift) in zip(models, scores, looks, strict=True):
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
