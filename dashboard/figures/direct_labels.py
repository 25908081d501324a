"""Names stand at the lines they belong to; a legend is left for what is no line.

A reader need not look back and forth, and no colour must be told from another one to know
which line is which.
"""

import unicodedata
from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import isfinite
from typing import Any

from dashboard.figures import style

Figure = dict[str, Any]

LINE = 17  # pixels from one line of words to the next
LETTER = 6.3  # pixels of a Latin letter, of words in 12 pixels
NARROW = 250  # pixels of a picture on a small screen, where names may come to lie on each other
BROAD = 18  # letters after which a name is broken in two lines
MOST = 150  # pixels beside a picture, at most
PLAIN = {"showarrow": False, "borderpad": 0}
AT_THE_END = {"name": "at the end"}  # `meta` of marks that are named to the right of the last, as lines are
# By Plotly's name of a mark.
SIGNS = {"circle": "●", "diamond": "◆", "square": "■", "triangle-up": "▲", "x": "✕"}
DASHES = {"dash": "- -", "dot": "···"}  # how lines of these kinds are drawn in front of their names
AREA = "■"


def direct_labels(figure: Figure, ratio: float = 1, *, narrow: bool = False) -> Figure:
    """The figure, its lines named where they stand; as it was where it is of stacked bars.

    `ratio`: how much larger words are than usual, and so the room that they need. On a `narrow` screen no names stand
    beside the picture: those of lines are in the legend above it, those of rows above their marks.
    """
    figure = _above(figure) if narrow else figure
    layout = figure["layout"]
    shapes = [dict(shape) for shape in layout.get("shapes", ())]
    named = [one for one in shapes if one.get("type") == "line" and one.get("showlegend") and one.get("name")]
    lines = [trace for trace in figure["data"] if _is_line(trace)]
    if layout.get("barmode") == "stack" or not (named or lines):
        return figure
    labels = [dict(note) for note in layout.get("annotations", ())]
    margin = dict(layout.get("margin", {}))
    rows = _label_tops([shape for shape in named if shape["x0"] == shape["x1"]], figure, labels)
    ends = [] if narrow else [(trace["name"], _last(trace) or 0.0, *_look(trace)) for trace in lines]
    for shape in named:
        shape["showlegend"] = narrow and shape["y0"] == shape["y1"]
        if not narrow and shape["y0"] == shape["y1"]:
            ends.append((shape["name"], shape["y0"], shape["line"]["color"], _dashes(shape["line"])))
    data = [trace | {"showlegend": narrow} if _is_line(trace) else trace for trace in figure["data"]]
    left = any(map(_has_legend_entry, data)) or any(shape["showlegend"] for shape in named)
    margin["t"] = ratio * (rows * LINE + (30 if left else 12))
    inner = (layout.get("height", 320) - margin["t"] - margin.get("b", 48)) / ratio
    margin["r"] = max(margin.get("r", 16), ratio * _label_ends(ends, figure, inner, labels))
    changed = {"shapes": shapes, "annotations": labels, "margin": margin}
    for label in labels:
        if "yshift" in label:
            label["yshift"] *= ratio
    legend = layout.get("legend", {}) | (style.LEGEND if narrow else {})
    if left and legend.get("orientation") == "h":
        changed["legend"] = legend | {"y": 1 + rows * LINE / max(inner, 1)}
    return {"data": data, "layout": layout | changed}


