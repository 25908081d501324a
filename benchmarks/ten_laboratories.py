"""Ten laboratories compare the same two models on samples of their own: how often do they disagree?

    python -m benchmarks.ten_laboratories --real Banking77=train.csv:label --real en_ewt-ud-dev.conllu:pos
    python -m benchmarks.ten_laboratories --draw docs/results/ten-laboratories.csv

Each draws a sample of one large corpus and divides it. By a hold-out 8:2 it calls the higher score
better, or what McNemar's test shows; by the out-of-fold test it looks at five half splits.
"""

import argparse
import csv
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, fields
from html import escape
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.stats import binomtest

from mx2core.inference import mcnemar_test
from mx2core.simulation.learners import Batch, Floats
from mx2core.simulation.numbers import Numbers
from mx2core.text_table import table

from .inference_benchmark.drawing import Asked, half_splits, hold_out
from .inference_benchmark.methods import out_of_fold_ends
from .inference_benchmark.populations import Population
from .inference_benchmark.real import of_file

LABORATORIES, M, ALPHA = 10, 5, 0.05
DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE, FIGURE = DOCS / "inference-benchmark.md", DOCS / "figures" / "ten-laboratories.svg"
MARKS = (
    "<!-- made by python -m benchmarks.ten_laboratories --draw TABLE -->",
    "<!-- end of the laboratories -->",
)
_STREAM = 610
Conclusions = NDArray[np.int64]  # (n_groups, 10): 1 A better, -1 B better, 0 neither


