"""Figures of trainings: loss over complexity, who trains round by round, what a model costs."""

from collections.abc import Sequence

import numpy as np

from dashboard.figures import marks, style
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.numbers import number, power
from dashboard.words.text import _
from mx2core.metrics import LossParts, ModelCost, roof
from mx2core.studies import ComplexityCurve, Sampling


def loss_curves(curve: ComplexityCurve, index: int, *, parameter: str) -> Written:
    """Expected loss and its parts from the simplest model on, training error beside; `index` is the chosen row."""
    places = list(range(len(curve.rows)))
    bias = _("bias²") if curve.loss == "squared" else _("bias")
    looks = (
        ("expected", _("expected loss"), style.TEAL, "solid", 4),
        ("bias", bias, style.VIOLET, "solid", 2.5),
        ("variance", _("variance"), style.BLUE, "dash", 2.5),
        ("noise", _("noise"), style.GREY, "dot", 2),
        ("training", _("training error"), style.BROWN, "dashdot", 2),
    )
    highest = max(row.expected for row in curve.rows)
    lowest = min(0.0, *(row.variance for row in curve.rows))
    title = {"text": _("{parameter}: more complex to the right").format(parameter=parameter), "standoff": 8}
    data = []
    for part, name, color, dash, width in looks:
        y, hover = [getattr(row, part) for row in curve.rows], name + ": %{y:.4f}"
        data.append(marks.curve(places, y, color, hover, width=width, dash=dash, name=name))
    return written(
        data,
        **sized(430, top=40),
        shapes=[marks.upright(index, _("chosen"), style.RUST)],
        xaxis={
            "title": title,
            "tickvals": places,
            "ticktext": [power(row.level) for row in curve.rows],
            "zeroline": False,
        },
        yaxis=marks.axis(_("loss"), range=[1.05 * lowest, 1.08 * highest]),
    )


def fits(curve: ComplexityCurve, index: int) -> Written:
    """What single trainings fit, their mean and the truth, at one complexity."""
    assert curve.points is not None
    assert curve.truth is not None
    assert curve.fits is not None
    assert curve.mean_fit is not None
    x = curve.points
    gaps = [(np.append(x, np.nan), np.append(fit, np.nan)) for fit in curve.fits[index]]
    every_x, every_y = map(np.concatenate, zip(*gaps, strict=True))
    # The title names both lines: names beside them would take half of a narrow figure.
    truth, mean = _("truth") + ": %{y:.3f}", _("mean of the fits") + ": %{y:.3f}"
    lines = [
        marks.curve(x, curve.truth, style.GREY, truth, dash="dot"),
        marks.curve(x, curve.mean_fit[index], style.VIOLET, mean, dash="solid"),
    ]
    reach = float(np.abs(curve.truth).max()) + 2.2 * max(curve.noise, 0.2)
    title = {"text": _("x; dotted: truth,<br>solid: mean of the fits"), "standoff": 8}
    return written(
        [marks.curve(every_x, every_y, style.CROWD, width=1), *lines],
        **sized(430, top=40),
        xaxis={"title": title, "zeroline": False, "nticks": 5},
        yaxis=marks.axis(_("prediction"), range=[-reach, reach]),
    )


def loss_parts(parts: LossParts | object, names: Sequence[tuple[str, str]]) -> Written:
    """The parts of an expected loss as steps that end at it; `names` are attributes and words."""
    signs = {"variance_takes": -1.0}
    signed = [signs.get(part, 1.0) * float(getattr(parts, part)) for part, _name in names]
    total = sum(signed)
    colors = {
        "bias": style.VIOLET,
        "variance": style.BLUE,
        "variance_adds": style.BLUE,
        "variance_takes": style.ROSE,
        "noise": style.GREY,
    }
    ends = np.cumsum(signed)
    lows = np.minimum(ends, ends - signed)
    words = [name.replace(" ", "<br>") for name in (*dict(names).values(), _("expected loss"))]
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
        xaxis={"title": {"text": ""}, "tickangle": 0},
        yaxis=marks.axis(_("loss"), range=[min(0.0, float(lows.min())), highest]),
    )


SHOWN = 60  # rounds
COLORS = (style.RUST, style.VIOLET, "#5eb8ae", "#0b6b62")  # validates, tunes, trains once, several times
SCALE = [[end / 4, color] for k, color in enumerate(COLORS) for end in (k, k + 1)]


