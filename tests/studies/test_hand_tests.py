"""Tests by hand: the notes' table, other libraries as oracles, and a sentence for what cannot be tested."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mx2core.errors import InputError, ScoresError
from mx2core.inference import NullLaw, error_threshold
from mx2core.metrics import AnswerTable
from mx2core.studies import HAND_TESTS, hand_sample, hand_test, hand_tests_for


def table(**columns):
    return AnswerTable({name: tuple(map(str, cells)) for name, cells in columns.items()})


def rates(n, seed):
    return np.round(np.random.default_rng(seed).uniform(0.05, 0.3, n), 3)


def test_the_ranks_of_the_notes():
    """Mean ranks 1, 2.125, 2.875; chi² = 7.125, F = 24.43 against 5.143, CD = 1.657: only A and C differ."""
    found = hand_test("friedman", hand_sample("friedman"))
    assert found.nemenyi.ranks == (1.0, 2.125, 2.875)
    assert found.summary["chi2"] == pytest.approx(7.125)
    assert found.summary["f"] == pytest.approx(24.43, abs=0.005)
    assert found.summary["f_critical"] == pytest.approx(5.143, abs=0.0005)
    assert found.summary["critical_difference"] == pytest.approx(1.657, abs=0.0005)
    assert found.rejected
    assert found.nemenyi.groups == (("A", "B"), ("B", "C"))
    assert [row.rule for row in found.rows][:2] == ["Friedman F", "Friedman chi²"]


def test_friedman_of_few_ranks_decides_by_random_orders_as_ranks_do():
    """Of three corpora 7 of 36 orders rank models as far apart."""
    nearly = {"x": [1, 1, 1], "y": [2, 2, 3], "z": [3, 3, 2]}
    found = hand_test("friedman", table(corpus="abc", **nearly))
    assert found.summary["f_pvalue"] < 0.05
    assert not found.rejected


def test_friedman_corrected_for_ties_is_scipys():
    rows = {name: rates(9, seed).round(1) for seed, name in enumerate("ABCD")}
    found = hand_test("friedman", table(corpus=range(9), **rows))
    scipys = stats.friedmanchisquare(*rows.values())
    (row,) = (row for row in found.rows if row.rule == "Friedman chi², corrected for ties")
    assert (row.statistic, row.pvalue) == pytest.approx((scipys.statistic, scipys.pvalue))


def test_larger_numbers_can_be_better():
    errors = {name: rates(6, seed) for seed, name in enumerate("ABC")}
    right = {name: 1 - values for name, values in errors.items()}
    one = hand_test("friedman", table(corpus=range(6), **errors))
    other = hand_test("friedman", table(corpus=range(6), **right), larger=True)
    assert one.nemenyi.ranks == other.nemenyi.ranks


@pytest.mark.parametrize("seed", range(5))
def test_one_sample_t_is_scipys(seed):
    values = rates(8, seed)
    found = hand_test("one_sample_t", table(error=values), claimed=0.15)
    scipys = stats.ttest_1samp(values, 0.15)
    assert found.summary["statistic"] == pytest.approx(scipys.statistic)
    assert found.summary["pvalue"] == pytest.approx(scipys.pvalue)
    # sqrt(k) (mu - e0) / sigma, and the critical value: the formulas of the notes
    by_hand = np.sqrt(8) * (values.mean() - 0.15) / np.sqrt(((values - values.mean()) ** 2).sum() / 7)
    assert found.summary["statistic"] == pytest.approx(by_hand)
    assert found.rejected == (abs(by_hand) > stats.t.isf(0.025, 7))


@pytest.mark.parametrize("seed", range(5))
def test_paired_t_of_folds_is_scipys(seed):
    a, b = rates(10, seed), rates(10, seed + 100)
    found = hand_test("kfold_t", table(error_a=a, error_b=b))
    scipys = stats.ttest_rel(a, b)
    assert found.summary["statistic"] == pytest.approx(scipys.statistic)
    assert found.summary["pvalue"] == pytest.approx(scipys.pvalue)
    # (1 / k) becomes 1 / k + 1 / (k - 1)
    corrected = found.rows[1].statistic
    assert corrected == pytest.approx(scipys.statistic * np.sqrt((1 / 10) / (1 / 10 + 1 / 9)))


@pytest.mark.parametrize("seed", range(5))
def test_five_by_two_is_mlxtends_formula(seed):
    a, b = rates(10, seed), rates(10, seed + 50)
    found = hand_test("5x2", table(error_a=a, error_b=b))
    squares, variances = 0.0, []
    for first, second in (a - b).reshape(5, 2):
        mean = (first + second) / 2
        variances.append((first - mean) ** 2 + (second - mean) ** 2)
        squares += first**2 + second**2
    t = (a - b)[0] / np.sqrt(sum(variances) / 5)
    f = squares / (2 * sum(variances))
    assert found.summary["t"] == pytest.approx(t)
    assert found.summary["t_pvalue"] == pytest.approx(2 * stats.t.sf(abs(t), 5))
    assert found.summary["f"] == pytest.approx(f)
    assert found.summary["f_pvalue"] == pytest.approx(stats.f.sf(f, 10, 5))


@pytest.mark.parametrize(("only_a", "only_b"), [(38, 20), (3, 9), (30, 30), (0, 7)])
def test_mcnemar_by_hand_and_by_scipy(only_a, only_b):
    cells = {"both_right": [40], "only_a": [only_a], "only_b": [only_b], "both_wrong": [5]}
    found = hand_test("mcnemar", table(**cells))
    n = only_a + only_b
    chi2 = max(abs(only_b - only_a) - 1, 0) ** 2 / n
    assert found.summary["statistic"] == pytest.approx(chi2)
    assert found.summary["pvalue"] == pytest.approx(stats.chi2.sf(chi2, 1))
    assert found.summary["exact_pvalue"] == pytest.approx(stats.binomtest(only_a, n).pvalue)
    assert found.rows[0].rule == ("McNemar, exact" if n < 25 else "McNemar, corrected")


@given(n=st.integers(1, 300), claimed=st.floats(0.01, 0.9), alpha=st.sampled_from([0.01, 0.05, 0.2]))
def test_the_threshold_is_the_largest_rate(n, claimed, alpha):
    """P(X > claimed n; e) < alpha just below the threshold, and not just above it; slow sum as reference."""
    found = error_threshold(n, claimed, alpha=alpha)
    allowed = int(np.floor(claimed * n + 1e-12))

    def chance(rate):
        return sum(stats.binom.pmf(i, n, rate) for i in range(allowed + 1, n + 1))

    assert chance(found.threshold * (1 - 1e-6)) < alpha
    assert chance(min(1, found.threshold * (1 + 1e-6))) >= alpha - 1e-9
    assert found.exact_error < alpha
    if found.most_wrong is not None:
        assert stats.binom.cdf(found.most_wrong + 1, n, claimed) >= alpha


def test_binomial_is_scipys():
    found = hand_test("binomial", hand_sample("binomial"))
    assert found.rows[0].pvalue == pytest.approx(stats.binomtest(6, 100, 0.1, alternative="less").pvalue)
    assert found.rows[1].pvalue == pytest.approx(stats.binomtest(6, 100, 0.1, alternative="greater").pvalue)
    # The textbook's rule accepts 6 errors of 100; a model of error rate .1 makes no more in 11.7 %.
    assert 0.06 < found.summary["threshold"] < 0.07
    assert found.summary["threshold_error"] == pytest.approx(stats.binom.cdf(6, 100, 0.1))


@pytest.mark.parametrize(
    ("law", "oracle"),
    [
        (NullLaw("t", (7,)), stats.t(7)),
        (NullLaw("F", (10, 5)), stats.f(10, 5)),
        (NullLaw("chi2", (3,)), stats.chi2(3)),
        (NullLaw("binomial", (40, 0.3)), stats.binom(40, 0.3)),
    ],
)
@pytest.mark.parametrize("alternative", [None, "less", "greater"])
def test_no_more_than_alpha_is_rejected(law, oracle, alternative):
    low, high = law.critical(0.05, alternative)
    rejected = 0.0 if low is None else oracle.cdf(low)
    rejected += 0.0 if high is None else oracle.sf(high - (law.kind == "binomial"))
    assert rejected <= 0.05 + 1e-12
    if law.kind != "binomial":
        assert rejected == pytest.approx(0.05)
    x = law.span(3.0)
    assert np.isfinite(law.density(x)).all()


@pytest.mark.parametrize("name", HAND_TESTS)
def test_every_test_has_a_sample_that_it_knows_again(name):
    assert name in hand_tests_for(hand_sample(name))
    found = hand_test(name, hand_sample(name))
    assert found.rejected is not None
    assert found.rows[0].rejected == found.rejected


def test_without_variation_nothing_is_decided():
    alike = [0.1] * 10
    for name in ("kfold_t", "5x2"):
        found = hand_test(name, table(error_a=alike, error_b=alike))
        assert found.rejected is None
        assert found.notices
    found = hand_test("mcnemar", table(both_right=[5], only_a=[0], only_b=[0], both_wrong=[1]))
    assert found.rejected is None
    assert hand_test("friedman", table(corpus="ab", x=[1, 1], y=[1, 1], z=[1, 1])).rejected is None
    # All corpora rank alike: F is infinite, and chi-square decides.
    assert hand_test("friedman", table(corpus="abcde", x=[1] * 5, y=[2] * 5, z=[3] * 5)).rejected


@pytest.mark.parametrize(
    ("name", "columns", "says"),
    [
        ("binomial", {"wrong": [7], "n_units": [5]}, "`wrong` must lie in"),
        ("binomial", {"wrong": [1.5], "n_units": [5]}, "whole number"),
        ("binomial", {"wrong": [1, 2], "n_units": [5, 5]}, "must have one row, found 2"),
        ("binomial", {"wrong": ["x"], "n_units": [5]}, "must be a number"),
        ("one_sample_t", {"error": [0.1]}, "needs at least two rows"),
        ("one_sample_t", {"error": [0.1, "nan"]}, "must be a number"),
        ("one_sample_t", {"error": [0.1, 12]}, "must lie in [0, 1]"),
        ("kfold_t", {"error_a": [0.1, 0.2]}, "missing: error_b"),
        ("5x2", {"error_a": [0.1, 0.2], "error_b": [0.1, 0.2]}, "needs two rows per split"),
        ("mcnemar", {"both_right": [1], "only_a": [-1], "only_b": [1], "both_wrong": [1]}, "at least 0"),
        ("friedman", {"corpus": "ab", "x": [1, 2], "y": [2, 1]}, "at least three models"),
        ("friedman", {"corpus": "a", "x": [1], "y": [2], "z": [3]}, "2 corpora"),
        ("friedman", {"corpus": "ab", "x": [1, 2], "y": [2, "inf"], "z": [3, 1]}, "must be a number"),
    ],
)
def test_bad_input_is_one_sentence(name, columns, says):
    with pytest.raises(InputError) as error:
        hand_test(name, table(**columns))
    assert says in str(error.value)


def test_bad_options():
    with pytest.raises(InputError, match="alpha"):
        hand_test("mcnemar", hand_sample("mcnemar"), alpha=0.7)
    with pytest.raises(InputError, match="claimed"):
        hand_test("binomial", hand_sample("binomial"), claimed=1.5)
    with pytest.raises(ScoresError, match="no option claimed"):
        hand_test("5x2", hand_sample("5x2"), claimed=0.1)
    with pytest.raises(InputError, match="`n_units` must lie in"):
        error_threshold(0, 0.1)


def test_scores_of_random_splits_are_decided_by_the_corrected_form():
    a, b = np.array([0.81, 0.83, 0.85, 0.82]), np.array([0.80, 0.81, 0.84, 0.79])
    splits = table(split=range(1, 5), SVM=a, LSTM=b)
    for ratio in (1.0, 0.25):
        found = hand_test("resampled_t", splits, test_to_train=ratio)
        error = np.sqrt((a - b).var(ddof=1) * (1 / 4 + ratio))
        assert found.summary["statistic"] == pytest.approx((a - b).mean() / error)
        assert found.rows[0].rule == "corrected resampled t"
        assert found.summary["lower"] < (a - b).mean() < found.summary["upper"]
    assert hand_tests_for(splits) == ("resampled_t",)
    with pytest.raises(ScoresError, match="compares two columns, found 3"):
        hand_test("resampled_t", table(split=range(4), A=a, B=b, C=b))
