"""What is in a corpus: how often each label occurs."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.style import Text

MOST = 20  # labels drawn


def label_frequencies(
    labels: Sequence[str], totals: NDArray[np.int64], *, ordered: bool = False, text: Text
) -> go.Figure:
    """Occurrences per label, the most frequent on top; `totals` has shape (n_labels,).

    Labels that have an order of their own, as lengths do, keep it if `ordered`.
    """
    order = np.arange(len(totals)) if ordered else np.argsort(-totals, kind="stable")
    names = [style.inert(labels[j]) for j in order[:MOST]]
    values = totals[order[:MOST]].tolist()
    figure = style.figure(height=max(220, 72 + 21 * len(names)), left=16, top=8)
    figure.add_bar(
        x=values,
        y=list(range(len(names))),
        orientation="h",
        marker_color=style.TEAL,
        customdata=names,
        hovertemplate="%{customdata}: %{x:,}<extra></extra>",
    )
    # Numbered positions, because two labels may look alike once they are shortened.
    figure.update_yaxes(
        tickvals=list(range(len(names))), ticktext=names, autorange="reversed", automargin=True
    )
    rarer = len(order) - len(names)
    title = (
        text("occurrences ({n:,} rarer labels not drawn)").format(n=rarer) if rarer else text("occurrences")
    )
    figure.update_xaxes(title=title)
    return figure
