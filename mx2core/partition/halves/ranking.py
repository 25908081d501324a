"""Random candidates in order, from good to bad, by what thresholds are about."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_choice, check_range, check_shape
from ...brief import frozen
from ...errors import InputError
from ..law import percentiles
from .selection import Extreme, SurvivalCurve, select_bad, select_good, survival_curve

By = Literal["value", "percentile", "band"]


@frozen(eq=False)
class Ranking:
    """Candidates in order of the common bound that admits them."""

    good: Extreme
    bad: Extreme
    curve: SurvivalCurve  # survivors of a common bound
    bound: float  # the common bound of the good ones
    share: float  # that survives it: with ties more than was asked for
    reach: NDArray[np.float64]  # (n_candidates,), the least common bound that admits each
    varied: tuple[int, ...]  # attributes in which the candidates differ; the others are left out


def rank_candidates(
    divergences: ArrayLike,
    share: float = 0.05,
    *,
    by: By = "value",
    expected: Sequence[float] | None = None,
    sd: Sequence[float] | None = None,
) -> Ranking:
    """Good and bad candidates, and how many survive a common bound.

    Parameters
    ----------
    divergences : array of float, shape (n_candidates, n_attributes)
        Attributes in which all candidates are alike cannot be bounded; they are left out
        unless there are no others.
    share : float
        Of the candidates that are good, and that are bad; see `select_good`.
    by : {"value", "percentile", "band"}
        What a common bound is one of: the values themselves, as in the paper; percentiles
        among the candidates; or distances from `expected`, in `sd`.
    expected, sd : sequence of float, optional
        One for each attribute, for bands.

    Raises
    ------
    InputError
        If the values, the share or `by` cannot be used.

    References
    ----------
    .. [1] Wang, Wang & Li, Regularized cross-validation method for text data
       sets, section 6.2.

    Examples
    --------
    >>> found = rank_candidates([[.2, .9], [.4, .3], [.8, .7], [.6, .5]], share=.25)
    >>> found.good.indices.tolist(), found.bad.indices.tolist(), found.bound, found.share
    ([1], [2], 0.4, 0.25)
    """
    values = np.asarray(divergences, dtype=np.float64)
    check_shape("divergences", values.shape, "(candidates, attributes)")
    varied = np.flatnonzero(values.min(axis=0) < values.max(axis=0))
    if len(varied):
        values = values[:, varied]
    if by == "band":
        if expected is None or sd is None:
            raise InputError('by="band" needs `expected` and `sd` of every attribute.')
        if len(varied):
            values = np.abs(values - np.asarray(expected)[varied]) / np.asarray(sd)[varied]
    elif by == "percentile":
        values = np.column_stack([percentiles(column, column) for column in values.T])
    elif by != "value":
        check_choice("by", by, get_args(By))
    good, bad, reach = select_good(values, share), select_bad(values, share), values.max(axis=1)
    return Ranking(
        good=good,
        bad=bad,
        curve=survival_curve(values),
        bound=good.bound,
        share=float((reach <= good.bound).mean()),
        reach=reach,
        varied=tuple(varied.tolist()),
    )


def candidate_at(divergences: ArrayLike, place: float) -> int:
    """The candidate at a place between the most alike (0) and the least (1), by the sum over attributes."""
    values = np.asarray(divergences, dtype=np.float64)
    total = values.reshape(len(values), -1).sum(axis=1)
    check_range("place", place, "[0, 1]")
    return int(np.argsort(total, kind="stable")[int(place * (len(total) - 1) + 0.5)])
