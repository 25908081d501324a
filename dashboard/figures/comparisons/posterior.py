"""The Bayesian test in a picture."""

import numpy as np
from scipy.special import stdtr

from dashboard.figures import marks, style
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.text import _


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
