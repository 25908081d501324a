"""Estimates of the variance of the mean of 2m scores, each right under its own assumption.

No estimate from one corpus is right for all correlations: what all scores share moves the
mean and leaves every spread as it is. The estimates differ in what they suppose of it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from ...arguments import check_range
from ...brief import Tabular, frozen
from ..checks import check_differences
from .one_look import correction, effective_df

NAMES = ("naive", "between splits", "within splits", "paper", "assumed")


@frozen(eq=False)
class VarianceEstimate(Tabular):
    """One estimate of Var(mean), unbiased where its assumption holds; "within splits" is of one score."""

    name: str  # one of NAMES
    value: float
    df: float
    rho1: float | None  # supposed; None: any
    rho2: float | None


def mean_variances(
    differences: ArrayLike, rho1: float = 0.5, rho2: float = 0.5
) -> tuple[VarianceEstimate, ...]:
    """How far estimates of the variance of the mean lie apart.

    Parameters
    ----------
    differences : array_like of float, shape (m, 2) or (2m,)
        As in `mx2_t_test`; m >= 2.
    rho1, rho2 : float
        Correlations for "assumed".

    Returns
    -------
    tuple of VarianceEstimate
        "naive": SS / 2m(2m - 1), all scores independent. "between splits": B / m(m - 1),
        splits independent. "within splits": that of one score, W / m, the denominator of
        the 5x2 t-test, as if the mean were no better than one score. "paper": C_m^2 sigma^2,
        rho1 = rho2 = 1/2, conservative below. "assumed": C_m(rho1, rho2)^2 sigma^2.

    Raises
    ------
    ScoresError, InputError
        If `differences` is not two or more rows of two finite numbers, or no scores have
        such correlations.

    References
    ----------
    .. [1] Dietterich (1998), Approximate statistical tests for comparing supervised
       classification learning algorithms.
    .. [2] Nadeau & Bengio (2003), Inference for the generalization error.
    .. [3] Wang, Wang & Li, Regularized cross-validation method for text data sets, section 5.

    Examples
    --------
    >>> scores = [[0.02, 0.03], [0.01, 0.03], [0.04, 0.01], [0.02, 0.02], [0.03, 0.01]]
    >>> [(found.name, round(found.df, 1)) for found in mx.inference.mean_variances(scores)]
    [('naive', 9), ('between splits', 4), ('within splits', 5), ('paper', 9), ('assumed', 9.0)]
    """
    scores = check_differences(differences)
    m = len(scores)
    check_range("m", m, "[2, ∞)")
    of_split = scores.mean(axis=1)
    sigma2 = float(scores.var())  # divisor 2m
    within = float(((scores - of_split[:, None]) ** 2).sum())
    between = float(np.var(of_split, ddof=1))
    return (
        VarianceEstimate("naive", sigma2 / (2 * m - 1), 2 * m - 1, 0.0, 0.0),
        VarianceEstimate("between splits", between / m, m - 1, None, 0.0),
        VarianceEstimate("within splits", within / m, m, 0.0, None),
        VarianceEstimate("paper", correction(m) ** 2 * sigma2, 2 * m - 1, 0.5, 0.5),
        VarianceEstimate(
            "assumed", correction(m, rho1, rho2) ** 2 * sigma2, effective_df(m, rho1, rho2), rho1, rho2
        ),
    )
