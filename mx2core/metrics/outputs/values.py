"""Scores of predicted numbers, rankings and texts, as systems of other kinds give them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_choice, wrong_choice
from ...errors import ScoresError
from ..known_answers import unpaired

REGRESSION = ("mae", "mse", "rmse", "r2", "mre", "mape")
RANKING = ("map", "mrr", "cg", "dcg", "ndcg", "dcg_exp", "ndcg_exp")
TEXT = ("bleu", "recall")

_RELATIVE = ("mre", "mape")
_GAINED = re.compile(r"(?P<kind>p|cg|dcg|ndcg|dcg_exp|ndcg_exp)(?:@(?P<k>[1-9][0-9]*))?")
_LARGEST_EXPONENT = 1000  # 2^relevance is a finite number up to here
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_LONGEST_WORDS = 3.0  # letters a word on average; Chinese cut into words has less than two
_FEWEST_UNSPACED = 0.1  # of all characters; a quotation in another script does no harm


def regression_scores(
    gold: ArrayLike,
    predicted: ArrayLike,
    *,
    metrics: Sequence[str] = REGRESSION,
    weights: ArrayLike | None = None,
) -> dict[str, float]:
    """MAE, MSE, RMSE, R², MRE and MAPE by the names of `REGRESSION`.

    MRE is the mean of the relative errors |predicted - gold| / |gold|, and MAPE their
    median, which a few large ones do not move. Many libraries call the mean MAPE.

    Parameters
    ----------
    gold, predicted : array_like of float, shape (n_items,)
    metrics : sequence of str
        Those wanted.
    weights : array_like of float, shape (n_items,), optional
        What each item counts, 0 or more; 1 if not given.

    Raises
    ------
    ScoresError
        If there are fewer than two items, the arrays differ in length, a value is not
        finite, a metric is not known, a weight cannot be used, or a relative error is asked
        for and a right value is 0.

    Examples
    --------
    >>> scores = mx.metrics.regression_scores([1, 2, 4], [1, 3, 3])
    >>> round(scores["mae"], 4), round(scores["rmse"], 4)
    (0.6667, 0.8165)
    """
    for name in metrics:
        check_choice("metrics", name, REGRESSION, ScoresError)
    right, estimates = np.asarray(gold, dtype=np.float64), np.asarray(predicted, dtype=np.float64)
    if right.shape != estimates.shape or right.ndim != 1 or len(right) < 2:
        raise unpaired(right.size, estimates.size, least=2)
    _check_finite(right, "gold")
    _check_finite(estimates, "predicted")
    weight = checked_weights(weights, len(right))
    right, estimates, weight = (column[weight > 0] for column in (right, estimates, weight))
    zeros = int((right == 0).sum())
    if zeros and set(metrics) & set(_RELATIVE):
        raise ScoresError(
            "MRE and MAPE are undefined: {zeros} of {n} right values are 0. Choose {others}.",
            zeros=zeros,
            n=len(right),
            others=", ".join(name for name in REGRESSION if name not in _RELATIVE),
        )
    errors = np.abs(estimates - right)
    compute: dict[str, Callable[[], Any]] = {
        "mae": lambda: np.average(errors, weights=weight),
        "mse": lambda: np.average(errors**2, weights=weight),
        "rmse": lambda: np.sqrt(np.average(errors**2, weights=weight)),
        "r2": lambda: _explained(right, errors, weight),
        "mre": lambda: np.average(errors / np.abs(right), weights=weight),
        "mape": lambda: weighted_quantile(errors / np.abs(right), 0.5, weight),
    }
    return {name: float(compute[name]()) for name in metrics}


def _explained(right: NDArray[np.float64], errors: NDArray[np.float64], weight: NDArray[np.float64]) -> float:
    """R²; as scikit-learn has it, 1 or 0 where all right values are the same."""
    mean = np.average(right, weights=weight)
    spread, rest = float((weight * (right - mean) ** 2).sum()), float((weight * errors**2).sum())
    return 1 - rest / spread if spread else float(not rest)


def weighted_quantile(values: NDArray[np.float64], q: float, weight: NDArray[np.float64]) -> float:
    """The value below which a share q of the weight lies; the middle of two where it falls between them.

    Items of weight w count like w equal ones; with equal weights the half is the median.
    """
    order = np.argsort(values, kind="stable")
    below = np.cumsum(weight[order])
    wanted, least, last = q * below[-1], 1e-12 * below[-1], len(values) - 1
    first = min(int(np.searchsorted(below, wanted - least)), last)
    second = min(int(np.searchsorted(below, wanted + least)), last)
    return float(values[order[first]] + values[order[second]]) / 2


def checked_weights(weights: ArrayLike | None, n_items: int) -> NDArray[np.float64]:
    """What each item counts, shape (n_items,); 1 where nothing was given."""
    if weights is None:
        return np.ones(n_items)
    values = np.asarray(weights, dtype=np.float64)
    if values.shape != (n_items,) or not np.isfinite(values).all() or (values < 0).any() or not values.sum():
        raise ScoresError("Each of the {n} items needs a weight of 0 or more, not all 0.", n=n_items)
    return values


@dataclass(frozen=True, slots=True, eq=False)
class _Query:
    relevance: NDArray[np.float64]
    scores: NDArray[np.float64]
    n_relevant: int  # in all, whether they are candidates or not


def ranking_scores(
    relevance: Sequence[ArrayLike],
    scores: Sequence[ArrayLike],
    *,
    metrics: Sequence[str] = RANKING,
    n_relevant: Sequence[int] | None = None,
    names: Sequence[str] | None = None,
) -> dict[str, float]:
    """MAP, MRR, P, CG, DCG and NDCG, means over queries, by the names of `RANKING`.

    `p@5` is the share of relevant ones among the first five. CG, DCG and NDCG gain the relevance of
    a candidate; `dcg_exp` and `ndcg_exp` gain 2^relevance - 1. `ndcg@5` sees the first five candidates
    only, and so on. Of equal scores the mean gain counts for these, and the worst order for MAP and MRR.

    Parameters
    ----------
    relevance : sequence of array_like of float
        For each query how relevant its candidates are, 0 or more; above 0 counts as
        relevant for MAP and MRR.
    scores : sequence of array_like of float
        What the system ranks the candidates by, larger first.
    metrics : sequence of str
        Those wanted.
    n_relevant : sequence of int, optional
        For each query how many relevant documents there are in all, by which MAP
        divides: some may not be among the candidates. Without it all of them are.
    names : sequence of str, optional
        What messages call the queries; 1, 2, ... if not given.

    Returns
    -------
    dict
        All queries count. One without a relevant candidate has 0 for each score.

    Raises
    ------
    ScoresError
        If there are no queries, a query has no candidates, a value is negative or not
        finite, lengths differ, or a metric is not known.

    Examples
    --------
    >>> ratings, ranked = [5, 3, 2, 1, 2, 4, 0], [7, 6, 5, 4, 3, 2, 1]
    >>> round(ranking_scores([ratings], [ranked], metrics=["ndcg_exp@5"])["ndcg_exp@5"], 4)
    0.8296
    """
    computed = {name: _ranking_score(name) for name in metrics}
    queries = _queries(relevance, scores, n_relevant, names)
    return {name: float(np.mean([score(query) for query in queries])) for name, score in computed.items()}


def _ranking_score(name: str) -> Callable[[_Query], float]:
    """What a metric makes of a query."""
    if name == "map":
        return _average_precision
    if name == "mrr":
        return _reciprocal_rank
    parts = _GAINED.fullmatch(name)
    if parts is None:
        raise wrong_choice("metrics", name, (*RANKING, "ndcg@5"), ScoresError)
    kind, _, exponential = parts["kind"].partition("_")
    k = int(parts["k"]) if parts["k"] else None

    def score(query: _Query) -> float:
        if kind == "p":
            relevant = (query.relevance > 0).astype(np.float64)
            return _cumulated(relevant, query.scores, k, discounted=False) / (k or len(relevant))
        gain = exponential_gain(query.relevance) if exponential else query.relevance
        reached = _cumulated(gain, query.scores, k, discounted=kind != "cg")
        if kind != "ndcg":
            return reached
        best = _cumulated(gain, gain, k, discounted=True)
        return reached / best if best else 0.0

    return score


def _average_precision(query: _Query) -> float:
    """Precision at each relevant candidate, over all relevant documents; equal scores are taken together."""
    relevant = query.relevance > 0
    if not relevant.any():
        return 0.0
    _, group, sizes = np.unique(-query.scores, return_inverse=True, return_counts=True)
    found = np.bincount(group, weights=relevant)
    precision = np.cumsum(found) / np.cumsum(sizes)
    return float(found @ precision) / query.n_relevant


def _reciprocal_rank(query: _Query) -> float:
    relevant = query.relevance > 0
    if not relevant.any():
        return 0.0
    best = query.scores[relevant].max()
    return 1 / (1 + int((query.scores[~relevant] >= best).sum()))


def exponential_gain(relevance: NDArray[np.float64]) -> NDArray[np.float64]:
    """2^relevance - 1, if that can be stored."""
    if relevance.max() > _LARGEST_EXPONENT:
        raise ScoresError(
            "The gain 2^relevance - 1 overflows at {value:g}; use relevances up to {largest}, or "
            "metrics without _exp.",
            value=float(relevance.max()),
            largest=_LARGEST_EXPONENT,
        )
    gain: NDArray[np.float64] = np.exp2(relevance) - 1
    return gain


def _cumulated(
    gain: NDArray[np.float64], scores: NDArray[np.float64], k: int | None, *, discounted: bool
) -> float:
    """Gain of the first k candidates; candidates with equal scores gain their mean."""
    _, group, sizes = np.unique(-scores, return_inverse=True, return_counts=True)
    mean = np.bincount(group, weights=gain) / sizes
    ranked = np.repeat(mean, sizes)[:k]
    weights = 1 / np.log2(np.arange(len(ranked)) + 2) if discounted else np.ones(len(ranked))
    return float(ranked @ weights)


def _queries(
    relevance: Sequence[ArrayLike],
    scores: Sequence[ArrayLike],
    n_relevant: Sequence[int] | None,
    names: Sequence[str] | None,
) -> list[_Query]:
    n = len(relevance)
    named = names if names is not None else [str(i + 1) for i in range(n)]
    if not n or len(scores) != n or (n_relevant is not None and len(n_relevant) != n):
        raise ScoresError(
            "Rankings need relevances, scores and relevant documents of equal queries; found "
            "{n_relevance}, {n_scores} and {n_numbers}.",
            n_relevance=n,
            n_scores=len(scores),
            n_numbers=n if n_relevant is None else len(n_relevant),
        )
    queries = []
    for i in range(n):
        right, scored = np.asarray(relevance[i], dtype=np.float64), np.asarray(scores[i], dtype=np.float64)
        if right.shape != scored.shape or right.ndim != 1 or not len(right):
            raise ScoresError(
                "Query {query} has {n_gold} relevances and {n_predicted} scores; give one each.",
                query=named[i],
                n_gold=right.size,
                n_predicted=scored.size,
            )
        if not (np.isfinite(right).all() and np.isfinite(scored).all() and (right >= 0).all()):
            raise ScoresError(
                "Query {query} has a missing score, or a missing or negative relevance.", query=named[i]
            )
        among = int((right > 0).sum())
        in_all = among if n_relevant is None else int(n_relevant[i])
        if n_relevant is not None and (in_all != n_relevant[i] or in_all < max(among, 1)):
            raise ScoresError(
                "Query {query} needs a whole number of relevant documents from {least}; found {number}.",
                query=named[i],
                least=max(among, 1),
                number=n_relevant[i],
            )
        queries.append(_Query(right, scored, in_all))
    return queries


def unspaced(texts: Sequence[str]) -> bool:
    """Whether these are in a script without spaces between words, and not cut into words."""
    words = [word for text in texts for word in text.split()]
    letters = [len(_UNSPACED.findall(word)) for word in words]
    enough = max(_FEWEST_UNSPACED * sum(map(len, words)), _LONGEST_WORDS * sum(n > 0 for n in letters))
    return sum(letters) > enough


def _check_finite(values: NDArray[np.float64], name: str) -> None:
    wrong = np.flatnonzero(~np.isfinite(values))
    if len(wrong):
        raise ScoresError("`{name}` is not a number at item {item}.", name=name, item=wrong[0] + 1)
