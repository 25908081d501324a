"""Chances that laboratories disagree, against slow references; bias and variance."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import ttest_1samp, ttest_ind

from benchmarks.replicability_report import CORPORA, DOCS, FIGURE, figure, kept, table
from mx2core.errors import ScoresError
from mx2core.studies.methods import decompose, replicability
from mx2core.studies.methods.replicability import _different, different_pairs, pair_interval

CONCLUSIONS = st.lists(st.sampled_from(["A", "B", "none"]), min_size=2, max_size=30)


@settings(deadline=None, max_examples=40)
@given(CONCLUSIONS, st.integers(0, 999))
def test_pairs_are_counted_one_by_one(conclusions, seed):
    estimates = np.round(np.random.default_rng(seed).normal(size=len(conclusions)), 1)
    pairs = list(combinations(range(len(conclusions)), 2))
    found = replicability(conclusions, estimates)

    def share(says):
        return np.mean([says(i, j) for i, j in pairs])

    assert found.different.value == pytest.approx(share(lambda i, j: conclusions[i] != conclusions[j]))
    assert found.opposite.value == pytest.approx(
        share(lambda i, j: {conclusions[i], conclusions[j]} == {"A", "B"})
    )
    assert found.sign.value == pytest.approx(
        share(lambda i, j: np.sign(estimates[i]) != np.sign(estimates[j]))
    )
    for estimate in (found.different, found.opposite, found.sign, *found.rates.values()):
        assert 0 <= estimate.lower <= estimate.value <= estimate.upper <= 1
    assert sum(rate.value for rate in found.rates.values()) == pytest.approx(1)


def test_the_estimator_has_no_bias():
    # Mean over all outcomes of 4 laboratories, each weighted by its probability.
    chances = np.array([0.5, 0.2, 0.3])
    expected = 0.0
    for outcome in np.ndindex(3, 3, 3, 3):
        counts = np.bincount(outcome, minlength=3)
        expected += np.prod(chances[list(outcome)]) * different_pairs(counts)
    assert expected == pytest.approx(1 - (chances**2).sum())


def test_agreement_of_all_is_no_certainty():
    found = replicability(["none"] * 20, np.full(20, 0.01))
    assert (found.different.value, found.different.lower) == (0, 0)
    assert 0.1 < found.different.upper < 0.4
    more = replicability(["none"] * 200, np.full(200, 0.01))
    assert more.different.upper < found.different.upper / 3


@pytest.mark.parametrize(
    ("conclusions", "estimates"), [(["A"], [0.1]), (["A", "equal"], [0.1, 0.2]), (["A", "B"], [0.1])]
)
def test_what_cannot_be_compared_is_said(conclusions, estimates):
    with pytest.raises(ScoresError, match="two laboratories or more"):
        replicability(conclusions, estimates)


@pytest.mark.slow
@pytest.mark.parametrize("chances", [(0.1, 0.0, 0.9), (0.3, 0.0, 0.7), (0.5, 0.05, 0.45), (0.1, 0.1, 0.8)])
@pytest.mark.parametrize("laboratories", [10, 20, 50])
def test_intervals_cover(chances, laboratories):
    draw = np.random.default_rng(1)
    truth, held = 1 - sum(chance**2 for chance in chances), 0
    for _ in range(400):
        counts = draw.multinomial(laboratories, chances)
        low, high = pair_interval(counts, _different, 0.95)
        value = different_pairs(counts)
        held += min(low, value) <= truth <= max(high, value)
    assert held / 400 > 0.9


def test_bias_and_variance_against_other_laboratories():
    draw = np.random.default_rng(2)
    own, other = draw.normal(0.02, 0.01, 30), draw.normal(0.0, 0.02, 40)
    found = decompose(own, other)
    welch = ttest_ind(own, other, equal_var=False).confidence_interval(0.95)
    assert found.bias.value == pytest.approx(own.mean() - other.mean())
    assert (found.bias.lower, found.bias.upper) == pytest.approx((welch.low, welch.high))
    assert found.variance == pytest.approx(own.var(ddof=1))
    noise = own.var(ddof=1) / 30 + other.var(ddof=1) / 40
    assert found.squared_bias == pytest.approx(max(0, found.bias.value**2 - noise))
    assert found.error == pytest.approx(np.sqrt(found.squared_bias + found.variance))


def test_bias_and_variance_against_the_truth():
    own = np.random.default_rng(3).normal(0.02, 0.01, 25)
    found = decompose(own, 0.01)
    interval = ttest_1samp(own, 0.01).confidence_interval(0.95)
    assert (found.bias.lower, found.bias.upper) == pytest.approx((interval.low - 0.01, interval.high - 0.01))
    # Mean squared error splits exactly where chance is left in.
    error = ((own - 0.01) ** 2).mean()
    assert error == pytest.approx(found.bias.value**2 + own.var())


def test_one_laboratory_has_no_variance():
    assert decompose([0.1], 0.0) is None
    assert decompose([0.1, 0.2], [0.1]) is None
    assert decompose([0.1, 0.1], 0.1).error == 0


# docs/replicability.md shows what the kept files say.
PAGE = DOCS / "replicability.md"


@pytest.mark.parametrize("name", [name for name in CORPORA if kept(name).exists()])
def test_tables_are_those_of_the_files(name):
    assert table(name) in PAGE.read_text(encoding="utf-8")


def test_the_figure_is_that_of_the_files():
    assert (DOCS / "figures" / FIGURE).read_text(encoding="utf-8") == figure()
