"""Ways of splitting beside each other: agreement of laboratories, conclusions, estimates, error."""

from collections.abc import Sequence

import numpy as np
import plotly.graph_objects as go

from dashboard.figures import style
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.style import Text
from mx2core.studies import Estimate, OverlapVariance
from mx2core.studies.methods import MethodRow, MethodTable


def method_name(row: MethodRow, text: Text) -> str:
    name = row.method.name
    return text(name.message).format(**name.values)


def agreement(table: MethodTable, *, text: Text) -> go.Figure:
    """Chance that two laboratories disagree, a row a method; rows name the trainings that each laboratory needs."""
    of = [(row, row.replicability.different) for row in table.rows if row.replicability is not None]
    words = text("{method} · {n:,.0f} trainings")
    names = [words.format(method=method_name(row, text), n=row.trainings) for row, _chance in of]
    figure = _rows_of(names, top=12)
    chances = [chance.value for _row, chance in of]
    marks = {max(chances, default=0): style.RUST} | {min(chances, default=0): style.TEAL}
    figure.add_scatter(
        x=chances,
        y=list(range(len(of))),
        error_x=_bars([chance for _row, chance in of], style.LINE),
        mode="markers",
        marker={"color": [marks.get(chance, style.GREY) for chance in chances], "size": 12},
        cliponaxis=False,
        showlegend=False,
        customdata=[[chance.lower, chance.upper] for _row, chance in of],
        hovertemplate="%{x:.0%} (%{customdata[0]:.0%} – %{customdata[1]:.0%})<extra></extra>",
    )
    for number, (_row, chance) in enumerate(of):
        end = chance.value if chance.upper is None else chance.upper
        _note(figure, end, number, f"{chance.value:.0%}", xanchor="left", xshift=6)
    figure.update_xaxes(
        title=text("chance that two laboratories disagree, with 95% interval"),
        range=[-0.02, 1.02],
        tickformat=".0%",
        zeroline=False,
    )
    return figure


def conclusions(table: MethodTable, *, text: Text) -> go.Figure:
    """Share of the laboratories with each conclusion, a bar a method."""
    figure = _by_method(table, text, top=34)
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
            showlegend=False,
            customdata=[[count, row.laboratories] for count, row in zip(of, table.rows, strict=True)],
            hovertemplate=name
            + text(": %{x:.0%} (%{customdata[0]} of %{customdata[1]} laboratories)")
            + "<extra></extra>",
        )
    # Bars of A begin on the left and bars of B end on the right, so their names stand there.
    for (_key, name, color, _pattern), x, anchor in zip(
        shares, (0, 0.5, 1), ("left", "center", "right"), strict=True
    ):
        word = f'<span style="color:{color}"><b>■</b></span> {name}'
        _note(figure, x, -0.5, word, xanchor=anchor, yanchor="bottom")
    figure.update_layout(barmode="stack", bargap=0.3)
    figure.update_xaxes(title=text("share of the laboratories"), tickformat=".0%", range=[0, 1])
    return figure


def estimates(table: MethodTable, *, metric: str, text: Text) -> go.Figure:
    """How far each laboratory finds A ahead of B: a faint dot a laboratory, their mean with its interval."""
    rows = table.rows
    names = [
        method_name(row, text)
        if row.same_size
        else text("{method}, trains on {share:.0%}").format(method=method_name(row, text), share=row.share)
        for row in rows
    ]
    figure = _rows_of(names, top=12)
    beside = [np.linspace(-0.22, 0.22, row.laboratories) if row.laboratories > 1 else [0.0] for row in rows]
    figure.add_scatter(
        x=np.concatenate([row.estimates for row in rows]),
        y=np.concatenate([number + np.asarray(shift) for number, shift in enumerate(beside)]),
        mode="markers",
        marker={"color": style.CROWD, "size": 6},
        showlegend=False,
        hovertemplate="%{x:+.4f}<extra></extra>",
    )
    means = [row.difference.mean for row in rows]
    figure.add_scatter(
        x=[mean.value for mean in means],
        y=list(range(len(rows))),
        error_x=_bars(means, style.TEAL),
        mode="markers",
        marker={
            "color": style.TEAL,
            "symbol": ["circle" if row.same_size else "diamond" for row in rows],
            "size": 10,
        },
        showlegend=False,
        hovertemplate=text("mean") + " %{x:+.4f}<extra></extra>",
    )
    figure.add_vline(x=0, line={"color": style.GREY, "width": 2})
    a, b = (style.inert(name, 16) for name in table.difference)
    title = text("{metric} of {a} minus {b}: laboratories (dots) and their mean")
    figure.update_xaxes(title=title.format(metric=style.inert(metric), a=a, b=b), zeroline=False)
    return figure


