"""All pairs of several models: shared levels, Holm, and no more wrong decisions than allowed."""

import numpy as np
import pytest

from mx2core.errors import InputError, ScoresError
from mx2core.inference import guaranteed_level, mx2_t_test, sequential_t_test
from mx2core.studies import pair_decisions


def models(k=3, m=20, step=0.0, seed=0, rho=0.3):
    generator = np.random.default_rng(seed)
    shared = np.sqrt(rho) * generator.standard_normal((k, 1, 1))
    noise = shared + np.sqrt(1 - rho) * generator.standard_normal((k, m, 2))
    return {f"M{i}": 0.7 - step * i + 0.01 * noise[i] for i in range(k)}


def test_levels_are_those_of_alpha_over_k():
    found = pair_decisions(models())
    assert (found.comparisons, found.m) == (6, 20)
    assert found.level_per_look == guaranteed_level(0.05, range(3, 21), comparisons=6)
    assert found.level_per_look < guaranteed_level(0.05) / 6  # not the level of one test, divided
    assert pair_decisions(models(), mode="paper").level_per_look == pytest.approx(0.05 / 6)


def test_each_decision_is_a_test_of_its_own():
    scores = models(step=0.02)
    found = pair_decisions(scores)
    assert [decision.mean for decision in found.decisions] == sorted(
        (decision.mean for decision in found.decisions), reverse=True
    )
    for decision in found.decisions:
        differences = scores[decision.a] - scores[decision.b]
        alone = sequential_t_test(differences, comparisons=6)
        assert (decision.better, decision.test.m) == (alone.rejected, alone.m)
        assert decision.pvalue == mx2_t_test(differences).pvalue
    assert found.decision("M0", "M2").better
    assert not found.decision("M2", "M0").better


def test_holm_against_statsmodels():
    multipletests = pytest.importorskip("statsmodels.stats.multitest").multipletests
    found = pair_decisions(models(4, step=0.005), mode="fixed")
    oracle = multipletests([decision.pvalue for decision in found.decisions], method="holm")[1]
    np.testing.assert_allclose([decision.adjusted for decision in found.decisions], oracle)


def test_two_equal_models_are_decided_about_by_nobody():
    scores = models(2)
    scores["copy"] = scores["M0"]
    found = pair_decisions(scores)
    for a, b in (("M0", "copy"), ("copy", "M0")):
        decision = found.decision(a, b)
        assert (decision.better, decision.pvalue, decision.adjusted) == (False, None, None)


def test_wrong_decisions_of_all_pairs_together():
    """Equal models: any decision is wrong; at most one experiment in twenty may have one."""
    wrong = sum(
        any(decision.better for decision in pair_decisions(models(3, seed=seed)).decisions)
        for seed in range(100)
    )
    assert wrong <= 5 + 3 * np.sqrt(100 * 0.05 * 0.95)


@pytest.mark.parametrize(
    ("scores", "error", "said"),
    [
        ({"A": np.zeros((4, 2))}, ScoresError, "two models or more"),
        ({"A": np.zeros((4, 2)), "B": np.zeros((5, 2))}, ScoresError, "same splits"),
        ({"A": np.full((4, 2), np.nan), "B": np.zeros((4, 2))}, ScoresError, "finite|not"),
        ({"A": np.zeros((2, 2)), "B": np.ones((2, 2))}, ScoresError, "needs 3 splits"),
    ],
)
def test_scores_that_make_no_pairs(scores, error, said):
    with pytest.raises(error, match=said):
        pair_decisions(scores)


def test_impossible_arguments():
    with pytest.raises(InputError):
        pair_decisions(models(), alpha=2)
    with pytest.raises(ScoresError, match="no pair of M0 and M9"):
        pair_decisions(models()).decision("M0", "M9")
