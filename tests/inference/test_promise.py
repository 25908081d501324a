"""The condition of an error rate: without it the rate is another one; and what R shows given rho1."""

import csv
from pathlib import Path

import numpy as np
import pytest

from benchmarks.trials.batch import rejections
from mx2core.inference import RULES, CorrelationBounds, overall_level, pair_ratio
from mx2core.inference.benchmark import WEAKEST
from mx2core.inference.mx2 import promise

RUNS, M = 10_000, 20
AGAINST = np.array([1.0, -1.0])  # what one run of a split gains the other loses: rho1 = 0, rho2 = 1/2


def error(draw) -> float:
    shared, own = draw(RUNS, 1, 1), draw(RUNS, M, 1) * AGAINST
    scores = np.sqrt(0.5) * (shared + own)
    return float(rejections(scores, range(3, M + 1), overall_level(0.05)).any(axis=1).mean())


def test_the_error_is_kept_with_normal_scores_and_not_with_skewed_ones():
    numbers = np.random.default_rng(5)
    assert error(lambda *shape: numbers.standard_normal(shape)) < 0.057
    assert error(lambda *shape: numbers.exponential(size=shape) - 1) > 0.065


@pytest.mark.parametrize(("rho1", "rho2"), [(0.5, 0.5), (0.0, 0.5), (0.3, 0.1)])
def test_given_one_correlation_the_ratio_shows_the_other(rho1, rho2):
    numbers = np.random.default_rng(7)
    m = 4_000
    of_split = np.sqrt(max(rho1 - rho2, 0)) * numbers.standard_normal((m, 1))
    own = np.sqrt(1 - rho1) * numbers.standard_normal((m, 2))
    if rho1 < rho2:  # the two of a split are less alike than those of two splits
        apart = np.sqrt(rho2 - rho1) * numbers.standard_normal((m, 1)) * AGAINST
        of_split, own = apart, np.sqrt(1 - 2 * rho2 + rho1) * numbers.standard_normal((m, 2))
    found = pair_ratio(of_split + own)
    assert found.rho2(rho1) == pytest.approx(rho2, abs=0.05)


def test_equal_scores_show_no_correlation():
    assert pair_ratio(np.full((4, 2), 0.25)).rho2(0.5) is None


def test_the_condition_is_that_of_the_rule_and_its_bounds():
    usual = str(promise.condition())
    assert "at most ½ within a split and ½ between splits" in usual
    assert str(promise.condition("paper", CorrelationBounds(rho2=0.4))) == usual
    bounded = str(promise.condition("overall", CorrelationBounds(0.3, 0.4)))
    assert "at most 0.3 within a split and 0.4 between splits" in bounded
    one_number = str(promise.condition("overall", CorrelationBounds(0.4, 0.3, equal=True)))
    assert "one number of at most 0.3" in one_number
    assert "one number of at most ½" in str(promise.condition("fixed"))
    assert all("nearly normal" in words for words in (usual, bounded, one_number))


FIXED = "skewed F1, A misses and B invents", "two fixed rules"  # models that no split changes
FEWER = {  # of those where it finds less than half as much again as the overall-level rule
    "centroid, 3 classes, one view weaker": "centroids",
    "stable: LDA of two views": "LDA with 1,000 units",
    "1-NN against majority": "1-NN against majority",
    "skewed F1, A misses and B invents": "skewed errors of fixed models",
}
ROOT = Path(__file__).resolve().parents[2]
MEASURED = ROOT / "dashboard" / "measured" / "out-of-fold.csv"
RESULTS = ROOT / "docs" / "results" / "out-of-fold.md"


def measured():
    with MEASURED.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("m", [1, 5, 10])
def test_other_corpora_of_the_trials_do_not_contradict_it(m):
    """Errors of another seed, and of one model alone, lie no further above than chance and choice explain."""
    stated = promise.out_of_fold(m).values["most"]
    for row in measured():
        if row["method"] == "out-of-fold" and row["m"] == str(m) and row["name"] not in FIXED:
            assert max(float(row["error_greater"]), float(row["error_less"])) < stated + 0.012, row["name"]


def test_the_weakest_population_has_a_name_that_is_translated():
    names = {one.message for one in WEAKEST}
    assert names >= {one.measured.weakest.population for one in RULES.values() if one.measured is not None}
    for m, stopped, careful in (
        *((m, False, False) for m in (1, 3, 5, 10)),
        *((m, False, True) for m in (2, 5, 10)),
        (4, True, False),
        (4, True, True),
    ):
        found = promise.out_of_fold(m, stopped=stopped, conservative=careful)
        weakest = found.values["weakest"]
        assert str(weakest) in str(found)
        assert str(weakest) in names


def test_the_error_of_the_bootstrap_interval_is_named_with_its_size():
    rows = [row for row in measured() if row["method"] == "bootstrap"]
    worst = max(float(row[side]) for row in rows for side in ("error_greater", "error_less"))
    assert promise.FIXED_MODELS.values["most"] == round(worst, 2)


def test_where_it_finds_little_more_than_the_overall_rule_is_named():
    power = {
        (row["name"], row["n_units"], row["method"], row["m"]): float(row["power"])
        for row in measured()
        if row["power"]
    }
    words, ratios, left_out = " ".join(RESULTS.read_text(encoding="utf-8").split()), [], []
    for (name, n_units, method, _m), overall in power.items():
        if method != "overall" or overall < 0.03:
            continue
        ratio = power[name, n_units, "out-of-fold", "5"] / overall
        if name not in FEWER:
            ratios.append(ratio)
        if ratio < 1.5 and not (name in FEWER and FEWER[name] in words):
            left_out.append((name, n_units, ratio))
    assert not left_out
    assert f"found {min(ratios):.1f} to {max(ratios):.1f} times as much" in words
