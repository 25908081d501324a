"""Almost stochastic order of runs: by hand, against deepsig where it is installed, and how often it errs."""

import math

import numpy as np
import pytest

from mx2core.errors import InputError, ScoresError
from mx2core.inference import almost_stochastic_order

RNG = np.random.default_rng(0)


def test_the_violation_by_hand():
    """Quantiles of a: 1, 3; of b: 0, 4. B is below by 1 on one half, above by 1 on the other."""
    assert almost_stochastic_order([1, 1, 1, 3, 3, 3], [0, 0, 0, 4, 4, 4]).violation == pytest.approx(0.5)
    # Of b: 0, 3.5 in halves: below by 1, above by 0.5.
    assert almost_stochastic_order([1, 1, 1, 3, 3, 3], [0, 0, 0, 3.5, 3.5, 3.5]).violation == pytest.approx(
        0.2
    )


def test_numbers_of_runs_may_differ():
    """Against the definition, integrated on a fine grid."""
    a, b = RNG.normal(0.3, 1, 7), RNG.normal(size=11)
    t = (np.arange(77 * 4) + 0.5) / (77 * 4)
    quantile_a, quantile_b = (np.sort(one)[np.ceil(t * len(one)).astype(int) - 1] for one in (a, b))
    gap = quantile_b - quantile_a
    expected = (np.maximum(gap, 0) ** 2).sum() / (gap**2).sum()
    assert almost_stochastic_order(a, b).violation == pytest.approx(expected)


def test_both_directions_add_to_one_and_order_of_runs_is_of_no_matter():
    a, b = RNG.normal(size=9), RNG.normal(size=6)
    there, back = almost_stochastic_order(a, b), almost_stochastic_order(b, a)
    assert there.violation + back.violation == pytest.approx(1)
    assert almost_stochastic_order(a[::-1] * 100, b * 100).violation == pytest.approx(there.violation)
    assert almost_stochastic_order(a, b) == there  # the same seed


def test_always_above_and_all_the_same():
    above = almost_stochastic_order(range(5, 10), range(5))
    assert (above.violation, above.bound, above.holds) == (0, 0, True)
    same = almost_stochastic_order([1] * 5, [1] * 5)
    assert (same.violation, same.holds) == (0.5, False)


@pytest.mark.parametrize("seed", range(3))
def test_bounds_are_those_of_deepsig(seed):
    deepsig = pytest.importorskip("deepsig")
    rng = np.random.default_rng(seed)
    a, b = rng.normal(0.5, 1, 12), rng.normal(size=9)
    theirs = deepsig.aso(a, b, num_bootstrap_iterations=300, dt=0.002, show_progress=False, seed=seed)
    assert almost_stochastic_order(a, b, n_draws=4000).bound == pytest.approx(theirs, abs=0.05)


def test_numbers_that_deepsig_gave():
    """deepsig 1.2.8 with dt=.0005 and 500 draws gave .2096 for these; its bound varies by about .02."""
    rng = np.random.default_rng(1)
    a, b = rng.normal(0.3, 1, 10), rng.normal(0, 1, 8)
    assert almost_stochastic_order(a, b, n_draws=4000).bound == pytest.approx(0.2096, abs=0.03)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "rate"), [(5, 0.09), (10, 0.05), (100, 0.03)])
def test_equal_laws_are_seldom_called_ordered(n, rate):
    rng = np.random.default_rng(n)
    runs = [almost_stochastic_order(*rng.normal(size=(2, n)), n_draws=200) for _ in range(500)]
    assert np.mean([one.holds for one in runs]) <= rate
    assert np.mean([one.bound < 0.5 for one in runs]) > 0.1  # why the limit is not 1/2


@pytest.mark.parametrize(
    ("a", "message"),
    [
        ([1, 2], "at least 5 runs"),
        ([1, 2, 3, 4, "x"], "are not numbers"),
        ([1, 2, 3, 4, math.nan], "not finite"),
    ],
)
def test_bad_scores_are_refused(a, message):
    with pytest.raises(ScoresError, match=message):
        almost_stochastic_order(a, range(5))
    with pytest.raises(InputError):
        almost_stochastic_order(range(5), range(5), alpha=2)
