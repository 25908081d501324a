"""The paired difference of two models over items, with clusters, and apart into items and epochs."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import nctdtrinc, stdtrit

from ...brief import Tabular, frozen
from ...errors import InputError, ScoresError
from ..checks import Alternative, check_alpha, check_alternative
from ..mx2.one_look import tail_probability
from ..rare_differences import SPREAD, MarginEvidence, rare_pvalue

Floats = NDArray[np.float64]
POWER = 0.8


@frozen
class ItemTest(Tabular):
    """Whether the mean over items differs from 0; both errors count, of items and of their clusters."""

    mean: float  # of the differences, A minus B
    standard_error: float  # with clusters
    independent_error: float  # as if items were independent: sd / sqrt(n)
    statistic: float | None  # mean / standard_error; None where all differences are equal
    df: float
    pvalue: float | None
    lower: float | None
    upper: float | None
    level: float  # of the interval
    alternative: Alternative
    alpha: float
    n_items: int
    n_clusters: int
    epochs: tuple[float, float]  # runs of an item by A and by B; harmonic means
    item_variance: float | None  # of the true differences over items; None with one epoch each
    epoch_variances: tuple[float, float] | None  # of a score of A, and of B, over epochs of one item
    n_differing: int = 0  # clusters (or items) on which the models differ
    even_clusters: float = 0.0  # as many would there be if all had the items of the largest one
    differences: MarginEvidence | None = None

    @property
    def rejected(self) -> bool:
        return self.pvalue is not None and self.pvalue <= self.alpha

    @property
    def design_effect(self) -> float:
        """How many times larger clusters make the variance of the mean."""
        return (self.standard_error / self.independent_error) ** 2 if self.independent_error else 1.0

    def equivalence_pvalue(self, margin: float, *, shares: bool) -> float | None:
        """Of a mean difference of `margin` or more, whichever way.

        `shares`: scores lie between 0 and 1, whatever the items; else it is None where fewer than two differ.
        """
        if shares and self.n_differing < SPREAD:
            return rare_pvalue(margin, self.even_clusters, self.n_differing)
        if self.differences is None or self.n_differing < SPREAD:
            return None
        return replace(self.differences, n_even=self.even_clusters if shares else None).pvalue(margin)

    def error_with(self, n_items: float, epochs: float | None = None) -> float:
        """The standard error with other numbers of items and of epochs of each model.

        `n_items`: in clusters of sizes as now.
        `epochs`: runs of each item by each model; as now, without it.
        """
        # n SE^2 = variance over items + s_A^2/K_A + s_B^2/K_B: the last two change with the epochs K.
        variance = self.standard_error**2 * self.n_items
        if epochs is not None:
            if self.epoch_variances is None:
                raise InputError("Each item was run once: what more epochs change is unknown.")
            now = sum(one / runs for one, runs in zip(self.epoch_variances, self.epochs, strict=True))
            variance = max(0.0, variance - now) + sum(self.epoch_variances) / epochs
        return math.sqrt(variance / n_items)

    def detectable(self, *, epochs: float | None = None) -> float:
        """The smallest true difference that is found in 80 % of cases."""
        return self._detectable(self.n_items, epochs)

    def items_for(self, difference: float, epochs: float | None = None) -> int:
        """Items needed to find a true `difference` in 80 % of cases."""
        if not difference or not math.isfinite(difference):
            raise InputError("`difference` must be a number other than 0, found {found}.", found=difference)

        def suffices(n: int) -> bool:
            return self._detectable(n, epochs) <= abs(difference)

        n = 2
        while not suffices(n):
            n *= 2
        return bisect_left(range(n), True, lo=n // 2, key=suffices)

    def _detectable(self, n_items: int, epochs: float | None) -> float:
        """More items have more degrees of freedom, too."""
        one_sided = self.alpha / 2 if self.alternative == "two-sided" else self.alpha
        df = max(1.0, self.df * n_items / self.n_items)
        # The noncentrality, difference / error, at which P(T <= t) is 1 - power.
        errors = float(nctdtrinc(df, 1 - POWER, stdtrit(df, 1 - one_sided)))
        return errors * self.error_with(n_items, epochs)


def item_t_test(
    a: ArrayLike,
    b: ArrayLike,
    *,
    clusters: ArrayLike | None = None,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
) -> ItemTest:
    """Test the mean difference of two models over the same items.

    The standard error is that of clusters (CR2), its degrees of freedom the smaller of
    two by Satterthwaite: with independent items, and with items that are alike within a
    cluster [2]_. Without clusters this is the paired t-test.

    Parameters
    ----------
    a, b : array_like of float, shape (n_items,) or (n_items, n_epochs)
        Scores of the same items; the larger, the better. NaN where an epoch is missing.
    clusters : array_like, shape (n_items,), optional
        What items have in common, such as the passage they ask about.
    alternative : {"two-sided", "greater", "less"}
        "greater": is A better than B.

    Raises
    ------
    ScoresError
        If scores are of other items, are missing, or there are fewer than two clusters.
    InputError
        For another `alpha` or `alternative`.

    References
    ----------
    .. [1] Miller (2024), Adding Error Bars to Evals.
    .. [2] Bell, McCaffrey (2002), Bias reduction in standard errors for linear regression with
       multi-stage samples.

    Examples
    --------
    >>> test = item_t_test([1, 1, 1, 0, 1, 1], [0, 1, 0, 0, 1, 0])
    >>> round(test.mean, 2), round(test.pvalue, 3)
    (0.5, 0.076)
    >>> item_t_test([1, 1, 1, 0, 1, 1], [0, 1, 0, 0, 1, 0], clusters=list("xxyyzz")).n_clusters
    3
    """
    from scipy import stats

    check_alpha(alpha)
    check_alternative(alternative)
    first, second = _table(a, "a"), _table(b, "b")
    if len(first) != len(second):
        raise ScoresError(
            "A has scores of {a} items, B of {b}; both need the same items.", a=len(first), b=len(second)
        )
    differences = np.nanmean(first, axis=1) - np.nanmean(second, axis=1)
    number = _clusters(n_items=len(differences), clusters=clusters)
    sizes = np.bincount(number).astype(np.float64)
    if len(sizes) < 2:
        raise ScoresError("All items are in one cluster; at least two are needed.")
    sums = np.bincount(number, weights=differences - differences.mean())
    n, mean = len(differences), float(differences.mean())
    # CR2: the sum of s_c residuals has 1 - s_c/n of the variance that the sum of s_c errors has.
    shrunk = 1 - sizes / n
    error = math.sqrt(float((sums**2 / shrunk).sum())) / n
    df = min(_df(sizes, alike=False), _df(sizes, alike=True))
    parts = _epochs(first, second, differences)
    test = ItemTest(
        mean=mean,
        standard_error=error,
        independent_error=float(differences.std(ddof=1)) / math.sqrt(n),
        statistic=None,
        df=df,
        pvalue=None,
        lower=None,
        upper=None,
        level=1 - alpha if alternative == "two-sided" else 1 - 2 * alpha,
        alternative=alternative,
        alpha=alpha,
        n_items=n,
        n_clusters=len(sizes),
        n_differing=int(np.count_nonzero(np.bincount(number, weights=np.abs(differences)))),
        even_clusters=n / float(sizes.max()),
        **parts,
    )
    if np.ptp(differences) <= 1e-12 * max(1.0, abs(mean)) or not error:
        return test  # no interval of length 0
    statistic = mean / error
    half = float(stats.t.ppf((1 + test.level) / 2, df)) * error
    return replace(
        test,
        statistic=statistic,
        pvalue=tail_probability(statistic, df, alternative),
        lower=mean - half,
        upper=mean + half,
        differences=MarginEvidence.fit(mean, error, sums / n, df, test.n_differing, None),
    )


def _table(scores: ArrayLike, name: str) -> Floats:
    try:
        table = np.asarray(scores, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise ScoresError("The scores `{name}` are not numbers.", name=name) from error
    table = table[:, None] if table.ndim == 1 else table
    if table.ndim != 2 or len(table) < 2:
        raise ScoresError("The scores `{name}` need at least two items, one row each.", name=name)
    if np.isinf(table).any():
        raise ScoresError("The scores `{name}` hold a number that is not finite.", name=name)
    empty = np.flatnonzero(np.isnan(table).all(axis=1))
    if len(empty):
        raise ScoresError("Item {number} has no score in `{name}`.", number=int(empty[0]) + 1, name=name)
    return table


def _clusters(n_items: int, clusters: ArrayLike | None) -> NDArray[np.int64]:
    if clusters is None:
        return np.arange(n_items)
    labels = np.asarray(clusters)
    if labels.shape != (n_items,):
        raise ScoresError("`clusters` needs one value for each of the {n} items.", n=n_items)
    return np.unique(labels.astype(str), return_inverse=True)[1]


def _df(sizes: Floats, *, alike: bool) -> float:
    """Satterthwaite's degrees of freedom of the CR2 variance of a mean.

    The variance is a quadratic form of the items, with one vector a cluster: its items have
    a (1 - s/n), all others -a s/n, where s is the cluster's size and a = 1/sqrt(1 - s/n). Its
    Gram matrix G under the working covariance gives df = tr(G)^2 / tr(G^2). With
    independent items G_cd = a_c a_d (s_c [c = d] - s_c s_d / n); with items that are alike
    in a cluster, s^2 takes the place of s in the first term, and the sums below follow.
    """
    n = sizes.sum()
    a = 1 / np.sqrt(1 - sizes / n)
    powers = sizes**2 if alike else sizes
    # p_c' Omega p_d = a_c a_d ([c = d] w_c + r_cd), r_cd = -(s_c w_d + s_d w_c)/n + s_c s_d W/n^2,
    # w = s or s^2, W = sum w; sums over pairs of clusters are products of sums over clusters
    weights, total = a**2, powers.sum() / n**2
    squares = [float((weights * one).sum()) for one in (sizes**2, sizes * powers, powers**2)]
    rest = total * sizes**2 - 2 * sizes * powers / n  # r_cc
    trace = float((weights * (powers + rest)).sum())
    of_pairs = 2 * (squares[0] * squares[2] + squares[1] ** 2) / n**2
    of_pairs += total * squares[0] * (total * squares[0] - 4 * squares[1] / n)
    own = float((weights**2 * powers * (2 * rest + powers)).sum())
    return float(trace**2 / (of_pairs + own))


def _epochs(a: Floats, b: Floats, differences: Floats) -> dict[str, Any]:
    """The variance of differences apart: what items have, and what runs of one item add."""
    runs = [(~np.isnan(table)).sum(axis=1) for table in (a, b)]
    epochs = tuple(float(1 / np.mean(1 / one)) for one in runs)
    if any((one < 2).all() for one in runs):
        return {"epochs": epochs, "item_variance": None, "epoch_variances": None}
    within = []
    for table, one in zip((a, b), runs, strict=True):
        squares = np.nansum((table - np.nanmean(table, axis=1)[:, None]) ** 2)
        within.append(float(squares / (one - 1).sum()))
    added = sum(one / number for one, number in zip(within, epochs, strict=True))
    between = max(0.0, float(differences.var(ddof=1)) - added)
    return {"epochs": epochs, "item_variance": between, "epoch_variances": tuple(within)}
