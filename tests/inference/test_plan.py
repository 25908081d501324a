"""Plans of a test: the power that the simulation gives, and what a plan must obey."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mx2core.errors import InputError
from mx2core.inference import overall_error, plan_test, sequential_t_test
from mx2core.inference.mx2.draws import kept_sums


def test_power_by_the_last_look_is_that_of_the_rule():
    for effect in (0.0, 1.0, 2.0):
        plan = plan_test(effect, 0.2, rho2=0.2)
        direct = overall_error(plan.level_per_look, 0.2, 0.2, n_runs=40_000, effect=effect)
        assert plan.power[-1] == pytest.approx(direct.rate, rel=1e-12)
        assert plan.standard_errors[-1] == pytest.approx(direct.standard_error, rel=1e-9)


def test_a_large_plan_fills_no_memory_and_says_the_same():
    kept_sums.cache_clear()
    large = plan_test(0.0, mode="paper", looks=(3, 5), n_runs=60_000)
    assert kept_sums.cache_info().currsize == 0
    direct = overall_error(0.05, looks=(3, 5), n_runs=60_000)
    assert large.power[-1] == pytest.approx(direct.rate, rel=1e-12)


def test_against_tests_that_were_run():
    looks, effect, n_runs = (3, 5, 8), 1.5, 600
    rng = np.random.default_rng(9)
    scores = effect + np.sqrt(0.3) * rng.standard_normal((n_runs, 1, 1))
    scores = scores + np.sqrt(0.7) * rng.standard_normal((n_runs, 8, 2))
    tests = [sequential_t_test(x, looks=looks) for x in scores]
    plan = plan_test(effect, 0.3, rho2=0.3, looks=looks)
    for m, power in zip(looks, plan.power, strict=True):
        share = np.mean([test.rejected and test.m <= m for test in tests])
        assert abs(share - power) < 4 * np.sqrt(power * (1 - power) / n_runs)
    used = [test.m for test in tests]
    assert abs(np.mean(used) - plan.expected_m) < 4 * np.std(used) / np.sqrt(n_runs)
    assert plan.expected_trainings == 4 * plan.expected_m


@settings(max_examples=15, deadline=None)
@given(
    effect=st.floats(0, 4), rho=st.sampled_from([0.0, 0.2, 0.5]), mode=st.sampled_from(["overall", "paper"])
)
def test_what_every_plan_obeys(effect, rho, mode):
    plan = plan_test(effect, rho, rho2=rho, mode=mode, looks=(3, 7, 15), n_runs=3_000)
    assert list(plan.power) == sorted(plan.power)
    assert 3 <= plan.expected_m <= 15
    stronger = plan_test(effect + 0.5, rho, rho2=rho, mode=mode, looks=(3, 7, 15), n_runs=3_000)
    assert stronger.power[-1] >= plan.power[-1]
    assert stronger.expected_m <= plan.expected_m


def test_the_first_look_that_reaches_a_power():
    plan = plan_test(3.0, 0.2, rho2=0.2)
    m = plan.m_for(0.8)
    reached = dict(zip(plan.looks, plan.power, strict=True))
    assert reached[m] >= 0.8 > reached[m - 1]
    assert plan_test(0.0, 0.2, rho2=0.2).m_for(0.8) is None
    with pytest.raises(InputError, match="`power`"):
        plan.m_for(1.0)


def test_one_look_is_planned_too():
    plan = plan_test(1.0, 0.2, rho2=0.2, looks=(5,), mode="fixed")
    assert (plan.looks, plan.level_per_look, plan.expected_m) == ((5,), 0.05, 5)


def test_unusable_arguments_are_named():
    with pytest.raises(InputError, match="`effect`"):
        plan_test(float("nan"))
    with pytest.raises(InputError, match="`looks`"):
        plan_test(1.0, looks=(5, 3))
    with pytest.raises(InputError, match="`mode`"):
        plan_test(1.0, mode="bold")