def _above(figure: Figure) -> Figure:
    """The names of rows above their marks, unless these are bars or cells, which fill their rows."""
    layout = figure["layout"]
    rows = layout.get("yaxis", {})
    if "ticktext" not in rows or any(trace["type"] in ("bar", "heatmap") for trace in figure["data"]):
        return figure
    beside = {"x": 0, "xref": "paper", "xanchor": "left", "yanchor": "bottom", "yshift": 9, **PLAIN}
    if "plot_bgcolor" in layout:  # an upright line ends at a name and begins behind it; a mark stays whole
        beside["bgcolor"] = layout["plot_bgcolor"]
    named = zip(rows["tickvals"], rows["ticktext"], strict=True)
    notes = [{**beside, "y": y, "text": name.replace("<br>", " ")} for y, name in named]
    # What is drawn above a mark would lie under the name.
    others = [one | {"yshift": -abs(one.get("yshift", 0))} for one in layout.get("annotations", ())]
    changed: Figure = {"annotations": [*others, *notes]}
    changed |= {"yaxis": rows | {"showticklabels": False}, "margin": layout["margin"] | {"l": 8}}
    changed["height"] = max(layout["height"], 110 + 44 * len(notes))
    return {"data": figure["data"], "layout": layout | changed}


def _has_legend_entry(trace: Mapping[str, Any]) -> bool:
    return trace.get("showlegend") is not False and bool(trace.get("name")) and trace.get("type") != "heatmap"


def _is_line(trace: Mapping[str, Any]) -> bool:
    has_line = "lines" in str(trace.get("mode")) or trace.get("meta") == AT_THE_END
    of_line = has_line and _has_legend_entry(trace) and trace.get("fill") in (None, "tonexty")
    return of_line and _last(trace) is not None


def _look(trace: Mapping[str, Any]) -> tuple[str | None, str]:
    if trace.get("meta") == AT_THE_END:
        marker = trace.get("marker", {})
        return marker.get("color"), SIGNS.get(marker.get("symbol", "circle"), "●")
    line = trace.get("line", {})
    if trace.get("fill"):
        return line.get("color"), AREA
    sign = SIGNS.get(trace.get("marker", {}).get("symbol", "circle")) if "markers" in trace["mode"] else None
    return line.get("color"), _dashes(line) if sign is None else f"–{sign}–"


def _dashes(line: Mapping[str, Any]) -> str:
    return DASHES.get(line.get("dash", ""), "—")


def _last(trace: Mapping[str, Any]) -> float | None:
    known = [
        y for x, y in zip(trace.get("x", ()), trace.get("y", ()), strict=False) if _number(x) and _number(y)
    ]
    return float(known[-1]) if known else None


def _number(value: object) -> bool:
    return isinstance(value, int | float) and isfinite(value)


def _width(words: str) -> float:
    """Pixels of some words; a Chinese character takes two Latin letters."""
    plain = words.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    return LETTER * sum(1.9 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in plain)


def _label_tops(lines: Sequence[Mapping[str, Any]], figure: Figure, labels: list[Figure]) -> int:
    """Names above upright lines, in as many rows as they need; how many these are."""
    low, high = _ends("x", figure)
    boxes: list[list[tuple[float, float]]] = []
    places = [(line["x0"] - low) / (high - low) * NARROW if high > low else 0 for line in lines]
    stand = [
        (*_free_place(at, _width(line["name"]), [other for other in places if other != at]), at, line)
        for at, line in zip(places, lines, strict=True)
    ]
    # A name that must stand over another line gives way upwards to the name of that line.
    for _over, anchor, begin, _at, line in sorted(stand, key=lambda one: (one[0], one[3])):
        width = _width(line["name"])
        row = 0
        while row < len(boxes) and any(
            start - 8 <= begin + width and begin <= end + 8 for start, end in boxes[row]
        ):
            row += 1
        if row == len(boxes):
            boxes.append([])
        boxes[row].append((begin, begin + width))
        place = {"x": line["x0"], "xanchor": anchor, "y": 1, "yref": "y domain", "yanchor": "bottom"}
        labels.append(place | {"yshift": row * LINE, "text": line["name"], **PLAIN})
    return len(boxes)


