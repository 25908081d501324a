"""One difference from several corpora: each has its own, and they scatter around a common mean."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import chdtrc, chdtri, ndtri, stdtr

from ...arguments import check_shape
from ...brief import Tabular, frozen
from ...errors import Notice, ScoresError, Whole
from ..checks import Alternative, check_alpha, check_alternative
from ..mx2.one_look import tail_probability, upper_point
from ..pvalues import written_pvalue

Floats = NDArray[np.float64]
QUANTILES = 40  # of the variance between corpora, behind a prediction


@frozen
class ForestRow(Tabular):
    corpus: str
    estimate: float  # how far A is ahead of B there
    lower: float  # estimate -/+ z sqrt(variance), of the level of the whole
    upper: float
    weight: float  # in the mean; all sum to 1


@frozen(eq=False)
class MetaAnalysis(Tabular):
    """Mean difference over corpora, theta_c ~ N(mean, between), estimate_c ~ N(theta_c, variance_c)."""

    mean: float
    standard_error: float  # Hartung and Knapp's, at least 1 / sqrt(sum of weights)
    statistic: float
    df: float  # corpora - 1
    pvalue: float
    lower: float
    upper: float
    level: float  # of that interval: 1 - 2 alpha for a one-sided test, else 1 - alpha
    rejected: bool
    alpha: float
    alternative: Alternative
    between: float  # omega^2: variance of true differences over corpora, by Paule and Mandel
    heterogeneity: float  # Cochran's Q
    heterogeneity_pvalue: float  # of the law chi-square(corpora - 1) where all differences are one
    share_between: float  # I^2 = max(0, 1 - df / Q)
    rows: tuple[ForestRow, ...]
    lower_prediction: float  # where the difference of a further corpus is expected
    upper_prediction: float

    @property
    def weights(self) -> tuple[float, ...]:
        """Of the corpora in the mean."""
        return tuple(row.weight for row in self.rows)

    def headline(self, a: str, b: str) -> Notice:
        """The answer in one line."""
        if not self.rejected:
            return Notice("Undecided on these corpora")
        return Notice("{model} is better on corpora like these", {"model": a if self.mean > 0 else b})

    @property
    def sentences(self) -> tuple[Notice, ...]:
        """The mean, what is expected of another corpus, and how far corpora differ."""
        values = {name: getattr(self, name) for name in ("mean", "lower", "upper")}
        another = {"lower": self.lower_prediction, "upper": self.upper_prediction}
        p = Whole(written_pvalue(self.heterogeneity_pvalue))
        return (
            Notice(
                "Mean difference {mean:+.4f}, {level:.3g}% interval {lower:+.4f} to {upper:+.4f}.",
                values | {"level": 100 * self.level},
            ),
            Notice("Another corpus: expected {lower:+.4f} to {upper:+.4f}.", another),
            Notice(
                "{share:.0%} of the scatter is between corpora (p {p}).",
                {"share": self.share_between, "p": p},
            ),
        )


def meta_analysis(
    estimates: ArrayLike,
    variances: ArrayLike,
    *,
    names: Sequence[str] | None = None,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
) -> MetaAnalysis:
    """Random-effects mean of differences on several corpora, with Hartung and Knapp's interval.

    Parameters
    ----------
    estimates, variances : array_like of float, shape (n_corpora,)
        `mean` and `variance` of `out_of_fold_t_test` on each corpus.
    names : sequence of str, optional
        Of the corpora; numbers without them.
    alternative : {"greater", "less", "two-sided"}

    Raises
    ------
    ScoresError
        If there are fewer than two corpora, a variance is not positive, or names do not fit.

    References
    ----------
    .. [1] Hartung & Knapp (2001), A refined method for the meta-analysis of controlled clinical
       trials with binary outcome.
    .. [2] Paule & Mandel (1982), Consensus values and weighting factors.
    .. [3] Röver, Knapp & Friede (2015), Hartung-Knapp-Sidik-Jonkman approach and its modification for
       random-effects meta-analysis with few studies.
    .. [4] Nagashima, Noma & Furukawa (2019), Prediction intervals for random-effects meta-analysis: the
       variance between corpora has its confidence distribution, for an estimate alone is too small too often.

    Examples
    --------
    >>> found = mx.inference.meta_analysis([0.02, 0.03, 0.05], [1e-4, 2e-4, 1e-4], names=["en", "de", "zh"])
    >>> found.lower < found.mean < found.upper
    True
    """
    check_alpha(alpha)
    check_alternative(alternative)
    values, squares = (np.asarray(numbers, dtype=np.float64) for numbers in (estimates, variances))
    if values.ndim != 1 or values.shape != squares.shape or len(values) < 2:
        raise ScoresError(
            "Meta-analysis needs an estimate and a variance per corpus, two at least; found shapes "
            "{estimates} and {variances}.",
            estimates=values.shape,
            variances=squares.shape,
        )
    if not (np.isfinite(values).all() and np.isfinite(squares).all() and (squares > 0).all()):
        raise ScoresError("Every corpus needs a difference and a positive variance.")
    k = len(values)
    if names is not None:
        check_shape("names", (len(names),), f"({k},)", ScoresError)
    between = _variance_between(values, squares, k - 1)
    weights = 1 / (squares + between)
    mean = float((weights * values).sum() / weights.sum())
    # corpora that agree by chance are known no better than their variances say
    scale = max(1.0, float((weights * (values - mean) ** 2).sum() / (k - 1)))
    error = sqrt(scale / float(weights.sum()))  # Hartung and Knapp
    heterogeneity = _excess(0.0, values, squares, 0)  # Q, weights 1 / v_i
    tail = alpha / 2 if alternative == "two-sided" else alpha
    half = upper_point(tail, k - 1) * error
    further = _reach(values, squares, tail)
    pvalue = tail_probability(mean / error, k - 1, alternative)
    return MetaAnalysis(
        mean=mean,
        standard_error=error,
        statistic=mean / error,
        df=k - 1,
        pvalue=pvalue,
        lower=mean - half,
        upper=mean + half,
        level=1 - 2 * tail,
        rejected=pvalue < alpha,
        alpha=alpha,
        alternative=alternative,
        between=between,
        heterogeneity=heterogeneity,
        heterogeneity_pvalue=float(chdtrc(k - 1, heterogeneity)),
        share_between=max(0.0, 1 - (k - 1) / heterogeneity) if heterogeneity > 0 else 0.0,
        rows=tuple(
            ForestRow(str(name), estimate, estimate - reach, estimate + reach, weight)
            for name, estimate, reach, weight in zip(
                range(1, k + 1) if names is None else names,
                values.tolist(),
                (-ndtri(tail) * np.sqrt(squares)).tolist(),
                (weights / weights.sum()).tolist(),
                strict=True,
            )
        ),
        lower_prediction=mean - further,
        upper_prediction=mean + further,
    )


def _excess(omega2: float, values: Floats, squares: Floats, expected: float) -> float:
    """Generalized Q less the expected value; falls as `omega2` grows."""
    weights = 1 / (squares + omega2)
    mean = (weights * values).sum() / weights.sum()
    return float((weights * (values - mean) ** 2).sum()) - expected


def _variance_between(values: Floats, squares: Floats, expected: float) -> float:
    """The variance between corpora at which Q has the expected value, 0 if it has less already."""
    if _excess(0.0, values, squares, expected) <= 0:
        return 0.0
    most = float(np.ptp(values) ** 2) * len(values) / min(expected, 1.0)
    from scipy.optimize import brentq  # here, because it takes long to import

    return float(brentq(_excess, 0.0, most, args=(values, squares, expected), xtol=1e-14 * most))


def _reach(values: Floats, squares: Floats, tail: float) -> float:
    """How far from the mean a further corpus is with a chance of `tail` on each side."""
    from scipy.optimize import brentq

    # Q(omega^2) ~ chi2(k - 1): each quantile gives an omega^2, and a further corpus a mixture of t laws.
    df = len(values) - 1
    quantiles = chdtri(df, (np.arange(QUANTILES) + 0.5) / QUANTILES)
    between = np.array([_variance_between(values, squares, one) for one in quantiles.tolist()])
    scales = np.sqrt(between + 1 / (1 / (squares + between[:, None])).sum(axis=1))
    most = 2 * upper_point(tail, df) * float(scales.max())  # twice: half is the root if scales agree
    return float(brentq(lambda reach: stdtr(df, -reach / scales).mean() - tail, 0.0, most, xtol=1e-12 * most))
