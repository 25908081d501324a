"""Normal scores with given correlations, drawn once and used for every rule.

A score is the sum of what all scores share, what its split adds and what its half adds:

    E_k^(i) = sqrt(rho2) G + a s_i -/+ b h_i,   a^2 = (1 + rho1)/2 - rho2,  b^2 = (1 - rho1)/2,

with independent standard normals G, s_i, h_i (in standard deviations of one score). The
spread of the scores does not depend on G, so given the rest a rule rejects when
sqrt(rho2) G + effect is above a known number, its barrier. G is integrated out run by
run, and the sums below do not contain the correlations: they serve for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri, stdtrit

from ...brief import Tabular, frozen

CHUNK = 20_000
"""Simulated runs at a time; part of what a seed means."""


@frozen(eq=False)
class Sums(Tabular):
    """What the looks of a schedule need of the s_i and h_i of each run, (n_runs, n_looks)."""

    looks: NDArray[np.float64]
    halves: NDArray[np.float64]  # sum of h_i^2
    mean: NDArray[np.float64]  # mean of s_i
    splits: NDArray[np.float64]  # sum of (s_i - mean)^2


def normals(n_runs: int, n_splits: int, seed: int) -> Iterator[NDArray[np.float64]]:
    """h_i and s_i, chunk by chunk: (runs, 2, n_splits). Run i depends on the seed and i alone."""
    for chunk, start in enumerate(range(0, n_runs, CHUNK)):
        runs = min(CHUNK, n_runs - start)
        words = np.random.Philox(key=seed, counter=[0, 0, 0, chunk]).random_raw(runs * 2 * n_splits)
        uniform = ((words >> np.uint64(11)).astype(np.float64) + 0.5) * 2.0**-53
        yield ndtri(uniform).reshape(runs, 2, n_splits)


def sums(n_runs: int, looks: tuple[int, ...], seed: int) -> Iterator[Sums]:
    """The runs of a schedule, chunk by chunk."""
    m = np.array(looks, dtype=np.float64)
    last = [look - 1 for look in looks]
    for drawn in normals(n_runs, looks[-1], seed):
        halves, splits = drawn[:, 0], drawn[:, 1]
        mean = np.cumsum(splits, axis=1)[:, last] / m
        squares = np.cumsum(splits**2, axis=1)[:, last] - m * mean**2
        yield Sums(m, np.cumsum(halves**2, axis=1)[:, last], mean, np.maximum(squares, 0.0))


@lru_cache(maxsize=6)
def kept_sums(n_runs: int, looks: tuple[int, ...], seed: int) -> tuple[Sums, ...]:
    """The same, kept for the next question: 17 MB for 40,000 runs of 18 looks."""
    return tuple(sums(n_runs, looks, seed))


@lru_cache(maxsize=2)
def kept_normals(n_runs: int, n_splits: int, seed: int) -> NDArray[np.float64]:
    """All of `normals` at once."""
    return np.concatenate(list(normals(n_runs, n_splits, seed)))


def split_deviation(rho1: float, rho2: float) -> float:
    """Standard deviation of what a split adds."""
    return sqrt(max((1 + rho1) / 2 - rho2, 0.0))


def barriers(sums: Sums, rho1: float, rho2: float, needed: NDArray[np.float64]) -> NDArray[np.float64]:
    """What the common part has to pass so that mean > needed * sigma at a look, (n_runs, n_looks)."""
    a = split_deviation(rho1, rho2)
    # SS: within a split (b h_i)^2 twice, 2 b^2 = 1 - rho1; between splits 2 a^2 (s_i - mean)^2. The mean of
    # scores is sqrt(rho2) G + a mean(s) + effect, and sigma^2 = SS / 2m.
    total = (1 - rho1) * sums.halves + 2 * a**2 * sums.splits
    barrier: NDArray[np.float64] = needed * np.sqrt(total / (2 * sums.looks)) - a * sums.mean
    return barrier


def chance(barrier: NDArray[np.float64], rho2: float, effect: float = 0.0) -> NDArray[np.float64]:
    """Probability, over what all scores share, that a barrier is passed."""
    if rho2 == 0:
        return (effect > barrier).astype(np.float64)
    passed: NDArray[np.float64] = ndtr((effect - barrier) / sqrt(rho2))  # P(sqrt(rho2) G > barrier - effect)
    return passed


def thresholds(levels: NDArray[np.float64], looks: tuple[int, ...]) -> NDArray[np.float64]:
    """C_m t_level(2m - 1) at each look: reject when mean / sigma is above."""
    m = np.array(looks, dtype=np.float64)
    points: NDArray[np.float64] = -stdtrit(2 * m - 1, levels)
    return points * np.sqrt((2 * m + 1) / (2 * m - 1))