def error_parts(table: MethodTable, *, metric: str, text: Text) -> go.Figure:
    """Standard deviation between laboratories, and bias against the reference, of that estimate."""
    figure = _by_method(table, text, top=12)
    spread = [(n, row.difference.sd) for n, row in enumerate(table.rows) if row.difference.sd is not None]
    bias = [
        (number, row.difference.decomposition.bias)
        for number, row in enumerate(table.rows)
        if row.difference.decomposition is not None
    ]
    for some, shift, name, color, symbol in (
        (spread, -0.16, text("sd"), style.TEAL, "circle"),
        (bias, 0.16, text("bias"), style.VIOLET, "diamond"),
    ):
        figure.add_scatter(
            x=[value.value for _, value in some],
            y=[number + shift for number, _ in some],
            error_x=_bars([value for _, value in some], color),
            mode="markers",
            marker={"color": color, "symbol": symbol, "size": 9},
            showlegend=False,
            hovertemplate=name + " %{x:+.4f}<extra></extra>",
        )
        for number, value in some:
            end = value.value if value.upper is None else value.upper
            _note(
                figure, end, number + shift, name, xanchor="left", xshift=6, font={"color": color, "size": 11}
            )
    figure.add_vline(x=0, line={"color": style.GREY, "width": 2})
    a, b = (style.inert(name, 16) for name in table.difference)
    title = text("sd between laboratories and bias, in {metric} of {a} minus {b}")
    figure.update_xaxes(title=title.format(metric=style.inert(metric), a=a, b=b), zeroline=False)
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
                "showlegend": False,
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
                "showlegend": False,
                "customdata": [one.value for one in rows],
                "hovertemplate": "%{x:,}: sd %{y:.4f}, r %{customdata:.2f}<extra></extra>",
            },
        ],
        height=380,
        left=76,
        top=40,
        shapes=[
            style.vertical(measured.quarter, f"n/4 = {measured.quarter:g}", style.RUST),
            style.vertical(overlap, f"{overlap}", style.TEAL),
        ],
        xaxis={"title": {"text": text("units that two training sets share")}},
        yaxis={"title": {"text": text("sd of the mean over m = {m} splits").format(m=m)}},
    )


def _ends(measured: OverlapVariance, m: int, estimate: Estimate) -> tuple[float, float]:
    lower, upper = (estimate.value if bound is None else bound for bound in (estimate.lower, estimate.upper))
    return measured.standard_error(m, lower), measured.standard_error(m, upper)


def _by_method(table: MethodTable, text: Text, top: int) -> go.Figure:
    """An empty figure with the methods down the side, cheapest first as in the table."""
    return _rows_of([method_name(row, text) for row in table.rows], top)


def _rows_of(names: Sequence[str], top: int) -> go.Figure:
    """An empty figure with a row for each name."""
    figure = style.figure(height=top + 60 + max(28 * len(names), 220), left=16, top=top)
    figure.update_yaxes(
        tickvals=list(range(len(names))),
        ticktext=[style.inert(name, 60) for name in names],
        range=[len(names) - 0.5, -0.5],
        automargin=True,
        zeroline=False,
    )
    return figure


def _note(figure: go.Figure, x: float, y: float, words: str, **place: object) -> None:
    """Words at a mark, without a leader."""
    figure.add_annotation(x=x, y=y, text=words, showarrow=False, **place)


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
