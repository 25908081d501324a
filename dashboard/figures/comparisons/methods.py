"""Ways of splitting beside each other: agreement of laboratories, conclusions, estimates, error."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from dashboard.figures import style
from dashboard.figures.direct_labels import broken
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.style import Text
from mx2core.studies import Estimate, OverlapVariance
from mx2core.studies.methods import MethodRow, MethodTable

FAMILIES = (  # which colour and mark a method has
    (("random", "5x2_t", "5x2_f"), style.GREY, "circle"),
    (("block", "balanced", "centered", "sequential"), style.TEAL, "diamond"),
    (("floor",), "#a16207", "diamond-tall"),
    (("hold_out", "stratified_hold_out"), style.VIOLET, "square"),
    (
        ("kfold", "stratified_kfold", "repeated_kfold", "rlt", "bootstrap", "leave_one_out"),
        "#2563eb",
        "cross",
    ),
)
APART = 0.042  # of the height of the picture: what a line of a label needs
ABOVE = 8  # pixels that a label stands above its point, so that no line of the grid runs through it
LETTERS = 16  # of one line of a label
PIXELS = 445  # of the picture, for the whole of a chance
NEAR = 0.55  # decades of cost within which labels could touch


def method_name(row: MethodRow, text: Text) -> str:
    name = row.method.name
    return text(name.message).format(**name.values)


def agreement(table: MethodTable, *, text: Text) -> go.Figure:
    """Chance that two laboratories conclude differently, against the trainings of one laboratory."""
    figure = style.figure(height=460, top=56)
    rows = [row for row in table.rows if row.replicability is not None]
    differing = [row.replicability.different for row in rows if row.replicability is not None]
    names = [method_name(row, text) for row in rows]
    titles = {
        "random": text("random halves"),
        "block": text("built halves"),
        "floor": text("floor"),
        "hold_out": text("hold-out"),
        "kfold": text("K-fold, repeated hold-out, bootstrap"),
    }
    for kinds, color, symbol in FAMILIES:
        of = [number for number, row in enumerate(rows) if row.method.kind in kinds]
        if not of:
            continue
        values = [differing[number] for number in of]
        figure.add_scatter(
            x=[rows[number].trainings * _beside(rows, number) for number in of],
            y=[value.value for value in values],
            error_y=_bars(values, "rgba(134,142,150,0.55)"),
            mode="markers",
            marker={"color": color, "symbol": symbol, "size": 11},
            name=titles[kinds[0]],
            customdata=[[names[n], rows[n].trainings, differing[n].lower, differing[n].upper] for n in of],
            hovertemplate=text(
                "%{customdata[0]}: %{y:.0%} (%{customdata[2]:.0%} to %{customdata[3]:.0%}), "
                "%{customdata[1]:,.0f} trainings"
            )
            + "<extra></extra>",
        )
    places = [float(np.log10(row.trainings * _beside(rows, number))) for number, row in enumerate(rows)]
    chances = [value.value for value in differing]
    lines = [broken(style.inert(name, 40), LETTERS) for name in names]
    heights = _apart(places, chances, [len(words) for words in lines])
    for number, (words, height) in enumerate(zip(lines, heights, strict=True)):
        moved = height - chances[number]
        figure.add_annotation(
            x=places[number],
            y=chances[number],
            text="<br>".join(words),
            xanchor="left",
            align="left",
            font={"size": 12},
            # A label that had to move up is led back to its point by a thin line.
            showarrow=True,
            ax=16,
            ay=-moved * PIXELS - ABOVE,
            arrowhead=0,
            arrowwidth=0.8,
            arrowcolor=style.CROWD if moved else "rgba(0,0,0,0)",
            standoff=6,
        )
    costs = [row.trainings for row in rows]
    ticks = [cost for cost in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if cost <= 3 * max(costs)]
    figure.update_xaxes(
        title=text("trainings of one laboratory, both models"),
        type="log",
        range=[float(np.log10(min(costs) * 0.75)), float(np.log10(max(costs) * 9))],
        tickvals=ticks,
        ticktext=[f"{tick:,}" for tick in ticks],
    )
    figure.update_yaxes(
        title=text("two laboratories conclude differently"), range=[-0.02, 0.78], tickformat=".0%"
    )
    return figure


def conclusions(table: MethodTable, *, text: Text) -> go.Figure:
    """Share of the laboratories with each conclusion, a bar a method."""
    figure = _by_method(table, text, top=56)
    a, b = (style.inert(name, 16) for name in table.models)
    shares = [
        ("A", text("{a} better").format(a=a), style.TEAL, ""),
        ("none", text("no difference shown"), style.CROWD, "/"),
        ("B", text("{a} better").format(a=b), style.VIOLET, "x"),
    ]
    for conclusion, name, color, pattern in shares:
        of = [[one.conclusion for one in row.decisions].count(conclusion) for row in table.rows]
        figure.add_bar(
            x=[count / row.laboratories for count, row in zip(of, table.rows, strict=True)],
            y=list(range(len(table.rows))),
            orientation="h",
            marker={"color": color, "pattern": {"shape": pattern, "solidity": 0.2}},
            name=name,
            customdata=[[count, row.laboratories] for count, row in zip(of, table.rows, strict=True)],
            hovertemplate=name
            + text(": %{x:.0%} (%{customdata[0]} of %{customdata[1]} laboratories)")
            + "<extra></extra>",
        )
    figure.update_layout(barmode="stack", bargap=0.3, legend_traceorder="normal")
    figure.update_xaxes(title=text("share of the laboratories"), tickformat=".0%", range=[0, 1])
    return figure


def estimates(table: MethodTable, *, metric: str, text: Text) -> go.Figure:
    """How far each laboratory finds A ahead of B: a faint dot a laboratory, their mean with its interval."""
    figure = _by_method(table, text, top=56)
    rows = table.rows
    beside = [np.linspace(-0.22, 0.22, row.laboratories) if row.laboratories > 1 else [0.0] for row in rows]
    figure.add_scatter(
        x=np.concatenate([row.estimates for row in rows]),
        y=np.concatenate([number + np.asarray(shift) for number, shift in enumerate(beside)]),
        mode="markers",
        marker={"color": style.CROWD, "size": 6},
        name=text("one laboratory"),
        hovertemplate="%{x:+.4f}<extra></extra>",
    )
    half = [row for row in rows if row.same_size]
    other = [row for row in rows if not row.same_size]
    for some, name, color, symbol in (
        (half, text("mean, trained on half"), style.TEAL, "circle"),
        (other, text("mean, trained on another share"), style.VIOLET, "diamond"),
    ):
        if some:
            means = [row.difference.mean for row in some]
            figure.add_scatter(
                x=[mean.value for mean in means],
                y=[rows.index(row) for row in some],
                error_x=_bars(means, color),
                mode="markers",
                marker={"color": color, "symbol": symbol, "size": 10},
                name=name,
                customdata=[row.share for row in some],
                hovertemplate=text("mean %{x:+.4f}, trained on %{customdata:.0%}") + "<extra></extra>",
            )
    figure.add_vline(x=0, line={"color": style.GREY, "width": 2})
    a, b = (style.inert(name, 16) for name in table.difference)
    figure.update_xaxes(
        title=text("{metric} of {a} minus {b}").format(metric=style.inert(metric), a=a, b=b), zeroline=False
    )
    return figure


def error_parts(table: MethodTable, *, metric: str, text: Text) -> go.Figure:
    """Standard deviation between laboratories, and bias against the reference, of that estimate."""
    figure = _by_method(table, text, top=56)
    spread = [(n, row.difference.sd) for n, row in enumerate(table.rows) if row.difference.sd is not None]
    bias = [
        (number, row.difference.decomposition.bias)
        for number, row in enumerate(table.rows)
        if row.difference.decomposition is not None
    ]
    for some, shift, name, color, symbol in (
        (spread, -0.14, text("standard deviation between laboratories"), style.TEAL, "circle"),
        (bias, 0.14, text("bias against the reference"), style.VIOLET, "diamond"),
    ):
        figure.add_scatter(
            x=[value.value for _, value in some],
            y=[number + shift for number, _ in some],
            error_x=_bars([value for _, value in some], color),
            mode="markers",
            marker={"color": color, "symbol": symbol, "size": 9},
            name=name,
            hovertemplate="%{x:+.4f}<extra></extra>",
        )
    figure.add_vline(x=0, line={"color": style.GREY, "width": 2})
    a, b = (style.inert(name, 16) for name in table.difference)
    figure.update_xaxes(
        title=text("in {metric}, of {a} minus {b}").format(metric=style.inert(metric), a=a, b=b),
        zeroline=False,
    )
    return figure


def overlap_curve(measured: OverlapVariance, m: int, overlap: int, *, text: Text) -> Written:
    """Standard deviation over corpora of a mean over m splits, against the units that training sets share."""
    grid = np.linspace(0, measured.n_units / 2, 101)
    rows = [row.correlation for row in measured.rows]
    values = [measured.standard_error(m, one.value) for one in rows]
    ends = [_ends(measured, m, one) for one in rows]
    return written(
        [
            {
                "type": "scatter",
                "x": grid,
                "y": [measured.standard_error(m, measured.curve(float(one))) for one in grid],
                "mode": "lines",
                "line": {"color": style.GREY, "width": 2},
                "name": text("parabola"),
                "hoverinfo": "skip",
            },
            {
                "type": "scatter",
                "x": [row.overlap for row in measured.rows],
                "y": values,
                "error_y": {
                    "type": "data",
                    "symmetric": False,
                    "array": [upper - value for value, (_, upper) in zip(values, ends, strict=True)],
                    "arrayminus": [value - lower for value, (lower, _) in zip(values, ends, strict=True)],
                    "color": style.TEAL,
                    "thickness": 1,
                    "width": 3,
                },
                "mode": "markers",
                "marker": {"color": style.TEAL, "size": 9},
                "name": text("generated corpora"),
                "customdata": [one.value for one in rows],
                "hovertemplate": text("%{x:,} shared units: sd %{y:.4f}, correlation %{customdata:.2f}")
                + "<extra></extra>",
            },
        ],
        height=380,
        left=76,
        top=40,
        shapes=[
            style.vertical(measured.quarter, "n/4", style.RUST),
            style.vertical(overlap, text("chosen overlap"), style.VIOLET, "dot"),
        ],
        xaxis={"title": {"text": text("units that two training sets share")}},
        yaxis={"title": {"text": text("sd of the mean over m = {m} splits").format(m=m)}},
    )


def _ends(measured: OverlapVariance, m: int, estimate: Estimate) -> tuple[float, float]:
    lower, upper = (estimate.value if bound is None else bound for bound in (estimate.lower, estimate.upper))
    return measured.standard_error(m, lower), measured.standard_error(m, upper)


def _by_method(table: MethodTable, text: Text, top: int) -> go.Figure:
    """An empty figure with the methods down the side, cheapest first as in the table."""
    names = [style.inert(method_name(row, text), 40) for row in table.rows]
    figure = style.figure(height=top + 60 + max(28 * len(names), 220), left=16, top=top)
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=names,
        range=[len(names) - 0.5, -0.5],
        automargin=True,
        zeroline=False,
    )
    return figure


def _bars(values: Sequence[Estimate], color: str) -> dict[str, object]:
    """Intervals as error bars; one that has none gets none."""
    return {
        "type": "data",
        "symmetric": False,
        "array": [0.0 if one.upper is None else one.upper - one.value for one in values],
        "arrayminus": [0.0 if one.lower is None else one.value - one.lower for one in values],
        "color": color,
        "thickness": 1,
        "width": 3,
    }


def _beside(rows: Sequence[MethodRow], number: int) -> float:
    """Methods of one cost stand a little beside each other."""
    same = [n for n, row in enumerate(rows) if row.trainings == rows[number].trainings]
    return float(1.07 ** (same.index(number) - (len(same) - 1) / 2))


def _apart(costs: Sequence[float], heights: Sequence[float], lines: Sequence[int]) -> list[float]:
    """Heights of labels, moved upwards where they would lie on a point or on the label below."""
    placed: list[tuple[float, float, float]] = []
    offsets = [0.0] * len(costs)
    for number in sorted(range(len(costs)), key=lambda n: (heights[n], costs[n])):
        height, half = heights[number], APART * lines[number] / 2
        near = [
            (heights[n], APART / 2)
            for n, cost in enumerate(costs)
            if 0 < cost - costs[number] < NEAR / 2  # a point that would lie on the label
        ]
        near += [(taken, room) for cost, taken, room in placed if abs(cost - costs[number]) < NEAR]
        for taken, room in sorted(near):
            if abs(taken - height) < room + half:
                height = taken + room + half
        placed.append((costs[number], height, half))
        offsets[number] = height
    return offsets
