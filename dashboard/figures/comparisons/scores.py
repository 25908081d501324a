"""Scores of models on the same partitions, and what they mistake."""

from collections.abc import Sequence
from itertools import cycle

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray
from plotly.subplots import make_subplots

from dashboard.figures import style
from dashboard.figures.style import Text
from mx2core.studies import Estimate, ResultTable, paper_snr

ABOVE_TITLES = {"yref": "container", "y": 1, "yanchor": "top"}  # a legend over the titles of two pictures
LEAST_BESIDE = 0.05  # of a score, above the highest and below the lowest
NARROW = 0.02  # beyond 0 and 1, so that a mark there is whole


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
            showlegend=False,
            hovertemplate=style.inert(name) + ": %{y:.4f}<extra></extra>",
        )
        if np.isfinite(values).any():
            mean = float(np.nanmean(values))
            style.level(figure, mean, f"{style.inert(name, 20)} {mean:.3f}", color)
    step = 1 if m <= 20 else 10
    figure.update_xaxes(title=text("split"), dtick=step, range=[0.5, m + 0.5])
    figure.update_yaxes(title=style.inert(metric), range=_around_scores(scores))
    return figure


def _around_scores(scores: NDArray[np.float64]) -> list[float] | None:
    """An axis that few scores do not stretch: around all of them, and within 0 to 1 where they are; None of none."""
    known = scores[np.isfinite(scores)]
    if not known.size:
        return None
    low, high = float(known.min()), float(known.max())
    beside = max(0.15 * (high - low), LEAST_BESIDE)
    within = low >= 0 and high <= 1
    return [
        max(low - beside, -NARROW) if within else low - beside,
        min(high + beside, 1 + NARROW) if within else high + beside,
    ]


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
    figure.update_xaxes(title=text("predicted"), autotickangles=[0, -45], **ticks)
    figure.update_yaxes(title=text("right"), autorange="reversed", **ticks)
    return figure


def scheme_scores(table: ResultTable, metric: str, *, name: str, text: Text) -> go.Figure:
    """Mean of one metric for each way of splitting, with one standard deviation to either side.

    Models stand on the left axis, their differences on a picture of their own to the right.
    """
    models = [of for of in table.of if of in table.models]
    differences = [of for of in table.of if of not in table.models]
    figure = make_subplots(
        rows=1,
        cols=2 if differences else 1,
        shared_yaxes=True,
        horizontal_spacing=0.06,
        subplot_titles=[text("models"), text("differences")] if differences else None,
    )
    labels = [style.inert(text(row.label)) for row in table.rows]
    looks = cycle(style.MODELS)  # a difference has another colour and mark than any model
    for column, kinds in enumerate((models, differences), start=1):
        beside = np.linspace(-0.16, 0.16, len(kinds)) if len(kinds) > 1 else [0.0]
        for of, (color, symbol), shift in zip(kinds, looks, beside, strict=False):
            cells = [row.cell(of, metric).summary for row in table.rows]
            figure.add_scatter(
                x=[cell.mean.value for cell in cells],
                y=np.arange(len(cells)) + shift,
                mode="markers",
                marker={"color": color, "symbol": symbol, "size": 10},
                error_x={
                    "array": [cell.one_score.sd.value for cell in cells],
                    "color": color,
                    "thickness": 1.5,
                },
                name=style.inert(of),
                hovertemplate=style.inert(of) + ": %{x:.4f} ± %{error_x.array:.4f}<extra></extra>",
                row=1,
                col=column,
            )
    figure.update_layout(
        height=130 + 56 * len(labels),
        margin={"l": 16, "r": 16, "t": 60, "b": 48},
        legend=style.LEGEND | ABOVE_TITLES,
    )
    figure.update_xaxes(title=text("{metric}, mean ± sd of one score").format(metric=style.inert(name)))
    ticks = {"tickvals": list(range(len(labels))), "ticktext": labels, "zeroline": False}
    figure.update_yaxes(autorange="reversed", automargin=True, **ticks)
    return figure


def snr_by_ratio(table: ResultTable, metric: str, printed: str | None, *, name: str, text: Text) -> go.Figure:
    """Signal-to-noise ratio for each share trained on, with intervals; `printed` names tables of the paper.

    Models stand on the left, their differences on a picture of their own to the right.
    """
    models = [of for of in table.of if of in table.models]
    differences = [of for of in table.of if of not in table.models]
    figure = make_subplots(
        rows=1,
        cols=2 if differences else 1,
        horizontal_spacing=0.1,
        subplot_titles=[text("models"), text("differences")] if differences else None,
    )
    labels = [row.label for row in table.rows]
    places = np.arange(len(labels))
    looks = cycle(style.MODELS)
    for column, kinds in enumerate((models, differences), start=1):
        beside = (
            np.linspace(-0.06, 0.06, len(kinds)) if len(kinds) > 1 else [0.0]
        )  # intervals lie side by side
        for of, (color, symbol), shift in zip(kinds, looks, beside, strict=False):
            estimates = [row.cell(of, metric).summary.one_score.snr for row in table.rows]
            figure.add_scatter(
                x=places + shift,
                y=[None if one is None else abs(one.value) for one in estimates],
                error_y=_around(estimates, color),
                mode="lines+markers",
                line={"color": color, "width": 1.5},
                marker={"color": color, "symbol": symbol, "size": 9},
                name=style.inert(of),
                customdata=labels,
                hovertemplate=style.inert(of) + ", %{customdata}: %{y:.1f}<extra></extra>",
                row=1,
                col=column,
            )
        for of, dash in zip(("A", "B") if column == 1 else ("A − B",), ("dot", "dashdot"), strict=False):
            snr = None if printed is None else paper_snr(printed, of, metric=metric)
            if snr is None or not kinds:
                continue
            said = text("{of}, the paper's").format(of=of)
            figure.add_scatter(
                x=places,
                y=snr,
                mode="lines",
                line={"color": style.GREY, "width": 2, "dash": dash},
                name=said,
                customdata=labels,
                hovertemplate=said + ", %{customdata}: %{y:.1f}<extra></extra>",
                row=1,
                col=column,
            )
    figure.update_layout(
        height=400, margin={"l": 56, "r": 16, "t": 84, "b": 48}, legend=style.LEGEND | ABOVE_TITLES
    )
    figure.update_xaxes(
        title=text("trained on : validated on"), tickvals=places, ticktext=labels, zeroline=False
    )
    figure.update_yaxes(rangemode="tozero")
    figure.update_yaxes(title=text("|SNR| of {metric}").format(metric=style.inert(name)), col=1)
    return figure


def _around(estimates: Sequence[Estimate | None], color: str) -> dict[str, object]:
    """Intervals of absolute values as error bars; one that has none gets none."""
    above, below = [], []
    for estimate in estimates:
        if estimate is None or estimate.lower is None or estimate.upper is None:
            above.append(0.0)
            below.append(0.0)
            continue
        sign = -1.0 if estimate.value < 0 else 1.0
        ends = sorted((sign * estimate.lower, sign * estimate.upper))
        above.append(ends[1] - sign * estimate.value)
        below.append(sign * estimate.value - ends[0])
    return {
        "type": "data",
        "symmetric": False,
        "array": above,
        "arrayminus": below,
        "color": color,
        "thickness": 1,
        "width": 3,
    }
