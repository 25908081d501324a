"""An out-of-fold answer that may be looked at after every split."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import stdtr
from scipy.stats import multivariate_normal, norm

import mx2core as mx
from mx2core.errors import InputError
from mx2core.inference.out_of_fold.looks import LOOKS, looks_level, looks_pvalue
from mx2core.inference.out_of_fold.unit_variance import mean_variance

SHARES = st.sampled_from([0.0, 1e-9, 0.05, 0.3, 1.0, 4.0, 1e9])
LEVELS = st.floats(1e-6, 0.4)
N = 60
MASKS = np.array([np.random.default_rng(m).permutation(N) < N // 2 for m in range(10)])


def corpus(seed, *, units=1.0, split=1.0, ahead=0.0):
    rng = np.random.default_rng(seed)
    return ahead + units * rng.normal(size=N) + split * rng.normal(size=(10, 1)) + rng.normal(size=(10, N))


@pytest.mark.parametrize(("units", "per_split"), [(1.0, 0.3), (0.0, 1.0), (0.2, 5.0)])
def test_two_looks_are_the_bivariate_normal_law(units, per_split):
    r = ((units + per_split / 3) / (units + per_split / 2)) ** 0.5
    law = multivariate_normal(cov=[[1, r], [r, 1]])
    inside = law.cdf([2.1, 2.1], lower_limit=[-2.1, -2.1])
    either = looks_pvalue(2 * norm.sf(2.1), units, per_split, looks=(2, 3))
    assert either == pytest.approx(1 - inside, abs=3e-4)
    assert either >= 1 - inside - 1e-6  # it is a bound: a jump from one side to the other counts twice
    one_sided = looks_pvalue(norm.sf(2.1), units, per_split, looks=(2, 3), two_sided=False)
    assert one_sided == pytest.approx(1 - law.cdf([2.1, 2.1]), abs=1e-4)


@settings(max_examples=60, deadline=None)
@given(LEVELS, SHARES, st.booleans(), st.integers(2, 10))
def test_one_look_is_the_least_and_bonferroni_the_most(p, share, two_sided, first):
    looks = (first, 10)
    adjusted = float(looks_pvalue(p, 1.0, share, looks=looks, two_sided=two_sided))
    assert p <= adjusted <= min(1.0, (11 - first) * p) + 1e-12
    assert adjusted == pytest.approx(float(looks_pvalue(p, 7.0, 7 * share, looks=looks, two_sided=two_sided)))
    level = looks_level(p, 1.0, share, looks=looks, two_sided=two_sided)
    assert p / (11 - first) - 1e-12 <= level <= p
    back = float(looks_pvalue(level, 1.0, share, looks=looks, two_sided=two_sided))
    assert back == pytest.approx(p, rel=1e-6)


def test_more_noise_of_splits_more_looks_and_larger_p_cost_more():
    shares, ps = np.array([0, 0.1, 0.5, 2, 50]), np.linspace(0, 1, 101)
    assert (np.diff(looks_pvalue(0.02, 1.0, shares)) > 0).all()
    assert (np.diff(looks_pvalue(ps, 1.0, 0.5)) >= 0).all()
    assert (np.diff(looks_pvalue(ps, 1.0, 0.5, two_sided=False)) >= 0).all()
    assert (np.diff([looks_pvalue(0.02, 1.0, 0.5, looks=(2, last)) for last in range(2, 30)]) > 0).all()


@pytest.mark.parametrize("share", [0.1, 1.0, 1e6])
def test_drawn_looks_cross_the_level_seldom_enough_and_not_much_more_seldom(share):
    """The plain way: draw U and the splits, and count."""
    rng = np.random.default_rng(5)
    splits = rng.normal(size=(100_000, 10)) * share**0.5
    means = rng.normal(size=(100_000, 1)) + np.cumsum(splits, axis=1) / np.arange(1, 11)
    z = np.abs(means / np.sqrt(1 + share / np.arange(1, 11)))[:, 1:]
    error = (z.max(axis=1) > norm.isf(looks_level(0.05, 1.0, share) / 2)).mean()
    assert 0.038 < error < 0.05


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
@pytest.mark.parametrize("conservative", [False, True])
def test_interval_and_p_say_the_same_and_never_more_than_one_test(alternative, conservative):
    for seed in range(4):
        values = corpus(seed, ahead=0.5)
        for m in (2, 3, 10):
            ways = {"alternative": alternative, "conservative": conservative}
            one = mx.out_of_fold_t_test(values[:m], MASKS[:m], **ways)
            looked = mx.out_of_fold_t_test(values[:m], MASKS[:m], **ways, looks=LOOKS)
            assert looked.lower <= one.lower < one.upper <= looked.upper
            assert one.pvalue <= looked.pvalue <= 1
            beyond = {"greater": looked.lower > 0, "less": looked.upper < 0}
            outside = beyond.get(alternative, looked.lower > 0 or looked.upper < 0)
            assert outside == looked.rejected


def test_location_scale_and_order_of_units_change_nothing_else():
    values, order = corpus(1)[:4], np.random.default_rng(9).permutation(N)

    def length(values, masks=MASKS[:4]):
        found = mx.out_of_fold_t_test(values, masks, alternative="two-sided", looks=LOOKS)
        return found.upper - found.lower

    for same in (length(values + 3), length(-values), length(values * 5) / 5):
        assert same == pytest.approx(length(values))
    assert length(values[:, order], MASKS[:4, order]) == pytest.approx(length(values))
    assert length(values, ~MASKS[:4]) == pytest.approx(length(values))


def test_looks_that_cannot_be_are_refused():
    values = corpus(1)
    for looks in ((1, 10), (5, 3)):
        with pytest.raises(InputError, match="looks"):
            mx.out_of_fold_t_test(values, MASKS, looks=looks)
    with pytest.raises(InputError, match="`m`"):
        mx.out_of_fold_t_test(values, MASKS, looks=(2, 9))
    for wrong in ({"pvalue": 1.1}, {"pvalue": np.nan}, {"units": -1.0}, {"per_split": np.nan}):
        with pytest.raises(InputError, match=next(iter(wrong))):
            looks_pvalue(**{"pvalue": 0.1, "units": 1.0, "per_split": 1.0, **wrong})
    with pytest.raises(InputError, match="alpha"):
        looks_level(1.5, 1.0, 1.0)


def test_whoever_stops_at_the_first_better_errs_no_more_than_with_one_test():
    """Splits that disagree much: two fifths of the variance of the mean of four are theirs."""
    runs, rng = 3000, np.random.default_rng(12)
    of_units = rng.normal(size=(runs, 1, N)) + rng.normal(size=(runs, 10, N))
    values = of_units + 0.22 * rng.normal(size=(runs, 10, 1))
    wrong = {"looks": np.zeros(runs, bool), "none": np.zeros(runs, bool), "one test": np.zeros(runs, bool)}
    for m in range(2, 11):
        parts = mean_variance(values[:, :m], MASKS[:m])
        p = 2 * stdtr(parts.df, -np.abs(parts.mean) / np.sqrt(parts.variance))
        wrong["none"] |= p < 0.05
        wrong["looks"] |= looks_pvalue(p, parts.variance - parts.splits, m * parts.splits) < 0.05
        wrong["one test"] |= (p < 0.05) & (m == 5)
    rates = {name: found.mean() for name, found in wrong.items()}
    assert rates["looks"] < 0.05 + 2 * 0.004
    assert rates["none"] > 1.5 * max(rates["looks"], rates["one test"])
