"""The paper's directions: what its own numbers say, and sentences for both outcomes."""

import numpy as np
import pytest

from mx2core.errors import InputError
from mx2core.studies import Resampling, direction, paper_snr, paper_table, spread_ratios, summarize

HOW = Resampling(n_resamples=200)


def scores(mean, sd, n=60, seed=0):
    return mean + sd * np.random.default_rng(seed).standard_normal((n, 2))


def test_figures_of_the_paper_fall_from_5_5_on():
    later = [
        (figure, of, metric)
        for figure in ("identification", "labelling")
        for of in ("A", "B", "A − B")
        for metric in ("precision", "recall", "f1")
        if max(paper_snr(figure, of, metric=metric)) > paper_snr(figure, of, metric=metric)[0]
    ]
    # By mean / sd of Tables 2 and 4, each by a hair: 120.3 and 119.4, 42.1 and 40.2, 49.3 and 48.8.
    assert later == [
        ("identification", "A", "precision"),
        ("labelling", "B", "recall"),
        ("labelling", "B", "f1"),
    ]
    first = paper_table(4).rows[0].cells[2]
    assert paper_snr("labelling", "A", metric="macro_f1")[0] == pytest.approx(first.mean / first.sd)
    assert paper_snr("identification", "A − B", metric="f1")[0] == 20.01
    assert paper_snr("labelling", "A", metric="accuracy") is None  # the paper's 准确率 is precision
    with pytest.raises(InputError, match="The paper has identification"):
        paper_snr("identification", "C", metric="f1")


def test_table_6_has_two_exceptions_both_in_precision():
    rows = paper_table(6).rows
    less = [
        (bad.label.split(",")[0], one.metric)
        for bad, good in zip(rows[::2], rows[1::2], strict=True)
        for one, other in zip(bad.cells, good.cells, strict=True)
        if other.snr < one.snr
    ]
    assert less == [("感受", "precision"), ("记忆", "precision")]


@pytest.mark.parametrize(
    ("good", "bad", "agrees", "says"),
    [
        (scores(0.8, 0.01), scores(0.8, 0.03, seed=1), True, "as in the paper"),
        (scores(0.8, 0.03), scores(0.8, 0.01, seed=1), False, "against the paper"),
        (scores(-0.1, 0.03), scores(-0.1, 0.01, seed=1), False, "against the paper"),
        (scores(0.8, 0.01), scores(0.8, 0.01, seed=1), None, "undecided"),
        (scores(0.8, 0.01, n=3), scores(0.8, 0.03, n=3, seed=1), None, "repetitions, found 3"),
        (scores(0.8, 0.0), scores(0.8, 0.03, seed=1), None, "is undefined"),
    ],
)
def test_either_way_is_said(good, bad, agrees, says):
    found = direction("A", "f1", schemes=("good", "bad"), scores={"good": good, "bad": bad}, how=HOW)
    assert says in str(found.sentence)
    if agrees is not None:
        assert found.agrees is agrees


def test_too_few_repetitions_have_no_ratio_at_all():
    few = {"good": scores(0.8, 0.01, n=2), "bad": scores(0.8, 0.03, n=2, seed=1)}
    found = direction("A", "f1", schemes=("good", "bad"), scores=few, how=HOW)
    assert (found.ratio, found.agrees, found.clear) == (None, None, False)
    assert "times" not in str(found.sentence)


def test_the_ratio_is_that_of_the_tables():
    good, bad = scores(0.8, 0.01), scores(0.8, 0.03, seed=1)
    found = direction("A", "f1", schemes=("good", "bad"), scores={"good": good, "bad": bad}, how=HOW)
    ratio = spread_ratios(good, bad, how=HOW).one_score.snr
    assert found.ratio.value == pytest.approx(ratio.value)
    one, other = (summarize(values, HOW).one_score.snr.value for values in (good, bad))
    assert found.ratio.value == pytest.approx(one / other)


def test_a_ratio_of_sizes_is_set_against_the_best_of_the_others():
    held = {
        "5:5": scores(0.8, 0.02)[:, :1],
        "7:3": scores(0.85, 0.01)[:, :1],
        "9:1": scores(0.9, 0.05)[:, :1],
    }
    found = direction("A", "f1", schemes=("5:5", "largest"), scores=held, how=HOW)
    assert (found.second, found.agrees) == ("7:3", False)
