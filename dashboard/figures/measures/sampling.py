"""Who trains and who validates, round by round, and the share that a bootstrap leaves out."""

import numpy as np

from dashboard.figures import style
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.style import Text
from mx2core.studies import Sampling

SHOWN = 60  # rounds
# Validates, tunes, trains once, trains several times.
SCALE = [
    *([0.0, style.RUST], [0.25, style.RUST], [0.25, style.VIOLET], [0.5, style.VIOLET]),
    *([0.5, "#5eb8ae"], [0.75, "#5eb8ae"], [0.75, "#0b6b62"], [1.0, "#0b6b62"]),
]


def who_trains(sample: Sampling, *, text: Text) -> Written:
    """Rounds down, units across; the classes are divided by a line."""
    times = sample.times[:SHOWN]
    kinds = np.where(times == 0, 0.5, np.where(times == 1, 2.5, 3.5))
    if sample.inner is not None:
        kinds = np.where(sample.inner[:SHOWN], 1.5, kinds)
    rows, n = times.shape
    names = [
        text("validates"),
        text("validates while tuning"),
        text("trains once"),
        text("trains several times"),
    ]
    colors = (style.RUST, style.VIOLET, "#5eb8ae", "#0b6b62")
    there = {int(kind) for kind in np.unique(kinds)}
    legend = [
        {
            "type": "scatter",
            "x": [None],
            "y": [None],
            "mode": "markers",
            "marker": {"color": colors[kind], "symbol": "square", "size": 12},
            "name": names[kind],
        }
        for kind in sorted(there)
    ]
    cells = {
        "type": "heatmap",
        "x": np.arange(1, n + 1),
        "y": np.arange(1, rows + 1),
        "z": [row.tolist() for row in kinds],
        "customdata": [row.tolist() for row in times],
        "zmin": 0,
        "zmax": 4,
        "colorscale": SCALE,
        "showscale": False,
        "xgap": 1 if n <= 80 else 0,
        "ygap": 1 if rows <= 40 else 0,
        "hovertemplate": "%{y}, %{x}: %{customdata}×" + "<extra></extra>",
    }
    border = style.vertical(
        int((sample.classes == 0).sum()) + 0.5, text("class 0 | class 1"), style.GREY, "dash"
    )
    return written(
        [cells, *legend],
        height=int(np.clip(150 + 14 * rows, 200, 560)),
        top=64,
        shapes=[border],
        xaxis={"title": {"text": text("unit")}, "zeroline": False, "showgrid": False},
        yaxis={
            "title": {"text": text("round")},
            "range": [rows + 0.5, 0.5],
            "zeroline": False,
            "showgrid": False,
            "dtick": max(1, rows // 10),
        },
    )


def left_out(sample: Sampling, most: int, *, text: Text) -> Written:
    """(1 − 1/n)^n against n, with the limit 1/e, and the share that these bags left out."""
    n = np.arange(1, most + 1)
    curve = {
        "type": "scatter",
        "x": n,
        "y": (1 - 1 / n) ** n,
        "mode": "lines",
        "line": {"color": style.TEAL, "width": 3},
        "name": "(1 − 1/n)ⁿ",
        "hovertemplate": "n = %{x}: %{y:.4f}<extra></extra>",
    }
    here = {
        "type": "scatter",
        "x": [sample.n_units],
        "y": [sample.left_out],
        "mode": "markers+text",
        "marker": {"color": style.RUST, "size": 13},
        "text": [text("these bags")],
        "textposition": "top center",
        "showlegend": False,
        "hovertemplate": "%{y:.4f}<extra></extra>",
    }
    limit = {
        "type": "line",
        "x0": 0,
        "x1": 1,
        "xref": "x domain",
        "y0": float(np.exp(-1)),
        "y1": float(np.exp(-1)),
        "line": {"color": style.GREY, "width": 2, "dash": "dot"},
        "name": "1/e = .368",
        "showlegend": True,
    }
    return written(
        [curve, here],
        height=340,
        top=40,
        shapes=[limit],
        xaxis={"title": {"text": text("units n")}, "zeroline": False},
        yaxis={"title": {"text": text("share never drawn")}, "range": [0, 0.5]},
    )


def estimates(sample: Sampling, *, text: Text) -> Written:
    """The errors of the rounds, their mean, and what would have been right."""
    rounds = list(range(1, len(sample.rows) + 1))
    dots = {
        "type": "scatter",
        "x": [row.error for row in sample.rows],
        "y": [(7 * k) % 11 / 11 for k in rounds],
        "mode": "markers",
        "marker": {"color": style.CROWD, "size": 9},
        "showlegend": False,
        "customdata": rounds,
        "hovertemplate": "%{customdata}: %{x:.4f}" + "<extra></extra>",
    }
    lines = [
        style.vertical(sample.truth, text("true error"), style.TEAL),
        style.vertical(sample.estimate, text("estimate"), style.VIOLET, "dash"),
        style.vertical(sample.training, text("training error"), "#a16207", "dashdot"),
    ]
    if sample.estimate_632 is not None:
        lines.append(style.vertical(sample.estimate_632, ".632", style.RUST, "dot"))
    highest = max(0.5, *(row.error for row in sample.rows))
    return written(
        [dots],
        height=340,
        top=64,
        shapes=lines,
        xaxis={"title": {"text": text("error rate")}, "range": [-0.02, 1.05 * highest], "zeroline": False},
        yaxis={"range": [-0.2, 1.1], "showticklabels": False, "showgrid": False, "zeroline": False},
    )
