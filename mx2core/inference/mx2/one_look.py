"""The estimate, interval and t-test of m x 2 cross-validation, and what they rest on.

The 2m scores of m half splits share their data, so they are correlated: rho1 within a
split, rho2 between splits. The test takes both as one half, which is conservative for
a single look whenever the true ones are equal and at most that (section 5 of the paper).
"""

from __future__ import annotations

from math import exp, lgamma, sqrt

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import fdtr, fdtri, ndtri, roots_jacobi, stdtr, stdtrit

from ...arguments import check_range
from ...brief import Tabular, frozen
from ...errors import Notice
from ..checks import (
    Alternative,
    all_equal,
    check_alpha,
    check_alternative,
    check_correlations,
    check_differences,
    check_level,
    halves_equal,
    no_variation,
)


@frozen(eq=False)
class Mx2TTest(Tabular):
    """Test of a difference of two models on m half splits.

    `statistic`, `pvalue`, `lower` and `upper` are None when all differences are equal:
    without variation there is nothing to measure the mean against, and `notice` says so.
    """

    mean: float  # mean difference: how far A is ahead of B
    sigma: float  # root of SS / (2m), not divided by 2m again
    statistic: float | None  # mean / (C_m sigma)
    df: float  # 2m - 1, or f_m for other correlations than 1/2
    pvalue: float | None  # in the direction of `alternative`
    lower: float | None  # mean -/+ C_m t sigma
    upper: float | None
    level: float  # of that interval: 1 - 2 alpha for a one-sided test, else 1 - alpha
    m: int
    alpha: float
    alternative: Alternative
    rejected: bool  # pvalue < alpha
    rho1: float  # what C_m and df take for granted
    rho2: float
    notice: Notice | None

    def interval(self, level: float) -> tuple[float, float] | None:
        """Two-sided interval of another level, e.g. .95; None without variation."""
        check_level(level)
        if self.statistic is None:
            return None
        half = correction(self.m, self.rho1, self.rho2) * upper_point((1 - level) / 2, self.df) * self.sigma
        return self.mean - half, self.mean + half


def mx2_t_test(
    differences: ArrayLike,
    alpha: float = 0.05,
    alternative: Alternative = "greater",
    *,
    rho1: float = 0.5,
    rho2: float = 0.5,
) -> Mx2TTest:
    """Compare two models by m x 2 cross-validation, m fixed beforehand.

    Equal to the corrected resampled t-test of Nadeau and Bengio on 2m scores with test
    sets as large as training sets; its p-value is P(mean <= 0) of the Bayesian
    correlated t-test with correlation one half.

    Parameters
    ----------
    differences : array_like of float, shape (m, 2) or (2m,)
        How far A is ahead of B: score of A minus score of B, or of errors that of B minus that of A.
        One row for each split, one column for each half.
    alpha : float
        Level of significance.
    alternative : {"greater", "less", "two-sided"}
        "greater": A is better than B.
    rho1, rho2 : float
        Correlation of the two scores of a split, and of scores of two splits, for which
        the test is made. One half are the paper's; smaller ones make it bolder. One
        corpus cannot show rho1, and shows rho2 only given it (`pair_ratio`).

    Raises
    ------
    ScoresError
        If `differences` is not m rows of two finite numbers.
    InputError
        If `alpha`, `alternative` or a correlation is not one of those possible.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data sets, section 5.
    .. [2] Nadeau & Bengio (2003), Inference for the generalization error.

    Examples
    --------
    >>> test = mx2_t_test([[.021, .034], [.017, .029], [.041, .012]])
    >>> round(test.statistic, 6), round(test.pvalue, 6), round(test.lower, 6), round(test.upper, 6)
    (2.170435, 0.041049, 0.001838, 0.049496)
    """
    scores = check_differences(differences)
    check_alpha(alpha)
    check_alternative(alternative)
    m = len(scores)
    factor, df = correction(m, rho1, rho2), effective_df(m, rho1, rho2)
    mean = float(scores.mean())
    tail = alpha / 2 if alternative == "two-sided" else alpha
    sigma = statistic = pvalue = half = notice = None
    if all_equal(scores):
        notice = no_variation(scores)
    else:
        sigma = float(scores.std())  # divisor 2m
        statistic = mean / (factor * sigma)  # T = mean / (C_m sigma), section 5
        pvalue = tail_probability(statistic, df, alternative)
        half = upper_point(tail, df) * factor * sigma
    return Mx2TTest(
        mean=mean,
        sigma=sigma or 0.0,
        statistic=statistic,
        df=df,
        pvalue=pvalue,
        lower=None if half is None else mean - half,
        upper=None if half is None else mean + half,
        level=1 - 2 * tail,
        m=m,
        alpha=alpha,
        alternative=alternative,
        rejected=pvalue is not None and pvalue < alpha,
        rho1=rho1,
        rho2=rho2,
        notice=notice,
    )


