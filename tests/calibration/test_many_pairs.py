"""Pairs of equal models where training decides: far out, the test needs fewer degrees of freedom."""

from itertools import combinations

import numpy as np
from scipy.stats import t as t_law

from mx2core.inference.out_of_fold.unit_variance import adjusted_statistic, mean_variance

N, MODELS, M, CORPORA = 150, 6, 3, 400


def differences(rng):
    """Of all pairs of models that are alike but for what each training unit gives them."""
    masks = rng.random((M, N)).argsort(axis=1).argsort(axis=1) < N // 2
    gain = rng.normal(size=(MODELS, N)) * 0.08 / np.sqrt(N)
    first, second = masks @ gain.T, ~masks @ gain.T
    accuracy = 0.8 + np.where(masks[..., None], second[:, None], first[:, None])
    hard = np.where(rng.random(N) < 0.7, rng.random(N), rng.random((MODELS, N))).T
    hard = np.where(rng.random((M, N, MODELS)) < 0.1, rng.random((M, N, MODELS)), hard)
    right = (hard < accuracy) * 1.0
    return np.stack([right[..., a] - right[..., b] for a, b in combinations(range(MODELS), 2)]), masks


def test_any_wrong_answer_among_fifteen_pairs():
    rng = np.random.default_rng(4)
    wrong = np.zeros(2)
    for _ in range(CORPORA):
        values, masks = differences(rng)
        parts = mean_variance(values, masks)
        far = np.abs(adjusted_statistic(parts.mean / np.sqrt(parts.variance), parts.skewness))
        for at, df in enumerate((parts.df, parts.tail_df)):
            wrong[at] += (2 * t_law.sf(far, df)).min() < 0.05 / len(values)
    assert wrong[0] / CORPORA > 0.12
    assert wrong[1] / CORPORA < 0.09
