"""docs/inference-benchmark.md from a table: one picture for each family, and all rows beneath."""

import csv
from collections.abc import Callable
from html import escape
from itertools import groupby
from pathlib import Path
from statistics import mean, median

from mx2core.inference.benchmark import EXCERPT, HELD_BACK, NOT_COMPARED

from .claims import claims, dotted, level

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE, FIGURES = DOCS / "inference-benchmark.md", DOCS / "figures"
FORMS = ("", "conservative, ")
STOPPED = "out-of-fold, conservative, precision stop"
SHOWN_APART = (
    "m×2 t, m = 5",
    STOPPED,
    *(f"out-of-fold, {form}m = {m}" for form in FORMS for m in (3, 5, 10)),
)
APART = DOCS / "results" / "held-back.csv"
MARK = "<!-- made by python -m benchmarks.inference_benchmark --draw TABLE -->"
WIDTH, LEFT, PANEL, GAP, LINE = 780, 250, 220, 50, 22
TOP_LEVEL = 0.2  # right end of the axis of errors; dots beyond stand on it

Rows = list[dict[str, str]]


def strict(row: dict[str, str]) -> float:
    """The same at .01."""
    return max(float(row["greater_01"]), float(row["less_01"]))


def picture(family: str, rows: Rows) -> str:
    """A dot for each population: errors on the left, true differences found on the right."""
    methods = list(dict.fromkeys(row["method"] for row in rows))
    height = 60 + LINE * len(methods)
    found = LEFT + PANEL + GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        f'font-size="12" role="img" aria-label="{escape(family)}: errors and power of each test">',
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="18" fill="#333">errors at .05, larger of both directions</text>',
        f'<text x="{found}" y="18" fill="#333">true differences found</text>',
    ]
    for place, label in ((0, "0"), (0.05, ".05"), (0.1, ".10"), (TOP_LEVEL, "≥ .20")):
        x = LEFT + PANEL * place / TOP_LEVEL
        line = 'stroke="#b3261e" stroke-dasharray="4 3"' if place == 0.05 else 'stroke="#ddd"'
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="26" y2="{height - 24}" {line}/>')
        parts.append(f'<text x="{x:.1f}" y="{height - 8}" text-anchor="middle" fill="#555">{label}</text>')
    for share in (0, 0.5, 1):
        x = found + PANEL * share
        parts.append(f'<line x1="{x}" x2="{x}" y1="26" y2="{height - 24}" stroke="#ddd"/>')
        parts.append(f'<text x="{x}" y="{height - 8}" text-anchor="middle" fill="#555">{share:.0%}</text>')
    for number, method in enumerate(methods):
        y = 40 + LINE * number
        ours = method.startswith("out-of-fold")
        colour = "#0b7a75" if ours else "#5f6368"
        weight = ' font-weight="bold"' if ours else ""
        parts.append(
            f'<text x="{LEFT - 10}" y="{y + 4}" text-anchor="end" fill="#222"{weight}>{escape(method)}</text>'
        )
        for row in rows:
            if row["method"] != method:
                continue
            x = LEFT + PANEL * min(level(row), TOP_LEVEL) / TOP_LEVEL
            dot = f'r="4" fill="{colour}" fill-opacity=".75"'
            parts.append(f'<circle cx="{x:.1f}" cy="{y}" {dot}/>')
            if row["power"]:
                parts.append(f'<circle cx="{found + PANEL * float(row["power"]):.1f}" cy="{y}" {dot}/>')
    return "\n".join([*parts, "</svg>", ""])


def summary(rows: Rows) -> list[str]:
    """A line a test, over all populations."""
    lines = [
        "| test | trainings | error at .05: largest, mean | at .01: largest | coverage, smallest | length |"
        " found |",
        "|---|---|---|---|---|---|---|",
    ]
    for method in dict.fromkeys(row["method"] for row in rows):
        mine = [row for row in rows if row["method"] == method]
        levels = [level(row) for row in mine]
        lengths = [float(row["length"]) for row in mine if row["length"] != "nan"]
        power = [float(row["power"]) for row in mine if row["power"]]
        lines.append(
            f"| {method} | {mine[0]['trainings']} | {dotted(max(levels))}, {dotted(mean(levels))} "
            f"| {dotted(max(map(strict, mine)))} | {dotted(min(float(row['coverage']) for row in mine))} "
            f"| {median(lengths):.2f} | {dotted(mean(power))} |"
        )
    return lines


def of_family(rows: Rows) -> list[str]:
    """A line a population: error / power of each test."""
    methods = list(dict.fromkeys(row["method"] for row in rows))
    lines = [f"| population | n | {' | '.join(methods)} |", "|---|---|" + "---|" * len(methods)]
    for (population, n), mine in groupby(rows, key=lambda row: (row["population"], row["n_units"])):
        of = {row["method"]: row for row in mine}
        cells = [_cell(of.get(method)) for method in methods]
        lines.append(f"| {population} | {n} | {' | '.join(cells)} |")
    return lines


def _cell(row: dict[str, str] | None) -> str:
    if row is None:  # McNemar's test where units are not right or wrong
        return "–"
    return dotted(level(row)) + (f" / {dotted(float(row['power']))}" if row["power"] else "")


