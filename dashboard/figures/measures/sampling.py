"""Who trains and who validates, round by round, and the share that a bootstrap leaves out."""

import numpy as np

from dashboard.figures import marks, style
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.text import _
from mx2core.studies import Sampling

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


def left_out(sample: Sampling, most: int) -> Written:
    """(1 − 1/n)^n against n, with the limit 1/e, and the share that these bags left out."""
    n = np.arange(1, most + 1)
    here = (sample.n_units, sample.left_out, _("these bags"))
    return written(
        [
            marks.curve(n, (1 - 1 / n) ** n, style.TEAL, "n = %{x}: %{y:.4f}", name="(1 − 1/n)ⁿ"),
            marks.named_point(*here, style.RUST, "circle", "top center", "%{y:.4f}"),
        ],
        **sized(340, top=40),
        shapes=[marks.level(float(np.exp(-1)), "1/e = 0.368", style.GREY)],
        xaxis=marks.axis(_("units n"), zeroline=False),
        yaxis=marks.axis(_("share never drawn"), range=[0, 0.5]),
    )


def estimates(sample: Sampling) -> Written:
    """The errors of the rounds, their mean, and what would have been right."""
    rounds = list(range(1, len(sample.rows) + 1))
    errors = [row.error for row in sample.rows]
    heights = [(7 * k) % 11 / 11 for k in rounds]
    lines = [
        marks.upright(sample.truth, _("true error"), style.TEAL),
        marks.upright(sample.estimate, _("estimate"), style.VIOLET, "dash"),
        marks.upright(sample.training, _("training error"), "#a16207", "dashdot"),
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
