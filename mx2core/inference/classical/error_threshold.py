"""The error rate that a model must stay below on a test set, so that a claimed one may be believed."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor

from scipy.special import bdtr, betaincinv

from ...arguments import check_range, check_whole
from ...brief import brief
from ..checks import EQUAL, check_alpha


@brief
@dataclass(frozen=True, slots=True)
class ErrorThreshold:
    """Two bounds of the test error, and how often each is kept by a model that errs just as claimed."""

    n_units: int
    claimed: float
    alpha: float
    threshold: float  # the largest rate at which more errors than claimed have a chance below alpha
    threshold_error: float  # chance of a test error below it where the rate is the claimed one
    most_wrong: int | None  # errors with which the exact test accepts; None: not even with none
    exact_error: float  # chance of no more than these where the rate is the claimed one


def error_threshold(n_units: int, claimed: float, *, alpha: float = 0.05) -> ErrorThreshold:
    """From which test error on the claim "the error rate is at most so much" cannot be accepted.

    Textbooks define the threshold as the largest rate e with P(X > claimed n; e) < alpha, X the errors on n
    units. It bounds the true rate, and is held against the test error all the same: a model that errs just
    as claimed stays below it more often than alpha. The exact binomial test does not.

    Parameters
    ----------
    n_units : int
        Units of the test set.
    claimed : float
        The error rate, between 0 and 1.
    alpha : float

    Returns
    -------
    ErrorThreshold

    Raises
    ------
    InputError
        If there is no unit, or `claimed` or `alpha` is not possible.

    References
    ----------
    .. [1] Zhou (2016), Machine learning (in Chinese), section 2.4.1.

    Examples
    --------
    >>> found = mx.inference.error_threshold(100, 0.1)
    >>> found.threshold_error > found.alpha > found.exact_error
    True
    """
    from scipy.stats import binom

    check_alpha(alpha)
    check_whole("n_units", n_units, "[1, ∞)")
    check_range("claimed", claimed, "(0, 1)")
    n = int(n_units)
    allowed = floor(claimed * n + EQUAL)  # below n, since the claim is
    threshold = float(betaincinv(allowed + 1, n - allowed, alpha))
    below = ceil(threshold * n - EQUAL) - 1  # most errors whose rate is below the threshold
    most = int(binom.ppf(alpha, n, claimed)) - 1
    return ErrorThreshold(
        n_units=n,
        claimed=claimed,
        alpha=alpha,
        threshold=threshold,
        threshold_error=float(bdtr(below, n, claimed)) if below >= 0 else 0.0,
        most_wrong=None if most < 0 else most,
        exact_error=0.0 if most < 0 else float(bdtr(most, n, claimed)),
    )
