"""Figure of what a model costs: its parts under the roof of a machine."""

import numpy as np

from dashboard.figures import marks, style
from dashboard.figures.plain_figure import Written, sized, written
from dashboard.words.text import _
from mx2core.metrics import ModelCost, roof


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
