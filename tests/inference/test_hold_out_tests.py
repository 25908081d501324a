"""Tests on right and wrong answers: statsmodels and SciPy as oracles."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.contingency_tables import mcnemar
from statsmodels.stats.proportion import proportion_confint

from mx2core.errors import InputError
from mx2core.inference import binomial_test, mcnemar_test

counts = st.integers(0, 60)


@given(a=counts, b=counts, exact=st.booleans())
def test_mcnemar_is_statsmodels(a, b, exact):
    assume(a + b > 0 and (exact or a != b))  # statsmodels makes a statistic of 1 / n of no difference
    ours = mcnemar_test(a, b, exact=exact)
    theirs = mcnemar([[5, a], [b, 5]], exact=exact, correction=True)
    assert (ours.statistic, ours.pvalue) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9)
    assert ours.exact == exact


@given(a=counts, b=counts)
def test_one_sided_mcnemar_is_a_binomial_test(a, b):
    assume(a + b > 0)
    for alternative in ("greater", "less", "two-sided"):
        theirs = stats.binomtest(a, a + b, 0.5, alternative=alternative).pvalue
        assert mcnemar_test(a, b, exact=True, alternative=alternative).pvalue == pytest.approx(
            theirs, rel=1e-9
        )


@given(a=counts, b=counts, exact=st.booleans())
def test_models_may_change_places(a, b, exact):
    assume(a + b > 0)
    one, other = (
        mcnemar_test(a, b, exact=exact, alternative="greater"),
        mcnemar_test(b, a, exact=exact, alternative="less"),
    )
    assert one.pvalue == other.pvalue
    assert mcnemar_test(a, b, exact=exact).pvalue == mcnemar_test(b, a, exact=exact).pvalue


def test_few_disagreements_are_counted_exactly():
    assert mcnemar_test(10, 14).exact
    assert not mcnemar_test(10, 15).exact
    even = mcnemar_test(20, 20)
    assert (even.statistic, even.pvalue) == (0.0, 1.0)


def test_models_that_agree_decide_nothing():
    found = mcnemar_test(0, 0)
    assert (found.statistic, found.pvalue) == (None, None)
    assert "agree on every unit" in str(found.notice)


@given(n=st.integers(1, 80), share=st.floats(0, 1), claimed=st.sampled_from([0.05, 0.3, 0.5]))
def test_binomial_is_scipys_with_the_interval_of_statsmodels(n, share, claimed):
    wrong = round(share * n)
    found = binomial_test(wrong, n, claimed=claimed)
    assert found.pvalue == pytest.approx(stats.binom.cdf(wrong, n, claimed), rel=1e-9)
    interval = proportion_confint(wrong, n, alpha=0.05, method="beta")
    assert (found.lower, found.upper) == pytest.approx(interval, rel=1e-6, abs=1e-9)
    assert (found.rate, found.level) == (wrong / n, 0.95)


def test_counts_of_numpy_are_counts():
    assert mcnemar_test(np.int64(3), np.int64(9)).pvalue == mcnemar_test(3, 9).pvalue


def test_unusable_input_is_named():
    with pytest.raises(InputError, match="`only_a`"):
        mcnemar_test(-1, 3)
    with pytest.raises(InputError, match="`only_b`"):
        mcnemar_test(1, 3.5)
    with pytest.raises(InputError, match="`only_b`"):
        mcnemar_test(1, float("nan"))
    with pytest.raises(InputError, match="'better'"):
        mcnemar_test(1, 3, alternative="better")
    with pytest.raises(InputError, match="`wrong` must lie in \\[0, 5\\]"):
        binomial_test(6, 5, claimed=0.2)
    with pytest.raises(InputError, match="`n_units` must lie in"):
        binomial_test(0, 0, claimed=0.2)
    with pytest.raises(InputError, match="`claimed`"):
        binomial_test(1, 5, claimed=0.0)
