"""Curves of bias and variance over complexity, the fits behind them, and the parts of one loss."""

from collections.abc import Sequence

import numpy as np

from dashboard.figures import marks, style
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.numbers import number, power
from dashboard.words.text import _
from mx2core.metrics import LossParts
from mx2core.studies import ComplexityCurve

BLUE = "#2563eb"


def loss_curves(curve: ComplexityCurve, at: int, *, parameter: str) -> Written:
    """Expected loss and its parts from the simplest model on, training error beside; `at` is the chosen row."""
    places = list(range(len(curve.rows)))
    bias = _("bias²") if curve.loss == "squared" else _("bias")
    expected = _("expected loss") if curve.n_asked is None else _("validation error")
    looks = (
        ("expected", expected, style.TEAL, "solid", 4),
        ("bias", bias, style.VIOLET, "solid", 2.5),
        ("variance", _("variance"), BLUE, "dash", 2.5),
        ("noise", _("noise"), style.GREY, "dot", 2),
        ("training", _("training error"), "#a16207", "dashdot", 2),
    )
    highest = max(row.expected for row in curve.rows)
    lowest = min(0.0, *(row.variance for row in curve.rows))
    title = {"text": _("{parameter}: more complex to the right").format(parameter=parameter), "standoff": 8}
    data = []
    for part, name, color, dash, width in looks:
        if part != "noise" or curve.n_asked is None:
            y, hover = [getattr(row, part) for row in curve.rows], name + ": %{y:.4f}"
            data.append(marks.curve(places, y, color, hover, width=width, dash=dash, name=name))
    return written(
        data,
        **sized(430, top=40),
        shapes=[marks.upright(at, _("chosen"), style.RUST)],
        xaxis={
            "title": title,
            "automargin": True,  # numbers stand on end where the figure is narrow
            "tickvals": places,
            "ticktext": [power(row.level) for row in curve.rows],
            "zeroline": False,
        },
        yaxis=marks.axis(_("loss"), range=[1.05 * lowest, 1.08 * highest]),
    )


def fits(curve: ComplexityCurve, at: int) -> Written:
    """What single trainings fit, their mean and the truth, at one complexity."""
    assert curve.points is not None
    assert curve.truth is not None
    assert curve.fits is not None
    assert curve.mean_fit is not None
    x = curve.points
    gaps = [(np.append(x, np.nan), np.append(fit, np.nan)) for fit in curve.fits[at]]
    every_x, every_y = map(np.concatenate, zip(*gaps, strict=True))
    # The title names both lines: names beside them would take half of a narrow figure.
    truth, mean = _("truth") + ": %{y:.3f}", _("mean of the fits") + ": %{y:.3f}"
    lines = [
        marks.curve(x, curve.truth, style.GREY, truth, dash="dot"),
        marks.curve(x, curve.mean_fit[at], style.VIOLET, mean, dash="solid"),
    ]
    reach = float(np.abs(curve.truth).max()) + 2.2 * max(curve.noise, 0.2)
    title = {"text": _("x; dotted: truth,<br>solid: mean of the fits"), "standoff": 8}
    return written(
        [marks.curve(every_x, every_y, style.CROWD, width=1), *lines],
        **sized(430, top=40),
        xaxis={"title": title, "automargin": True, "zeroline": False, "nticks": 5},
        yaxis=marks.axis(_("prediction"), range=[-reach, reach]),
    )


def loss_parts(
    parts: LossParts | object, names: Sequence[tuple[str, str]], *, whole: str | None = None
) -> Written:
    """The parts of an expected loss as steps that end at it; `names` are attributes and words.

    `whole` is what their sum is called, the expected loss if not given.
    """
    signs = {"variance_takes": -1.0}
    signed = [signs.get(part, 1.0) * float(getattr(parts, part)) for part, _name in names]
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
    words = [name.replace(" ", "<br>") for name in (*dict(names).values(), whole or _("expected loss"))]
    steps = marks.bars(
        words,
        [*np.abs(signed).tolist(), total],
        [*(colors[part] for part, _name in names), style.TEAL],
        base=[*lows.tolist(), 0.0],
        text=[*(number(value, "+.4f") for value in signed), number(total, ".4f")],
        textposition="outside",
    )
    highest = 1.15 * float(max(ends.max(), total, 1e-9))
    return written(
        [steps],
        **sized(430, top=40),
        xaxis={"title": {"text": ""}, "tickangle": 0, "automargin": True},
        yaxis=marks.axis(_("loss"), range=[min(0.0, float(lows.min())), highest]),
    )
