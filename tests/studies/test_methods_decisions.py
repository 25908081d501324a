"""The usual test of each method is the one of the inference package, at the level asked for."""

import numpy as np
import pytest

from mx2core import inference
from mx2core.errors import ScoresError
from mx2core.studies.methods import KINDS, TESTS, decide, method_of
from mx2core.studies.methods.decisions import Scores
from tests.partition.shapes import half_masks
from tests.score_tables import E

BETTER = E.ravel()


def scores(differences, only_a=0, only_b=0, test_to_train=1 / 9):
    return Scores(np.asarray(differences, dtype=float), test_to_train, only_a, only_b)


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("kfold:10", inference.naive_paired_t_test(BETTER).pvalue),
        ("repeated_kfold:5x2", inference.corrected_resampled_t_test(BETTER, 1 / 9).pvalue),
        ("rlt:90x10", inference.corrected_resampled_t_test(BETTER, 1 / 9).pvalue),
        ("5x2_t", inference.dietterich_5x2_t_test(BETTER.reshape(5, 2)).pvalue),
        ("5x2_f", inference.alpaydin_5x2_f_test(BETTER.reshape(5, 2)).pvalue),
        ("balanced:5", inference.mx2_t_test(BETTER.reshape(5, 2), alternative="two-sided").pvalue),
    ],
)
def test_usual_tests(key, expected):
    for turned, better in ((1, "A"), (-1, "B")):
        found = decide(method_of(key), scores(turned * BETTER))
        assert found.pvalue == pytest.approx(expected)
        assert found.conclusion == (better if expected < 0.05 else "none")
        assert found.n_folds == 10
        assert decide(method_of(key), scores(turned * BETTER), alpha=expected * 1.01).conclusion == better
        assert decide(method_of(key), scores(turned * BETTER), alpha=expected * 0.99).conclusion == "none"


def test_one_split_is_decided_by_its_units():
    found = decide(method_of("hold_out:80"), scores([0.02], only_a=30, only_b=10))
    assert found.pvalue == inference.mcnemar_test(30, 10).pvalue
    assert found.conclusion == "A"
    assert decide(method_of("hold_out:80"), scores([0.02], only_a=10, only_b=30)).conclusion == "B"
    agreed = decide(method_of("hold_out:80"), scores([0.0]))
    assert (agreed.conclusion, agreed.pvalue) == ("none", None)


def test_a_percentile_interval_leaves_out_zero_or_not():
    bags = np.linspace(0.001, 0.05, 100)
    assert decide(method_of("bootstrap:100"), scores(bags)).conclusion == "A"
    assert decide(method_of("bootstrap:100"), scores(-bags)).conclusion == "B"
    assert decide(method_of("bootstrap:100"), scores(bags - 0.003)).conclusion == "none"


def test_the_sequential_test_stops_in_either_direction():
    splits = np.tile([0.02, 0.021], 20) + 0.001 * np.arange(40) % 0.004
    expected = inference.sequential_t_test(splits.reshape(20, 2), alternative="two-sided")
    for turned, better in ((1, "A"), (-1, "B")):
        found = decide(method_of("sequential:20"), scores(turned * splits))
        assert (found.conclusion, found.n_folds) == (better, 2 * expected.m)
    noise = np.tile([0.02, -0.02], 20)
    assert decide(method_of("sequential:20"), scores(noise)).conclusion == "none"
    assert decide(method_of("sequential:20"), scores(noise)).n_folds == 40


def units(shift, m=10, n=80):
    generator = np.random.default_rng(3)
    masks = half_masks(generator, m, n)
    return generator.normal(shift, 1, n) + generator.normal(0, 0.5, (m, n)), masks


