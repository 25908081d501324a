"""Seeds: the variance of a mean over folds by simulation, and what more of them would buy."""

import numpy as np
import pytest

import mx2core as mx
from mx2core.errors import InputError


def test_by_its_formula():
    generator = np.random.default_rng(0)
    a, b = generator.random((3, 4, 2)), generator.random((2, 4, 2))
    found = mx.inference.seed_variance(a, b)
    of_a = np.mean([a[:, i, k].var(ddof=1) for i in range(4) for k in range(2)])
    of_b = np.mean([b[:, i, k].var(ddof=1) for i in range(4) for k in range(2)])
    assert found.variance == pytest.approx((of_a / 3 + of_b / 2) / 8)
    assert found.one_seed == pytest.approx((of_a + of_b) / 8)
    assert found.n_seeds == (3, 2)
    assert mx.inference.seed_variance(a, b[:1]).variance == pytest.approx(of_a / 24)
    assert mx.inference.seed_variance(a).n_seeds == (3,)
    assert mx.inference.seed_variance(a[:1], b[:1]).variance == 0


def test_it_is_the_variance_of_the_mean():
    generator = np.random.default_rng(1)
    folds = generator.normal(0, 1, (5, 2))  # what folds have in common over seeds
    means, estimated = [], []
    for _ in range(2000):
        scores = folds + generator.normal(0, 0.3, (3, 5, 2))
        means.append(scores.mean())
        estimated.append(mx.inference.seed_variance(scores).variance)
    assert np.mean(estimated) == pytest.approx(np.var(means), rel=0.1)
    assert np.mean(estimated) == pytest.approx(0.09 / 30, rel=0.03)


def test_what_more_seeds_would_buy():
    found = mx.inference.seed_variance(np.random.default_rng(2).random((2, 3, 2)))
    whole = 4 * found.variance
    assert found.share(whole) == pytest.approx(0.25)
    assert found.half_length(0.1, whole, 1) == pytest.approx(0.1)
    assert found.half_length(0.1, whole) == pytest.approx(0.1 * np.sqrt(0.75))
    assert found.half_length(0.1, whole, 2) == pytest.approx(0.1 * np.sqrt(0.875))
    assert found.share(found.variance / 2) == 1


@pytest.mark.parametrize(
    ("a", "b", "says"),
    [
        (np.zeros((2, 2)), None, r"\(n_seeds, m, 2\), found \(2, 2\)"),
        (np.zeros((2, 3, 2)), np.zeros((2, 4, 2)), "of the same folds"),
        (np.full((2, 3, 2), np.nan), None, "missing or not finite"),
    ],
)
def test_what_is_wrong_is_one_sentence(a, b, says):
    with pytest.raises(InputError, match=says):
        mx.inference.seed_variance(a, b)
    with pytest.raises(InputError, match="`times` must lie in"):
        mx.inference.seed_variance(np.zeros((2, 3, 2))).half_length(1, 1, 0)
