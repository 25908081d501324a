"""Overall error of sequential rules: closed forms and a simulation written out."""

import subprocess
import sys

import numpy as np
import pytest
from scipy import stats

from mx2core.errors import InputError
from mx2core.inference import (
    USUAL_LOOKS,
    correction,
    one_look_size,
    overall_error,
    overall_level,
    paper_rule_error,
    worst_case_error,
)
from tests.few import few

from .test_mx2 import correlated


def slow_error(level, looks, rho1, rho2, n_runs, effect=0.0):
    """Scores drawn from their covariance matrix, tested look by look."""
    m = looks[-1]
    values, vectors = np.linalg.eigh(correlated(m, rho1, rho2))
    root = vectors * np.sqrt(np.maximum(values, 0))
    scores = effect + np.random.default_rng(3).standard_normal((n_runs, 2 * m)) @ root.T
    rejected = np.zeros(n_runs, dtype=bool)
    for k in looks:
        part = scores[:, : 2 * k]
        t = part.mean(axis=1) / (correction(k) * part.std(axis=1))
        rejected |= t > stats.t.isf(level, 2 * k - 1)
    return rejected.mean()


@few(
    ("rho1", "rho2", "effect"),
    3,
    [(0.5, 0.5, 0), (-0.2, 0.3, 0), (0.2, 0.2, 1.0), (0.0, 0.5, 0), (0.3, 0.0, 0)],
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
        assert abs(found.rate - one_look_size(5, 0.05, rho=rho)) < 4 * found.standard_error


def test_a_seed_means_the_same_runs_everywhere():
    first = overall_error(0.05, n_runs=1_000, seed=7)
    assert first.rate == overall_error([0.05] * 18, n_runs=1_000, seed=7).rate
    assert first.rate != overall_error(0.05, n_runs=1_000, seed=8).rate
    code = "from mx2core.inference import overall_error; print(overall_error(.05, n_runs=1_000, seed=7).rate)"
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert float(again.stdout) == pytest.approx(first.rate, rel=1e-12)


def test_worst_case_of_the_papers_rule():
    assert worst_case_error(0.05) == pytest.approx(0.0950, abs=5e-4)
    assert worst_case_error(0.05, (7,)) == 0.05


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
            overall_level(0.05, looks)
    with pytest.raises(InputError, match="`comparisons`"):
        overall_level(0.05, comparisons=0)
    with pytest.raises(InputError, match="`effect`"):
        overall_error(0.05, effect=float("inf"))
    with pytest.raises(InputError, match="`n_runs`"):
        overall_error(0.05, n_runs=1)
    with pytest.raises(InputError, match="`seed`"):
        overall_error(0.05, seed=-1)