def tail_probability(statistic: float, df: float, alternative: Alternative) -> float:
    """P-value of a t statistic."""
    if alternative == "greater":
        return float(stdtr(df, -statistic))
    if alternative == "less":
        return float(stdtr(df, statistic))
    return float(2 * stdtr(df, -abs(statistic)))


def upper_point(alpha: float, df: float) -> float:
    """The point that a t variable with `df` degrees of freedom passes with probability alpha."""
    return -float(stdtrit(df, alpha))


def correction(m: int, rho1: float = 0.5, rho2: float = 0.5) -> float:
    """C_m: standard deviation of the mean over the root of E[sigma^2].

    Parameters
    ----------
    m : int
        Number of splits, at least 1.
    rho1, rho2 : float
        Correlation of the two scores of a split, and of scores of two splits. The
        defaults are the paper's and give sqrt((2m + 1) / (2m - 1)).

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data sets, section 5.

    Examples
    --------
    >>> round(mx.inference.correction(3), 4), round(mx.inference.correction(3, 0.3, rho2=0.2), 4)
    (1.1832, 0.7338)
    """
    _check_m(m)
    check_correlations(rho1, rho2)
    x = 1 + rho1 + 2 * (m - 1) * rho2  # Var(mean) = s^2 x / 2m,  E[SS] = s^2 (2m - x)
    return sqrt(x / (2 * m - x))


def effective_df(m: int, rho1: float = 0.5, rho2: float = 0.5) -> float:
    """f_m: degrees of freedom of SS when matched to a chi-square law in mean and variance.

    SS is a sum of m squares with variance 1 - rho1 (within splits) and m - 1 squares
    with variance 1 + rho1 - 2 rho2 (between splits); with rho1 = rho2 all are alike
    and f_m is 2m - 1 exactly.

    Parameters
    ----------
    m, rho1, rho2
        As in `correction`.

    Examples
    --------
    >>> mx.inference.effective_df(3), round(mx.inference.effective_df(3, 0.2, rho2=0.4), 2)
    (5.0, 4.57)
    """
    _check_m(m)
    check_correlations(rho1, rho2)
    within, between = 1 - rho1, 1 + rho1 - 2 * rho2
    return (m * within + (m - 1) * between) ** 2 / (m * within**2 + (m - 1) * between**2)  # 2 E^2 / Var of SS


def one_look_size(m: int, alpha: float = 0.05, *, rho: float = 0.5, rho2: float | None = None) -> float:
    """True size of the test at a single look, for normal scores.

    `m`: number of splits.
    `alpha`: nominal level, one-sided.
    `rho`: correlation of the two scores of a split, and of all scores if `rho2` is not given.
    `rho2`: correlation of scores of two splits.
    Returns float: with one correlation P(t_{2m-1} > t_alpha / s), s^2 = (1 + (2m - 1) rho) / ((2m + 1)(1 -
    rho)): equal to alpha at rho = 1/2, below it for smaller rho. With two SS is a mixture of two chi-square
    variables, and the mean over its beta distributed share is integrated.
    """
    _check_m(m)
    check_alpha(alpha)
    between = rho if rho2 is None else rho2
    check_correlations(rho, between)
    df = 2 * m - 1
    x = 1 + rho + 2 * (m - 1) * between  # Var(mean) = x / 2m: mean > C_m t sigma is Z > C_m t sqrt(SS / x)
    point = correction(m) * upper_point(alpha, df) * sqrt(df / x)
    if m == 1 or rho == between:
        return float(stdtr(df, -point * sqrt(1 - rho)))  # SS = (1 - rho) chi2(2m - 1)
    # SS = (1 - rho1) W + (1 + rho1 - 2 rho2) B, W ~ chi2(m), B ~ chi2(m - 1), and W / (W + B) ~
    # Beta(m/2, (m - 1)/2) is independent of W + B ~ chi2(2m - 1): given the share it is a t law.
    nodes, weights = roots_jacobi(64, (m - 3) / 2, m / 2 - 1)
    share = (1 + nodes) / 2  # of SS that lies within splits when both kinds of squares are alike
    spread = np.sqrt((1 - rho) * share + (1 + rho - 2 * between) * (1 - share))
    return float((weights * stdtr(df, -point * spread)).sum() / weights.sum())


