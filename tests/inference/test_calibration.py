"""Overall error of sequential rules: closed forms, an integral, and a simulation written out."""

import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.special import stdtr

from mx2core.errors import InputError
from mx2core.inference import (
    USUAL_LOOKS,
    correction,
    guaranteed_level,
    one_look_size,
    overall_error,
    paper_rule_error,
    simulated_level,
    worst_case_error,
)
from mx2core.inference.calibration import _FIXED_LEVELS, _level_at_unequal, _unequal


def slow_error(level, looks, rho1, rho2, n_runs, effect=0.0):
    """Scores drawn from their covariance matrix, tested look by look."""
    m = looks[-1]
    covariance = np.full((2 * m, 2 * m), rho2)
    for i in range(m):
        covariance[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = rho1
    np.fill_diagonal(covariance, 1.0)
    values, vectors = np.linalg.eigh(covariance)
    root = vectors * np.sqrt(np.maximum(values, 0))
    scores = effect + np.random.default_rng(3).standard_normal((n_runs, 2 * m)) @ root.T
    rejected = np.zeros(n_runs, dtype=bool)
    for k in looks:
        part = scores[:, : 2 * k]
        t = part.mean(axis=1) / (correction(k) * part.std(axis=1))
        rejected |= t > stats.t.isf(level, 2 * k - 1)
    return rejected.mean()


@pytest.mark.parametrize("m", [1, 2, 3, 7, 20])
def test_chain_with_one_look_is_a_t_probability(m):
    # At (0, 1/2) the statistic is Z0 against the root of a chi-square with m degrees of freedom.
    for level in (0.05, 0.01):
        exact = stats.t.sf(correction(m) * stats.t.isf(level, 2 * m - 1), m)
        assert _unequal((m,)).error(level) == pytest.approx(exact, rel=1e-9)


@pytest.mark.parametrize("level", [0.05, 0.0302, 0.001])
def test_chain_with_three_looks_against_a_double_integral(level):
    looks = (5, 10, 20)
    b = [(correction(m) * stats.t.isf(level, 2 * m - 1)) ** 2 / m for m in looks]
    share = (np.arange(2000) + 0.5) / 2000  # midpoints on the scale of probability
    x = stats.beta.ppf(share, 2.5, 2.5)[:, None]  # SS_5 / SS_10
    y = stats.beta.ppf(share, 5, 5)[None, :]  # SS_10 / SS_20
    q = np.minimum(b[2], np.minimum(y * b[1], x * y * b[0]))
    exact = stdtr(20, -np.sqrt(20 * q)).mean()
    found = _unequal(looks).error(level)
    assert exact * (1 - 1e-3) <= found <= exact * 1.005  # rounded to the safe side, not far


@settings(max_examples=15, deadline=None)
@given(m=st.integers(2, 6), steps=st.lists(st.integers(1, 5), min_size=1, max_size=2))
def test_chain_grows_with_looks_and_levels(m, steps):
    looks = tuple(m + int(s) for s in np.cumsum([0, *steps]))
    chain = _unequal(looks)
    assert chain.error(0.01) < chain.error(0.02)
    assert _unequal(looks[:-1]).error(0.02) < chain.error(0.02) * (1 + 1e-9)
    bonferroni = sum(_unequal((k,)).error(0.02) for k in looks)
    assert chain.error(0.02) <= bonferroni * 1.003


@pytest.mark.parametrize(
    ("rho1", "rho2", "effect"), [(0.5, 0.5, 0), (0.0, 0.5, 0), (-0.2, 0.3, 0), (0.3, 0.0, 0), (0.2, 0.2, 1.0)]
)
def test_simulation_against_scores_drawn_from_their_covariance(rho1, rho2, effect):
    slow = slow_error(0.05, USUAL_LOOKS, rho1, rho2, 40_000, effect)
    fast = overall_error(0.05, rho1, rho2, n_runs=40_000, effect=effect)
    spread = np.hypot(np.sqrt(slow * (1 - slow) / 40_000), fast.standard_error)
    assert abs(fast.rate - slow) < 4 * spread
    assert fast.standard_error <= np.sqrt(fast.rate * (1 - fast.rate) / 40_000) * 1.001


def test_simulation_of_one_look_against_the_closed_form():
    for rho in (0.1, 0.5):
        found = overall_error(0.05, rho, rho, looks=(5,), n_runs=40_000)
        assert abs(found.rate - one_look_size(5, 0.05, rho)) < 4 * found.standard_error


def test_a_seed_means_the_same_runs_everywhere():
    first = overall_error(0.05, n_runs=1_000, seed=7)
    assert first.rate == overall_error([0.05] * 18, n_runs=1_000, seed=7).rate
    assert first.rate != overall_error(0.05, n_runs=1_000, seed=8).rate
    code = "from mx2core.inference import overall_error; print(overall_error(.05, n_runs=1_000, seed=7).rate)"
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert float(again.stdout) == pytest.approx(first.rate, rel=1e-12)


def test_levels_of_the_usual_schedules():
    known = {  # overall error of .05, then of .01
        tuple(range(3, 21)): (0.0183, 0.0013),
        (3, 5, 7, 10, 15, 20): (0.0214, 0.0017),
        (3, 7, 15): (0.0260, 0.0024),
        (5, 10, 20): (0.0302, 0.0033),
    }
    for looks, (five, one) in known.items():
        assert (guaranteed_level(0.05, looks), guaranteed_level(0.01, looks)) == (five, one)


def test_every_fixed_level_keeps_its_promise_and_wastes_little():
    for (alpha, looks), level in _FIXED_LEVELS.items():
        assert 0.95 * alpha < _unequal(looks).error(level) <= alpha


def test_worst_case_of_the_papers_rule():
    assert worst_case_error(0.05) == pytest.approx(0.0950, abs=5e-4)
    assert worst_case_error(0.05, (7,)) == 0.05


def test_comparisons_share_alpha_before_the_level_is_found():
    shared = guaranteed_level(0.05, comparisons=10)
    assert shared == pytest.approx(0.0004, abs=2e-5)
    assert shared < guaranteed_level(0.05) / 10 / 4
    assert guaranteed_level(0.05, comparisons=5) == guaranteed_level(0.01)


def test_one_look_needs_no_allowance_unless_early_and_strict():
    assert guaranteed_level(0.05, (7,)) == 0.05
    assert guaranteed_level(0.01, (20,)) < 0.01  # errs at (0, 1/2): scores of a split less alike than others
    early = guaranteed_level(0.01, (3,))
    exact = stats.t.sf(correction(3) * stats.t.isf(early, 5), 3)
    assert exact == pytest.approx(0.01, rel=1e-3)
    assert exact <= 0.01


@pytest.mark.slow
def test_close_looks_take_their_level_from_equal_correlations():
    # For looks side by side (1/2, 1/2) is the worst point, not (0, 1/2).
    level = guaranteed_level(0.05, (10, 11))
    assert level < _level_at_unequal(0.05, (10, 11))
    assert overall_error(level, looks=(10, 11), n_runs=100_000, seed=3).rate < 0.0503


@pytest.mark.parametrize("alpha", [pytest.param(0.2, marks=pytest.mark.slow), 0.03, 0.002])
def test_levels_of_other_alphas_are_rounded_down_and_below_alpha(alpha):
    looks = (4, 8)
    level = guaranteed_level(alpha, looks)
    assert level < alpha
    assert _unequal(looks).error(level) <= alpha
    assert float(f"{level:.4g}") == pytest.approx(level, rel=1e-12)


def test_simulated_level_agrees_with_the_chain():
    found = simulated_level(0.05, 0.0, 0.5, looks=(5, 10, 20), n_runs=60_000)
    assert abs(found.level - 0.03097) < 4 * found.standard_error + 1e-5
    assert found.standard_error < 3e-4
    back = overall_error(found.level, 0.0, 0.5, looks=(5, 10, 20), n_runs=60_000)
    assert back.rate == pytest.approx(0.05, rel=1e-3)


def test_table_of_the_papers_rule():
    assert [paper_rule_error(rho / 10) for rho in range(10)] == [
        0.0018, 0.0060, 0.0159, 0.0340, 0.0606, 0.0950, 0.1367, 0.1860, 0.2450, 0.3211,
    ]  # fmt: skip
    assert paper_rule_error(0.45) == pytest.approx((0.0606 + 0.0950) / 2)
    with pytest.raises(InputError, match="`rho`"):
        paper_rule_error(0.95)


def test_unusable_arguments_are_named():
    for looks in ([], [0, 3], [3, 3], [5, 4], [3.5, 5]):
        with pytest.raises(InputError, match="`looks`"):
            guaranteed_level(0.05, looks)
    with pytest.raises(InputError, match="`comparisons`"):
        guaranteed_level(0.05, comparisons=0)
    with pytest.raises(InputError, match="`alpha`"):
        guaranteed_level(1.0)
    with pytest.raises(InputError, match="correlations"):
        overall_error(0.05, 0.5, -0.1)
    with pytest.raises(InputError, match="`n_runs`"):
        overall_error(0.05, n_runs=1)
    with pytest.raises(InputError, match="`seed`"):
        overall_error(0.05, seed=-1)


def test_importing_the_package_is_light():
    code = (
        "import sys, mx2core.inference; print('scipy.stats' in sys.modules, 'scipy.optimize' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "False"]
