"""The tests that are compared, each as the two ends of a one-sided interval.

A test calls A better at level alpha by more than d where its lower end of level alpha is above d.
Where a method has no spread to measure with, its interval is the whole line: it decides nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import partial
from math import inf, sqrt

import numpy as np
from numpy.typing import NDArray
from scipy.special import fdtri, stdtrit

from mx2core.inference import correction, overall_level
from mx2core.inference.classical.cross_validation import fold_error, nested_error
from mx2core.inference.mx2.one_look import upper_point
from mx2core.inference.out_of_fold.precision import FIRST, LAST, SHARE
from mx2core.inference.out_of_fold.unit_variance import MeanVariance, mean_variance, statistic_at
from mx2core.simulation.learners import Floats

from .drawing import FOLDS, MOST_M, Sample

Ends = tuple[Floats, Floats]


@dataclass(frozen=True, slots=True, eq=False)
class Method:
    """A test: its name, trainings of a model, and its ends (lower, upper) at a one-sided level."""

    name: str
    trainings: str
    ends: Callable[[Sample, float], Ends]
    estimate: Callable[[Sample], Floats] = lambda sample: sample.units[:, :MOST_M].mean(
        axis=(1, 2)
    )  # of halves
    applies: Callable[[Sample], bool] = lambda sample: True
    of_halves: bool = False  # half splits are all that it looks at


def _about(mean: Floats, half: Floats) -> Ends:
    half = np.where(half > 0, half, inf)
    return mean - half, mean + half


def _out_of_fold(parts: MeanVariance, alpha: float) -> Ends:
    point, root = np.asarray(-stdtrit(parts.df, alpha)), np.sqrt(parts.variance)
    lower, upper = (parts.mean - statistic_at(sign * point, parts.skewness) * root for sign in (1.0, -1.0))
    known = root > 0
    return np.where(known, lower, -inf), np.where(known, upper, inf)


def out_of_fold_ends(
    units: Floats, masks: NDArray[np.bool_], alpha: float, *, conservative: bool = False
) -> Ends:
    return _out_of_fold(mean_variance(units, masks, conservative=conservative), alpha)


def out_of_fold(m: int, *, conservative: bool = False) -> Callable[[Sample, float], Ends]:
    return lambda sample, alpha: out_of_fold_ends(
        sample.units[:, :m], sample.masks[:m], alpha, conservative=conservative
    )


def stopped_splits(sample: Sample, *, conservative: bool = False) -> tuple[MeanVariance, Floats]:
    """Each corpus at the first m that is precise, else at the last; and those m."""
    parts = {
        m: mean_variance(sample.units[:, :m], sample.masks[:m], conservative=conservative)
        for m in range(FIRST, LAST + 1)
    }
    used = np.full(len(sample.units), LAST)
    for m in range(LAST - 1, FIRST - 1, -1):
        used[parts[m].splits <= SHARE * parts[m].variance] = m
    names = [one.name for one in fields(MeanVariance)]
    chosen = {
        name: np.choose(used - FIRST, [getattr(parts[m], name) for m in range(FIRST, LAST + 1)])
        for name in names
    }
    return MeanVariance(**chosen), used.astype(np.float64)


def _stopped(sample: Sample, alpha: float, *, conservative: bool = False) -> Ends:
    return _out_of_fold(stopped_splits(sample, conservative=conservative)[0], alpha)


def mx2_look(
    m: int, level: Callable[[float], float] = lambda alpha: alpha
) -> Callable[[Sample, float], Ends]:
    def ends(sample: Sample, alpha: float) -> Ends:
        scores = sample.scores[:, :m]
        half = correction(m) * upper_point(level(alpha), 2 * m - 1) * scores.std(axis=(1, 2))
        return _about(scores.mean(axis=(1, 2)), half)

    return ends


def looks(kept: bool) -> Callable[[Sample, float], Ends]:
    """The sequential test with looks after 3, 4 and 5 splits: whichever look is surest."""
    schedule = (3, 4, 5)

    def ends(sample: Sample, alpha: float) -> Ends:
        level = overall_level(alpha, schedule) if kept else alpha
        lower, upper = zip(*(mx2_look(m, lambda _: level)(sample, alpha) for m in schedule), strict=True)
        return np.max(np.where(np.isfinite(lower), lower, -inf), axis=0), np.min(upper, axis=0)

    return ends


def _five_t(sample: Sample, alpha: float) -> Ends:
    scores = sample.scores[:, :5]
    root = np.sqrt(scores.var(axis=2, ddof=1).mean(axis=1))
    return _about(scores[:, 0, 0], upper_point(alpha, 5) * root)


def _five_f(sample: Sample, alpha: float) -> Ends:
    """Two-sided by nature, at level 2 alpha; where no difference is accepted, the mean alone is left."""
    scores = sample.scores[:, :5]
    within = 2 * scores.var(axis=2, ddof=1).sum(axis=1)
    mean = scores.mean(axis=(1, 2))
    room = within * float(fdtri(10, 5, 1 - 2 * alpha)) - ((scores - mean[:, None, None]) ** 2).sum(
        axis=(1, 2)
    )
    half = np.where(within > 0, np.sqrt(np.maximum(room, 1e-30) / 10), 0.0)
    return _about(mean, half)


def folds_t(ratio: float) -> Callable[[Sample, float], Ends]:
    def ends(sample: Sample, alpha: float) -> Ends:
        error = sample.folds.std(axis=1, ddof=1) * sqrt(1 / FOLDS + ratio)
        return _about(sample.folds.mean(axis=1), upper_point(alpha, FOLDS - 1) * error)

    return ends


def _folds_z(variance: str) -> Callable[[Sample, float], Ends]:
    def ends(sample: Sample, alpha: float) -> Ends:
        error = fold_error(sample.fold_units, sample.fold_numbers, variance)
        return _about(sample.fold_units.mean(axis=1), upper_point(alpha, inf) * error)

    return ends


def _nested(sample: Sample, alpha: float) -> Ends:
    mean, error = nested_error(sample.outer, sample.inner, sample.nested_numbers)
    return _about(mean, upper_point(alpha, inf) * error)


def _conservative(sample: Sample, alpha: float) -> Ends:
    halves = sample.hold_out_halves
    error = np.sqrt(((halves[..., 0] - halves[..., 1]) ** 2).mean(axis=1) / 2)
    return _about(sample.hold_outs.mean(axis=1), upper_point(alpha, inf) * error)


def _mcnemar(sample: Sample, alpha: float) -> Ends:
    """Differences of accuracy that Tango's score test accepts; of none it is McNemar's, uncorrected."""
    only_a, only_b, n = _alone(sample)
    point, ends = upper_point(alpha, inf), []
    for sign in (1.0, -1.0):
        low, high = np.full(len(only_a), -1.0), np.full(len(only_a), 1.0)
        for _ in range(50):
            middle = (low + high) / 2
            above = (
                _tango(only_a, only_b, n, middle) > sign * point
            )  # the statistic falls with the difference
            low, high = np.where(above, middle, low), np.where(above, high, middle)
        ends.append((low + high) / 2)
    undecided = only_a + only_b == 0
    return np.where(undecided, -inf, ends[0]), np.where(undecided, inf, ends[1])


def _tango(only_a: Floats, only_b: Floats, n: int, difference: Floats) -> Floats:
    """Tango (1998), Equivalence test and confidence interval for the difference in proportions, eq. (6)."""
    b = (2 * n - only_a + only_b) * difference - only_a - only_b
    c = -only_b * difference * (1 - difference)
    share = (np.sqrt(np.maximum(b**2 - 8 * n * c, 0.0)) - b) / (4 * n)
    variance = n * (2 * share + difference * (1 - difference))
    return (only_a - only_b - n * difference) / np.sqrt(np.maximum(variance, 1e-12))


def _alone(sample: Sample) -> tuple[Floats, Floats, int]:
    """Units that one model alone has right, and how many were asked."""
    right = sample.right
    assert right is not None
    a, b = right[..., 0], right[..., 1]
    return (a & ~b).sum(axis=1).astype(float), (~a & b).sum(axis=1).astype(float), right.shape[1]


def _ahead(sample: Sample) -> Floats:
    only_a, only_b, n = _alone(sample)
    return (only_a - only_b) / n


def _of_folds(sample: Sample) -> Floats:
    return np.asarray(sample.folds.mean(axis=1))


def _of_fold_units(sample: Sample) -> Floats:
    return np.asarray(sample.fold_units.mean(axis=1))


METHODS = (
    Method("out-of-fold, m = 1", "2", out_of_fold(1), of_halves=True),
    Method("out-of-fold, m = 5", "10", out_of_fold(5), of_halves=True),
    Method("out-of-fold, m = 10", "20", out_of_fold(10), of_halves=True),
    Method("out-of-fold, precision stop", "6–20", _stopped, of_halves=True),
    Method("m×2 t, m = 5", "10", mx2_look(5), of_halves=True),
    Method("m×2, overall level, looks 3–5", "6–10", looks(True), of_halves=True),
    Method("m×2, Wang et al.'s rule, looks 3–5", "6–10", looks(False), of_halves=True),
    Method("5×2 t", "10", _five_t, of_halves=True),
    Method("5×2 F", "10", _five_f, of_halves=True),
    Method("10-fold paired t", "10", folds_t(0.0), _of_folds),
    Method("10-fold corrected resampled t", "10", folds_t(1 / (FOLDS - 1)), _of_folds),
    Method("10-fold z, all pairs", "10", _folds_z("all-pairs"), _of_fold_units),
    Method("10-fold z, within folds", "10", _folds_z("within-fold"), _of_fold_units),
    Method(
        "nested 4-fold", "10", _nested, lambda one: nested_error(one.outer, one.inner, one.nested_numbers)[0]
    ),
    Method("conservative z", "10", _conservative, lambda one: one.hold_outs.mean(axis=1)),
    Method("McNemar, hold-out 8:2", "1", _mcnemar, _ahead, lambda one: one.right is not None),
    Method("out-of-fold, conservative, m = 3", "6", out_of_fold(3, conservative=True), of_halves=True),
    Method("out-of-fold, conservative, m = 5", "10", out_of_fold(5, conservative=True), of_halves=True),
    Method("out-of-fold, conservative, m = 10", "20", out_of_fold(10, conservative=True), of_halves=True),
)
APART = (
    Method("out-of-fold, m = 3", "6", out_of_fold(3), of_halves=True),
    Method(
        "out-of-fold, conservative, precision stop",
        "6–20",
        partial(_stopped, conservative=True),
        of_halves=True,
    ),
)  # on populations held back only
HALVES = (
    *APART,
    *(one for one in METHODS if one.of_halves),
)  # what costs no trainings but those of half splits, for checks
