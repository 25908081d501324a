"""Equivalence of models that hardly differ: as often wrong as it says, whatever the clusters."""

import numpy as np
import pytest

import mx2core as mx
from mx2core.inference import approximate_randomization_test, item_t_test, verdict
from mx2core.inference.rare_differences import rare_bound, rare_pvalue


def test_the_bound_is_where_the_pvalue_is_alpha():
    for n_differing in (0, 1):
        assert rare_pvalue(rare_bound(0.05, 80, n_differing), 80, n_differing) == pytest.approx(0.05)
    assert rare_bound(0.05, 100, 0) == pytest.approx(-np.log(0.05) / 100)  # the rule of three


def test_clusters_of_any_sizes_and_chances_never_pass_it():
    """Of what gives a mean difference of the margin nothing leaves so few clusters more often."""
    rng = np.random.default_rng(3)
    for _ in range(200):
        shares = rng.dirichlet(np.full(rng.integers(20, 60), rng.choice([0.5, 2, 50])))
        chances = rng.uniform(size=len(shares)) ** rng.choice([0.5, 2, 10])
        margin = float(shares @ chances)  # all items of a cluster differ, the same way
        none = np.prod(1 - chances)
        one = none * (chances / (1 - chances)).sum()
        n = 1 / shares.max()
        assert none <= rare_pvalue(margin, n, 0) + 1e-12
        if n * margin >= 2:
            assert none + one <= rare_pvalue(margin, n, 1) + 1e-12


@pytest.mark.parametrize(("n", "margin", "both"), [(300, 0.01, 0), (60, 0.05, 0), (200, 0.03, 0.01)])
def test_items_at_the_margin_are_seldom_called_equivalent(n, margin, both):
    """By the spread of all items it was 15, 15 and 7%."""
    rng, runs, wrong = np.random.default_rng(5), 400, 0
    for _ in range(runs):
        kind = rng.uniform(size=n)
        a, b = kind < margin + both, (kind > 1 - both) & (both > 0)
        wrong += item_t_test(a, b).equivalence_pvalue(margin, shares=True) < 0.05
    assert wrong <= runs * 0.07 + 3 * np.sqrt(runs * 0.07 * 0.93)


def test_fixed_models_that_never_differ():
    right = np.arange(100) % 4 > 0
    same = approximate_randomization_test(right, right, items=np.ones(100))
    assert same.bound(0.05) == pytest.approx(0.02996, abs=1e-5)
    close, wide = verdict(same, 0.02), verdict(same, 0.04)
    assert (close.answer, wide.answer) == ("undecided", "equivalent")
    assert wide.equivalence_pvalue == pytest.approx(np.exp(-4))
    assert wide.equivalence_interval == (-same.bound(0.05), same.bound(0.05))
    assert verdict(same).answer == "undecided"
    documents = approximate_randomization_test(right, right, items=np.ones(100), clusters=np.arange(100) // 4)
    assert documents.even_units == 25
    unbounded = approximate_randomization_test(right, right)
    assert verdict(unbounded, 0.9).answer == "undecided"
    differing = approximate_randomization_test(right, ~right, items=np.ones(100))
    assert differing.bound(0.05) is None


def test_models_that_are_trained_are_not_equivalent_because_they_agree():
    """Two halves of one corpus do not show what other training texts would."""
    masks = mx.random_partitions(400, 5).masks
    test = mx.out_of_fold_t_test(np.zeros((5, 400)), masks, alternative="two-sided")
    assert "other texts they may not" in str(test.notice)
    assert verdict(test, 0.5).answer == "undecided"
