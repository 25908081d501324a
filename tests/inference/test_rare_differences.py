"""Equivalence of models that hardly differ: as often wrong as it says, whatever the clusters."""

import numpy as np
import pytest
from scipy.stats import binom, binomtest

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


@pytest.mark.parametrize(("n", "margin"), [(100, 0.05), (300, 0.05), (1_000, 0.015), (1_000, 0.03)])
@pytest.mark.parametrize("both", [0, 0.003])
def test_items_at_the_margin_are_called_equivalent_in_five_per_cent_at_most(n, margin, both):
    """Exactly: by a t of the items that differ it was up to 7 %."""
    wrong = 0.0
    for ahead in range(binom.ppf(1e-6, n, margin + both).astype(int), int(n * (margin + both)) + 1):
        for behind in range(int(binom.isf(1e-6, n, both)) + 1):
            chance = binom.pmf(ahead, n, margin + both) * binom.pmf(
                behind, n - ahead, both / (1 - margin - both)
            )
            items = np.arange(n)
            tests = (
                item_t_test(items < ahead, items >= n - behind),
                item_t_test(items >= n - behind, items < ahead),
            )
            sides = [test.equivalence_pvalue(margin, shares=True) for test in tests]
            assert sides[0] == pytest.approx(sides[1])
            wrong += chance * (sides[0] < 0.05)
    assert wrong <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize(
    ("n", "size", "margin"), [(150, 1, 0.03), (500, 1, 0.01), (1_500, 3, 0.02), (300, 3, 0.05)]
)
def test_graded_scores_and_documents_at_the_margin(n, size, margin):
    """By a t of the clusters that differ it was 7 to 13 %."""
    rng, runs, wrong = np.random.default_rng(8), 1_000, 0
    documents = np.arange(n) // size
    for _ in range(runs):
        alike = rng.beta(0.1, 0.1 / margin - 0.1, documents[-1] + 1)
        differences = np.where(
            rng.uniform(size=n) < 0.7, alike[documents], rng.beta(0.1, 0.1 / margin - 0.1, n)
        )
        models = differences, np.zeros(n)
        test = item_t_test(*models, clusters=documents)
        wrong += test.equivalence_pvalue(margin, shares=True) < 0.05
    assert binomtest(wrong, runs, 0.05, alternative="greater").pvalue > 1e-3


@pytest.mark.parametrize(
    ("n", "margin", "whole"), [(100, 0.03, 1), (100, 0.05, 2), (500, 0.01, 2.5), (60, 0.1, 1)]
)
def test_whole_differences_that_may_not_be_seen(n, margin, whole):
    """All differ a little and `whole` items on average by 1: up to 35 % at the margin passed."""
    rng, runs, wrong = np.random.default_rng(6), 200, 0
    for _ in range(runs):
        a = np.where(rng.random(n) < whole / n, 1, 0.5 + margin - whole / n + rng.normal(0, 0.02, n))
        wrong += item_t_test(a, np.where(a == 1, 0, 0.5)).equivalence_pvalue(margin, shares=True) < 0.05
    assert binomtest(wrong, runs, 0.05, alternative="greater").pvalue > 1e-3


@pytest.mark.parametrize(("each_way", "equivalent"), [(4, False), (12, True)])
def test_a_large_document_bars_equivalence_only_while_few_differ(each_way, equivalent):
    """One has 10 % of 1,000 items: nothing under 3 / 10 was equivalent, however many documents differ."""
    documents, items = np.maximum(0, np.arange(1_000) - 99), np.arange(1_000)
    models = items >= 1_000 - each_way, (items >= 500) & (items < 500 + each_way)
    of_items = item_t_test(*models, clusters=documents).equivalence_pvalue(0.03, shares=True)
    test = approximate_randomization_test(*models, items=np.ones(1_000), clusters=documents)
    assert (of_items < 0.05) == verdict(test, 0.03).equivalent == equivalent


@pytest.mark.parametrize("k", [1, 2, 7])
def test_pvalue_and_interval_of_fixed_models_agree(k):
    a, b = np.arange(60) < k, (np.arange(60) >= 60 - k // 3) * 0.5
    test = approximate_randomization_test(a, b, items=np.ones(60))
    edge = max(np.abs(verdict(test).equivalence_interval))
    assert edge >= rare_bound(0.05, 60, 0)
    assert [verdict(test, times * edge).equivalent for times in (0.999, 1.001)] == [False, True]
    of_items = item_t_test(a, b).equivalence_pvalue(edge, shares=True)
    assert test.differences.pvalue(edge) == pytest.approx(of_items)


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
