"""The tests users know: check numbers, and mlxtend and SciPy as oracles."""

from importlib import import_module

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from mx2core import inference
from mx2core.errors import InputError
from mx2core.inference import (
    alpaydin_5x2_f_test,
    corrected_resampled_t_test,
    dietterich_5x2_t_test,
    naive_paired_t_test,
    one_sample_t_test,
)
from tests.score_tables import E

five_by_two = arrays(np.float64, (5, 2), elements=st.integers(-200, 200).map(lambda k: k / 1000))


class Replay:
    """A model without a mind: mlxtend fits it ten times, and it gives the scores in order."""

    _estimator_type = "classifier"

    def __init__(self, scores):
        self.scores = iter(scores)

    def fit(self, X, y):
        return self


def replayed(name, differences):
    """By a test of mlxtend, which takes a second to import."""
    X, test = np.zeros((20, 1)), getattr(import_module("mlxtend.evaluate"), name)
    return test(
        Replay(np.ravel(differences)),
        Replay(np.zeros(10)),
        X,
        np.arange(20) % 2,
        scoring=lambda model, X, y: next(model.scores),
        random_seed=1,
    )


def test_check_numbers():
    t = dietterich_5x2_t_test(E)
    assert (t.statistic, t.pvalue) == pytest.approx((1.480857, 0.198728), abs=5e-7)
    f = alpaydin_5x2_f_test(E)
    assert (f.statistic, f.pvalue) == pytest.approx((3.805569, 0.076592), abs=5e-7)
    assert (f.df, f.df_denominator) == (10, 5)


def test_scikit_learns_example_of_the_corrected_test():
    # Grid-search statistics of scikit-learn's documentation: 10 x 10 folds, uncorrected t 2.611.
    rng = np.random.default_rng(0)
    z = rng.standard_normal(100)
    z = (z - z.mean()) / z.std(ddof=1) + 0.2611
    assert naive_paired_t_test(z).statistic == pytest.approx(2.611, abs=5e-4)
    corrected = corrected_resampled_t_test(z, test_to_train=1 / 9, alternative="greater")
    assert corrected.statistic == pytest.approx(0.750, abs=5e-4)
    assert corrected.pvalue == pytest.approx(0.227, abs=5e-4)


@given(differences=five_by_two)
def test_five_by_two_tests_are_mlxtends(differences):
    assume(np.any(differences[:, 0] != differences[:, 1]))
    ours, theirs = dietterich_5x2_t_test(differences), replayed("paired_ttest_5x2cv", differences)
    assert (ours.statistic, ours.pvalue) == pytest.approx(theirs, rel=1e-9, abs=1e-12)
    ours, theirs = alpaydin_5x2_f_test(differences), replayed("combined_ftest_5x2cv", differences)
    assert (ours.statistic, ours.pvalue) == pytest.approx(theirs, rel=1e-9, abs=1e-12)


@given(
    differences=arrays(np.float64, st.integers(2, 30), elements=st.integers(-99, 99).map(lambda k: k / 100))
)
def test_naive_test_is_scipys(differences):
    assume(np.ptp(differences) > 0)
    for alternative in ("greater", "less", "two-sided"):
        theirs = stats.ttest_1samp(differences, 0, alternative=alternative)
        ours = naive_paired_t_test(differences, alternative)
        assert (ours.statistic, ours.pvalue) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9)


@given(differences=arrays(np.float64, 10, elements=st.integers(-200, 200).map(lambda k: k / 1000)))
def test_kfold_test_is_mlxtends(differences):
    assume(np.ptp(differences) > 0)
    theirs = replayed("paired_ttest_kfold_cv", differences)
    ours = naive_paired_t_test(differences)
    assert (ours.statistic, ours.pvalue) == pytest.approx(theirs, rel=1e-9, abs=1e-12)


def test_one_sample_test_is_scipys():
    scores = [0.81, 0.79, 0.84, 0.80]
    for alternative in ("greater", "less", "two-sided"):
        theirs = stats.ttest_1samp(scores, 0.78, alternative=alternative)
        ours = one_sample_t_test(scores, 0.78, alternative=alternative)
        assert (ours.statistic, ours.pvalue) == pytest.approx((theirs.statistic, theirs.pvalue))


