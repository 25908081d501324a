"""The tables and the figure of docs/replicability.md, from the files kept in docs/results.

python -m benchmarks.replicability_report
"""

import csv
from pathlib import Path

from .price.figures import COLOURS, DOCS, Drawing

FIGURE = "replicability.svg"
CORPORA = {
    "intents": "sample of questions, naive Bayes, 16 laboratories",
    "texts": "Banking77 test file, naive Bayes, 12 laboratories",
    "names": "sample of names, CRFs, 10 laboratories",
}
HALVES = {"random": "random", "5x2_t": "random", "5x2_f": "random"} | {
    kind: kind for kind in ("block", "balanced", "centered", "floor")
}
OTHER = "#6a3d9a"  # methods that do not train on halves both ways


def kept(name):
    return DOCS / "results" / f"replicability-{name}.csv"


def rows(name):
    """One mapping a method; numbers as text, empty where there is none."""
    with kept(name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def table(name):
    """Markdown: cost, estimate, spread and chance of other conclusions."""
    head = ("method", "trainings", "trained on", "A − B", "sd", "bias & sd × 10³", "A better", "not shown")
    lines = ["| " + " | ".join((*head, "conclude differently")) + " |", "|---" * 9 + "|"]
    for row in rows(name):
        lines.append(
            f"| {row['name']} | {float(row['trainings']):.0f} | {float(row['share_trained_on']):.0%} "
            f"| {float(row['difference_mean']):+.4f} | {interval(row, 'difference_sd', 4)} | {error(row)} "
            f"| {float(row['rates_A']):.0%} | {float(row['rates_none']):.0%} "
            f"| {interval(row, 'different', 2)} |"
        )
    return "\n".join(lines)


def interval(row, name, digits):
    if not row[name]:
        return "–"
    value, low, high = (float(row[name + end]) for end in ("", "_lower", "_upper"))
    return f"{value:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"


def error(row):
    """Bias and standard deviation against the reference of its size, in thousandths."""
    if not row["difference_squared_bias"]:
        return "–"
    bias, variance = float(row["difference_squared_bias"]), float(row["difference_variance"])
    return f"{1000 * bias**0.5:.1f} & {1000 * variance**0.5:.1f}"


def figure():
    """Chance of other conclusions with its interval, a row a method, a block a corpus."""
    found = {title: rows(name) for name, title in CORPORA.items() if kept(name).exists()}
    row_height, left, width, top = 20, 240, 380, 30
    n_rows = sum(len(of) + 2 for of in found.values())
    bottom = top + n_rows * row_height
    drawing = Drawing(left + width + 90, bottom + 45)

    def place(chance):
        return left + chance / 0.8 * width

    for tick in (0, 0.2, 0.4, 0.6, 0.8):
        drawing.line([(place(tick), top), (place(tick), bottom - 20)], "#dddddd", 1)
        drawing.words(place(tick), bottom, f"{tick:.0%}", anchor="middle")
    drawing.words(
        left + width / 2,
        bottom + 24,
        "chance that two laboratories conclude differently, and trainings of one",
        anchor="middle",
    )
    y = top
    for title, of in found.items():
        drawing.words(8, y + 14, title, weight="bold")
        for row in of:
            y += row_height
            colour = COLOURS.get(HALVES.get(row["method"].partition(":")[0], ""), OTHER)
            drawing.words(left - 12, y + 14, row["name"], anchor="end")
            drawing.words(left + width + 12, y + 14, f"{float(row['trainings']):.0f}")
            if row["different"]:
                low, high = float(row["different_lower"]), float(row["different_upper"])
                drawing.line([(place(low), y + 10), (place(high), y + 10)], colour)
                drawing.dot(place(float(row["different"])), y + 10, colour)
        y += 2 * row_height
    return drawing.text()


def main():
    (Path(DOCS) / "figures" / FIGURE).write_text(figure(), encoding="utf-8")
    for name in filter(lambda name: kept(name).exists(), CORPORA):
        print(f"## {name}\n\n{table(name)}\n")


if __name__ == "__main__":
    main()
