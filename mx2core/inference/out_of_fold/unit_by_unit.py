"""The out-of-fold test: compares two models unit by unit, in the runs that did not train on the unit."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_bool, check_finite, check_range, check_shape
from ...brief import Tabular, frozen
from ...errors import Notice, ScoresError
from ..checks import (
    EQUAL,
    Alternative,
    check_alpha,
    check_alternative,
    check_level,
    check_size,
    float_differences,
    no_variation,
)
from ..mx2.one_look import tail_probability, upper_point
from .looks import check_looks_range, looks_level, looks_pvalue
from .unit_variance import adjusted_statistic, mean_variance, statistic_at

SMALLEST = 20
"""Units (or clusters) that the test asks for."""


@frozen(eq=False)
class OutOfFoldTTest(Tabular):
    """Test of the mean of out-of-fold differences.

    `statistic`, `pvalue`, `lower` and `upper` are None where nothing can be tested, and
    `notice` says why; else `notice` may hold a warning. `variance` is the sum of `units`,
    `covariance`, `training` and `splits`.
    """

    mean: float  # how far A is ahead of B; the mean score where one model is looked at alone
    variance: float  # of that mean over corpora
    units: float  # its part from testing on these units
    covariance: float  # from units that are hard to test on and good to train on
    training: float  # from training on these units
    splits: float  # from cutting the corpus as it was cut; nothing shows it where m is 1
    skewness: float  # of the mean, by which statistic and interval are corrected
    statistic: float | None  # mean / sqrt(variance)
    df: float
    pvalue: float | None  # in the direction of `alternative`
    lower: float | None
    upper: float | None
    level: float  # of that interval: 1 - 2 alpha for a one-sided test, else 1 - alpha
    rejected: bool  # pvalue < alpha
    alpha: float
    alternative: Alternative
    m: int
    n_units: int
    n_clusters: int  # n_units where each unit stands for itself
    effective_units: float  # evenly weighted units (or clusters) that would know as much
    notice: Notice | None
    conservative: bool = False  # the form of the variance whose mean is never below the truth
    looks: tuple[int, int] | None = None  # first and last number of splits that may be looked at; None: one

    def interval(self, level: float) -> tuple[float, float] | None:
        """Two-sided interval of another level, e.g. .95; None where nothing can be tested."""
        check_level(level)
        if self.statistic is None:
            return None
        outside = 1 - level
        if self.looks is not None:
            outside = looks_level(outside, *self._parts, looks=self.looks)
        point, root = upper_point(outside / 2, self.df), sqrt(self.variance)
        ends = statistic_at(np.array([point, -point]), np.asarray(self.skewness))
        lower, upper = (self.mean - ends * root).tolist()
        return lower, upper

    def pvalue_of(self, difference: float, alternative: Alternative = "greater") -> float | None:
        """P-value against another difference than 0; None where nothing can be tested."""
        check_alternative(alternative)
        if self.statistic is None:
            return None
        statistic = np.clip((self.mean - difference) / sqrt(self.variance), -1e30, 1e30)  # its cube is finite
        adjusted = float(adjusted_statistic(statistic, np.asarray(self.skewness)))
        pvalue = tail_probability(adjusted, self.df, alternative)
        if self.looks is None:
            return pvalue
        return float(
            looks_pvalue(pvalue, *self._parts, looks=self.looks, two_sided=alternative == "two-sided")
        )

    @property
    def parts(self) -> tuple[tuple[Notice, float], ...]:
        """What the variance is the sum of; one split cannot show its own part."""
        known = (
            (Notice("tested on these units"), self.units),
            (Notice("tested and trained on them"), self.covariance),
            (Notice("trained on these units"), self.training),
            (Notice("these splits"), self.splits),
        )
        return known[:3] if self.m == 1 else known

    @property
    def _parts(self) -> tuple[float, float]:
        """Of the variance, what stays with ever more splits, and what one split adds."""
        return max(self.variance - self.splits, 0.0), self.splits * self.m


def out_of_fold_t_test(
    differences: ArrayLike,
    masks: ArrayLike,
    *,
    alpha: float = 0.05,
    alternative: Alternative = "greater",
    clusters: ArrayLike | None = None,
    conservative: bool = False,
    looks: tuple[int, int] | None = None,
) -> OutOfFoldTTest:
    """Compare two models by the units' differences in m half splits, m fixed or found by precision.

    The question is whether A is better than B for models trained on half as many fresh units
    of the population, the corpus being one sample of it.

    Parameters
    ----------
    differences : array_like of float, shape (m, n_units)
        How far A is ahead of B on each unit in the run that validated it, as `unit_differences` gives
        them; scores of one model by itself give its interval.
    masks : array_like of bool, shape (m, n_units)
        True where the unit trains the first run and is validated in the second.
    alpha : float
        Level of significance.
    alternative : {"greater", "less", "two-sided"}
        "greater": A is better than B.
    clusters : array_like of int or str, shape (n_units,), optional
        Document or group of each unit, where units of one depend on each other. They must
        not have been divided by a split.
    conservative : bool
        Take the variance whose mean is proved not to be below the truth, for less power; from two splits on.
    looks : (int, int), optional
        For whoever looks after every split, e.g. (2, 10): the first and the last number of splits, with m
        among them. Interval and p-value then hold for all these looks together, by `looks_pvalue`.

    Raises
    ------
    ScoresError
        If shapes do not fit, a difference is not finite, or a cluster is divided.
    InputError
        If `alpha` or `alternative` is not one of those possible, or m is no look.

    Notes
    -----
    `mean_variance` has the variance; docs/method.md says which parts of it are derived and
    which are calibrated, docs/theory.md proves the conservative form, and docs/results/out-of-fold.md
    says how often the test errs.

    Examples
    --------
    >>> units = np.arange(60)
    >>> masks = np.stack([units % 2 == 0, units % 4 < 2, units % 8 < 4])
    >>> better = np.stack([(units * k) % 7 < 3 for k in (1, 2, 3)])
    >>> worse = np.stack([(units * k) % 5 == 1 for k in (1, 2, 3)])
    >>> test = out_of_fold_t_test(better * 1.0 - worse, masks)
    >>> round(test.mean, 4), round(test.variance, 6), test.rejected
    (0.2389, 0.001983, True)
    """
    check_alpha(alpha)
    check_alternative(alternative)
    values, halves = checked_units(differences, masks, clusters)
    n_units = np.shape(masks)[1]
    m, n = values.shape
    if looks is not None:
        first, last = check_looks_range(looks)
        check_range("m", m, f"[{first}, {last}]")
    possible = n >= 4 and (m > 1 or not conservative)
    parts = mean_variance(values, halves, conservative=conservative) if possible else None
    mean = float(values.mean())
    variance = 0.0 if parts is None else float(parts.variance)
    notice = _nothing_to_test(values, variance, n, conservative=conservative)
    tail = alpha / 2 if alternative == "two-sided" else alpha
    tested = parts is not None and notice is None

    def part(name: str) -> float:
        return float(getattr(parts, name)) if parts is not None else 0.0

    result = OutOfFoldTTest(
        mean=mean,
        variance=variance,
        units=part("units"),
        covariance=part("covariance"),
        training=part("training"),
        splits=part("splits"),
        skewness=part("skewness"),
        statistic=mean / sqrt(variance) if tested else None,
        df=part("df"),
        pvalue=None,
        lower=None,
        upper=None,
        level=1 - 2 * tail,
        rejected=False,
        alpha=alpha,
        alternative=alternative,
        m=m,
        n_units=n_units,
        n_clusters=n,
        effective_units=part("effective"),
        notice=notice,
        conservative=conservative,
        looks=looks,
    )
    return _decide(result) if tested else result


def _decide(test: OutOfFoldTTest) -> OutOfFoldTTest:
    """The same with p-value, interval and, where few units carry the difference, a warning."""
    pvalue, interval = test.pvalue_of(0.0, test.alternative), test.interval(test.level)
    assert pvalue is not None
    assert interval is not None
    notice = None
    if test.effective_units < SMALLEST:
        notice = Notice(
            "Few units dominate the variance (effective n = {n}): the error rate can exceed α.",
            {"n": round(test.effective_units)},
        )
    return replace(
        test, pvalue=pvalue, lower=interval[0], upper=interval[1], rejected=pvalue < test.alpha, notice=notice
    )


def _nothing_to_test(
    values: NDArray[np.float64], variance: float, n: int, *, conservative: bool
) -> Notice | None:
    """Why there is no test."""
    scale = max(1.0, float(np.abs(values).max()))
    if not values.any():
        return Notice("The models agree on every unit; trained on other texts they may not.")
    if n < SMALLEST:
        return Notice(
            "The test needs at least {least} units (or clusters), found {n}.", {"least": SMALLEST, "n": n}
        )
    if conservative and len(values) == 1:
        return Notice("The conservative variance needs at least 2 splits.")
    if variance <= (EQUAL * scale) ** 2:
        return no_variation(values)
    return None


def checked_units(
    differences: ArrayLike, masks: ArrayLike, clusters: ArrayLike | None = None
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Differences and masks as arrays, of clusters where there are some."""
    values, halves = _checked(differences, masks)
    return (values, halves) if clusters is None else _sum_clusters(values, halves, clusters)