def test_size_of_the_five_by_two_tests():
    # The simulated sizes of the table for equal correlations; 20,000 runs, s.e. below .0022.
    rng = np.random.default_rng(5)
    for rho, size_t, size_f in ((0.0, 0.037, 0.020), (0.5, 0.104, 0.116)):
        scores = np.sqrt(rho) * rng.standard_normal((20_000, 1, 1))
        scores = scores + np.sqrt(1 - rho) * rng.standard_normal((20_000, 5, 2))
        variances = ((scores[:, :, 0] - scores[:, :, 1]) ** 2 / 2).sum(axis=1)
        t = scores[:, 0, 0] / np.sqrt(variances / 5)
        f = (scores**2).sum(axis=(1, 2)) / (2 * variances)
        for i in (0, 7):  # the arrays above are what the functions compute
            assert dietterich_5x2_t_test(scores[i]).statistic == pytest.approx(t[i])
            assert alpaydin_5x2_f_test(scores[i]).statistic == pytest.approx(f[i])
        assert (t > stats.t.isf(0.05, 5)).mean() == pytest.approx(size_t, abs=0.008)
        positive = scores.mean(axis=(1, 2)) > 0
        assert ((f > stats.f.isf(0.1, 10, 5)) & positive).mean() == pytest.approx(size_f, abs=0.008)


@pytest.mark.parametrize(("alternative", "level"), [("two-sided", 0.98), ("greater", 0.96), ("less", 0.96)])
def test_intervals_of_t_tests_are_scipys(alternative, level):
    scores = np.ravel(E)
    found = naive_paired_t_test(scores, alternative, alpha=0.02)
    theirs = stats.ttest_1samp(scores, 0).confidence_interval(level)
    assert (found.lower, found.upper) == pytest.approx(tuple(theirs))
    assert found.level == pytest.approx(level)
    assert (found.pvalue < 0.02) == (found.lower > 0 if alternative != "less" else found.upper < 0)


def test_an_interval_excludes_0_where_the_test_rejects():
    for shift in np.linspace(-0.05, 0.0, 30):
        found = corrected_resampled_t_test(np.ravel(E) + shift, 1 / 9)
        assert (found.pvalue < 0.05) == (found.lower > 0 or found.upper < 0)


def test_results_of_tests_name_the_same_things_alike():
    """What a class lacks, docs/api.md says why."""
    lacking = {
        "FiveByTwoTest": {"lower", "upper", "level"},
        "FriedmanTest": {"mean", "lower", "upper", "level"},
        "McNemarTest": {"mean", "df", "lower", "upper", "level"},
        "NemenyiTest": {"mean", "statistic", "df", "pvalue", "lower", "upper", "level"},
        "RandomizationTest": {"statistic", "df"},
        "SequentialTTest": {"statistic", "df", "lower", "upper"},  # one a look
        "BayesianTTest": {"statistic", "pvalue", "lower", "upper", "level"},  # a posterior
    }
    seven = {"mean", "statistic", "df", "pvalue", "lower", "upper", "level"}
    found = {
        name: seven - set(dir(kind))
        for name, kind in vars(inference).items()
        if isinstance(kind, type) and name.endswith("Test")
    }
    assert {name: lacks for name, lacks in found.items() if lacks} == lacking


def test_without_variation_nothing_is_decided():
    same = [[0.1, 0.1]] * 5
    for test in (
        naive_paired_t_test(same),
        one_sample_t_test(np.ravel(same), 0.2),
        corrected_resampled_t_test(same, 1),
        dietterich_5x2_t_test(same),
        alpaydin_5x2_f_test(same),
        dietterich_5x2_t_test([[x, x] for x in (0.1, 0.2, 0.3, 0.1, 0.1)]),
    ):
        assert test.statistic is None
        assert test.pvalue is None
        assert "nothing is decided" in str(test.notice)


def test_unusable_options_are_named():
    with pytest.raises(InputError, match="`test_to_train`"):
        corrected_resampled_t_test(E, test_to_train=0)
    with pytest.raises(InputError, match="`reference`"):
        one_sample_t_test([0.1, 0.2], float("nan"))
