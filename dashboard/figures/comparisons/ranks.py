"""Several models on several corpora: the critical-difference diagram, and who is likely better."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.style import Text

ROW = 26  # pixels for each name beside the diagram


def critical_difference(
    ranks: Sequence[float],
    models: Sequence[str],
    groups: Sequence[Sequence[str]],
    difference: float,
    *,
    text: Text,
) -> go.Figure:
    """Demšar's diagram: mean ranks on a line, bars over models that are not told apart.

    The better half of the models is named on the left, best on top, the others on the right.
    """
    k = len(models)
    order: list[int] = np.argsort(ranks, kind="stable").tolist()
    left, right = order[: (k + 1) // 2], order[(k + 1) // 2 :]
    rows, bars = max(len(left), len(right)), max(len(groups), 1)
    low, high = 1.0, float(max(k, 2))
    margin = 0.04 * (high - low)
    # Distances from the line, in rows: bars first, then the names.
    bar_step = 0.45
    begin = bar_step * bars + 0.6
    figure = style.figure(height=70 + int(ROW * (rows + begin + 1.6)), left=16, showlegend=False)
    figure.update_layout(margin_b=8, margin_t=48)
    ends = {side: low - margin if side == "left" else high + margin for side in ("left", "right")}
    for side, members in (("left", left), ("right", right)):
        for place, i in enumerate(members if side == "left" else reversed(members)):
            y = -(begin + place)
            figure.add_scatter(
                x=[ranks[i], ranks[i], ends[side]],
                y=[0, y, y],
                mode="lines",
                line={"color": style.GREY, "width": 1.5},
                hoverinfo="skip",
            )
            figure.add_annotation(
                x=ends[side],
                y=y,
                text=f"{style.inert(models[i], 20)}  <b>{ranks[i]:.2f}</b>"
                if side == "left"
                else f"<b>{ranks[i]:.2f}</b>  {style.inert(models[i], 20)}",
                showarrow=False,
                xanchor="right" if side == "left" else "left",
                xshift=-4 if side == "left" else 4,
            )
    for place, group in enumerate(groups):
        places = [ranks[list(models).index(name)] for name in group]
        y = -bar_step * (place + 0.8)
        figure.add_scatter(
            x=[min(places) - 0.3 * margin, max(places) + 0.3 * margin],
            y=[y, y],
            mode="lines",
            line={"color": style.TEAL, "width": 6},
            hovertemplate=text("not told apart: {models}").format(
                models=", ".join(style.inert(name) for name in group)
            )
            + "<extra></extra>",
        )
    figure.add_scatter(
        x=[ranks[i] for i in order],
        y=[0.0] * k,
        mode="markers",
        marker={"color": style.TEAL, "size": 9},
        customdata=[style.inert(models[i]) for i in order],
        hovertemplate="%{customdata}: %{x:.2f}<extra></extra>",
    )
    figure.add_shape(type="line", x0=low, x1=high, y0=0, y1=0, line={"color": style.GREY, "width": 2})
    if difference < high - low:
        figure.add_scatter(
            x=[low, low + difference],
            y=[1.0, 1.0],
            mode="lines+markers",
            line={"color": style.RUST, "width": 3},
            marker={"symbol": "line-ns", "size": 10, "line": {"width": 3, "color": style.RUST}},
            hoverinfo="skip",
        )
        figure.add_annotation(
            x=low + difference,
            y=1.0,
            text=text("critical difference {d:.2f}").format(d=difference),
            showarrow=False,
            xanchor="left",
            xshift=8,
        )
    wide = 0.62 * (high - low)  # for the names
    figure.update_xaxes(
        title=text("mean rank (1 is best)"),
        side="top",
        range=[low - margin - wide, high + margin + wide],
        tickvals=list(range(1, int(high) + 1)) if k <= 12 else [1, *range(5, k + 1, 5)],
        showgrid=False,
        zeroline=False,
    )
    figure.update_yaxes(range=[-(begin + rows) + 0.2, 1.7], visible=False)
    return figure


def rank_segments(ranks: Sequence[float], models: Sequence[str], difference: float, *, text: Text) -> Written:
    """Friedman's diagram: a segment as long as the critical difference around every mean rank.

    Two models whose segments overlap are not told apart.
    """
    rows = list(range(len(models)))
    segments = {
        "type": "scatter",
        "x": [x for rank in ranks for x in (rank - difference / 2, rank + difference / 2, None)],
        "y": [y for row in rows for y in (row, row, None)],
        "mode": "lines",
        "line": {"color": style.TEAL, "width": 6},
        "hoverinfo": "skip",
    }
    middles = {
        "type": "scatter",
        "x": list(ranks),
        "y": rows,
        "mode": "markers",
        "marker": {"color": style.RUST, "size": 12},
        "customdata": [style.inert(model) for model in models],
        "hovertemplate": "%{customdata}: %{x:.3f}<extra></extra>",
    }
    best = int(np.argmin(ranks))
    reach = style.vertical(ranks[best] + difference / 2, text("end of the best segment"), style.GREY, "dot")
    return written(
        [segments, middles],
        height=130 + 44 * len(models),
        left=16,
        showlegend=False,
        shapes=[reach],
        xaxis={"title": {"text": text("mean rank (1 is best)")}, "showgrid": True, "zeroline": False},
        yaxis={
            "tickvals": rows,
            "ticktext": [style.inert(model, 20) for model in models],
            "range": [len(models) - 0.4, -0.6],
            "automargin": True,
            "zeroline": False,
            "showgrid": False,
        },
    )


def likelier(model: str, others: Sequence[str], shares: NDArray[np.float64], *, text: Text) -> go.Figure:
    """The chances that the model is better than each other one, that it makes no odds, and that it is worse.

    `shares` is (n_others, 3) in that order.
    """
    figure = style.figure(height=max(220, 110 + 34 * len(others)), left=16, top=40, barmode="stack")
    figure.update_layout(legend_traceorder="normal")
    looks = (
        (style.TEAL, "", text("{model} better").format(model=style.inert(model, 20))),
        (style.CROWD, "/", text("too small to matter")),
        (style.VIOLET, "x", text("the other better")),
    )
    for column, (color, pattern, name) in enumerate(looks):
        figure.add_bar(
            x=shares[:, column],
            y=list(range(len(others))),
            orientation="h",
            marker={"color": color, "pattern": {"shape": pattern, "solidity": 0.2}},
            name=name,
            text=[f"{share:.0%}" if share >= 0.08 else "" for share in shares[:, column]],
            textposition="inside",
            insidetextanchor="middle",
            hovertemplate=name + ": %{x:.1%}<extra></extra>",
        )
    figure.update_xaxes(title=text("probability"), tickformat=".0%", range=[0, 1])
    figure.update_yaxes(
        tickvals=list(range(len(others))),
        ticktext=[text("against {model}").format(model=style.inert(name, 20)) for name in others],
        autorange="reversed",
        automargin=True,
        zeroline=False,
    )
    return figure
