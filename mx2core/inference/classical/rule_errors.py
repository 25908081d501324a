"""How often decision rules call A better than B, by simulation or computed, for given correlations.

All scores are normal with standard deviation 1, and tests are one-sided at alpha. `rules` has a record of
each rule, with the scores it sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import inf, sqrt
from typing import TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import betainc, fdtri, nctdtr, ndtr, roots_hermitenorm

from ...arguments import check_range
from ...brief import Tabular, frozen
from ..checks import check_alpha, check_correlations, check_runs, check_seed
from ..mx2.draws import barriers, kept_normals, kept_sums, split_deviation, sums, thresholds
from ..mx2.levels import ANY, USUAL_LOOKS, CorrelationBounds, check_looks, overall_level
from ..mx2.one_look import upper_point
from ..mx2.sequential_error import SimulatedError, rate_above

_NEGLIGIBLE = 1e-18  # probability of a number of disagreements
_KEPT = 200_000  # runs whose draws are worth keeping; more are drawn again each time


@frozen
class HoldOut(Tabular):
    """Right and wrong answers of two models on one test set, for McNemar's test.

    The models disagree (one right, one wrong) on each of `n_units` independent units with
    probability `disagreement`; A is the right one with probability 1/2 + d / (2 disagreement),
    where d is the difference of their accuracies on fresh units. It is normal: another
    training set gives another d, and `training_share` of the variance of the hold-out
    difference is due to that. McNemar's test sees only the rest.

    >>> small = mx.inference.HoldOut(n_units=100)
    >>> mx.inference.type_one_error("mcnemar", hold_out=small, n_runs=2000).rate < 0.3
    True
    """

    n_units: int = 500
    disagreement: float = 0.2
    training_share: float = 0.5

    def __post_init__(self) -> None:
        check_range("n_units", self.n_units, "[1, ∞)")
        check_range("disagreement", self.disagreement, "(0, 1]")
        check_range("training_share", self.training_share, "[0, 1)")


class SettingOptions(TypedDict, total=False):
    """The fields of `Setting` as keywords, but for the correlations."""

    alpha: float
    looks: tuple[int, ...]
    folds: int
    hold_out: HoldOut
    bounds: CorrelationBounds
    n_runs: int
    seed: int


class Assumed(SettingOptions, total=False):
    """All fields of `Setting` as keywords."""

    rho1: float
    rho2: float


@frozen
class Setting(Tabular):
    """What a rate is asked for: the true correlations, and what each kind of rule is given."""

    rho1: float = 0.5  # of the two scores of a split
    rho2: float = 0.5  # of scores of two splits, or of any two test sets
    alpha: float = 0.05  # level of the rule
    looks: tuple[int, ...] = USUAL_LOOKS  # of the sequential rules; "fixed" has the last one only
    folds: int = 10  # scores that the K-fold and the corrected resampled test are given
    hold_out: HoldOut = HoldOut()  # what McNemar's test is given
    bounds: CorrelationBounds = ANY  # assumed by the overall-level rule
    n_runs: int = 40_000  # size and seed of the simulation
    seed: int = 0

    def __post_init__(self) -> None:
        check_alpha(self.alpha)
        check_correlations(self.rho1, self.rho2)
        check_runs(self.n_runs)
        check_seed(self.seed)
        check_range("folds", self.folds, "[2, ∞)")
        object.__setattr__(self, "looks", check_looks(self.looks))


Effects = Sequence[float]
Rates = tuple[SimulatedError, ...]


def sequential_rates(
    level: Callable[[Setting], float] = lambda setting: setting.alpha, *, last_only: bool = False
) -> Callable[[Effects, Setting], Rates]:
    """Rates of m x 2 t-tests at the looks, or at the last one only, each at a level."""

    def rates(effects: Effects, setting: Setting) -> Rates:
        looks = setting.looks[-1:] if last_only else setting.looks
        needed = thresholds(np.full(len(looks), level(setting)), looks)
        drawn = kept_sums if setting.n_runs <= _KEPT else sums
        parts = drawn(setting.n_runs, looks, setting.seed)
        least = [barriers(part, setting.rho1, setting.rho2, needed).min(axis=1) for part in parts]
        return tuple(rate_above(least, setting.rho2, effect) for effect in effects)

    return rates


def kept_level(setting: Setting) -> float:
    """The level of each look that keeps the overall error at alpha."""
    return overall_level(setting.alpha, setting.looks, bounds=setting.bounds)


def rates_5x2_t(effects: Effects, setting: Setting) -> Rates:
    least = [_barrier_5x2_t(setting.rho1, setting.rho2, setting.alpha, setting.n_runs, setting.seed)]
    return tuple(rate_above(least, setting.rho2, effect) for effect in effects)


def rates_5x2_f(effects: Effects, setting: Setting) -> Rates:
    least = [_barrier_5x2_f(setting.rho1, setting.rho2, setting.alpha, setting.n_runs, setting.seed)]
    return tuple(rate_above(least, setting.rho2, effect) for effect in effects)


def rates_of_folds(*, corrected: bool) -> Callable[[Effects, Setting], Rates]:
    """Rates of t-tests of k scores, any two correlated by rho2; corrected for test_to_train = 1/(k-1)."""

    def rates(effects: Effects, setting: Setting) -> Rates:
        k = setting.folds
        ratio = 1 / (k - 1) if corrected else 0.0
        return tuple(
            _exact_rate(_equicorrelated_t(effect, setting.rho2, setting.alpha, k, ratio))
            for effect in effects
        )

    return rates


def rates_of_fold_z(effects: Effects, setting: Setting) -> Rates:
    """Rates of a z-test of k scores that sees what units vary and not what training sets do.

    Their share of a score's variance is that of `HoldOut`; any two scores are correlated by rho2.
    """
    k, share = setting.folds, setting.hold_out.training_share
    error, sd = sqrt((1 - share) / k), sqrt((1 + (k - 1) * setting.rho2) / k)
    point = upper_point(setting.alpha, inf) * error
    return tuple(_exact_rate(float(ndtr((effect - point) / sd))) for effect in effects)


def rates_of_mcnemar(effects: Effects, setting: Setting) -> Rates:
    return tuple(_exact_rate(_mcnemar(effect, setting.alpha, setting.hold_out)) for effect in effects)


def _exact_rate(rate: float) -> SimulatedError:
    return SimulatedError(rate, 0.0, 0)


def _barrier_5x2_t(rho1: float, rho2: float, alpha: float, n_runs: int, seed: int) -> NDArray[np.float64]:
    """What all scores share has to be above this, where the first score passes its t point."""
    drawn = kept_normals(n_runs, 5, seed)
    spread = np.sqrt((1 - rho1) * (drawn[:, 0] ** 2).mean(axis=1))
    first = split_deviation(rho1, rho2) * drawn[:, 1, 0] + sqrt((1 - rho1) / 2) * drawn[:, 0, 0]
    barrier: NDArray[np.float64] = upper_point(alpha, 5) * spread - first
    return barrier


def _barrier_5x2_f(rho1: float, rho2: float, alpha: float, n_runs: int, seed: int) -> NDArray[np.float64]:
    """The same for a sum of squares 10 (common + mean)^2 + between + within above its F point."""
    drawn = kept_normals(n_runs, 5, seed)
    within = (1 - rho1) * (drawn[:, 0] ** 2).sum(axis=1)
    splits = split_deviation(rho1, rho2) * drawn[:, 1]
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
    probability = -np.diff(_upper_tail(np.arange(n + 1.0), n, p), append=0.0)
    disagreed = np.flatnonzero(probability > _NEGLIGIBLE).astype(np.float64)
    probability = probability[probability > _NEGLIGIBLE]
    needed = _least_rejected(n, alpha)[disagreed.astype(np.int64)]
    rejects = np.where(needed <= disagreed, _upper_tail(needed, disagreed, right), 0.0)
    return float(weights @ (rejects @ probability) / weights.sum())


@lru_cache(maxsize=16)
def _least_rejected(n: int, alpha: float) -> NDArray[np.float64]:
    """Of 0 .. n disagreements, the fewest won by A that the exact test rejects with; one more if none."""
    disagreed, won = np.arange(n + 1.0), np.arange(n + 1.0)[:, None]
    accepted = (won <= disagreed) & (_upper_tail(won, disagreed, 0.5) > alpha)
    fewest: NDArray[np.float64] = accepted.sum(axis=0).astype(np.float64)
    return fewest


def _upper_tail(k: ArrayLike, n: ArrayLike, p: ArrayLike) -> NDArray[np.float64]:
    """P(X >= k) of a binomial variable, 0 <= k <= n; 1 where k > n, which nobody asks for."""
    k, n, p = (np.asarray(value, dtype=np.float64) for value in (k, n, p))
    some = (k > 0) & (k <= n)
    tail = betainc(np.where(some, k, 1.0), np.where(some, n - k + 1, 1.0), p)
    return np.where(some, tail, 1.0)
