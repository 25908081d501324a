"""What docs/results/calibration-learners.md says is what was measured."""

import csv
import re
from pathlib import Path

import pytest

from benchmarks.trials.learners import METHODS, QUANTITIES, SIZES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "results" / "calibration-learners.md").read_text(encoding="utf-8")
with (ROOT / "docs" / "results" / "calibration-learners.csv").open(encoding="utf-8", newline="") as _file:
    FIGURES = {
        (row["task"], row["method"], int(row["m"]), row["score"], row["quantity"]): row
        for row in csv.DictReader(_file)
    }


def value(*key):
    return float(FIGURES[key]["value"])


def half(*key):
    return (float(FIGURES[key]["upper"]) - float(FIGURES[key]["lower"])) / 2


@pytest.mark.parametrize("task", ["texts", "sequences"])
def test_every_quantity_was_measured(task):
    for method in METHODS:
        for m in SIZES:
            for quantity in QUANTITIES:
                score = "A-twin" if quantity.startswith("error") else "A"
                assert (task, method, m, score, quantity) in FIGURES or (method, quantity) == (
                    "random",
                    "shift",
                )


def test_the_summary_is_made_of_the_figures():
    rows = re.findall(r"^\| (texts|sequences), m = (\d+) \| (\w+) \|(.*)\|$", PAGE, re.MULTILINE)
    assert len(rows) == 2 * 2 * len(METHODS)
    for task, m, method, cells in rows:
        key = (task, method, int(m))
        row = [cell.strip().replace("−", "-") for cell in cells.split("|")]
        for place, score in ((0, "A"), (5, "A-B")):
            shift = (*key, score, "shift")
            assert row[place] == ("–" if method == "random" else f"{value(*shift):+.4f} ±{half(*shift):.4f}")
        for place, score, quantity, digits in (
            (1, "A", "spread over seeds", 4),
            (2, "A", "rmse", 4),
            (3, "A", "rho2", 2),
            (4, "A", "coverage", 3),
            (6, "A-B", "rho2", 2),
            (7, "A-B", "coverage", 3),
            (8, "A-twin", "error, paper", 3),
            (9, "A-twin", "error, overall", 3),
        ):
            assert row[place] == f"{value(*key, score, quantity):.{digits}f}"


def test_what_is_said_to_be_confirmed():
    fair = ("random", "block", "balanced", "centered")
    for task in ("texts", "sequences"):
        for m in SIZES:
            for score in ("A", "A-B"):
                for method in fair:
                    row = FIGURES[task, method, m, score, "bias"]
                    assert float(row["lower"]) <= 0 <= float(row["upper"])
                    assert abs(float(row["value"])) < 0.0028
            for method in ("floor", "filter"):
                assert float(FIGURES[task, method, m, "A", "shift"]["lower"]) > 0
            for method in METHODS:
                assert value(task, method, m, "A-twin", "error, overall") < 0.018
                assert value(task, method, m, "A-B", "coverage") > 0.965
                if method in fair:
                    assert value(task, method, m, "A-twin", "error, paper") < 0.044
