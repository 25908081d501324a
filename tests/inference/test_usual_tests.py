"""The tests in use today, held against a level once for page and command line."""

import numpy as np
import pytest
from scipy import stats

from mx2core.inference import (
    RULES,
    alpaydin_5x2_f_test,
    dietterich_5x2_t_test,
    mx2_t_test,
    other_tests,
    rejection_rate,
)
from tests.score_tables import E


def rule_results(differences, alpha=0.05, alternative="greater"):
    return {test.rule: test for test in other_tests(differences, alpha, alternative=alternative)}


def test_each_is_the_test_of_its_name():
    found = rule_results(np.concatenate([E, E]))
    sizes = {"fixed": 10, "5x2 t": 5, "5x2 F": 5, "k-fold t": 20}
    assert sizes == {rule: test.n for rule, test in found.items() if rule in sizes}
    assert set(found) == {rule.key for rule in RULES.values() if rule.decide is not None}
    assert found["fixed"].pvalue == mx2_t_test(np.concatenate([E, E])).pvalue
    paired = stats.ttest_1samp(np.concatenate([E, E]).ravel(), 0, alternative="greater")
    assert found["k-fold t"].pvalue == pytest.approx(paired.pvalue)
    assert found["5x2 t"].pvalue == dietterich_5x2_t_test(E, "greater").pvalue
    assert found["5x2 F"].pvalue == alpaydin_5x2_f_test(E).pvalue == pytest.approx(0.076592, abs=1e-6)


def test_an_f_test_of_one_side_takes_twice_the_level_and_the_sign_of_the_mean():
    assert (rule_results(E)["5x2 F"].level, rule_results(E)["5x2 F"].rejected) == (0.1, True)
    assert rule_results(-E)["5x2 F"].rejected is False
    assert rule_results(-E, alternative="less")["5x2 F"].rejected is True
    both = rule_results(E, alternative="two-sided")["5x2 F"]
    assert (both.level, both.alternative, both.rejected) == (0.05, "two-sided", False)


@pytest.mark.parametrize("alternative", ["greater", "less", "two-sided"])
def test_swapping_the_models_swaps_the_sides(alternative):
    other = {"greater": "less", "less": "greater"}.get(alternative, alternative)
    for differences in (E, np.random.default_rng(1).normal(0.01, 0.03, (8, 2))):
        ours, theirs = rule_results(differences, 0.05, alternative), rule_results(-differences, 0.05, other)
        assert [test.rejected for test in ours.values()] == [test.rejected for test in theirs.values()]


def test_few_or_equal_splits():
    assert not {"5x2 t", "5x2 F"} & set(rule_results(E[:4]))
    found = rule_results(np.full((5, 2), 0.1))
    equal = {(found[rule].pvalue, found[rule].rejected) for rule in ("fixed", "5x2 t", "5x2 F", "k-fold t")}
    assert equal == {(None, None)}


@pytest.mark.parametrize("rule", ["overall", "fixed", "5x2 t", "5x2 F", "k-fold t", "mcnemar"])
def test_two_sides_have_half_of_the_level_each(rule):
    few = {"n_runs": 4_000}
    once = rejection_rate(rule, 0.0, alpha=0.025, **few).rate
    assert rejection_rate(rule, 0.0, alternative="two-sided", **few).rate == pytest.approx(
        2 * once, abs=0.015
    )
    up, down = (rejection_rate(rule, effect, alpha=0.025, **few).rate for effect in (1.0, -1.0))
    assert rejection_rate(rule, 1.0, alternative="two-sided", **few).rate == up + down
    assert rejection_rate(rule, -1.0, alternative="less", alpha=0.025, **few).rate == up
