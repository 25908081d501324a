"""Laboratories with samples of their own: they contradict each other by a hold-out, not by the test."""

from pathlib import Path

import numpy as np
import pytest

import mx2core as mx
from benchmarks import ten_laboratories
from benchmarks.inference_benchmark.populations import POPULATIONS
from benchmarks.ten_laboratories import (
    MARKS,
    WAYS,
    by_mcnemar,
    by_units,
    higher,
    measured,
    read,
    rows,
    sentences,
)

ROOT = Path(__file__).resolve().parents[2]
CENTROID = next(one for one in POPULATIONS if one.name == "centroid against 3-NN")


@pytest.fixture(scope="module")
def few():
    return {row.way: row for row in rows(CENTROID, 12)}


def test_each_way_is_a_row_of_shares(few):
    assert list(few) == list(WAYS)
    for row in few.values():
        assert 0 <= row.opposite <= row.differ <= 1
        assert row.opposite <= row.opposite_of_ten
        assert row.a_better + row.b_better <= 1


def test_a_hold_out_contradicts_itself_more_often(few):
    score, _mcnemar, units = few.values()
    assert score.opposite > units.opposite
    assert units.opposite_of_ten <= 0.5


def test_conclusions_are_those_of_the_library():
    found = measured(CENTROID, 0, 3)
    assert np.array_equal(higher(found), np.sign(found.scores))
    for number, (by_test, by_count) in enumerate(zip(by_units(found), by_mcnemar(found), strict=True)):
        test = mx.out_of_fold_t_test(found.units[number], found.masks, alternative="two-sided")
        assert by_test == (np.sign(test.mean) if test.pvalue < 0.05 else 0)
        a, b = found.right[number].T
        pvalue = mx.inference.mcnemar_test(int((a & ~b).sum()), int((~a & b).sum())).pvalue
        assert by_count == (np.sign(found.scores[number]) if pvalue is not None and pvalue < 0.05 else 0)


def test_the_page_says_what_the_table_has():
    made = read(ROOT / "docs" / "results" / "ten-laboratories.csv")
    page = (ROOT / "docs" / "inference-benchmark.md").read_text("utf-8")
    section = page[page.index(MARKS[0]) : page.index(MARKS[1])]
    assert sentences(made)[0] in section
    assert "\n".join(ten_laboratories.markdown(made)) in section
    assert len({row.corpus.partition(":")[0] for row in made}) == 2
    assert ten_laboratories.picture(made) == ten_laboratories.FIGURE.read_text("utf-8")
