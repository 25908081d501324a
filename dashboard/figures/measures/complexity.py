"""Curves of bias and variance over complexity, the fits behind them, and the parts of one loss."""

from collections.abc import Sequence

import numpy as np

from dashboard.figures import style
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.style import Text
from dashboard.words.numbers import number, power
from mx2core.metrics import LossParts
from mx2core.studies import ComplexityCurve

BLUE = "#2563eb"


def loss_curves(curve: ComplexityCurve, at: int, *, parameter: str, text: Text) -> Written:
    """Expected loss and its parts from the simplest model on, training error beside; `at` is the chosen row."""
    places = list(range(len(curve.rows)))
    bias = text("bias²") if curve.loss == "squared" else text("bias")
    expected = text("expected loss") if curve.n_asked is None else text("validation error")
    looks = (
        ("expected", expected, style.TEAL, "solid", 4),
        ("bias", bias, style.VIOLET, "solid", 2.5),
        ("variance", text("variance"), BLUE, "dash", 2.5),
        ("noise", text("noise"), style.GREY, "dot", 2),
        ("training", text("training error"), "#a16207", "dashdot", 2),
    )
    data = [
        {
            "type": "scatter",
            "x": places,
            "y": [getattr(row, part) for row in curve.rows],
            "mode": "lines",
            "line": {"color": color, "width": width, "dash": dash},
            "name": name,
            "hovertemplate": name + ": %{y:.4f}<extra></extra>",
        }
        for part, name, color, dash, width in looks
        if part != "noise" or curve.n_asked is None
    ]
    highest = max(row.expected for row in curve.rows)
    lowest = min(0.0, *(row.variance for row in curve.rows))
    return written(
        data,
        height=430,
        top=40,
        shapes=[style.vertical(at, text("chosen"), style.RUST)],
        xaxis={
            "title": {
                "text": text("{parameter}: more complex to the right").format(parameter=parameter),
                "standoff": 8,
            },
            "automargin": True,  # numbers stand on end where the figure is narrow
            "tickvals": places,
            "ticktext": [power(row.level) for row in curve.rows],
            "zeroline": False,
        },
        yaxis={"range": [1.05 * lowest, 1.08 * highest], "title": {"text": text("loss")}},
    )


def fits(curve: ComplexityCurve, at: int, *, text: Text) -> Written:
    """What single trainings fit, their mean and the truth, at one complexity."""
    assert curve.points is not None
    assert curve.truth is not None
    assert curve.fits is not None
    assert curve.mean_fit is not None
    x = curve.points
    crowd = {
        "type": "scatter",
        "x": np.concatenate([np.append(x, np.nan) for _fit in curve.fits[at]]),
        "y": np.concatenate([np.append(fit, np.nan) for fit in curve.fits[at]]),
        "mode": "lines",
        "line": {"color": style.CROWD, "width": 1},
        "showlegend": False,
        "hoverinfo": "skip",
    }
    lines = [
        {
            "type": "scatter",
            "x": x,
            "y": y,
            "mode": "lines",
            "line": {"color": color, "width": 3, "dash": dash},
            "name": name,
            "hovertemplate": name + ": %{y:.3f}<extra></extra>",
            "showlegend": False,  # the title says it: names beside the lines would take half of a narrow figure
        }
        for y, name, color, dash in (
            (curve.truth, text("truth"), style.GREY, "dot"),
            (curve.mean_fit[at], text("mean of the fits"), style.VIOLET, "solid"),
        )
    ]
    reach = float(np.abs(curve.truth).max()) + 2.2 * max(curve.noise, 0.2)
    return written(
        [crowd, *lines],
        height=430,
        top=40,
        xaxis={
            "title": {"text": text("x; dotted: truth,<br>solid: mean of the fits"), "standoff": 8},
            "automargin": True,
            "zeroline": False,
            "nticks": 5,
        },
        yaxis={"range": [-reach, reach], "title": {"text": text("prediction")}},
    )


def loss_parts(
    parts: LossParts | object, names: Sequence[tuple[str, str]], *, text: Text, whole: str | None = None
) -> Written:
    """The parts of an expected loss as steps that end at it; `names` are attributes and words.

    `whole` is what their sum is called, the expected loss if not given.
    """
    values = [float(getattr(parts, part)) for part, _name in names]
    signed = [
        -value if part == "variance_takes" else value
        for (part, _name), value in zip(names, values, strict=True)
    ]
    total = sum(signed)
    colors = {
        "bias": style.VIOLET,
        "variance": BLUE,
        "variance_adds": BLUE,
        "variance_takes": "#4d7c0f",
        "noise": style.GREY,
    }
    ends = np.cumsum(signed)
    lows = np.minimum(ends, ends - signed)
    bars = {
        "type": "bar",
        "x": [
            name.replace(" ", "<br>")
            for name in (*(name for _part, name in names), whole or text("expected loss"))
        ],
        "y": [*np.abs(signed).tolist(), total],
        "base": [*lows.tolist(), 0.0],
        "marker": {"color": [*(colors[part] for part, _name in names), style.TEAL]},
        "text": [*(number(value, "+.4f") for value in signed), number(total, ".4f")],
        "textposition": "outside",
        "showlegend": False,
        "hoverinfo": "skip",
    }
    return written(
        [bars],
        height=430,
        top=40,
        xaxis={"title": {"text": ""}, "tickangle": 0, "automargin": True},
        yaxis={
            "title": {"text": text("loss")},
            "range": [min(0.0, float(lows.min())), 1.15 * float(max(ends.max(), total, 1e-9))],
        },
    )
