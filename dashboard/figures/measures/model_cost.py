"""Figure of what a model costs: its parts under the roof of a machine."""

import numpy as np

from dashboard.figures import style
from dashboard.figures.plain_figure import Written, written
from dashboard.figures.style import Text
from mx2core.metrics import ModelCost, roof


def roofline(costs: ModelCost, *, text: Text) -> Written:
    """Attainable speed against intensity: the roof of a machine, its ridge, the parts and the whole model."""
    assert costs.peak is not None
    assert costs.bandwidth is not None
    assert costs.ridge is not None
    rows = [row for row in costs.rows if row.intensity > 0]
    every = [row.intensity for row in rows] + [costs.intensity, costs.ridge]
    low, high = min(every) / 4, max(every) * 4
    ends = np.array([low, costs.ridge, high])
    spread = [float(np.log10(low)), float(np.log10(high))]
    return written(
        [
            {
                "type": "scatter",
                "x": ends,
                "y": roof(ends, peak=costs.peak, bandwidth=costs.bandwidth) / 1e9,
                "mode": "lines",
                "line": {"color": style.GREY, "width": 3},
                "showlegend": False,
                "hoverinfo": "skip",
            },
            {
                "type": "scatter",
                "x": [row.intensity for row in rows],
                "y": [(row.attainable or 0.0) / 1e9 for row in rows],
                "mode": "markers",
                "marker": {"color": style.TEAL, "size": 9, "opacity": 0.7},
                "showlegend": False,
                "customdata": [style.inert(row.part) for row in rows],
                "hovertemplate": "%{customdata}: %{x:.3g}, %{y:.3g}" + "<extra></extra>",
            },
            {
                "type": "scatter",
                "x": [costs.intensity],
                "y": [(costs.attainable or 0.0) / 1e9],
                "mode": "markers+text",
                "marker": {"color": style.VIOLET, "size": 14, "symbol": "diamond"},
                "text": [text("whole model")],
                "textposition": "bottom right",
                "showlegend": False,
                "hovertemplate": "%{x:.3g}, %{y:.3g}" + "<extra></extra>",
            },
        ],
        height=380,
        top=40,
        shapes=[style.vertical(costs.ridge, "", style.RUST, "dot") | {"showlegend": False}],
        annotations=[
            {
                "x": float(np.log10(costs.ridge)),  # as annotations of logarithmic axes stand
                "y": 0,
                "yref": "y domain",
                "xanchor": "left",
                "yanchor": "bottom",
                "text": text("ridge: {ridge:.3g}").format(ridge=costs.ridge),
                "showarrow": False,
            }
        ],
        xaxis={
            "title": {"text": text("operations per byte")},
            "type": "log",
            "range": spread,
            "dtick": 1,
        },
        yaxis={
            "title": {"text": text("attainable, 10⁹ a second")},
            "type": "log",
            "dtick": 1,
        },
    )
