"""On which parts of a corpus scores are steadier on one kind of splits than on another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from dashboard.figures import style
from dashboard.figures.style import Text
from mx2core.studies.tables import SubsetRow

ROW = 34  # pixels of a part


def ratios_by_subset(rows: Sequence[SubsetRow], schemes: Mapping[str, str], *, text: Text) -> go.Figure:
    """|SNR| of the scheme that the paper finds steadier by that of the other one, a row a part, with intervals."""
    known = [row for row in rows if row.direction is not None and row.direction.ratio is not None]
    figure = go.Figure()
    figure.add_vline(x=1, line={"color": style.CROWD, "width": 1, "dash": "dot"})
    for above, color, symbol in ((True, style.TEAL, "circle"), (False, style.RUST, "diamond")):
        chosen = [
            (n, row.direction.ratio) for n, row in enumerate(known) if row.direction and row.direction.ratio
        ]
        some = [(n, ratio) for n, ratio in chosen if (ratio.value >= 1) is above]
        figure.add_scatter(
            x=[ratio.value for _, ratio in some],
            y=[n for n, _ in some],
            mode="markers",
            marker={"color": color, "symbol": symbol, "size": 10},
            error_x={
                "array": [0.0 if ratio.upper is None else ratio.upper - ratio.value for _, ratio in some],
                "arrayminus": [
                    0.0 if ratio.lower is None else ratio.value - ratio.lower for _, ratio in some
                ],
                "color": color,
                "thickness": 1.5,
            },
            customdata=[[ratio.lower, ratio.upper] for _, ratio in some],
            hovertemplate="%{x:.2f} [%{customdata[0]:.2f}, %{customdata[1]:.2f}]<extra></extra>",
            showlegend=False,
        )
    first, second = (known[0].direction.first, known[0].direction.second) if known[0].direction else ("", "")
    figure.update_layout(height=110 + ROW * len(known), margin={"l": 16, "r": 16, "t": 16, "b": 48})
    figure.update_xaxes(
        title=text("|SNR| on {first} splits / |SNR| on {second} splits").format(
            first=style.inert(schemes.get(first, first)), second=style.inert(schemes.get(second, second))
        ),
        zeroline=False,
    )
    figure.update_yaxes(
        tickvals=list(range(len(known))),
        ticktext=[style.inert(row.value, 24) for row in known],
        autorange="reversed",
        automargin=True,
        zeroline=False,
        showgrid=False,
    )
    return figure
