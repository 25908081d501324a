"""The sequential test in pictures: its interval, what each look asks for, the posterior."""

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtr

from dashboard.figures import marks, style
from dashboard.figures.marks import AT_M, Floats
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.text import _


def interval(
    m: NDArray[np.int64],
    mean: Floats,
    lower: Floats,
    upper: Floats,
    *,
    differences: Floats,
    level: float,
    limit: tuple[float, float] | None,
    stopped: int | None,
    metric: str,
    terms: tuple[str, str],
) -> Written:
    """Mean and interval of a difference for every m, all (n,); `differences` is (m, 2).

    `terms` are the models whose difference it is. The interval is that of one look, so the rule stops where it
    excludes zero. `limit` is what the interval approaches.
    """
    last = max(int(m[-1]) if len(m) else 3, len(differences))
    data = marks.band(m, lower, upper, _("{level:.3g}% interval").format(level=100 * level))
    data.append(marks.single_differences(differences))
    a, b = (style.inert(name, 12) for name in terms)
    name = _("mean of {a} − {b}").format(a=a, b=b)
    data.append(marks.curve(m, mean, style.TEAL, AT_M, marker={"size": 6}, name=name))
    shapes = [marks.zero()]
    for value, words in zip(limit or (), (_("limit for many splits"), ""), strict=False):  # one name for both
        shapes.append(marks.level(value, words, style.VIOLET, "dash", 1.5))
    if stopped is not None:
        shapes.append(marks.upright(stopped, _("stops at m = {m}").format(m=stopped), style.RUST))
    yaxis = marks.axis(marks.difference_title(metric, terms), zeroline=False)
    xaxis = marks.split_axis(last)
    return written(data, height=410, top=72, shapes=shapes, xaxis=xaxis, yaxis=yaxis)


def posterior(
    mean: float, scale: float, df: float, *, rope: float, models: tuple[str, str], terms: tuple[str, str]
) -> Written:
    """The density of the mean difference, in three areas: B better, no matter, A better.

    `terms` are the models in the order in which they are subtracted.
    """
    reach = max(5 * scale, 1.2 * rope)
    low, high = min(mean - reach, -1.2 * rope), max(mean + reach, 1.2 * rope)
    edges = np.linspace(low, high, 401)
    # Differences of the distribution function: the areas are the probabilities, also for one degree of freedom.
    density = np.diff(stdtr(df, (edges - mean) / scale)) / np.diff(edges)
    x = (edges[1:] + edges[:-1]) / 2
    a, b = (style.inert(name, 16) for name in models)
    areas = [
        (x <= -rope, style.VIOLET, "rgba(139,92,246,0.45)", _("{model} better").format(model=b)),
        (np.abs(x) <= rope, style.GREY, "rgba(134,142,150,0.45)", _("too small to matter")),
        (x >= rope, style.TEAL, "rgba(13,148,136,0.45)", _("{model} better").format(model=a)),
    ]
    if rope == 0:
        del areas[1]
    first, second = (style.inert(name, 16) for name in terms)
    data = []
    for there, color, fill, name in areas:
        look = {"width": 2, "fill": "tozeroy", "fillcolor": fill, "name": name}
        data.append(marks.curve(x[there], density[there], color, "%{x:.4f}", **look))
    return written(
        data,
        **sized(330, top=40),
        shapes=[marks.upright(edge, "", style.GREY, "dot") for edge in {-rope, rope}],
        xaxis=marks.axis(_("mean difference {a} − {b}").format(a=first, b=second), zeroline=False),
        yaxis=marks.axis(_("density"), rangemode="tozero", showticklabels=False),
    )
