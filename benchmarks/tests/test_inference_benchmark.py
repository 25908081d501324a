"""The benchmark of tests says of a sample what the library says, and counts what gives no scores."""

import csv
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import mx2core as mx
from benchmarks.inference_benchmark import methods
from benchmarks.inference_benchmark.claims import claims
from benchmarks.inference_benchmark.drawing import drawn
from benchmarks.inference_benchmark.learners import area_under_curve, ridge
from benchmarks.inference_benchmark.measuring import measure
from benchmarks.inference_benchmark.page import MARK, held_back, picture, rows_apart, summary
from benchmarks.inference_benchmark.populations import CHECKED, POPULATIONS
from mx2core.inference import (
    alpaydin_5x2_f_test,
    conservative_z_test,
    corrected_resampled_t_test,
    cross_validation_z_test,
    dietterich_5x2_t_test,
    naive_paired_t_test,
    nested_cross_validation_test,
)
from mx2core.simulation.learners import Batch

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "inference-benchmark.md").read_text("utf-8")
METHODS = {method.name: method for method in methods.METHODS}


@pytest.fixture(scope="module")
def own():
    """The population that the documents write out."""
    code = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    space = {}
    exec(code[1], space)
    return space["POPULATIONS"][0]


@pytest.fixture(scope="module")
def sample(own):
    return drawn(own, 6, 1, 0)


@pytest.fixture(scope="module")
def rows(own):
    return {row.method: row for row in measure(own, 150, seed=3)}


def ends(sample, name, corpus):
    lower, upper = METHODS[name].ends(sample, 0.025)
    return pytest.approx((lower[corpus], upper[corpus]))


@pytest.mark.parametrize("corpus", range(3))
def test_the_ends_are_those_of_the_library(sample, corpus):
    units, scores = sample.units[corpus], sample.scores[corpus]
    for m in (1, 5, 10):
        test = mx.out_of_fold_t_test(units[:m], sample.masks[:m], alternative="two-sided")
        assert (test.lower, test.upper) == ends(sample, f"out-of-fold, m = {m}", corpus)
    for m in (3, 5, 10):
        two = {"alternative": "two-sided", "conservative": True}
        test = mx.out_of_fold_t_test(units[:m], sample.masks[:m], **two)
        assert (test.lower, test.upper) == ends(sample, f"out-of-fold, conservative, m = {m}", corpus)
    test = mx.mx2_t_test(scores[:5], alternative="two-sided")
    assert (test.lower, test.upper) == ends(sample, "m×2 t, m = 5", corpus)
    numbers = sample.fold_numbers
    for name, variance in (("all pairs", "all-pairs"), ("within folds", "within-fold")):
        test = cross_validation_z_test(sample.fold_units[corpus], numbers, variance=variance)
        assert (test.lower, test.upper) == ends(sample, f"10-fold z, {name}", corpus)
    test = nested_cross_validation_test(
        sample.outer[corpus], sample.inner[corpus], folds=sample.nested_numbers
    )
    assert (test.lower, test.upper) == ends(sample, "nested 4-fold", corpus)
    test = conservative_z_test(sample.hold_outs[corpus], sample.hold_out_halves[corpus])
    assert (test.lower, test.upper) == ends(sample, "conservative z", corpus)


@pytest.mark.parametrize("corpus", range(3))
def test_p_values_of_the_library_agree_with_the_ends(sample, corpus):
    scores, folds = sample.scores[corpus, :5], sample.folds[corpus]
    for name, test in (
        ("5×2 t", lambda shift: dietterich_5x2_t_test(scores - shift, "greater").pvalue),
        ("5×2 F", lambda shift: alpaydin_5x2_f_test(scores - shift).pvalue / 2),
        ("10-fold paired t", lambda shift: naive_paired_t_test(folds - shift, "greater").pvalue),
        (
            "10-fold corrected resampled t",
            lambda shift: corrected_resampled_t_test(folds - shift, 1 / 9, alternative="greater").pvalue,
        ),
    ):
        lower = METHODS[name].ends(sample, 0.025)[0][corpus]
        if name == "5×2 F" and test(scores.mean()) < 0.025:
            continue  # no difference is accepted
        assert test(lower) == pytest.approx(0.025, rel=1e-3), name


def test_a_population_of_ones_own_is_measured(rows):
    assert rows["out-of-fold, m = 5"].level <= 0.05 + 2 * (0.05 * 0.95 / 150) ** 0.5
    assert rows["10-fold z, all pairs"].level > rows["out-of-fold, m = 5"].level
    assert rows["out-of-fold, m = 5"].power > rows["10-fold corrected resampled t"].power
    assert all(row.failed == 0 and row.n_corpora == 150 for row in rows.values())
    assert 3 <= rows["out-of-fold, precision stop"].mean_m <= 10