def expected_length(m: int, alpha: float = 0.05, *, rho: float = 0.5) -> float:
    """Expected length of the interval mean -/+ C_m t_alpha sigma.

    Returns float: in standard deviations of one hold-out difference. It does not go to 0 with m but to
    `interval_floor`.
    """
    _check_m(m)
    check_alpha(alpha)
    check_correlations(rho, rho)
    df = 2 * m - 1
    mean_chi = sqrt(2) * exp(lgamma((df + 1) / 2) - lgamma(df / 2))  # E sqrt(chi2(df))
    # SS = s^2 (1 - rho) chi2(2m - 1) where rho1 = rho2, so E[sigma] = s sqrt((1 - rho) / 2m) E sqrt(chi2).
    return 2 * correction(m) * upper_point(alpha, df) * sqrt((1 - rho) / (2 * m)) * mean_chi


def interval_floor(alpha: float = 0.05, rho: float = 0.5) -> float:
    """Length that the interval approaches when m grows and rho1 = rho2: more splits are no more data.

    Parameters
    ----------
    alpha, rho
        As in `one_look_size`.

    Returns
    -------
    float
        2 u_alpha sqrt(1 - rho), in standard deviations of one hold-out difference.

    Examples
    --------
    >>> round(mx.inference.interval_floor(0.05, 0.5), 3)
    2.326
    """
    check_alpha(alpha)
    check_correlations(rho, rho)
    return -2 * float(ndtri(alpha)) * sqrt(1 - rho)


@frozen(eq=False)
class PairRatio(Tabular):
    """Spread between splits against spread within, a look at rho1 = rho2.

    Both spreads are blind to what all scores share, so it shows neither correlation alone; given
    rho1 it shows rho2 (`rho2`). At m = 3 a ratio anywhere from .05 to 20 means nothing.
    """

    ratio: float | None  # [2B / (m - 1)] / [W / m]; None when there is no spread within
    pvalue: float | None  # two-sided, of the law F(m - 1, m) it has when rho1 = rho2
    lower: float  # the middle 95 % of that law
    upper: float

    def rho2(self, rho1: float) -> float | None:
        """The rho2 that these spreads show if the other correlation is `rho1`.

        The means of R's two spreads are proportional to 1 + rho1 - 2 rho2 and to 1 - rho1. It is an
        estimate, as rough as the ratio, and may leave the range of possible correlations.
        """
        return None if self.ratio is None else (1 + rho1) / 2 - self.ratio * (1 - rho1) / 2

    @property
    def sentences(self) -> tuple[Notice, ...]:
        """How little R says, and the rho2 that it shows for two values of rho1."""
        if self.ratio is not None and not self.lower <= self.ratio <= self.upper:
            place = Notice("R lies outside: ρ1 and ρ2 may differ.")
        else:
            place = Notice("R lies within: ρ1 and ρ2 may be equal.")
        none, half = self.rho2(0.0), self.rho2(0.5)
        if none is None or half is None:
            return (place,)
        if min(none, half) < -1:
            return (place, Notice("From so few splits, R is too rough to show ρ2."))
        given = Notice(
            "Given ρ1, roughly: ρ2 = {none:.2f} if ρ1 = 0, {half:.2f} if ρ1 = ½.",
            {"none": none, "half": half},
        )
        return (place, given)


def pair_ratio(differences: ArrayLike) -> PairRatio:
    """Diagnostic R: spread between splits over spread within them.

    Parameters
    ----------
    differences : array_like of float, shape (m, 2) or (2m,)
        As in `mx2_t_test`; m >= 2.

    Returns
    -------
    PairRatio
        The ratio is above 1 on average when rho1 > rho2, below when rho1 < rho2.

    Raises
    ------
    ScoresError
        If `differences` is not m rows of two finite numbers.
    InputError
        If there is one split only.

    Examples
    --------
    >>> scores = [[0.02, 0.03], [0.01, 0.03], [0.04, 0.01], [0.02, 0.02], [0.03, 0.01]]
    >>> round(mx.inference.pair_ratio(scores).pvalue, 3)
    0.032
    """
    scores = check_differences(differences)
    m = len(scores)
    check_range("m", m, "[2, ∞)")
    lower, upper = (float(fdtri(m - 1, m, p)) for p in (0.025, 0.975))
    of_split = scores.mean(axis=1)
    within = float(((scores - of_split[:, None]) ** 2).sum())
    between = float(((of_split - scores.mean()) ** 2).sum())
    if halves_equal(scores):
        return PairRatio(None, None, lower, upper)
    ratio = (2 * between / (m - 1)) / (within / m)
    below = float(fdtr(m - 1, m, ratio))
    return PairRatio(ratio, 2 * min(below, 1 - below), lower, upper)


def _check_m(m: int) -> None:
    check_range("m", m, "[1, ∞)")
