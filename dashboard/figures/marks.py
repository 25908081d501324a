"""What figures are made of, each in one look: points, curves, bars, cells, notes, lines, axes.

All are dictionaries as Plotly takes them; `more` is added to them as it is. What has no name is not in the legend.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dashboard.figures import style
from dashboard.figures.direct_labels import broken
from dashboard.words.text import _

Mark = dict[str, Any]
Floats = NDArray[np.float64]

UPRIGHT = 36  # letters that an upright title has room for
BARE = {"zeroline": False, "showgrid": False}  # an axis without lines


def points(
    x: Any, y: Any, color: Any, hover: str = "", *, size: Any = 9, symbol: Any = None, **more: Any
) -> Mark:
    """Marks at points; `hover` words one of them, without it nothing is shown."""
    look = {"color": color, "size": size} | ({"symbol": symbol} if symbol is not None else {})
    mode, marker = more.pop("mode", "markers"), look | more.pop("marker", {})
    return _trace("scatter", hover, x=x, y=y, mode=mode, marker=marker, **more)


def named_point(
    x: Any, y: Any, name: str, color: str, symbol: str, place: str, hover: str, *, size: Any = 13, **more: Any
) -> Mark:
    """A point with its name beside it, at `place`."""
    words = {"mode": "markers+text", "text": [name], "textposition": place}
    return points([x], [y], color, hover, size=size, symbol=symbol, **words, **more)


def curve(
    x: Any, y: Any, color: Any, hover: Any = "", *, width: Any = 3, dash: Any = "", **more: Any
) -> Mark:
    """A line; with `marker`, also a mark at each point."""
    line = {"color": color, "width": width} | ({"dash": dash} if dash else {}) | more.pop("line", {})
    mode = more.pop("mode", "lines+markers" if "marker" in more else "lines")
    return _trace("scatter", hover, x=x, y=y, mode=mode, line=line, **more)


def bars(x: Any, y: Any, color: Any, hover: Any = "", *, lying: Any = False, **more: Any) -> Mark:
    way = {"orientation": "h"} if lying else {}
    return _trace("bar", hover, x=x, y=y, marker={"color": color} | more.pop("marker", {}), **way, **more)


def words(x: Any, y: Any, words: Any, place: str = "middle center", **more: Any) -> Mark:
    return _trace("scatter", "", x=x, y=y, mode="text", text=words, textposition=place, **more)


def patterned(color: Any, shape: str, solidity: float = 0.2) -> Mark:
    """The `marker` of bars that no colour alone tells apart."""
    return {"color": color, "pattern": {"shape": shape, "solidity": solidity}}


def cells(x: Any, y: Any, z: Any, scale: Any, hover: str, **more: Any) -> Mark:
    """Coloured cells of a plane, with lines between them unless `more` says otherwise."""
    return _trace("heatmap", hover, x=x, y=y, z=z, colorscale=scale, **({"xgap": 1, "ygap": 1} | more))


def legend_entry(name: str, color: str, **more: Any) -> Mark:
    """An empty trace that says in the legend what a colour means."""
    return points([None], [None], color, size=12, symbol="square", name=name, **more)


def _trace(kind: str, hover: str, **options: Any) -> Mark:
    label: Mark = {"hovertemplate": f"{hover}<extra></extra>"} if hover else {"hoverinfo": "skip"}
    legend: Mark = {} if options.get("name") or kind == "heatmap" else {"showlegend": False}
    return {"type": kind, **label, **legend, **options}


def ends(color: str, upper: ArrayLike, lower: ArrayLike, thickness: float = 1, width: int | None = 3) -> Mark:
    """An interval as the error bar of a point, from how far it reaches to either side."""
    caps = {} if width is None else {"width": width}
    reach = {"type": "data", "symmetric": False, "array": upper, "arrayminus": lower}
    return {**reach, "color": color, "thickness": thickness, **caps}


def estimates(color: str, values: Sequence[Any], thickness: float = 1, width: int | None = 3) -> Mark:
    """The intervals of estimates; one that has none gets none."""
    above = [0.0 if one.upper is None else one.upper - one.value for one in values]
    below = [0.0 if one.lower is None else one.value - one.lower for one in values]
    return ends(color, above, below, thickness, width)


def offsets(n: int, reach: float) -> Floats:
    """The offsets of `n` marks of one row, so that none lies on another."""
    return np.linspace(-reach, reach, n) if n > 1 else np.zeros(n)


def note(x: Any, y: Any, words: str, **place: Any) -> Mark:
    """Words in the picture, without a leader."""
    return {"x": x, "y": y, "text": words, "showarrow": False, **place}


def straight(x: Sequence[float], y: Sequence[float], color: str, width: Any = 2, **more: Any) -> Mark:
    """A line from one point to another, which belongs to no trace."""
    dash = {"dash": more.pop("dash")} if "dash" in more else {}
    place = {"x0": x[0], "x1": x[1], "y0": y[0], "y1": y[1]}
    return {"type": "line", **place, "line": {"color": color, "width": width, **dash}, **more}


def upright(x: Any, name: str, color: str, dash: str = "solid", **more: Any) -> Mark:
    """A vertical line through the picture, which `direct_labels` names at its upper end."""
    across = {"yref": "y domain", "name": name, "showlegend": bool(name)}
    return straight((x, x), (0, 1), color, dash=dash, **across | more)


def level(y: float, name: str, color: str, dash: str = "dot", width: float = 2, **more: Any) -> Mark:
    """A horizontal line through the picture, named at its right end."""
    across = {"xref": "x domain", "name": name, "showlegend": bool(name)}
    return straight((0, 1), (y, y), color, width, dash=dash, **across | more)


def zero(*, lying: bool = True) -> Mark:
    """The line of no difference."""
    return level(0, "", style.GREY, "solid") if lying else upright(0, "", style.GREY)


def area(x: Sequence[float], y: Sequence[float], **look: Any) -> Mark:
    return {"type": "rect", "x0": x[0], "x1": x[1], "y0": y[0], "y1": y[1], **look}


def axis(words: str = "", **options: Any) -> Mark:
    return ({"title": {"text": words}} if words else {}) | options


def rows(names: Sequence[str], **options: Any) -> Mark:
    """An axis of names, the first on top; numbered, because two may look alike once they are shortened."""
    order: Mark = {} if "range" in options else {"autorange": "reversed"}
    ticks = {"tickvals": list(range(len(names))), "ticktext": list(names)}
    ticks["zeroline"] = False  # it would be a line at the first name alone
    return ticks | order | options


def split_axis(last: int) -> Mark:
    """The x axis counts splits from 1 to `last`."""
    step = 1 if last <= 20 else 5
    return axis(_("splits m"), range=[0.4, last + 0.6], dtick=step, zeroline=False)


def difference_title(metric: str, terms: tuple[str, str]) -> str:
    """The title of an upright axis of differences, in lines as long as there is room for.

    `terms` are the models in the order they are subtracted.
    """
    a, b = (style.inert(name, UPRIGHT) for name in terms)
    words = _("{metric} of {a} minus {b}").format(metric=style.inert(metric), a=a, b=b)
    return "<br>".join(line for half in broken(words, UPRIGHT) for line in broken(half, UPRIGHT))
