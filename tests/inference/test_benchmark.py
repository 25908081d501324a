"""The excerpt of the benchmark that pages read is the table of the documents, and its summary is right."""

import csv
import re
from pathlib import Path

import numpy as np
import pytest

from benchmarks.inference_benchmark.methods import METHODS
from benchmarks.inference_benchmark.page import excerpt, rows_apart
from mx2core.errors import Notice
from mx2core.inference import RULES, other_tests
from mx2core.inference.benchmark import (
    EXCERPT,
    HELD_BACK,
    NOT_COMPARED,
    benchmark,
    measured,
    out_of_fold_method,
)

TABLE = Path(__file__).resolve().parents[2] / "docs" / "results" / "inference-benchmark.csv"


def rows():
    with TABLE.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_excerpt_is_of_the_table():
    assert EXCERPT.read_text("utf-8") == excerpt([*rows(), *rows_apart()])


@pytest.mark.parametrize("method", [one.name for one in METHODS])
def test_each_test_is_summed_up(method):
    mine = [row for row in rows() if row["method"] == method and row["family"] not in NOT_COMPARED]
    levels = [max(float(row["greater_05"]), float(row["less_05"])) for row in mine]
    found = measured(method)
    assert (found.n_populations, found.highest_level) == (len(mine), max(levels))
    assert found.mean == pytest.approx(sum(levels) / len(levels))
    assert found.power == pytest.approx(sum(float(row["power"]) for row in mine) / len(mine))
    assert found.weakest.population == mine[levels.index(max(levels))]["population"]


def test_a_test_that_was_not_measured_is_refused():
    with pytest.raises(KeyError):
        measured("magic")


def test_any_number_of_splits_has_its_row():
    known = {row.method for row in benchmark()}
    assert {out_of_fold_method(m, stopped=stop) for m in range(1, 30) for stop in (True, False)} <= known
    careful = {out_of_fold_method(m, stopped=False, conservative=True) for m in range(2, 30)}
    assert careful == {row for row in known if row.startswith("out-of-fold, conservative, m")}


@pytest.mark.parametrize("m", [2, 3, 4, 5, 6, 9, 10])
@pytest.mark.parametrize("conservative", [True, False])
def test_no_test_stands_beside_rates_of_fewer_splits(m, conservative):
    row = out_of_fold_method(m, stopped=False, conservative=conservative)
    assert int(row.split()[-1]) >= m


def numbers_in(words):
    """Splits, folds, shares and looks that a name has."""
    return re.findall(r"\d+", str(words).replace("2α", "").replace("5×2", "").replace("m×2", ""))


@pytest.mark.parametrize(
    "rule", [rule for rule in RULES.values() if rule.measured], ids=lambda rule: rule.key
)
def test_a_rule_assumes_the_numbers_that_it_was_measured_with(rule):
    assumed = set(numbers_in(Notice(rule.description.message, {"k": 10})))
    assert assumed <= {"1", "2"} | set(numbers_in(rule.benchmark))  # ρ2 = 1/10


@pytest.mark.parametrize("m", [3, 5, 8])
def test_a_test_of_ones_own_scores_stands_beside_rates_of_the_same_test_only(m):
    rng = np.random.default_rng(1)
    units, masks = rng.normal(0.1, 1, (m, 40)), np.arange(40) % 2 == np.zeros((m, 1))
    scores = np.stack([units[:, ::2].mean(axis=1), units[:, 1::2].mean(axis=1)], axis=1)
    same = {test.rule for test in other_tests(scores, units=units, masks=masks) if test.benchmark is not None}
    assert same == {3: set(), 5: {"fixed", "5x2 t", "5x2 F"}, 8: {"5x2 t", "5x2 F"}}[m]


def page(name):
    """A page of the documents; Chinese writes 0.05 for .05."""
    text = (TABLE.parents[1] / name).read_text("utf-8")
    return re.sub(r"(?<![\d.])0(?=\.\d)", "", text)


@pytest.mark.parametrize("document", ["method.md", "method.zh-CN.md"])
def test_the_method_page_has_its_numbers(document):
    text = page(document)
    paragraph = next(part for part in text.split("\n\n") if "(inference-benchmark.md)" in part)
    ours, look, folds = map(measured, ("out-of-fold, m = 5", "m×2 t, m = 5", "10-fold z, all pairs"))
    for rate in (ours.mean, ours.highest_level, look.highest_level, folds.highest_level):
        assert f"{rate:.3f}".removeprefix("0") in paragraph
    assert str(ours.n_populations) in paragraph


@pytest.mark.parametrize("document", ["theory.md", "theory.zh-CN.md"])
def test_the_page_of_the_proof_has_its_numbers(document):
    text = page(document)
    start = text.index("*out-of-fold, conservative*")
    paragraph = " ".join(text[start : text.index("\n- ", start)].split())
    methods = [f"out-of-fold, conservative, m = {m}" for m in (3, 5, 10)]
    apart = [row for row in benchmark() if row.group == HELD_BACK and row.method in methods]
    fixed = [row for row in benchmark() if row.method in methods and row.family in NOT_COMPARED]
    rates = [
        max(measured(one).highest_level for one in methods),
        max(row.level for row in fixed),
        max(row.level for row in apart if row.family not in NOT_COMPARED),
        max(row.level for row in apart if row.family in NOT_COMPARED),
    ]
    assert [f"{rate:.3f}".removeprefix("0") for rate in rates] == re.findall(r"\.\d{3}", paragraph)
    found = [
        sum(float(row["power"]) for row in mine) / len(mine)
        for method in (methods[1], "m×2 t, m = 5", "out-of-fold, m = 5")
        for mine in [[row for row in rows() if row["method"] == method and row["power"]]]
    ]
    shares = re.findall(r"(?<![\d.])\.(\d\d)(?!\d)|(?<!\d)(\d\d)%", paragraph)[-3:]
    assert [f"{100 * rate:.0f}" for rate in found] == ["".join(share) for share in shares]


def test_the_chinese_page_of_the_proof_has_the_same_formulas():
    pages = [page(name) for name in ("theory.md", "theory.zh-CN.md")]
    own, chinese = (re.findall(r"```math\n(.*?)```", page, re.DOTALL) for page in pages)
    assert own == chinese
    rest = [re.sub(r"```math\n.*?```", "", page, flags=re.DOTALL) for page in pages]
    inline = [set(re.findall(r"\$`[^`]+`\$|(?<!`)\$[^$`\n]+\$", page)) for page in rest]
    assert inline[0] == inline[1]
    numbers = [re.findall(r"^\| \d+ \|.*$", page, re.MULTILINE) for page in pages]
    assert numbers[0] == numbers[1]
