"""Levels that keep a promise: the printed ones, the computed ones, and what they assume."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.special import stdtr

from mx2core.errors import InputError
from mx2core.inference import (
    CorrelationBounds,
    correction,
    one_look_size,
    overall_error,
    overall_level,
    simulated_level,
)
from mx2core.inference.mx2.chain import chain
from mx2core.inference.mx2.levels import ANY, FIXED_LEVELS, _level_by_chain, computed_level
from tests.few import few


def test_levels_of_the_usual_schedules():
    known = {  # overall error of .05, then of .01
        tuple(range(3, 21)): (0.0183, 0.0013),
        (3, 5, 7, 10, 15, 20): (0.0214, 0.0017),
        (3, 7, 15): (0.0260, 0.0024),
        (5, 10, 20): (0.0302, 0.0033),
    }
    for looks, (five, one) in known.items():
        assert (overall_level(0.05, looks), overall_level(0.01, looks)) == (five, one)


@few("part", 1, range(4))
def test_every_fixed_level_keeps_its_promise_and_wastes_little(part):
    for (alpha, looks, bounds), level in list(FIXED_LEVELS.items())[part::4]:
        if bounds == ANY:
            assert 0.95 * alpha < chain(looks).error(level) <= alpha


@pytest.mark.slow
@pytest.mark.parametrize(
    ("alpha", "bounds"), list(dict.fromkeys((alpha, bounds) for alpha, _, bounds in FIXED_LEVELS))
)
def test_fixed_levels_are_the_computed_ones_cut_short(alpha, bounds):
    for (share, looks, assumed), level in FIXED_LEVELS.items():
        if (share, assumed) == (alpha, bounds):
            found = computed_level(alpha, looks, bounds)
            assert 0.95 * found < level <= found


def test_narrower_bounds_allow_more_and_wider_ones_less():
    usual = overall_level(0.05)
    assert overall_level(0.05, bounds=CorrelationBounds(equal=True)) == 0.0219
    assert usual < overall_level(0.05, bounds=CorrelationBounds(rho2=0.4))
    # rho2 cannot pass (1 + rho1) / 2, so a bound above is that bound
    assert CorrelationBounds(0.0, 0.9).worst()[0] == (0.0, 0.5)


@pytest.mark.slow
def test_levels_fall_as_bounds_widen():
    looks = (3, 7)
    wide = overall_level(0.05, looks, bounds=CorrelationBounds(0.7, 0.6))
    middle = overall_level(0.05, looks)
    narrow = overall_level(0.05, looks, bounds=CorrelationBounds(0.5, 0.45))
    assert wide < middle < narrow <= 0.05
    assert overall_level(0.05, looks, bounds=CorrelationBounds(rho2=0.0)) == 0.05


def test_one_look_with_other_bounds_by_the_closed_form():
    bounds = CorrelationBounds(0.7, 0.7, equal=True)
    level = overall_level(0.05, (7,), bounds=bounds)
    assert one_look_size(7, level, rho=0.7) == pytest.approx(0.05, rel=1e-3)
    assert one_look_size(7, level, rho=0.7) <= 0.05
    assert overall_level(0.05, (7,), bounds=CorrelationBounds(rho2=0.3)) == 0.05


def test_bounds_that_no_scores_have_are_refused():
    for rho1, rho2 in ((1.0, 0.5), (0.5, 1.0), (-1.0, 0.0), (0.5, -0.1), (float("nan"), 0.5)):
        with pytest.raises(InputError, match="must lie in"):
            CorrelationBounds(rho1, rho2)


def test_comparisons_share_alpha_before_the_level_is_found():
    shared = overall_level(0.05, comparisons=10)
    assert shared == pytest.approx(0.0004, abs=2e-5)
    assert shared < overall_level(0.05) / 10 / 4
    assert overall_level(0.05, comparisons=5) == overall_level(0.01)
    for alpha, comparisons in ((1e-300, 1), (0.05, 10**20)):
        with pytest.raises(InputError, match=r"`alpha / comparisons` must lie in \[1e-06, 0.5\)"):
            overall_level(alpha, comparisons=comparisons)


def test_one_look_needs_no_allowance_unless_early_and_strict():
    assert overall_level(0.05, (7,)) == 0.05
    assert overall_level(0.01, (20,)) < 0.01  # errs at (0, 1/2): scores of a split less alike than others
    early = overall_level(0.01, (3,))
    exact = stats.t.sf(correction(3) * stats.t.isf(early, 5), 3)
    assert exact == pytest.approx(0.01, rel=1e-3)
    assert exact <= 0.01


@pytest.mark.slow
def test_close_looks_take_their_level_from_equal_correlations():
    # For looks side by side (1/2, 1/2) is the worst point, not (0, 1/2).
    level = overall_level(0.05, (10, 11))
    assert level < _level_by_chain(0.05, (10, 11), 0.5)
    assert overall_error(level, looks=(10, 11), n_runs=100_000, seed=3).rate < 0.0503


@pytest.mark.parametrize("alpha", [pytest.param(0.2, marks=pytest.mark.slow), 0.03, 0.002])
def test_levels_of_other_alphas_are_rounded_down_and_below_alpha(alpha):
    looks = (4, 8)
    level = overall_level(alpha, looks)
    assert level < alpha
    assert chain(looks).error(level) <= alpha
    assert float(f"{level:.4g}") == pytest.approx(level, rel=1e-12)


def test_simulated_level_agrees_with_the_chain():
    found = simulated_level(0.05, 0.0, 0.5, looks=(5, 10, 20), n_runs=60_000)
    assert abs(found.level - 0.03097) < 4 * found.standard_error + 1e-5
    assert found.standard_error < 3e-4
    back = overall_error(found.level, 0.0, 0.5, looks=(5, 10, 20), n_runs=60_000)
    assert back.rate == pytest.approx(0.05, rel=1e-3)


# The chain of beta ratios: a t probability, a double integral, and what must grow with what.
@pytest.mark.parametrize("m", [1, 2, 3, 7, 20])
def test_chain_with_one_look_is_a_t_probability(m):
    # At (0, 1/2) the statistic is Z0 against the root of a chi-square with m degrees of freedom.
    for level in (0.05, 0.01):
        exact = stats.t.sf(correction(m) * stats.t.isf(level, 2 * m - 1), m)
        assert chain((m,)).error(level) == pytest.approx(exact, rel=1e-9)


@few("level", 1, [0.05, 0.001])
def test_chain_with_three_looks_against_a_double_integral(level):
    looks = (5, 10, 20)
    b = [(correction(m) * stats.t.isf(level, 2 * m - 1)) ** 2 / m for m in looks]
    share = (np.arange(3000) + 0.5) / 3000  # midpoints on the scale of probability
    x = stats.beta.ppf(share, 2.5, 2.5)[:, None]  # SS_5 / SS_10
    y = stats.beta.ppf(share, 5, 5)[None, :]  # SS_10 / SS_20
    q = np.minimum(b[2], np.minimum(y * b[1], x * y * b[0]))
    exact = stdtr(20, -np.sqrt(20 * q)).mean()
    found = chain(looks).error(level)
    assert exact * (1 - 1e-3) <= found <= exact * 1.005  # rounded to the safe side, not far


@settings(max_examples=6, deadline=None)
@given(m=st.integers(2, 6), steps=st.lists(st.integers(1, 5), min_size=1, max_size=2))
def test_chain_grows_with_looks_and_levels(m, steps):
    looks = tuple(m + int(s) for s in np.cumsum([0, *steps]))
    linked = chain(looks)
    assert linked.error(0.01) < linked.error(0.02)
    assert chain(looks[:-1]).error(0.02) < linked.error(0.02) * (1 + 1e-9)
    bonferroni = sum(chain((k,)).error(0.02) for k in looks)
    assert linked.error(0.02) <= bonferroni * 1.003