def named(family: str) -> str:
    return f"inference-{family.replace(' ', '-')}.svg"


def excerpt(rows: Rows) -> str:
    """What the library has of the table: largest errors and power."""
    lines = ["method,family,population,group,n_units,n_corpora,level,power"]
    for row in rows:
        name = f'"{row["population"]}"' if "," in row["population"] else row["population"]
        method = f'"{row["method"]}"' if "," in row["method"] else row["method"]
        about = f"{row['group']},{row['n_units']},{row['n_corpora']}"
        lines.append(f"{method},{row['family']},{name},{about},{level(row):g},{row['power']}")
    return "\n".join(lines) + "\n"


def rows_apart() -> Rows:
    """Those of populations held back."""
    with APART.open(encoding="utf-8", newline="") as file:
        return [{**row, "group": HELD_BACK} for row in csv.DictReader(file)]


def held_back(rows: Rows) -> list[str]:
    """The section of populations on which no test was chosen: largest errors of both forms, and all rows."""
    forms = {
        form: [row for row in rows if row["method"] in {f"out-of-fold, {form}m = {m}" for m in (3, 5, 10)}]
        for form in FORMS
    }

    def worst(form: str, rate: Callable[[dict[str, str]], float], fixed: bool) -> str:
        some = [row for row in forms[form] if (row["family"] in NOT_COMPARED) == fixed]
        row = max(some, key=rate)
        return f"{dotted(rate(row))} ({row['population']}, {row['method'].split(', ')[-1]})"

    def found(method: str) -> str:
        return dotted(mean(float(row["power"]) for row in of_method(method)))

    def of_method(method: str) -> Rows:
        return [row for row in rows if row["method"] == method and row["family"] not in NOT_COMPARED]

    of = {(row["population"], row["n_units"]): row["family"] for row in rows}
    n_fixed = sum(family in NOT_COMPARED for family in of.values())
    few = "out-of-fold, conservative, m = "
    return [
        "",
        "## Populations held back",
        "",
        "```",
        "python -m benchmarks.inference_benchmark --population benchmarks.inference_benchmark.held_back "
        f"--halves --corpora {int(rows[0]['n_corpora']):,}".replace(",", "")
        + f" --seed {rows[0]['seed']} --csv held-back.csv",
        "```",
        "",
        f"{len(of)} populations of {len(set(of.values()))} families, written before anything was measured on "
        "them; no test was changed after. Where splits change models, the conservative variance with m = 3, "
        f"5 or 10 erred in at most {worst('conservative, ', level, False)} of cases at .05 and "
        f"{worst('conservative, ', strict, False)} at .01, after the precision stop in "
        f"{dotted(max(map(level, of_method(STOPPED))))} and {dotted(max(map(strict, of_method(STOPPED))))}; "
        f"the calibrated one in "
        f"{worst('', level, False)} and {worst('', strict, False)}, with one split in "
        f"{dotted(max(map(level, of_method('out-of-fold, m = 1'))))}. On the {n_fixed} pairs of fixed models "
        f"both erred in at most {worst('', level, True)} and {worst('', strict, True)}. With five splits the "
        f"conservative form found {found(few + '5')} of the true differences (three: {found(few + '3')}, "
        f"ten: {found(few + '10')}), the calibrated one {found('out-of-fold, m = 5')}, one m×2 look "
        f"{found('m×2 t, m = 5')}. [All figures](results/held-back.csv)",
        "",
        *of_family([row for row in rows if row["method"] in SHOWN_APART]),
    ]


def write_page(rows: Rows) -> None:
    """Replace the text beneath the mark, draw the pictures, and write the excerpt of the library."""
    apart = rows_apart()
    EXCERPT.write_text(excerpt([*rows, *apart]), encoding="utf-8")
    families: dict[str, Rows] = {}
    order = list(dict.fromkeys((row["population"], row["n_units"]) for row in rows))
    rows = sorted(rows, key=lambda row: order.index((row["population"], row["n_units"])))
    for row in rows:
        families.setdefault(row["family"], []).append(row)
    corpora = sorted({int(row["n_corpora"]) + int(row["failed"]) for row in rows})
    n_populations = len({(row["population"], row["n_units"]) for row in rows})
    failed = sum(int(row["failed"]) for row in rows if row["method"] == rows[0]["method"])
    number = " or ".join(f"{one:,}" for one in corpora)
    errors = " or ".join(dotted((0.05 * 0.95 / one) ** 0.5) for one in corpora)
    lines = [
        f"{n_populations} populations, {number} corpora each (standard error of a level of .05: {errors}); "
        f"{failed} corpora gave no scores.",
        "",
        *summary(rows),
    ]
    head = ["## What it says", "", *claims(rows), "", "## Results", ""]
    for family, mine in sorted(families.items()):
        (FIGURES / named(family)).write_text(picture(family, mine), encoding="utf-8")
        title = family[0].upper() + family[1:]
        lines += ["", f"## {title}", "", f"![Errors and power, {family}](figures/{named(family)})", ""]
        lines += of_family(mine)
    lines += held_back(apart)
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(
        text[: text.index(MARK)] + MARK + "\n\n" + "\n".join([*head, *lines]) + "\n", encoding="utf-8"
    )
