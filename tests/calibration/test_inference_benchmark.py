"""The benchmark of tests in short: a population of each family again, against the table of the documents.

200 corpora of another seed; one family among the quick tests, the others among the slow ones.
"""

import csv
from math import sqrt
from pathlib import Path

import pytest

from benchmarks.inference_benchmark.__main__ import short
from benchmarks.inference_benchmark.measuring import measure
from benchmarks.inference_benchmark.methods import HALVES
from benchmarks.inference_benchmark.populations import POPULATIONS

TABLE = Path(__file__).resolve().parents[2] / "docs" / "results" / "inference-benchmark.csv"
CORPORA, SEED = 200, 2
QUICK = "regression"
FAMILIES = list(dict.fromkeys(one.family for one in POPULATIONS))


def smallest(family):
    return min((one for one in POPULATIONS if one.family == family), key=lambda one: one.n_units)


def apart(rate, other, n, n_other):
    """Difference of two shares in standard errors of it, a share of none being given one of a hundred."""
    pooled = max(0.01, (rate * n + other * n_other) / (n + n_other))
    return abs(rate - other) / sqrt(pooled * (1 - pooled) * (1 / n + 1 / n_other))


@pytest.mark.parametrize(
    "family", [one if one == QUICK else pytest.param(one, marks=pytest.mark.slow) for one in FAMILIES]
)
def test_a_population_of_each_family_is_as_in_the_table(family):
    population = smallest(family)
    key = population.name, str(population.n_units)
    with TABLE.open(encoding="utf-8", newline="") as file:
        listed = {
            row["method"]: row for row in csv.DictReader(file) if (row["population"], row["n_units"]) == key
        }
    found = measure(population, CORPORA, seed=SEED)
    assert {row.method for row in found} == set(listed)
    for row in found:
        was, n = listed[row.method], int(listed[row.method]["n_corpora"])
        assert row.failed == 0
        for side in ("greater_05", "less_05"):
            # Splits are shared by fifty corpora, so errors scatter a little more than binomially.
            assert apart(getattr(row, side), float(was[side]), CORPORA, n) < 5, (row.method, side)
        if row.power is not None:
            assert abs(row.power - float(was["power"])) < 0.17, row.method


@pytest.mark.parametrize("method", ["out-of-fold, m = 5", "out-of-fold, conservative, m = 5"])
def test_a_row_is_repeated_to_the_last_digit_by_its_seed_and_corpora(method):
    population = next(one for one in POPULATIONS if (one.name[:6], one.n_units) == ("skewed", 60))
    with TABLE.open(encoding="utf-8", newline="") as file:
        (listed,) = (
            row
            for row in csv.DictReader(file)
            if (row["population"], row["n_units"], row["method"]) == (population.name, "60", method)
        )
    test = tuple(one for one in HALVES if one.name == method)
    (found,) = measure(population, int(listed["n_corpora"]), seed=int(listed["seed"]), methods=test)
    for name in ("greater_05", "less_05", "greater_01", "less_01", "coverage", "length", "power", "seed"):
        assert str(short(getattr(found, name))) == listed[name]