def test_half_splits_alone_are_those_of_all_splits(own, sample):
    halves = drawn(own, 6, 1, 0, only_halves=True)
    assert (halves.units == sample.units).all()
    row = measure(own, 20, seed=3, methods=methods.HALVES)[0]
    assert (row.method, row.n_corpora, row.failed) == ("out-of-fold, m = 3", 20, 0)


def test_corpora_without_scores_are_counted(own):
    def sometimes(batch, train, ask):
        counted = own.a(batch, train, ask)
        counted[::2] = np.nan
        return counted

    row = measure(replace(own, a=sometimes), 20)[0]
    assert (row.n_corpora, row.failed) == (10, 10)


def test_a_learner_that_fails_on_all_corpora_is_said(own):
    def fails(batch, train, ask):
        raise ValueError("singular")

    with pytest.raises(ValueError, match="no corpus gave scores"):
        measure(replace(own, a=fails), 5)


def test_ties_decide_nothing(own):
    for row in measure(replace(own, b=own.a), 5):
        assert (row.undecided, row.level, row.coverage) == (1, 0, 1), row.method


def test_the_jackknife_of_the_area_has_its_mean():
    from sklearn.metrics import roc_auc_score

    numbers = np.random.default_rng(2)
    batch = Batch((numbers.normal(size=(3, 40, 2)),), (numbers.random((3, 40)) < 0.4).astype(int), 2)
    train, ask = np.arange(20), np.arange(20, 40)
    area, of_unit = area_under_curve(ridge)(batch, train, ask)
    scores = ridge(batch, train, ask)
    wanted = [roc_auc_score(y, s) for y, s in zip(batch.y[:, ask], scores, strict=True)]
    assert area == pytest.approx(wanted)
    assert of_unit.mean(axis=1) == pytest.approx(wanted)
    left_out = [roc_auc_score(np.delete(batch.y[0, ask], k), np.delete(scores[0], k)) for k in range(20)]
    pseudo = 20 * wanted[0] - 19 * np.array(left_out)
    assert of_unit[0] == pytest.approx(pseudo - pseudo.mean() + wanted[0])


def test_populations_are_named_once_and_many():
    assert len(POPULATIONS) >= 30
    assert len(CHECKED) == 19
    assert len({(one.name, one.n_units) for one in POPULATIONS}) == len(POPULATIONS)


@pytest.mark.parametrize("population", CHECKED, ids=lambda one: one.name)
def test_every_population_of_the_check_draws_and_answers(population):
    sample = drawn(
        replace(population, n_units=min(population.n_units, 120 // population.cluster * 5)), 2, 0, 0
    )
    assert sample.usable.all()
    assert sample.units.std() > 0


def test_the_picture_has_a_dot_for_each_population(rows):
    table = [{name: str(getattr(row, name)) for name in row.__slots__} for row in rows.values()]
    drawing = picture("mine", table)
    assert drawing.count("<circle") == 2 * len(table)
    assert len(summary(table)) == 2 + len(table)


def test_the_page_says_what_the_table_has():
    with (ROOT / "docs" / "results" / "inference-benchmark.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    made = PAGE[PAGE.index(MARK) :]
    assert "\n".join(claims(table)) in made
    assert "\n".join(summary(table)) in made
    assert "\n".join(held_back(rows_apart())) in made


def test_the_page_shows_a_picture_of_each_family():
    made = PAGE[PAGE.index(MARK) :]
    for family in {one.family for one in POPULATIONS}:
        name = f"figures/inference-{family.replace(' ', '-')}.svg"
        assert name in made
        assert (ROOT / "docs" / name).exists()


def test_mcnemars_ends_are_tangos(sample):
    """At the ends of an interval of none the statistic is McNemar's without correction."""
    right = sample.right
    only_a, only_b = ((right[..., k] & ~right[..., 1 - k]).sum(axis=1) for k in (0, 1))
    chi = [
        mx.inference.mcnemar_test(int(a), int(b), exact=False).statistic if a + b else None
        for a, b in zip(only_a, only_b, strict=True)
    ]
    zero = methods._tango(only_a.astype(float), only_b.astype(float), right.shape[1], np.zeros(len(right)))
    for corpus, statistic in enumerate(chi):
        if statistic is not None:
            gap = abs(int(only_a[corpus]) - int(only_b[corpus]))
            assert zero[corpus] ** 2 == pytest.approx(gap**2 / (only_a[corpus] + only_b[corpus]))
            assert statistic <= zero[corpus] ** 2
    lower, upper = METHODS["McNemar, hold-out 8:2"].ends(sample, 0.025)
    assert (lower <= upper).all()


def test_mcnemar_is_left_out_where_units_are_not_right_or_wrong():
    named = {one.name: one for one in POPULATIONS}
    for name in ("ordinal, squared error", "one model, accuracy .985", "AUC by jackknife"):
        assert drawn(replace(named[name], n_units=40), 2, 0, 0).right is None
