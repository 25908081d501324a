"""The m x 2 t-test of many experiments at once, look by look, for those who count decisions."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mx2core.inference.checks import EQUAL
from mx2core.inference.mx2.draws import thresholds
from mx2core.inference.mx2.levels import check_looks

Floats = NDArray[np.float64]


def rejections(differences: Floats, looks: Sequence[int], level: float) -> NDArray[np.bool_]:
    """Whether each look calls A better: mean > C_m t_level(2m - 1) sigma.

    Parameters
    ----------
    differences : ndarray of float, shape (n_experiments, m, 2)
    looks : sequence of int
        Numbers of splits, increasing, at most m.
    level : float
        Of each look, one-sided.

    Returns
    -------
    ndarray of bool, shape (n_experiments, n_looks)
        False where all differences are equal, which decides nothing.
    """
    schedule = check_looks(looks)
    mean, sigma = _moments(differences, schedule)
    needed = thresholds(np.full(len(schedule), level), schedule)
    passed: NDArray[np.bool_] = (sigma > EQUAL) & (mean > needed * sigma)
    return passed


def intervals(differences: Floats, alpha: float) -> tuple[Floats, Floats]:
    """Ends of the interval mean -/+ C_m t_alpha sigma, of level 1 - 2 alpha, each (n_experiments,).

    NaN where all differences are equal: there is no interval.
    """
    schedule = (differences.shape[1],)
    mean, sigma = _moments(differences, schedule)
    half = thresholds(np.array([alpha]), schedule) * np.where(sigma > EQUAL, sigma, np.nan)
    return (mean - half)[:, 0], (mean + half)[:, 0]


def _moments(differences: Floats, looks: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Mean and sigma (divisor 2m) of the first m splits for each look, (n_experiments, n_looks)."""
    means = np.stack([differences[:, :m].mean(axis=(1, 2)) for m in looks], axis=1)
    sigmas = np.stack([differences[:, :m].std(axis=(1, 2)) for m in looks], axis=1)
    return means, sigmas
