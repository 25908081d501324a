"""Ranks of models over corpora: a worked table, SciPy and scikit-posthocs as oracles."""

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats

from mx2core.errors import InputError, ScoresError
from mx2core.inference import friedman, nemenyi

# AUC of four classifiers on fourteen data sets, table 6 of Demšar (2006): C4.5, +m, +cf, +m+cf
DEMSAR = np.array([
    [.763, .768, .771, .798], [.599, .591, .590, .569], [.954, .971, .968, .967],
    [.628, .661, .654, .657], [.882, .888, .886, .898], [.936, .931, .916, .931],
    [.661, .668, .609, .685], [.583, .583, .563, .625], [.775, .838, .866, .875],
    [1.000, 1.000, 1.000, 1.000], [.940, .962, .965, .962], [.619, .666, .614, .669],
    [.972, .981, .9751, .975], [.957, .978, .946, .970],
]).T  # fmt: skip

tables = st.tuples(st.integers(3, 5), st.integers(2, 8)).flatmap(
    lambda shape: arrays(np.float64, shape, elements=st.integers(0, 12).map(lambda k: k / 20))
)


def test_the_worked_example_of_demsar():
    found = friedman(DEMSAR)
    assert found.ranks == pytest.approx((3.143, 2.000, 2.893, 1.964), abs=5e-4)
    after = nemenyi(DEMSAR)
    assert after.critical_difference == pytest.approx(1.25, abs=5e-3)
    assert nemenyi(DEMSAR, alpha=0.10).critical_difference == pytest.approx(1.12, abs=2e-2)


def test_the_chinese_notes_example():
    # Average ranks 1, 2.125, 2.875 of three algorithms on four data sets.
    table = {"A": [0.9, 0.9, 0.9, 0.9], "B": [0.8, 0.7, 0.8, 0.8], "C": [0.7, 0.7, 0.7, 0.7]}
    found = friedman(table)
    assert found.ranks == (1.0, 2.125, 2.875)
    # The notes print chi-square and F without the correction for ties; D2 has one.
    plain = found.uncorrected
    assert plain.statistic == pytest.approx(7.125)
    assert plain.f_statistic == pytest.approx(24.43, abs=5e-3)
    assert plain.pvalue == pytest.approx(stats.chi2.sf(7.125, 2))
    assert plain.f_pvalue == pytest.approx(stats.f.sf(plain.f_statistic, 2, 6))
    assert found.tied
    assert found.statistic == pytest.approx(7.6)
    assert found.f_statistic == pytest.approx(57)
    assert nemenyi(table).critical_difference == pytest.approx(2.344 * np.sqrt(3 * 4 / (6 * 4)), abs=1e-3)


@given(table=tables)
def test_friedman_is_scipys_and_its_f_form(table):
    assume(not np.all(table == table[0]))
    ours, theirs = friedman(table), stats.friedmanchisquare(*table)
    assert (ours.statistic, ours.pvalue) == pytest.approx((theirs.statistic, theirs.pvalue))
    k, n = table.shape
    plain = 12 * n / (k * (k + 1)) * (np.square(ours.ranks).sum() - k * (k + 1) ** 2 / 4)
    assert ours.uncorrected.statistic == pytest.approx(plain, abs=1e-9)
    if not ours.tied:
        assert ours.uncorrected.statistic == pytest.approx(ours.statistic)
        assert ours.uncorrected.f_statistic == ours.f_statistic
    if ours.f_statistic is None:
        assert ours.statistic == pytest.approx(n * (k - 1))
    else:
        f = (n - 1) * ours.statistic / (n * (k - 1) - ours.statistic)
        assert ours.f_statistic == pytest.approx(f)
        assert ours.f_pvalue == pytest.approx(stats.f.sf(f, k - 1, (k - 1) * (n - 1)))


def test_few_corpora_are_judged_by_permutation():
    # Printed tables have P(chi-square >= 4.667) = .194, P(chi-square >= 6) = .028 of three models on three.
    alike, nearly = [[3, 3, 3], [2, 2, 2], [1, 1, 1]], [[3, 3, 3], [2, 2, 1], [1, 1, 2]]
    assert friedman(alike).answer_pvalue == pytest.approx(1 / 36, abs=0.005)
    found = friedman(nearly)
    assert found.f_pvalue < 0.05
    assert found.answer_pvalue == found.permutation_pvalue == pytest.approx(7 / 36, abs=0.012)
    assert friedman(np.array(nearly)[::-1, [2, 0, 1]]).answer_pvalue == found.answer_pvalue
    large = np.random.default_rng(1).normal(size=(10, 30))
    assert friedman(large).answer_pvalue == friedman(large).f_pvalue


@settings(max_examples=15, deadline=None)
@given(table=tables)
def test_nemenyi_is_scikit_posthocs(table):
    import scikit_posthocs  # loads seaborn and pyplot

    ours = nemenyi(table)
    theirs = scikit_posthocs.posthoc_nemenyi_friedman(table.T).to_numpy()
    np.testing.assert_allclose(ours.pvalues, theirs, atol=1e-6)
    np.testing.assert_array_equal(ours.pvalues, ours.pvalues.T)


@settings(max_examples=25, deadline=None)
@given(table=tables)
def test_groups_hold_exactly_the_pairs_that_do_not_differ(table):
    found = nemenyi(table)
    rank = dict(zip(found.models, found.ranks, strict=True))
    together = {(a, b) for group in found.groups for a in group for b in group}
    for a in rank:
        for b in rank:
            if a != b:
                assert ((a, b) in together) == (abs(rank[a] - rank[b]) <= found.critical_difference + 1e-12)
    for group in found.groups:
        assert [rank[name] for name in group] == sorted(rank[name] for name in group)
        assert not any(set(group) < set(other) for other in found.groups)


def test_a_clear_winner_stands_alone():
    table = {
        name: [level + 0.001 * i for i in range(40)] for name, level in (("a", 0.9), ("b", 0.5), ("c", 0.1))
    }
    assert nemenyi(table).groups == ()
    assert nemenyi({"one": [1, 2, 3], "two": [2, 1, 4]}).groups == (("two", "one"),)


def test_ties_everywhere_decide_nothing():
    found = friedman(np.full((3, 4), 0.5))
    assert (found.statistic, found.pvalue, found.f_statistic, found.uncorrected) == (None,) * 4
    assert found.ranks == (2.0, 2.0, 2.0)
    assert "nothing is decided" in str(found.notice)


def test_unusable_tables_are_named():
    with pytest.raises(ScoresError, match="at least 3 models"):
        friedman([[1, 2], [2, 1]])
    with pytest.raises(ScoresError, match="at least 2 models"):
        nemenyi([[1, 2]])
    with pytest.raises(ScoresError, match="2 corpora"):
        friedman([[1], [2], [3]])
    with pytest.raises(ScoresError, match="score of B on corpus 2 is missing"):
        friedman([[1, 2], [2, float("nan")], [3, 1]])
    with pytest.raises(ScoresError, match="one number per model"):
        friedman({"a": [1, 2], "b": [1], "c": [2, 3]})
    with pytest.raises(ScoresError, match="shape"):
        friedman([1, 2, 3])
    with pytest.raises(InputError, match="`models` must name all 3"):
        friedman([[1, 2], [2, 1], [3, 1]], models=["a", "b", "b"])