def _free_place(position: float, width: float, others: Sequence[float]) -> tuple[bool, str, float]:
    """Whether a name must stand over another line; else how it stands on its own, and where it begins."""
    usual = "left" if position < width / 2 else "right" if position > NARROW - width / 2 else "center"
    before = {"left": 0.0, "center": width / 2, "right": width}
    for anchor in (usual, "left", "right"):
        begin = position - before[anchor]
        fits = anchor == usual or (begin >= 0 and begin + width <= NARROW)
        if fits and not any(begin - 4 < other < begin + width + 4 for other in others):
            return False, anchor, begin
    return True, usual, position - before[usual]


def _label_ends(
    ends: Sequence[tuple[str, float, str | None, str]], figure: Figure, inner: float, labels: list[Figure]
) -> float:
    """Names to the right of lines, pushed apart where they would touch; the room they need."""
    if not ends:
        return 0
    low, high = _ends("y", figure)
    scale = inner / (high - low) if high > low else 0
    ends = sorted(ends, key=lambda one: one[1])
    heights = [min(max(y, low), high) for _name, y, *_look in ends]
    wanted = [(height - low) * scale for height in heights]
    names = [broken(name) for name, *_of in ends]
    places = _spread(wanted, [len(words) for words in names], inner)
    for (_name, _y, color, sign), words, height, at, place in zip(
        ends, names, heights, wanted, places, strict=True
    ):
        key = f'<span style="color:{color}"><b>{sign}</b></span> ' if color else ""
        beside = {"x": 1, "xref": "paper", "xanchor": "left", "xshift": 4, "align": "left", **PLAIN}
        there = {"y": height, "yanchor": "middle", "yshift": place - at}
        labels.append(beside | there | {"text": key + "<br>".join(words)})
    widest = max(_width(line) for words in names for line in words)
    return min(widest + 36, MOST)


def _spread(targets: Sequence[float], n_lines: Sequence[int], top: float) -> list[float]:
    """Heights for names, from the lowest up: as near to those wanted as names can be that do not touch.

    Names that want to be nearer to each other than that share what is missing, up and down.
    """
    above_first = [0.0]
    for lower, upper in pairwise(n_lines):
        above_first.append(above_first[-1] + (lower + upper) * LINE / 2)
    groups: list[tuple[float, int]] = []  # height that the first name would have, and how many names share it
    for at, above in zip(targets, above_first, strict=True):
        group = (at - above, 1)
        while groups and groups[-1][0] >= group[0]:
            low, n = groups.pop()
            group = ((n * low + group[1] * group[0]) / (n + group[1]), n + group[1])
        groups.append(group)
    first = [min(max(low, 0.0), top - above_first[-1]) for low, n in groups for _each in range(n)]
    return [low + above for low, above in zip(first, above_first, strict=True)]


def broken(name: str, letters: int = BROAD) -> list[str]:
    """A long name in two lines, divided at the space nearest to its middle; `letters` is what one line takes."""
    if _width(name) <= letters * LETTER:
        return [name]
    spaces = [k for k, sign in enumerate(name) if sign in " ，：、"]
    if not spaces:
        return [name]
    cut = min(spaces, key=lambda k: abs(k - len(name) / 2))
    return [name[: cut + 1].strip(), name[cut + 1 :].strip()]


def _ends(axis: str, figure: Figure) -> tuple[float, float]:
    """Where an axis begins and ends, as near as can be told without drawing it."""
    given = figure["layout"].get(f"{axis}axis", {})
    if given.get("range"):
        low, high = given["range"]
        return float(min(low, high)), float(max(low, high))
    places = [value for trace in figure["data"] for value in trace.get(axis) or ()]
    for shape in figure["layout"].get("shapes", ()):
        if "domain" not in shape.get(f"{axis}ref", ""):
            places += [shape.get(f"{axis}0"), shape.get(f"{axis}1")]
    values = [float(place) for place in places if _number(place)]
    if not values:
        return 0.0, 1.0
    low, high = min(values), max(values)
    if given.get("rangemode") == "tozero" or any(trace.get("type") == "bar" for trace in figure["data"]):
        low, high = min(low, 0.0), max(high, 0.0)
    room = 0.05 * (high - low)
    return low - room, high + room