@dataclass(frozen=True, slots=True)
class Row:
    """One way to compare two models on one corpus; shares."""

    corpus: str
    n_units: int  # of a laboratory's sample
    way: str
    n_groups: int  # of ten laboratories
    difference: float  # mean of all estimates of A minus B
    a_better: float  # laboratories that conclude so
    b_better: float
    differ: float  # pairs of laboratories that do not conclude the same
    opposite: float  # pairs of which one calls A better and one B
    opposite_of_ten: float  # groups of ten in which two do


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What laboratories measure."""

    scores: Floats  # (n,): difference on the hold-out
    right: NDArray[np.bool_] | None  # (n, n_held, 2); None where units are not right or wrong
    units: Floats  # (n, 5, n_units)
    masks: NDArray[np.bool_]  # (5, n_units)


def measured(population: Population, seed: int, group: int) -> Found:
    """Samples and splits of one group of laboratories. Units come in random order, so masks are shared."""
    numbers = Numbers(seed, _STREAM, group)
    samples = population.draw(numbers, LABORATORIES, population.n_units)
    asked = Asked(population, Batch(samples.views, samples.y, samples.n_classes, seed * 100_003 + group))
    n = population.n_units // population.cluster
    masks = np.zeros((M, n), dtype=bool)
    np.put_along_axis(masks, numbers.uniform(M, n).argsort(axis=1)[:, : n // 2], True, axis=1)
    train, valid = hold_out(n, seed, group)
    score, _units = asked(train, valid)
    units, _scores = half_splits(asked, LABORATORIES, masks)
    return Found(score, asked.right(train, valid, whole=True), units, masks)


def higher(found: Found) -> Conclusions:
    return np.sign(found.scores).astype(np.int64)


def by_mcnemar(found: Found) -> Conclusions:
    assert found.right is not None
    a, b = found.right[..., 0], found.right[..., 1]
    conclusions = []
    for only_a, only_b in zip((a & ~b).sum(axis=1).tolist(), (~a & b).sum(axis=1).tolist(), strict=True):
        pvalue = mcnemar_test(only_a, only_b).pvalue
        conclusions.append(0 if pvalue is None or pvalue >= ALPHA else int(np.sign(only_a - only_b)))
    return np.array(conclusions)


def by_units(found: Found) -> Conclusions:
    lower, upper = out_of_fold_ends(found.units, found.masks, ALPHA / 2)
    return (lower > 0).astype(np.int64) - (upper < 0)


WAYS: dict[str, Callable[[Found], Conclusions]] = {
    "hold-out 8:2, higher score": higher,
    "hold-out 8:2, McNemar": by_mcnemar,
    "out-of-fold, m = 5": by_units,
}


def rows(population: Population, n_groups: int, *, seed: int = 0) -> tuple[Row, ...]:
    """How often laboratories disagree, by each way that the population allows."""
    groups = [measured(population, seed, group) for group in range(n_groups)]
    made = []
    for way, conclude in WAYS.items():
        if conclude is by_mcnemar and groups[0].right is None:
            continue
        conclusions = np.array([conclude(found) for found in groups])
        difference = float(np.mean([(g.units if way.startswith("out") else g.scores).mean() for g in groups]))
        made.append(_row(population, way, conclusions, difference))
    return tuple(made)


def _row(population: Population, way: str, conclusions: Conclusions, difference: float) -> Row:
    first, second = np.triu_indices(LABORATORIES, 1)
    pairs = conclusions[:, first], conclusions[:, second]
    return Row(
        population.name,
        population.n_units,
        way,
        len(conclusions),
        difference,
        float((conclusions > 0).mean()),
        float((conclusions < 0).mean()),
        float((pairs[0] != pairs[1]).mean()),
        float((pairs[0] * pairs[1] < 0).mean()),
        float(((conclusions > 0).any(axis=1) & (conclusions < 0).any(axis=1)).mean()),
    )


def read(path: Path) -> list[Row]:
    kinds = {"corpus": str, "way": str, "n_units": int, "n_groups": int}
    with path.open(encoding="utf-8", newline="") as file:
        return [
            Row(**{name: kinds.get(name, float)(value) for name, value in line.items()})
            for line in csv.DictReader(file)
        ]


def write(path: Path, made: list[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [one.name for one in fields(Row)], lineterminator="\n")
        writer.writeheader()
        for row in made:
            values = asdict(row).items()
            writer.writerow(
                {key: f"{value:.4g}" if isinstance(value, float) else value for key, value in values}
            )


def markdown(made: list[Row]) -> list[str]:
    """The table of the documents."""
    lines = [
        "| corpus, models | way | A better, B better | two conclude otherwise | two conclude the opposite "
        "| opposites among ten |",
        "|---|---|---|---|---|---|",
    ]
    for row in made:
        lines.append(
            f"| {row.corpus} | {row.way} | {row.a_better:.0%}, {row.b_better:.0%} | {row.differ:.0%} "
            f"| {row.opposite:.1%} | {_interval(row)} |"
        )
    return lines


def write_page(made: list[Row]) -> None:
    """Replace the text between the marks, and draw the picture."""
    FIGURE.write_text(picture(made), encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    begin, end = (text.index(mark) for mark in MARKS)
    lines = [
        MARKS[0], "", f"![Conclusions of laboratories](figures/{FIGURE.name})", "",
        *markdown(made), "", *sentences(made), "",
    ]  # fmt: skip
    PAGE.write_text(text[:begin] + "\n".join(lines) + text[end:], encoding="utf-8")


def sentences(made: list[Row]) -> list[str]:
    """What the table says, from its numbers."""
    of = {way: [row for row in made if row.way == way] for way in WAYS}
    score, mcnemar, units = of.values()
    most = max(row.opposite_of_ten for row in units)
    by_score, found = [row.opposite_of_ten for row in score], [row.a_better + row.b_better for row in units]
    missed = [row.a_better + row.b_better for row in mcnemar]
    none = "none" if most == 0 else f"{most:.1%} at most"
    return [
        f"By the higher score of a hold-out, two of ten laboratories call opposite models better in "
        f"{min(by_score):.0%} to {max(by_score):.0%} of groups; by the out-of-fold test in {none} of "
        f"{sum(row.n_groups for row in units):,}. It is not silence: a laboratory concludes in "
        f"{min(found):.0%} to {max(found):.0%} of cases, by McNemar's test on its hold-out in "
        f"{min(missed):.0%} to {max(missed):.0%}. Others then remain undecided, which is no contradiction.",
    ]


def _interval(row: Row) -> str:
    found = binomtest(round(row.opposite_of_ten * row.n_groups), row.n_groups).proportion_ci()
    return f"{row.opposite_of_ten:.0%} ({found.low:.0%}–{found.high:.0%})"


def picture(made: list[Row]) -> str:
    """Conclusions of laboratories as bars: A better, neither, B better."""
    left, width, line = 210, 400, 20
    corpora = list(dict.fromkeys(row.corpus for row in made))
    height = 46 + line * len(made) + 30 * len(corpora)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 780 {height}" font-family="sans-serif" '
        'font-size="12" role="img" aria-label="Conclusions of laboratories by three ways">',
        f'<rect width="780" height="{height}" fill="#ffffff"/>',
        f'<text x="{left}" y="16" fill="#333">A better (teal), neither, B better (rust)</text>',
        '<text x="770" y="16" text-anchor="end" fill="#333">opposites among ten</text>',
    ]
    y = 24
    for corpus in corpora:
        y += 24
        parts.append(f'<text x="10" y="{y}" fill="#222" font-weight="bold">{escape(corpus)}</text>')
        y += 6
        for row in (one for one in made if one.corpus == corpus):
            parts.append(
                f'<text x="{left - 10}" y="{y + 14}" text-anchor="end" fill="#222">{escape(row.way)}</text>'
            )
            x = float(left)
            shares = (row.a_better, 1 - row.a_better - row.b_better, row.b_better)
            for share, colour in zip(shares, ("#0b7a75", "#d9dcdf", "#b3471d"), strict=True):
                size = f'width="{width * share:.1f}" height="{line - 5}"'
                parts.append(f'<rect x="{x:.1f}" y="{y + 2}" {size} fill="{colour}"/>')
                x += width * share
            parts.append(
                f'<text x="770" y="{y + 14}" text-anchor="end" fill="#222">{row.opposite_of_ten:.0%}</text>'
            )
            y += line
    return "\n".join([*parts, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--real", action="append", default=[], metavar="FILE:FIELD", help="a large corpus")
    parser.add_argument("--groups", type=int, default=200, metavar="N", help="of ten laboratories")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--csv", type=Path, metavar="OUT")
    parser.add_argument(
        "--draw", type=Path, metavar="TABLE", help="write picture and section from a table and stop"
    )
    options = parser.parse_args()
    if options.draw:
        write_page(read(options.draw))
        return
    made = []
    for population in (one for file in options.real for one in of_file(file)):
        made += rows(population, options.groups, seed=options.seed)
        print(population.name, file=sys.stderr)
    if options.csv:
        write(options.csv, made)
    names = [one.name for one in fields(Row)]
    print(table(names, [[getattr(row, name) for name in names] for row in made]))


if __name__ == "__main__":
    main()
