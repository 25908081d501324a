"""What scores over corpora say where the truth is known, against plain formulas and known laws."""

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from benchmarks.trials.known_truth import (
    METHODS,
    bias,
    correlations,
    error,
    error_across,
    masks_of,
    rate,
    shift,
    spread,
    spread_across,
    spread_ratio,
    spread_within,
)
from benchmarks.trials.texts import GeneratedTexts
from mx2core.simulation.numbers import equal_weights


def test_bias_shift_spread_and_error_of_made_up_scores():
    scores = np.array([[0.5, 0.7], [0.6, 0.6], [0.4, 0.8]])
    base = np.array([[0.5, 0.6], [0.6, 0.5], [0.4, 0.5]])
    assert shift(scores, base).value == pytest.approx(0.25 / 3)
    assert bias(scores, np.array([0.5, 0.6])).value == pytest.approx(0.05)
    assert spread(scores) == pytest.approx(np.sqrt((0.02 + 0 + 0.08) / 3))
    assert spread_within(scores).value == pytest.approx(spread(scores))
    assert spread_ratio(scores, base).value == pytest.approx(np.sqrt(0.1 / 0.015))
    assert error(scores, np.array([0.6])) == pytest.approx(np.sqrt(0.1 / 6))
    assert error_across(scores, np.array([0.6])).value == pytest.approx(np.sqrt(0.1 / 6))
    assert spread_across(scores[:, :1]).value == pytest.approx(np.std([0.5, 0.6, 0.4], ddof=1))


def drawn(rng, n_corpora, m, rho1, rho2):
    """Normal scores, (n_corpora, 2, m, 2): the second set shares with the first what all scores share."""
    common = np.sqrt(rho2) * rng.standard_normal((n_corpora, 1, 1, 1))
    of_split = np.sqrt((1 + rho1) / 2 - rho2) * rng.standard_normal((n_corpora, 2, m, 1))
    of_half = np.sqrt((1 - rho1) / 2) * rng.standard_normal((n_corpora, 2, m, 1)) * np.array([1, -1])
    return 3.0 + common + of_split + of_half


@pytest.mark.parametrize(("rho1", "rho2"), [(0.5, 0.5), (0.0, 0.4), (-0.3, 0.2)])
def test_correlations_are_found_and_covered(rho1, rho2):
    rng = np.random.default_rng(3)
    found = correlations(drawn(rng, 4_000, 3, rho1, rho2))
    assert [each.value for each in found] == pytest.approx([rho1, rho2], abs=0.04)
    covered = np.zeros(2)
    for _ in range(30):
        for k, (each, true) in enumerate(
            zip(correlations(drawn(rng, 80, 3, rho1, rho2)), (rho1, rho2), strict=True)
        ):
            covered[k] += each.lower <= true <= each.upper
    assert covered.min() >= 24  # of 30 intervals of level 95 %


def test_correlations_are_means_over_all_pairs():
    scores = np.random.default_rng(1).standard_normal((6, 1, 3, 2))
    flat = scores.reshape(6, 6)
    around = flat - flat.mean()
    products = around.T @ around / 6
    within = np.mean([products[2 * i, 2 * i + 1] for i in range(3)])
    between = np.mean([products[j, k] for j in range(6) for k in range(6) if j // 2 != k // 2])
    rho1, rho2 = correlations(scores)
    square = np.diag(products).mean()
    assert (rho1.value, rho2.value) == pytest.approx((within / square, between / square))


def test_scores_that_never_vary_have_no_correlation_and_no_interval():
    rho1, rho2 = correlations(np.full((12, 2, 3, 2), 0.5))
    assert (rho1.lower, rho2.upper) == (None, None)


@pytest.mark.parametrize("hits", [0, 3, 40])
def test_a_rate_has_wilsons_interval(hits):
    found = rate(np.repeat([1.0, 0.0], [hits, 40 - hits]))
    low, high = proportion_confint(hits, 40, method="wilson")
    assert found.value == hits / 40
    assert (found.lower, found.upper) == pytest.approx((low, high), abs=1e-4)


def test_a_spread_ratio_is_inside_an_interval_that_covers():
    rng = np.random.default_rng(0)
    covered = 0
    for seed in range(60):
        scores, base = 0.8 * rng.standard_normal((60, 4)), rng.standard_normal((60, 4))
        found = spread_ratio(scores, base, seed)
        assert found.lower < found.value < found.upper
        covered += found.lower <= 0.8 <= found.upper
    assert covered >= 52  # of 60 intervals of level 95 %


@pytest.mark.parametrize("method", METHODS)
def test_every_method_halves_the_units(method):
    y = GeneratedTexts(equal_weights(4)).draw(40, (0, 1)).y
    masks = masks_of(method, np.eye(4, dtype=np.int64)[y], 4, seed=3)
    assert masks.shape == (4, 40)
    assert set(masks.sum(axis=1).tolist()) == {20}