def test_units_decide_the_out_of_fold_test():
    values, masks = units(0.4)
    given = Scores(np.zeros(20), 1.0, 0, 0, values, masks)
    test = inference.out_of_fold_t_test(values, masks, alternative="two-sided")
    found = decide(method_of("out_of_fold:10"), given)
    assert (found.conclusion, found.pvalue, found.n_folds) == ("A", test.pvalue, 20)
    assert found.half_length == pytest.approx((test.upper - test.lower) / 2)
    turned = Scores(np.zeros(20), 1.0, 0, 0, -values, masks)
    assert decide(method_of("out_of_fold:10"), turned).conclusion == "B"
    stop = inference.precision_stop(values, masks, alternative="two-sided")
    stopped = decide(method_of("out_of_fold_stopped:10"), given)
    assert (stopped.n_folds, stopped.pvalue) == (2 * stop.m, stop.test.pvalue)
    assert stop.m < 10
    careful = {"alternative": "two-sided", "conservative": True}
    test = inference.out_of_fold_t_test(values, masks, **careful)
    found = decide(method_of("out_of_fold_conservative:10"), given)
    assert (found.pvalue, found.n_folds) == (test.pvalue, 20)
    without = decide(method_of("out_of_fold:10"), Scores(np.ones(20), 1.0, 0, 0))
    assert (without.conclusion, without.pvalue) == ("none", None)


def test_half_lengths_are_those_of_the_intervals():
    test = inference.mx2_t_test(BETTER.reshape(5, 2), alternative="two-sided")
    found = decide(method_of("random:5"), scores(BETTER))
    assert found.half_length == pytest.approx((test.upper - test.lower) / 2)
    plain = decide(method_of("kfold:10"), scores(BETTER))
    assert plain.half_length == pytest.approx(2.2621572 * BETTER.std(ddof=1) / np.sqrt(10))
    assert decide(method_of("hold_out:80"), scores([0.02], only_a=30, only_b=10)).half_length is None


@pytest.mark.parametrize("key", ["kfold:10", "rlt:90x10", "5x2_t", "5x2_f", "random:5", "bootstrap:20"])
def test_equal_scores_decide_nothing(key):
    assert decide(method_of(key), scores(np.zeros(10))).conclusion == "none"


def test_a_missing_score_is_refused():
    with pytest.raises(ScoresError):
        decide(method_of("kfold:10"), scores([0.1, np.nan, 0.2]))


def fold_scores(shift, n=60, k=5):
    generator = np.random.default_rng(4)
    return generator.normal(shift, 1, (1, n)), generator.permutation(np.arange(n) % k)[None]


@pytest.mark.parametrize("shift", [0.05, 0.9, -0.9])
def test_units_of_folds_decide_the_tests_of_cross_validation(shift):
    values, folds = fold_scores(shift)
    inner = values[..., None] + np.random.default_rng(5).normal(0, 0.1, (1, 60, 5))
    given = Scores(np.zeros(5), 0.25, 0, 0, values, folds=folds, inner=inner)
    for key, test in (
        ("kfold_z:5", inference.cross_validation_z_test(values[0], folds[0])),
        ("kfold_z_within:5", inference.cross_validation_z_test(values[0], folds[0], variance="within-fold")),
        ("nested_kfold:5", inference.nested_cross_validation_test(values, inner, folds=folds)),
    ):
        found = decide(method_of(key), given)
        assert found.pvalue == test.pvalue
        assert found.half_length == pytest.approx((test.upper - test.lower) / 2)
        assert found.conclusion == ("none" if abs(shift) < 0.1 else "A" if shift > 0 else "B")
        assert decide(method_of(key), scores(np.zeros(5))).pvalue is None  # a score without unit parts


def test_hold_outs_of_halves_tell_the_error_of_those_of_the_whole():
    values = np.concatenate([[0.05, 0.07], np.tile([0.04, 0.05, 0.06, 0.07], 3)])
    test = inference.conservative_z_test(values[:2], [[0.045, 0.065]] * 3)
    found = decide(method_of("conservative_z:80x2x3"), scores(values))
    assert (found.pvalue, found.conclusion, found.n_folds) == (test.pvalue, "A", 14)


def test_the_papers_rule_looks_at_the_level_asked_for():
    splits = np.tile([0.012, 0.014], 20) + 0.001 * (np.arange(40) % 4)
    expected = inference.sequential_t_test(splits.reshape(20, 2), alternative="two-sided", mode="paper")
    found = decide(method_of("sequential_paper:20"), scores(splits))
    assert (found.conclusion, found.n_folds) == ("A", 2 * expected.m)


def test_a_record_says_what_a_test_is_called_and_needs():
    assert {KINDS[kind].test for kind in KINDS} == set(TESTS)
    assert [test.key for test in TESTS.values() if test.needs == "nested folds"] == [
        "nested cross-validation"
    ]
