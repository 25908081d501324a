"""The excerpt of the benchmark that pages read is the table of the documents, and its summary is right."""

import csv
from pathlib import Path

import pytest

from benchmarks.inference_benchmark.methods import METHODS
from benchmarks.inference_benchmark.page import excerpt
from mx2core.inference.benchmark import EXCERPT, NOT_COMPARED, benchmark, measured, out_of_fold_method

TABLE = Path(__file__).resolve().parents[2] / "docs" / "results" / "inference-benchmark.csv"


def rows():
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_excerpt_is_of_the_table():
    assert EXCERPT.read_text("utf-8") == excerpt(rows())


@pytest.mark.parametrize("method", [one.name for one in METHODS])
def test_each_test_is_summed_up(method):
    mine = [row for row in rows() if row["method"] == method and row["family"] not in NOT_COMPARED]
    levels = [max(float(row["greater_05"]), float(row["less_05"])) for row in mine]
    found = measured(method)
    assert (found.n_populations, found.most) == (len(mine), max(levels))
    assert found.mean == pytest.approx(sum(levels) / len(levels))
    assert found.power == pytest.approx(sum(float(row["power"]) for row in mine) / len(mine))
    assert found.weakest.population == mine[levels.index(max(levels))]["population"]


def test_a_test_that_was_not_measured_is_refused():
    with pytest.raises(KeyError):
        measured("magic")


def test_any_number_of_splits_has_its_row():
    known = {row.method for row in benchmark()}
    assert {out_of_fold_method(m, stopped=stop) for m in range(1, 30) for stop in (True, False)} <= known


@pytest.mark.parametrize("document", ["method.md", "method.zh-CN.md"])
def test_the_method_page_has_its_numbers(document):
    text = (TABLE.parents[1] / document).read_text("utf-8")
    paragraph = next(part for part in text.split("\n\n") if "(inference-benchmark.md)" in part)
    ours, look, folds = map(measured, ("out-of-fold, m = 5", "m×2 t, m = 5", "10-fold z, all pairs"))
    for rate in (ours.mean, ours.most, look.most, folds.most):
        assert f"{rate:.3f}".removeprefix("0") in paragraph
    assert str(ours.n_populations) in paragraph
