"""The two figures of docs/price.md, drawn from the figures kept in docs/results.

python -m benchmarks.price.figures
"""

from pathlib import Path
from xml.sax.saxutils import escape

from .tables import Results, short

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
COLOURS = {
    "random": "#555555",
    "block": "#a6761d",
    "balanced": "#1b7837",
    "centered": "#2166ac",
    "filter": "#e08214",
    "floor": "#b2182b",
}
FONT = 'font-family="sans-serif" font-size="13"'


class Drawing:
    """Lines, dots and words of an SVG on a white ground."""

    def __init__(self, width, height):
        self._head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {FONT}>'
        self._parts = [f'<rect width="{width}" height="{height}" fill="white"/>']

    def line(self, points, colour, width=1.5, dash=""):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        self._parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>'
        )

    def dot(self, x, y, colour):
        self._parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="{colour}"/>')

    def words(self, x, y, text, colour="#222222", anchor="start", weight="normal"):
        self._parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}" '
            f'font-weight="{weight}">{escape(text)}</text>'
        )

    def text(self):
        return "\n".join([self._head, *self._parts, "</svg>", ""])


def shifts(groups):
    """Dots with intervals: shift of a score against random halves.

    Parameters
    ----------
    groups : list of (title, {method: Figure})
    """
    n_rows = sum(len(shown) + 1 for _, shown in groups)
    row, left, width, top = 20, 330, 340, 30
    bottom = top + n_rows * row
    drawing = Drawing(left + width + 30, bottom + 45)
    values = [x for _, shown in groups for figure in shown.values() for x in (figure.lower, figure.upper)]
    low, high = min(0, *values), max(values)
    step = 0.01 if high - low < 0.08 else 0.02

    def across(value):
        return left + (value - low) / (high - low) * width

    for k in range(int(low / step) - 1, int(high / step) + 1):
        if low <= k * step <= high:
            x = across(k * step)
            drawing.line([(x, top), (x, bottom)], "#222222" if k == 0 else "#dddddd", 1)
            drawing.words(x, bottom + 17, "0" if k == 0 else short(k * step, "+", 2), anchor="middle")
    drawing.words(left + width / 2, bottom + 37, "shift of the score against random halves", anchor="middle")
    y = top
    for title, shown in groups:
        y += row
        drawing.words(10, y - 5, title, weight="bold")
        for method, figure in shown.items():
            y += row
            drawing.words(left - 12, y - 5, method, COLOURS[method], anchor="end")
            line = [(across(figure.lower), y - 9), (across(figure.upper), y - 9)]
            drawing.line(line, COLOURS[method])
            drawing.dot(across(figure.value), y - 9, COLOURS[method])
    return drawing.text()


def spreads(by_method, sizes):
    """Lines: spread over the sets of one corpus against the number of splits in a set.

    Parameters
    ----------
    by_method : {method: list of float}, one for each of `sizes`
    """
    left, top, width, height = 70, 25, 420, 280
    drawing = Drawing(left + width + 110, top + height + 50)
    highest = max(max(values) for values in by_method.values()) * 1.05

    def place(k, value):
        return left + (k + 0.3) / (len(sizes) - 0.4) * width, top + (1 - value / highest) * height

    step = 0.005
    for k in range(int(highest / step) + 1):
        y = place(0, k * step)[1]
        drawing.line([(left, y), (left + width, y)], "#dddddd", 1)
        drawing.words(left - 8, y + 4, "0" if k == 0 else short(k * step, places=3), anchor="end")
    for k, m in enumerate(sizes):
        drawing.words(place(k, 0)[0], top + height + 18, f"m = {m}", anchor="middle")
    drawing.words(
        left + width / 2,
        top + height + 40,
        "splits in a set; spread over sets of one corpus",
        anchor="middle",
    )
    ends = sorted(by_method, key=lambda method: -by_method[method][-1])
    y_before = -float("inf")
    for method in ends:
        points = [place(k, value) for k, value in enumerate(by_method[method])]
        drawing.line(points, COLOURS[method])
        for point in points:
            drawing.dot(*point, COLOURS[method])
        y = y_before = max(points[-1][1] + 4, y_before + 15)  # names do not overlap
        drawing.words(left + width + 8, y, method, COLOURS[method])
    return drawing.text()


def kept(name):
    """Where the figures of a measurement are kept: what a page shows is part of the dashboard."""
    shown = ROOT / "dashboard" / "measured" / f"price-{name}.csv"
    return shown if shown.exists() else DOCS / "results" / shown.name


def drawings():
    """Text of each SVG by its name."""
    real, generated, classes, crf = (
        Results.load(kept(name)).figures for name in ("real-texts", "generated-texts", "classes", "crf")
    )
    zipf = next(key[0] for key in classes if key[0].startswith("Zipf classes, separation 0.5"))
    built = ("balanced", "centered", "filter", "floor")
    groups = [
        (title, {method: found[condition, method, score, "shift"] for method in methods})
        for title, found, condition, score, methods in [
            ("Real texts, naive Bayes", real, "m = 5", "A", built),
            ("Generated texts, naive Bayes", generated, "m = 5", "A", built),
            ("Normal classes, centroids with class shares", classes, zipf, "A", built),
            ("Semantic roles, CRF A", crf, "A", "F1", ("balanced", "centered", "floor")),
        ]
    ]
    sizes = (3, 5, 10, 20)
    by_method = {method: [real[f"m = {m}", method, "A", "spread"].value for m in sizes] for method in COLOURS}
    return {"price-shift.svg": shifts(groups), "price-spread.svg": spreads(by_method, sizes)}


def main():
    folder = DOCS / "figures"
    folder.mkdir(exist_ok=True)
    for name, text in drawings().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