def _checked(differences: ArrayLike, masks: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    values = float_differences(differences, "(m, n_units)")
    halves = np.asarray(masks)
    check_shape("differences", values.shape, "(m, n_units)", ScoresError)
    check_bool("masks", halves, values.shape, problem=ScoresError)
    check_finite("differences", values, ScoresError)
    check_size(values)
    sizes = halves.sum(axis=1)
    small = np.flatnonzero(np.minimum(sizes, halves.shape[1] - sizes) < 2)
    if len(small):
        raise ScoresError("Each half of split {split} needs at least 2 units.", split=int(small[0]) + 1)
    return values, halves


def _sum_clusters(
    values: NDArray[np.float64], masks: NDArray[np.bool_], clusters: ArrayLike
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Clusters in place of units: sums of differences from the mean, so that the mean stays as it is.

    The mean follows a large cluster, which hides how far it is off: over what is left without it, as the
    jackknife has it. Nothing changes where clusters are of one size.
    """
    labels = np.asarray(clusters)
    check_shape("clusters", labels.shape, f"({values.shape[1]},)", ScoresError)
    names, first, of_unit = np.unique(labels, return_index=True, return_inverse=True)
    halves = masks[:, first]
    divided = np.argwhere(halves[:, of_unit] != masks)
    if len(divided):
        raise ScoresError(
            "Split {split} divides cluster {cluster}; keep clusters whole.",
            split=int(divided[0, 0]) + 1,
            cluster=str(labels[divided[0, 1]]),
        )
    mean = values.mean()
    sums = np.zeros((len(names), len(values)))
    np.add.at(sums, of_unit, (values - mean).T)
    rest = 1 - np.bincount(of_unit) / values.shape[1]
    large = (1 - 1 / len(names)) / np.maximum(rest, 1 / values.shape[1])
    off = sums.T * (large * len(names) / values.shape[1])
    return mean + off - off.mean(), halves
