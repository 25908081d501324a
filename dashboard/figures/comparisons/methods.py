"""Ways of splitting beside each other: agreement of laboratories, estimates, error."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from dashboard.figures import marks, style
from dashboard.figures.direct_labels import broken
from dashboard.figures.marks import Mark
from dashboard.figures.plain_figure import Written, written
from dashboard.words.problems import notice_text
from dashboard.words.text import _
from mx2core.studies.methods import MethodTable

TITLE = 22  # letters of a line under an axis
TOP = 12


def agreement(table: MethodTable) -> Written:
    """Chance that two laboratories disagree, a row a method; rows name the trainings that each laboratory needs."""
    of = [(row, row.replicability.different) for row in table.rows if row.replicability is not None]
    words = _("{method} · {n:,.0f} trainings")
    chances = [chance for _row, chance in of]
    values = [chance.value for chance in chances]
    looks = {max(values, default=0): style.RUST} | {min(values, default=0): style.TEAL}
    dots = marks.points(
        values,
        list(range(len(of))),
        [looks.get(value, style.GREY) for value in values],
        "%{x:.0%} (%{customdata[0]:.0%} – %{customdata[1]:.0%})",
        size=12,
        error_x=marks.estimates(style.GREY, chances),
        cliponaxis=False,
        customdata=[[chance.lower, chance.upper] for chance in chances],
    )
    title, ends = _("chance of disagreement"), [-0.02, 1.02]
    return _row_figure(
        [words.format(method=notice_text(row.method.name), n=row.trainings) for row, _chance in of],
        [dots],
        marks.axis(title, range=ends, tickformat=".0%", zeroline=False),
        annotations=[marks.note(one, n, f"{one:.0%}", yshift=13) for n, one in enumerate(values)],
    )


def estimates(table: MethodTable, *, metric: str) -> Written:
    """How far each laboratory finds A ahead of B: a faint dot a laboratory, their mean with its interval."""
    rows = table.rows
    other = _("{method}, trains on {share:.0%}")
    names = [
        ("{method}" if row.same_size else other).format(method=notice_text(row.method.name), share=row.share)
        for row in rows
    ]
    x = np.concatenate([row.estimates for row in rows])
    y = np.concatenate([n + marks.offsets(row.laboratories, 0.22) for n, row in enumerate(rows)])
    means = [row.difference.mean for row in rows]
    mean = marks.points(
        [mean.value for mean in means],
        list(range(len(rows))),
        style.TEAL,
        _("mean") + " %{x:+.4f}",
        size=10,
        symbol=["circle" if row.same_size else "diamond" for row in rows],
        error_x=marks.estimates(style.TEAL, means),
    )
    return _row_figure(
        names,
        [marks.points(x, y, style.CROWD, "%{x:+.4f}", size=6), mean],
        marks.axis(marks.difference_title(metric, table.difference), zeroline=False),
        shapes=[marks.zero(lying=False)],
    )


def _row_figure(names: Sequence[str], data: Sequence[Mark], xaxis: Mark, **layout: Any) -> Written:
    """A figure with a row for each name, on top the first."""
    whole = xaxis["title"]["text"].split("<br>")
    title = [line for part in whole for line in broken(part, TITLE)]  # fits on a phone beside long names
    xaxis = xaxis | {"title": {"text": "<br>".join(title)}}
    height = TOP + 40 + 20 * len(title) + max(28 * len(names), 220)
    lines = ["<br>".join(style.inert(line, 60) for line in name.split(" · ")) for name in names]
    yaxis = marks.rows(lines, range=[len(names) - 0.5, -0.5])
    axes = {"xaxis": xaxis, "yaxis": yaxis}
    return written(data, height=height, left=16, top=TOP, **axes, **layout)
