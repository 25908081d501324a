"""What the benchmark of tests measured: errors and power of each, as pages and commands say them.

The table beside this module is an excerpt of docs/results/inference-benchmark.csv and held-back.csv, which
`python -m benchmarks.inference_benchmark --draw` writes; docs/inference-benchmark.md says how they were made.
"""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

from ..brief import Tabular, frozen
from ..errors import Notice

EXCERPT = Path(__file__).with_name("benchmark.csv")
HELD_BACK = "held back"  # group of populations on which no test was chosen or tuned
NOT_COMPARED = ("one model", "fixed models")  # families of one model, and of models that no split changes
WEAKEST = (  # populations where tests err most, which sentences name
    Notice("1-NN, 2 classes"),
    Notice("10% class, F1: LDA of two views"),
    Notice("6% class, F1: LDA of two views"),
    Notice("tree of two views"),
    Notice("documents of 3 texts: 1-NN"),
    Notice("noisy: centroid on random features"),
    Notice("AUC by jackknife"),
    Notice("log loss of naive Bayes"),
    Notice("ordinal, squared error"),
)


@frozen
class BenchmarkRow(Tabular):
    method: str  # as the benchmark calls it
    family: str
    population: str
    group: str  # "choice": the out-of-fold test was made on it; "held back": all tests were made before it
    n_units: int
    n_corpora: int
    level: float  # share of wrong "better" at the one-sided level .05, the larger of both directions
    power: float | None  # share of true differences found, two-sided at .05

    @property
    def message(self) -> str:
        """The population as a notice says it, which pages translate."""
        return self.population


@frozen
class Measured(Tabular):
    """A test over all populations of two models that splits change."""

    method: str
    n_populations: int
    mean: float  # level
    weakest: BenchmarkRow  # where it errs most
    power: float  # mean

    @property
    def highest_level(self) -> float:
        return self.weakest.level


@cache
def benchmark() -> tuple[BenchmarkRow, ...]:
    with EXCERPT.open(encoding="utf-8", newline="") as file:
        return tuple(
            BenchmarkRow(
                row["method"],
                row["family"],
                row["population"],
                row["group"],
                int(row["n_units"]),
                int(row["n_corpora"]),
                float(row["level"]),
                float(row["power"]) if row["power"] else None,
            )
            for row in csv.DictReader(file)
        )


@cache
def measured(method: str, *, held_back: bool = False) -> Measured:
    """What was measured of one test, by its name in the benchmark; on populations held back too, if asked."""
    rows = [
        row
        for row in benchmark()
        if row.method == method and row.family not in NOT_COMPARED and (held_back or row.group != HELD_BACK)
    ]
    if not rows:
        raise KeyError(method)
    power = [row.power for row in rows if row.power is not None]
    return Measured(
        method,
        len(rows),
        sum(row.level for row in rows) / len(rows),
        max(rows, key=lambda row: row.level),
        sum(power) / len(power),
    )


def out_of_fold_method(m: int, *, stopped: bool, conservative: bool = False) -> str:
    """The row of the out-of-fold test: of as many splits, or the next more, of which it errs no less often.

    Of more than ten splits there is none: it is that of ten. The conservative form was not measured by the
    precision stop: it is that of its splits.
    """
    if conservative:
        return f"out-of-fold, conservative, m = {3 if m <= 3 else 5 if m <= 5 else 10}"
    if stopped:
        return "out-of-fold, precision stop"
    return f"out-of-fold, m = {1 if m == 1 else 5 if m <= 5 else 10}"
