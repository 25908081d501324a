"""How often each rule that people use calls A better than B, for given correlations.

What a rule sees is modelled as follows; all scores are normal with standard deviation 1,
and tests are one-sided at alpha.

- "guaranteed", "paper", "fixed", "5x2 t", "5x2 F": half splits, rho1 within a split and
  rho2 between splits. The 5x2 F is made one-sided by level 2 alpha and a positive mean.
- "k-fold t", "corrected resampled t": k scores of test sets that hold a k-th of the data,
  any two correlated by rho2. The second corrects for test_to_train = 1 / (k - 1).
- "mcnemar" (exact): one hold-out test set, see `HoldOut`; it knows no correlations.

Half splits and tenths of one corpus do not share their correlations, so rules of the two
kinds are not compared at one number: they stand in tables of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc, fdtri, nctdtr, roots_hermitenorm

from ..brief import brief
from ..errors import InputError
from .calibration import SimulatedError, rate_above
from .checks import check_alpha, check_correlations, check_effect, check_runs, check_seed
from .draws import barriers, kept_normals, kept_sums, of_split, sums, thresholds
from .levels import ANY, USUAL_LOOKS, CorrelationBounds, check_looks, guaranteed_level
from .mx2 import upper_point

OF_HALVES = ("guaranteed", "paper", "fixed", "5x2 t", "5x2 F")
OF_FOLDS = ("corrected resampled t", "k-fold t")
OF_ONE_TEST_SET = ("mcnemar",)
RULES = OF_HALVES + OF_FOLDS + OF_ONE_TEST_SET

_NEGLIGIBLE = 1e-18  # probability of a number of disagreements
_KEPT = 200_000  # runs whose draws are worth keeping; more are drawn again each time


@brief
@dataclass(frozen=True, slots=True)
class HoldOut:
    """Right and wrong answers of two models on one test set, for McNemar's test.

    The models disagree (one right, one wrong) on each of `n_units` independent units with
    probability `disagreement`; A is the right one with probability 1/2 + d / (2 disagreement),
    where d is the difference of their accuracies on fresh units. It is normal: another
    training set gives another d, and `training_share` of the variance of the hold-out
    difference is due to that. McNemar's test sees only the rest.

    >>> import mx2core as mx
    >>> small = mx.inference.HoldOut(n_units=100)
    >>> mx.inference.type_one_error("mcnemar", hold_out=small, n_runs=2000).rate < 0.3
    True
    """

    n_units: int = 500
    disagreement: float = 0.2
    training_share: float = 0.5

    def __post_init__(self) -> None:
        if self.n_units < 1 or not 0 < self.disagreement <= 1 or not 0 <= self.training_share < 1:
            raise InputError(
                "A test set needs at least 1 unit, `disagreement` above 0 and at most 1, and "
                "`training_share` from 0 to below 1; found {n_units!r}, {disagreement!r} and "
                "{training_share!r}.",
                n_units=self.n_units,
                disagreement=self.disagreement,
                training_share=self.training_share,
            )


def type_one_error(
    rule: str,
    rho1: float = 0.5,
    rho2: float = 0.5,
    *,
    alpha: float = 0.05,
    looks: Sequence[int] = USUAL_LOOKS,
    folds: int = 10,
    hold_out: HoldOut | None = None,
    bounds: CorrelationBounds = ANY,
    n_runs: int = 40_000,
    seed: int = 0,
) -> SimulatedError:
    """How often a rule calls A better when it is not: `rejection_rate` with no effect.

    Runs are drawn once and kept, so that after the first call a change of any correlation
    or level is answered in a fraction of a second.

    >>> import mx2core as mx
    >>> error = mx.inference.type_one_error("k-fold t", 0.3, 0.3, n_runs=2000)
    >>> error.rate > 0.05
    True
    """
    return rejection_rate(
        rule,
        0.0,
        rho1=rho1,
        rho2=rho2,
        alpha=alpha,
        looks=looks,
        folds=folds,
        hold_out=hold_out,
        bounds=bounds,
        n_runs=n_runs,
        seed=seed,
    )


def rejection_rate(
    rule: str,
    effect: float,
    *,
    rho1: float = 0.5,
    rho2: float = 0.5,
    alpha: float = 0.05,
    looks: Sequence[int] = USUAL_LOOKS,
    folds: int = 10,
    hold_out: HoldOut | None = None,
    bounds: CorrelationBounds = ANY,
    n_runs: int = 40_000,
    seed: int = 0,
) -> SimulatedError:
    """How often a rule calls A better: the type I error at effect 0, else the power.

    Parameters
    ----------
    rule : str
        One of `RULES`; the module says what each of them sees.
    effect : float
        True difference in standard deviations of one hold-out difference.
    rho1, rho2 : float
        True correlation of the two scores of a split, and of scores of two splits.
    alpha : float
        Level of the rule, one-sided.
    looks : sequence of int
        Schedule of the sequential rules; "fixed" has its last look only.
    folds : int
        Scores that the K-fold and the corrected resampled test are given.
    hold_out : HoldOut, optional
        What McNemar's test is given.
    bounds : CorrelationBounds
        What the guaranteed rule assumes of the correlations.
    n_runs, seed : int
        Size and seed of the simulation.

    Returns
    -------
    SimulatedError
        With `n_runs` 0 and no standard error where the rate is computed exactly: the
        K-fold, corrected resampled and McNemar's test.

    Raises
    ------
    InputError
        If an argument is not possible.

    Examples
    --------
    >>> found = rejection_rate("paper", 0., rho1=.5, rho2=.5)
    >>> abs(found.rate - .095) < .003
    True
    """
    return rejection_rates(
        rule,
        (effect,),
        rho1=rho1,
        rho2=rho2,
        alpha=alpha,
        looks=looks,
        folds=folds,
        hold_out=hold_out,
        bounds=bounds,
        n_runs=n_runs,
        seed=seed,
    )[0]


def rejection_rates(
    rule: str,
    effects: Sequence[float],
    *,
    rho1: float = 0.5,
    rho2: float = 0.5,
    alpha: float = 0.05,
    looks: Sequence[int] = USUAL_LOOKS,
    folds: int = 10,
    hold_out: HoldOut | None = None,
    bounds: CorrelationBounds = ANY,
    n_runs: int = 40_000,
    seed: int = 0,
) -> tuple[SimulatedError, ...]:
    """`rejection_rate` for several effects: what the runs ask for is computed once for all.

    >>> import mx2core as mx
    >>> rates = mx.inference.rejection_rates("fixed", [0.0, 2.0], looks=(5,), n_runs=5000)
    >>> rates[0].rate < rates[1].rate
    True
    """
    if rule not in RULES:
        raise InputError("`rule` must be one of {known}, found {rule!r}.", known=RULES, rule=rule)
    check_alpha(alpha)
    for effect in effects:
        check_effect(effect)
    check_correlations(rho1, rho2)
    check_runs(n_runs)
    check_seed(seed)
    if rule == "mcnemar":
        return tuple(_computed(_mcnemar(effect, alpha, hold_out or HoldOut())) for effect in effects)
    if rule in ("k-fold t", "corrected resampled t"):
        if folds < 2:
            raise InputError("`folds` must be at least 2, found {folds!r}.", folds=folds)
        ratio = 0.0 if rule == "k-fold t" else 1 / (folds - 1)
        return tuple(_computed(_equicorrelated_t(effect, rho2, alpha, folds, ratio)) for effect in effects)
    if rule in ("5x2 t", "5x2 F"):
        barrier = _barrier_5x2_t if rule == "5x2 t" else _barrier_5x2_f
        least = [barrier(rho1, rho2, alpha, n_runs, seed)]
    else:
        schedule = check_looks(looks)
        schedule = schedule[-1:] if rule == "fixed" else schedule
        level = guaranteed_level(alpha, schedule, bounds=bounds) if rule == "guaranteed" else alpha
        needed = thresholds(np.full(len(schedule), level), schedule)
        drawn = kept_sums(n_runs, schedule, seed) if n_runs <= _KEPT else sums(n_runs, schedule, seed)
        least = [barriers(part, rho1, rho2, needed).min(axis=1) for part in drawn]
    return tuple(rate_above(least, rho2, effect) for effect in effects)


def _computed(rate: float) -> SimulatedError:
    return SimulatedError(rate, 0.0, 0)


def _barrier_5x2_t(rho1: float, rho2: float, alpha: float, n_runs: int, seed: int) -> NDArray[np.float64]:
    """What all scores share has to be above this, where the first score passes its t point."""
    drawn = kept_normals(n_runs, 5, seed)
    spread = np.sqrt((1 - rho1) * (drawn[:, 0] ** 2).mean(axis=1))
    first = of_split(rho1, rho2) * drawn[:, 1, 0] + sqrt((1 - rho1) / 2) * drawn[:, 0, 0]
    barrier: NDArray[np.float64] = upper_point(alpha, 5) * spread - first
    return barrier


def _barrier_5x2_f(rho1: float, rho2: float, alpha: float, n_runs: int, seed: int) -> NDArray[np.float64]:
    """The same for a sum of squares 10 (common + mean)^2 + between + within above its F point."""
    drawn = kept_normals(n_runs, 5, seed)
    within = (1 - rho1) * (drawn[:, 0] ** 2).sum(axis=1)
    splits = of_split(rho1, rho2) * drawn[:, 1]
    mean = splits.mean(axis=1)
    between = 2 * ((splits - mean[:, None]) ** 2).sum(axis=1)
    point = float(fdtri(10, 5, 1 - 2 * alpha))
    barrier: NDArray[np.float64] = np.sqrt(np.maximum(2 * point * within - within - between, 0.0) / 10) - mean
    return barrier


def _equicorrelated_t(effect: float, rho: float, alpha: float, n: int, ratio: float) -> float:
    """P(mean / (sd sqrt(1/n + ratio)) > t_alpha): a scaled noncentral t variable."""
    variance = (1 + (n - 1) * rho) / n  # of the mean
    point = upper_point(alpha, n - 1) * sqrt((1 / n + ratio) * (1 - rho) / variance)
    return 1 - float(nctdtr(n - 1, effect / sqrt(variance), point))


def _mcnemar(effect: float, alpha: float, hold_out: HoldOut) -> float:
    """Exact one-sided test: mean over the true difference and the number of disagreements."""
    n, p, share = hold_out.n_units, hold_out.disagreement, hold_out.training_share
    sd = sqrt(p / (n * (1 - share)))  # of a hold-out difference
    nodes, weights = roots_hermitenorm(64) if share > 0 else (np.zeros(1), np.ones(1))
    difference = (effect + sqrt(share) * nodes) * sd
    right = np.clip(0.5 + difference / (2 * p), 0.0, 1.0)[:, None]  # A is the one that is right
    probability = -np.diff(_at_least(np.arange(n + 1.0), n, p), append=0.0)
    disagreed = np.flatnonzero(probability > _NEGLIGIBLE).astype(np.float64)
    probability = probability[probability > _NEGLIGIBLE]
    needed = _least_rejected(n, alpha)[disagreed.astype(np.int64)]
    rejects = np.where(needed <= disagreed, _at_least(needed, disagreed, right), 0.0)
    return float(weights @ (rejects @ probability) / weights.sum())


@lru_cache(maxsize=16)
def _least_rejected(n: int, alpha: float) -> NDArray[np.float64]:
    """Of 0 .. n disagreements, the fewest won by A that the exact test rejects with; one more if none."""
    disagreed, won = np.arange(n + 1.0), np.arange(n + 1.0)[:, None]
    accepted = (won <= disagreed) & (_at_least(won, disagreed, 0.5) > alpha)
    fewest: NDArray[np.float64] = accepted.sum(axis=0).astype(np.float64)
    return fewest


def _at_least(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> NDArray[np.float64]:
    """P(X >= k) of a binomial variable, 0 <= k <= n; 1 where k > n, which nobody asks for."""
    k, n, p = (np.asarray(value, dtype=np.float64) for value in (k, n, p))
    some = (k > 0) & (k <= n)
    tail = betainc(np.where(some, k, 1.0), np.where(some, n - k + 1, 1.0), p)
    return np.where(some, tail, 1.0)
