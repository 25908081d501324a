"""Errors of predicted numbers, and which of the usual means a single bad one moves."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_range
from ...brief import frozen
from ...errors import Notice, ScoresError
from .rank_correlation import spearman
from .values import checked_weights, regression_scores, weighted_quantile

WORST = 5  # items that are listed


@frozen
class NumberError:
    """How far one prediction is off."""

    item: int  # from 1
    gold: float
    predicted: float
    error: float  # absolute
    relative_error: float | None  # None where the right value is 0


@frozen(eq=False)
class NumberScores:
    """Absolute, squared and relative errors."""

    gold: NDArray[np.float64]  # (n_items,)
    predicted: NDArray[np.float64]  # (n_items,): with the worst error stretched
    quantile: float  # of the relative errors
    summary: dict[str, float | None]
    rows: tuple[NumberError, ...]  # the largest errors
    notices: tuple[Notice, ...]


def number_scores(
    gold: ArrayLike,
    predicted: ArrayLike,
    *,
    quantile: float = 0.5,
    stretch: float = 1.0,
    weights: ArrayLike | None = None,
) -> NumberScores:
    """MAE, MRE, MSE, RMSE, MAPE as a median and as a mean, R² and the rank correlation.

    Parameters
    ----------
    gold, predicted : array_like of float, shape (n_items,)
    quantile : float
        Which quantile of the relative errors to have beside their median, from 0 to 1.
    stretch : float
        The largest error is taken so many times: it shows which scores one item moves.
    weights : array_like of float, shape (n_items,), optional
        What each item counts, 0 or more; 1 if not given.

    Raises
    ------
    ScoresError
        If there are fewer than two items, lengths differ, a value is not finite, or `quantile`, `stretch`
        or a weight cannot be used.

    Examples
    --------
    >>> one, ten = (mx.metrics.number_scores([1, 2, 4], [1.1, 2.3, 4.1], stretch=s) for s in (1, 10))
    >>> one.summary["mape"] == ten.summary["mape"], one.summary["mre"] == ten.summary["mre"]
    (True, False)
    """
    check_range("quantile", quantile, "[0, 1]", ScoresError)
    check_range("stretch", stretch, "[0, ∞)", ScoresError)
    names = ("mae", "mse", "rmse", "r2")
    absolute = regression_scores(gold, predicted, metrics=names, weights=weights)  # checks them
    right, estimates = np.asarray(gold, np.float64), np.array(predicted, np.float64)
    weight = checked_weights(weights, len(right))
    counting = weight > 0
    if stretch != 1:
        worst = int(np.argmax(np.where(counting, np.abs(estimates - right), -1.0)))
        estimates[worst] = right[worst] + stretch * (estimates[worst] - right[worst])
        absolute = regression_scores(right, estimates, metrics=names, weights=weights)
    errors = np.abs(estimates - right)
    counted = right[counting]
    constant = bool((counted == counted[0]).all())
    ranked = float(spearman(right, estimates, weight[None])[0])
    correlation = None if np.isnan(ranked) else ranked
    zeros = int((counted == 0).sum())
    relative = None if zeros else errors[counting] / np.abs(counted)
    notices = []
    if constant:
        notices.append(Notice("All right values are equal: no R² or rank correlation."))
    elif correlation is None:
        notices.append(Notice("All predicted values are equal: no rank correlation."))
    if zeros:
        notices.append(
            Notice(
                "{zeros} of {n} right values are 0: relative errors are undefined.",
                {"zeros": zeros, "n": len(counted)},
            )
        )

    def part(q: float) -> float | None:
        return None if relative is None else weighted_quantile(relative, q, weight[counting])

    mean = None if relative is None else float(np.average(relative, weights=weight[counting]))
    return NumberScores(
        gold=right,
        predicted=estimates,
        quantile=float(quantile),
        summary={
            "mae": absolute["mae"],
            "mre": mean,
            "mse": absolute["mse"],
            "rmse": absolute["rmse"],
            "mape": part(0.5),
            "mape_mean": mean,
            "relative_error_quantile": part(quantile),
            "r2": None if constant else absolute["r2"],
            "spearman": correlation,
        },
        rows=tuple(
            NumberError(
                item + 1,
                float(right[item]),
                float(estimates[item]),
                float(errors[item]),
                float(errors[item] / abs(right[item])) if right[item] else None,
            )
            for item in np.argsort(-errors, kind="stable")[:WORST].tolist()
        ),
        notices=tuple(notices),
    )
