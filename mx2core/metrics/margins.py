"""A difference too small to matter: what is proposed for a metric before anyone looks at a difference.

A margin is a judgement of those who use the scores. What is proposed is one hundredth of what the
metric can be: one point of a score from 0 to 1, one of a score in percent. An error in units of its
own (RMSE, perplexity, a cost) has no range, so it is one hundredth of the smaller of both scores.
That is the same whichever model is ahead, so proposing it tells nothing of the difference.
"""

from __future__ import annotations

from functools import lru_cache
from math import floor, log10
from re import Pattern

import numpy as np
from numpy.typing import ArrayLike

from ..brief import frozen
from ..errors import Notice
from .direction import name_pattern, squeezed

POINT = 0.01
"""Share of a metric's range, or of a score, that is proposed as too small to matter."""

_STEPS = (1.0, 2.0, 5.0)
_WITHOUT_RANGE = """
mae, mean absolute error, mse, mean squared error, mean square error, rmse, root mean squared error,
root mean square error, medae, median absolute error, max error, squared error, squared loss,
absolute error, absolute loss, msle, mean squared log error, rmsle, root mean squared log error,
neg mean absolute error, neg mean squared error, neg root mean squared error, neg mean squared log error,
neg root mean squared log error, neg median absolute error, neg max error, loss, hinge loss, log loss,
neg log loss, cross entropy, cross entropy loss, nll, negative log likelihood, log likelihood, deviance,
perplexity, ppl, mre, mean relative error, relative error, mape,
mean absolute percentage error, mdape, median absolute percentage error, smape,
neg mean absolute percentage error, bpc, bits per character, bpb, bits per byte, edit distance, levenshtein,
levenshtein distance, hausdorff distance, distance, kl, kl divergence, aic, bic, cost, expected cost,
regret, risk, mean rank, average rank, cg, cumulative gain, dcg, discounted cumulative gain, dcg exp,
均方误差, 均方根误差, 平均绝对误差, 误差, 损失, 交叉熵, 困惑度, 代价, 期望代价, 编辑距离
"""


@frozen
class ProposedMargin:
    value: float
    scale: str  # "proportion", "percent" or "own": of a metric without a range
    reason: Notice


def proposed_margin(metric: str, scores: ArrayLike = ()) -> ProposedMargin:
    """A difference of a metric, proposed as too small to matter.

    Parameters
    ----------
    metric : str
        Its name, in any of its usual spellings.
    scores : array_like of float
        Mean scores of the models; they tell the scale, and never which model is ahead.

    Returns
    -------
    ProposedMargin
        .01 of a score from 0 to 1, 1 of a score in percent, and of others one hundredth of the
        smaller score, at most: as 1, 2 or 5 times a power of ten, so that digits of no meaning do
        not move it.

    Examples
    --------
    >>> proposed_margin("macro-F1", [.81, .84]).value, proposed_margin("BLEU", [27.3, 28.1]).value
    (0.01, 1.0)
    >>> proposed_margin("RMSE", [37.2, 35.9]).value, proposed_margin("perplexity", [112.0, 98.7]).value
    (0.2, 0.5)
    """
    given = np.abs(np.asarray(scores, dtype=np.float64).ravel())
    sizes = given[np.isfinite(given) & (given > 0)]
    largest = float(sizes.max(initial=0.0))
    own = _plain_pattern().fullmatch(squeezed(metric)) is not None
    if (own or largest > 100) and len(sizes):
        return ProposedMargin(
            _round_below(POINT * float(sizes.min())), "own", Notice("One hundredth of the smaller score.")
        )
    if largest > 1 + 1e-9:
        return ProposedMargin(100 * POINT, "percent", Notice("One point of a score in percent."))
    return ProposedMargin(POINT, "proportion", Notice("One point of a score from 0 to 1."))


def _round_below(value: float) -> float:
    """1, 2 or 5 times a power of ten, at most the value."""
    power = floor(log10(value))
    step = max(step for step in _STEPS if step <= value / 10.0**power * (1 + 1e-12))
    return float(f"{step:g}e{power}")


@lru_cache(maxsize=1)
def _plain_pattern() -> Pattern[str]:
    return name_pattern(_WITHOUT_RANGE)
