"""Variance estimates: formulas written out, and unbiased where their assumption holds."""

import numpy as np
import pytest

from mx2core.errors import InputError
from mx2core.inference import mean_variances, mx2_t_test, naive_paired_t_test
from tests.few import few

E = [[0.021, 0.034], [0.017, 0.029], [0.041, 0.012], [0.026, 0.030], [0.009, 0.038]]


def named(differences, *correlations):
    return {found.name: found for found in mean_variances(differences, *correlations)}


def test_they_are_the_denominators_of_the_tests():
    found, x = named(E), np.array(E)
    assert x.mean() / found["paper"].value ** 0.5 == pytest.approx(mx2_t_test(E).statistic)
    assert found["assumed"].value == found["paper"].value
    assert x.mean() / found["naive"].value ** 0.5 == pytest.approx(naive_paired_t_test(E).statistic)
    within = ((x[:, 0] - x[:, 1]) ** 2 / 2).mean()
    assert found["within splits"].value == pytest.approx(within)
    assert x[0, 0] / within**0.5 == pytest.approx(1.480857, abs=5e-7)  # the 5x2 t
    assert found["between splits"].value == pytest.approx(x.mean(axis=1).var(ddof=1) / 5)


@few(
    ("name", "rho1", "rho2"),
    2,
    [("paper", 0.5, 0.5), ("assumed", 0.1, 0.3), ("naive", 0.0, 0.0), ("between splits", 0.3, 0.0)],
)
def test_unbiased_under_their_own_assumption(name, rho1, rho2):
    m, n_runs = 6, 6_000
    rng = np.random.default_rng(1)
    scores = np.sqrt(rho2) * rng.standard_normal((n_runs, 1, 1))
    scores = scores + np.sqrt((1 + rho1) / 2 - rho2) * rng.standard_normal((n_runs, m, 1))
    scores = scores + np.sqrt((1 - rho1) / 2) * rng.standard_normal((n_runs, m, 1)) * np.array([1, -1])
    values = np.array([named(x, rho1, rho2)[name].value for x in scores])
    true = (1 + rho1 + 2 * (m - 1) * rho2) / (2 * m)
    assert abs(values.mean() - true) < 4 * values.std() / np.sqrt(n_runs)


def test_one_split_has_no_spread_between():
    with pytest.raises(InputError, match="found 1"):
        mean_variances([[0.1, 0.2]])