def who_trains(sample: Sampling) -> Written:
    """Rounds down, units across; the classes are divided by a line."""
    times = sample.times[:SHOWN]
    kinds = np.where(times == 0, 0.5, np.where(times == 1, 2.5, 3.5))
    if sample.inner is not None:
        kinds = np.where(sample.inner[:SHOWN], 1.5, kinds)
    rows, n = times.shape
    names = [_("validates"), _("validates while tuning"), _("trains once"), _("trains several times")]
    there = sorted({int(kind) for kind in np.unique(kinds)})
    border = int((sample.classes == 0).sum()) + 0.5
    gaps = {"xgap": 1 if n <= 80 else 0, "ygap": 1 if rows <= 40 else 0}
    look = {"customdata": times, "zmin": 0, "zmax": 4, "showscale": False, **gaps}
    x, y, hover = np.arange(1, n + 1), np.arange(1, rows + 1), "%{y}, %{x}: %{customdata}×"
    return written(
        [
            marks.cells(x, y, kinds, SCALE, hover, **look),
            *(marks.legend_entry(names[kind], COLORS[kind]) for kind in there),
        ],
        **sized(int(np.clip(150 + 14 * rows, 200, 560)), top=64),
        shapes=[marks.upright(border, _("class 0 | class 1"), style.GREY, "dash")],
        xaxis=marks.axis(_("unit"), **marks.BARE),
        yaxis=marks.axis(_("round"), range=[rows + 0.5, 0.5], dtick=max(1, rows // 10), **marks.BARE),
    )


def estimates(sample: Sampling) -> Written:
    """The errors of the rounds, their mean, and what would have been right."""
    rounds = list(range(1, len(sample.rows) + 1))
    errors = [row.error for row in sample.rows]
    heights = [(7 * k) % 11 / 11 for k in rounds]
    lines = [
        marks.upright(sample.truth, _("true error"), style.TEAL),
        marks.upright(sample.estimate, _("estimate"), style.VIOLET, "dash"),
        marks.upright(sample.training, _("training error"), style.BROWN, "dashdot"),
    ]
    if sample.estimate_632 is not None:
        lines.append(marks.upright(sample.estimate_632, ".632", style.RUST, "dot"))
    return written(
        [marks.points(errors, heights, style.CROWD, "%{customdata}: %{x:.4f}", customdata=rounds)],
        **sized(340, top=64),
        shapes=lines,
        xaxis=marks.axis(_("error rate"), range=[-0.02, 1.05 * max(0.5, *errors)], zeroline=False),
        yaxis={"range": [-0.2, 1.1], "showticklabels": False, **marks.BARE},
    )


def roofline(costs: ModelCost) -> Written:
    """Attainable speed against intensity: the roof of a machine, its ridge, the parts and the whole model."""
    assert costs.peak is not None
    assert costs.bandwidth is not None
    assert costs.ridge is not None
    rows = [row for row in costs.rows if row.intensity > 0]
    every = [row.intensity for row in rows] + [costs.intensity, costs.ridge]
    low, high = min(every) / 4, max(every) * 4
    ends = np.array([low, costs.ridge, high])
    reached = [(row.attainable or 0.0) / 1e9 for row in rows]
    whole = (costs.intensity, (costs.attainable or 0.0) / 1e9, _("whole model"))
    look = {"marker": {"opacity": 0.7}, "customdata": [style.inert(row.part) for row in rows]}
    corner = {"yref": "y domain", "xanchor": "left", "yanchor": "bottom"}
    words = _("ridge: {ridge:.3g}").format(ridge=costs.ridge)
    logarithmic = {"type": "log", "dtick": 1}
    x, hover = [row.intensity for row in rows], "%{customdata}: %{x:.3g}, %{y:.3g}"
    return written(
        [
            marks.curve(ends, roof(ends, peak=costs.peak, bandwidth=costs.bandwidth) / 1e9, style.GREY),
            marks.points(x, reached, style.TEAL, hover, **look),
            marks.named_point(*whole, style.VIOLET, "diamond", "bottom right", "%{x:.3g}, %{y:.3g}", size=14),
        ],
        **sized(380, top=40),
        shapes=[marks.upright(costs.ridge, "", style.RUST, "dot")],
        # Annotations of logarithmic axes stand at logarithms.
        annotations=[marks.note(float(np.log10(costs.ridge)), 0, words, **corner)],
        xaxis=marks.axis(_("operations per byte"), range=np.log10([low, high]).tolist(), **logarithmic),
        yaxis=marks.axis(_("attainable, 10⁹ a second"), **logarithmic),
    )
