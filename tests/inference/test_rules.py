"""Rates of the rules that people use: their definitions applied to drawn scores, closed forms, integrals."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from mx2core.errors import InputError, ScoresError
from mx2core.inference import (
    RULES,
    HoldOut,
    alpaydin_5x2_f_test,
    corrected_resampled_t_test,
    cross_validation_z_test,
    dietterich_5x2_t_test,
    mcnemar_test,
    mx2_t_test,
    naive_paired_t_test,
    one_look_size,
    other_tests,
    overall_error,
    rated_rules,
    rejection_rate,
    rejection_rates,
    type_one_error,
)
from mx2core.inference.benchmark import benchmark
from mx2core.inference.classical.rule_errors import _least_rejected
from mx2core.inference.mx2.draws import kept_sums
from tests.few import few


def five_by_two(rho1, rho2, n_runs, effect):
    rng = np.random.default_rng(2)
    common = np.sqrt(rho2) * rng.standard_normal((n_runs, 1, 1))
    of_split = np.sqrt((1 + rho1) / 2 - rho2) * rng.standard_normal((n_runs, 5, 1))
    of_half = np.sqrt((1 - rho1) / 2) * rng.standard_normal((n_runs, 5, 1)) * np.array([1, -1])
    return effect + common + of_split + of_half


def close(found, hits):
    """Whether a rate and a share of hits differ by chance only."""
    share = np.mean(hits)
    spread = np.hypot(np.sqrt(share * (1 - share) / len(hits)), found.standard_error)
    return abs(found.rate - share) < 4 * spread


@few(("rho1", "rho2", "effect"), 2, [(0.5, 0.5, 0.0), (0.1, 0.4, 0.0), (0.2, 0.2, 1.0)])
def test_five_by_two_rules_are_the_tests_themselves(rho1, rho2, effect):
    drawn = five_by_two(rho1, rho2, 1_500, effect)
    t = [dietterich_5x2_t_test(x, "greater").pvalue < 0.05 for x in drawn]
    f = [alpaydin_5x2_f_test(x).pvalue < 0.10 and x.mean() > 0 for x in drawn]
    assert close(rejection_rate("5x2 t", effect, rho1=rho1, rho2=rho2), t)
    assert close(rejection_rate("5x2 F", effect, rho1=rho1, rho2=rho2), f)


@pytest.mark.parametrize(("rho", "effect"), [(0.0, 0.0), (0.3, 0.0), (0.3, 0.7)])
def test_tests_on_folds_are_the_tests_themselves(rho, effect):
    rng = np.random.default_rng(4)
    drawn = effect + np.sqrt(rho) * rng.standard_normal((1_500, 1))
    drawn = drawn + np.sqrt(1 - rho) * rng.standard_normal((1_500, 8))
    naive = [naive_paired_t_test(x, "greater").pvalue < 0.05 for x in drawn]
    corrected = [corrected_resampled_t_test(x, 1 / 7, alternative="greater").pvalue < 0.05 for x in drawn]
    assert close(rejection_rate("k-fold t", effect, rho2=rho, rho1=rho, folds=8), naive)
    assert close(rejection_rate("corrected resampled t", effect, rho2=rho, rho1=rho, folds=8), corrected)


@few(("rho", "effect", "share"), 1, [(0.1, 0.0, 0.5), (0.4, 1.0, 0.2)])
def test_the_z_of_folds_errs_as_the_test_itself(rho, effect, share):
    """Fold scores of 400 units each, whose training sets move all units of a fold together."""
    rng, k, units = np.random.default_rng(8), 5, 400
    hits = []
    for _ in range(1_500):
        folds = effect + np.sqrt(rho) * rng.standard_normal() + np.sqrt(1 - rho) * rng.standard_normal(k)
        noise = rng.standard_normal((k, units))
        noise -= noise.mean(axis=1, keepdims=True)
        drawn = folds[:, None] + np.sqrt((1 - share) * units) * noise
        test = cross_validation_z_test(
            drawn.ravel(), np.repeat(np.arange(k), units), variance="within-fold", alternative="greater"
        )
        hits.append(test.pvalue < 0.05)
    hold_out = HoldOut(training_share=share)
    assert close(rejection_rate("k-fold z", effect, rho1=rho, rho2=rho, folds=k, hold_out=hold_out), hits)


def test_a_rule_without_rates_is_refused_and_says_what_it_needs():
    left_out = set(RULES) - set(rated_rules())
    units = {"out-of-fold", "out-of-fold conservative"}
    assert left_out >= {"k-fold z within", "nested", "conservative z", *units}
    for rule in left_out:
        with pytest.raises(InputError, match="must be one of"):
            type_one_error(rule)


def test_every_measured_test_is_a_rule():
    named = [rule.benchmark for rule in RULES.values() if rule.benchmark is not None]
    of_rules = set(named)
    assert len(of_rules) == len(named)
    other_m = {"out-of-fold, m = 1", "out-of-fold, m = 10", "out-of-fold, precision stop"}
    conservative = {f"out-of-fold, conservative, m = {m}" for m in (3, 10)}
    # On populations held back only.
    apart = {"out-of-fold, m = 3", "out-of-fold, conservative, precision stop"}
    measured = {row.method for row in benchmark()}
    names = of_rules | other_m | conservative | apart
    assert names == measured, "`benchmark` of a rule is its name in benchmark.csv, or nothing"


def test_units_give_the_tests_of_two_folds():
    rng = np.random.default_rng(3)
    units, masks = rng.normal(0.2, 1, (3, 40)), np.arange(40) % 2 == np.zeros((3, 1))
    scores = np.stack([units[:, ::2].mean(axis=1), units[:, 1::2].mean(axis=1)], axis=1)
    found = {test.rule: test for test in other_tests(scores, units=units, masks=masks)}
    for rule, variance in (("k-fold z", "all-pairs"), ("k-fold z within", "within-fold")):
        test = cross_validation_z_test(units[0], masks[0], variance=variance, alternative="greater")
        assert (found[rule].pvalue, found[rule].n) == (test.pvalue, 2)
        assert str(found[rule].name).startswith("2-fold z")
    assert "k-fold z" not in {test.rule for test in other_tests(scores)}
    with pytest.raises(ScoresError, match="shape"):
        other_tests(scores, units=units, masks=masks[:2])


def test_the_corrected_test_of_half_splits_is_the_m_x_2_test():
    scores = np.random.default_rng(9).normal(0.01, 0.02, (5, 2))
    corrected = corrected_resampled_t_test(scores.ravel(), 1.0, alternative="greater")
    assert corrected.pvalue == pytest.approx(mx2_t_test(scores).pvalue)


def test_tests_on_folds_keep_their_level_where_their_assumption_holds():
    assert type_one_error("k-fold t", 0.0, 0.0).rate == pytest.approx(0.05, rel=1e-9)
    assert type_one_error("corrected resampled t", 0.1, 0.1).rate == pytest.approx(0.05, rel=1e-9)


@few(("share", "effect"), 2, [(0.0, 0.0), (0.3, 1.5), (0.5, 0.0)])
def test_mcnemars_rate_is_that_of_the_test_itself(share, effect):
    n, disagreement = 200, 0.15
    rng = np.random.default_rng(6)
    sd = np.sqrt(disagreement / n / (1 - share))
    difference = sd * (effect + np.sqrt(share) * rng.standard_normal(4_000))
    disagreed = rng.binomial(n, disagreement, 4_000)
    won = rng.binomial(disagreed, np.clip(0.5 + difference / (2 * disagreement), 0, 1))
    hits = [
        k > 0 and mcnemar_test(a, k - a, exact=True, alternative="greater").pvalue <= 0.05
        for a, k in zip(won.tolist(), disagreed.tolist(), strict=True)
    ]
    hold_out = HoldOut(n, disagreement, share)
    assert close(rejection_rate("mcnemar", effect, hold_out=hold_out), hits)


def test_mcnemar_is_conservative_where_training_sets_do_not_matter():
    only_units = type_one_error("mcnemar", hold_out=HoldOut(training_share=0.0)).rate
    assert 0.02 < only_units <= 0.05
    assert type_one_error("mcnemar", hold_out=HoldOut(training_share=0.5)).rate > 0.1


def test_fewest_disagreements_won_that_reject():
    fewest = _least_rejected(40, 0.05)
    for n, k in enumerate(fewest.astype(int)):
        tails = stats.binom.sf(np.arange(n + 1) - 1, n, 0.5)  # P(X >= k)
        rejecting = np.flatnonzero(tails <= 0.05)
        assert k == (rejecting[0] if len(rejecting) else n + 1)


@settings(max_examples=10, deadline=None)
@given(rho1=st.floats(0.0, 0.6), rho2=st.floats(0.0, 0.5), level=st.sampled_from([0.02, 0.05]))
def test_sequential_rules_are_the_simulation_of_the_same_runs(rho1, rho2, level):
    if 1 + rho1 - 2 * rho2 < 0:
        rho1 = 2 * rho2 - 1
    looks = (3, 5, 9)
    found = type_one_error("paper", rho1, rho2, alpha=level, looks=looks, n_runs=2_000, seed=3)
    direct = overall_error(level, rho1, rho2, looks=looks, n_runs=2_000, seed=3)
    assert (found.rate, found.standard_error) == (direct.rate, direct.standard_error)


def test_fixed_looks_once():
    found = type_one_error("fixed", 0.1, 0.4, looks=(3, 7))
    assert abs(found.rate - one_look_size(7, 0.05, rho=0.1, rho2=0.4)) < 4 * found.standard_error


def test_the_overall_rule_keeps_alpha_and_the_others_do_not():
    rates = {rule: type_one_error(rule, 0.5, 0.5) for rule in rated_rules() if rule != "mcnemar"}
    assert rates["overall"].rate <= 0.05
    for rule in ("paper", "5x2 t", "5x2 F", "k-fold t"):
        assert rates[rule].rate > 0.09


def test_power_grows_with_the_effect():
    for rule in rated_rules():
        powers = [rejection_rate(rule, effect, rho1=0.2, rho2=0.2).rate for effect in (0.0, 0.5, 1.5, 3.0)]
        assert powers == sorted(powers)
        assert powers[-1] > 0.8


def test_a_later_question_is_answered_from_the_same_draws():
    type_one_error("paper")
    drawn = kept_sums.cache_info().misses
    for tenth in range(6):
        type_one_error("paper", tenth / 10, tenth / 10)
        rejection_rate("overall", 1.0, rho1=0.0, rho2=tenth / 20)
    assert kept_sums.cache_info().misses == drawn


def test_unusable_arguments_are_named():
    with pytest.raises(InputError, match="`rule` must be one of overall, paper"):
        type_one_error("bold")
    with pytest.raises(InputError, match="`folds`"):
        type_one_error("k-fold t", folds=1)
    for name, value in (("n_units", 0), ("disagreement", 0.0), ("training_share", 1.0)):
        with pytest.raises(InputError, match=f"`{name}` must lie in"):
            HoldOut(**{name: value})


@pytest.mark.parametrize("rule", rated_rules())
def test_several_effects_at_once_are_the_same_rates(rule):
    effects = (0.0, 0.5, 2.0)
    together = rejection_rates(rule, effects, rho1=0.1, rho2=0.3, n_runs=2_000)
    for effect, found in zip(effects, together, strict=True):
        alone = rejection_rate(rule, effect, rho1=0.1, rho2=0.3, n_runs=2_000)
        assert (found.rate, found.standard_error) == (alone.rate, alone.standard_error)
