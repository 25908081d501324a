"""The condition of an error rate: without it the rate is another one; and what R shows given rho1."""

import numpy as np
import pytest

from mx2core.inference import CorrelationBounds, guaranteed_level, pair_ratio, promise
from mx2core.inference.batch import rejections

RUNS, M = 10_000, 20
AGAINST = np.array([1.0, -1.0])  # what one run of a split gains the other loses: rho1 = 0, rho2 = 1/2


def error(draw) -> float:
    shared, own = draw(RUNS, 1, 1), draw(RUNS, M, 1) * AGAINST
    scores = np.sqrt(0.5) * (shared + own)
    return float(rejections(scores, range(3, M + 1), guaranteed_level(0.05)).any(axis=1).mean())


def test_the_error_is_kept_with_normal_scores_and_not_with_skewed_ones():
    numbers = np.random.default_rng(5)
    assert error(lambda *shape: numbers.standard_normal(shape)) < 0.057
    assert error(lambda *shape: numbers.exponential(size=shape) - 1) > 0.065


@pytest.mark.parametrize(("rho1", "rho2"), [(0.5, 0.5), (0.0, 0.5), (0.3, 0.1)])
def test_given_one_correlation_the_ratio_shows_the_other(rho1, rho2):
    numbers = np.random.default_rng(7)
    m = 4_000
    of_split = np.sqrt(max(rho1 - rho2, 0)) * numbers.standard_normal((m, 1))
    own = np.sqrt(1 - rho1) * numbers.standard_normal((m, 2))
    if rho1 < rho2:  # the two of a split are less alike than those of two splits
        apart = np.sqrt(rho2 - rho1) * numbers.standard_normal((m, 1)) * AGAINST
        of_split, own = apart, np.sqrt(1 - 2 * rho2 + rho1) * numbers.standard_normal((m, 2))
    found = pair_ratio(of_split + own)
    assert found.rho2(rho1) == pytest.approx(rho2, abs=0.05)


def test_equal_scores_show_no_correlation():
    assert pair_ratio(np.full((4, 2), 0.25)).rho2(0.5) is None


def test_the_condition_is_that_of_the_rule_and_its_bounds():
    usual = str(promise.condition())
    assert "at most ½, within a split and between splits" in usual
    assert str(promise.condition("paper", CorrelationBounds(rho2=0.4))) == usual
    bounded = str(promise.condition("guaranteed", CorrelationBounds(0.3, 0.4)))
    assert "at most 0.3 within a split and 0.4 between splits" in bounded
    one_number = str(promise.condition("guaranteed", CorrelationBounds(0.4, 0.3, equal=True)))
    assert "one number of at most 0.3" in one_number
    assert "one number of at most 0.5" in str(promise.condition("fixed"))
    assert all("nearly normal" in words for words in (usual, bounded, one_number))
