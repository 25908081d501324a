"""The interval of the difference as m grows, and where the test stops."""

import numpy as np
import plotly.graph_objects as go
from numpy.typing import NDArray

from dashboard.figures import style
from dashboard.figures.style import Text


def interval(
    m: NDArray[np.int64],
    mean: NDArray[np.float64],
    lower: NDArray[np.float64],
    upper: NDArray[np.float64],
    bound: NDArray[np.float64],
    *,
    differences: NDArray[np.float64],
    level: float,
    stopped: int | None,
    metric: str,
    models: tuple[str, str],
    text: Text,
) -> go.Figure:
    """Mean and interval of A minus B at every look, all (n_looks,); `differences` is (m, 2).

    `bound` is what the rule compares with zero: it stops where this lies above.
    """
    figure = style.figure(height=430, top=56)
    # A single look has no line to draw, so its ends are marked.
    drawn = "lines" if len(m) > 1 else "markers"
    end = {"symbol": "line-ew", "size": 22, "line": {"width": 3}}
    figure.add_scatter(
        x=m,
        y=upper,
        mode=drawn,
        line={"color": style.TEAL, "width": 1},
        marker=end | {"line": {"width": 3, "color": style.TEAL}},
        showlegend=False,
        hoverinfo="skip",
    )
    figure.add_scatter(
        x=m,
        y=lower,
        mode=drawn,
        line={"color": style.TEAL, "width": 1},
        marker=end | {"line": {"width": 3, "color": style.TEAL}},
        fill="tonexty",
        fillcolor=style.TEAL_AREA,
        name=text("{level:.0%} interval").format(level=level),
        customdata=upper,
        hovertemplate="m = %{x}: [%{y:.4f}, %{customdata:.4f}]<extra></extra>",
    )
    figure.add_scatter(
        x=np.repeat(np.arange(1, len(differences) + 1), 2),
        y=differences.ravel(),
        mode="markers",
        marker={"color": style.CROWD, "size": 5},
        name=text("single differences"),
        hovertemplate=text("split %{x}: %{y:.4f}") + "<extra></extra>",
    )
    figure.add_scatter(
        x=m,
        y=bound,
        mode=drawn,
        line={"color": style.RUST, "width": 2, "dash": "dot"},
        marker=end | {"line": {"width": 3, "color": style.RUST}},
        name=text("lower bound of the rule"),
        hovertemplate="m = %{x}: %{y:.4f}<extra></extra>",
    )
    figure.add_scatter(
        x=m,
        y=mean,
        mode="lines+markers",
        line={"color": style.TEAL, "width": 3},
        marker={"size": 6},
        name=text("mean of {a} − {b}").format(a=style.inert(models[0], 12), b=style.inert(models[1], 12)),
        hovertemplate="m = %{x}: %{y:.4f}<extra></extra>",
    )
    figure.add_hline(y=0, line={"color": style.GREY, "width": 2})
    if stopped is not None:
        style.upright(figure, stopped, text("stops at m = {m}").format(m=stopped), style.RUST)
    last = max(int(m[-1]) if len(m) else 3, len(differences))
    figure.update_xaxes(
        title=text("splits m"), range=[0.4, last + 0.6], dtick=1 if last <= 20 else 5, zeroline=False
    )
    figure.update_yaxes(
        title=text("{metric} of {a} minus {b}").format(
            metric=style.inert(metric), a=style.inert(models[0], 16), b=style.inert(models[1], 16)
        ),
        zeroline=False,
    )
    return figure
