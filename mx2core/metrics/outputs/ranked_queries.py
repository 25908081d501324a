"""Rankings query by query: what each scores, and what each place adds."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_range
from ...brief import frozen
from ...errors import Notice, ScoresError
from .values import checked_weights, exponential_gain, ranking_scores


@frozen
class QueryScores:
    """The scores of one query; those "at k" see the first k candidates."""

    query: str
    candidates: int
    n_relevant: int  # relevant documents in all, by which the average precision divides
    precision_at_k: float
    average_precision: float
    reciprocal_rank: float
    cg: float
    dcg: float
    ndcg: float
    dcg_exp: float  # of the gain 2^relevance - 1
    ndcg_exp: float


@frozen
class RankedQueries:
    """Each query, and the means over them."""

    k: int
    rows: tuple[QueryScores, ...]
    notices: tuple[Notice, ...]
    weights: tuple[float, ...] = ()  # of the queries; 1 each where there are none

    @property
    def summary(self) -> dict[str, float | None]:
        """MAP, MRR and the other means over queries."""
        named = {
            f"p@{self.k}": "precision_at_k",
            "map": "average_precision",
            "mrr": "reciprocal_rank",
            f"cg@{self.k}": "cg",
            f"dcg@{self.k}": "dcg",
            f"ndcg@{self.k}": "ndcg",
            f"dcg_exp@{self.k}": "dcg_exp",
            f"ndcg_exp@{self.k}": "ndcg_exp",
        }
        weights = self.weights or None
        return {
            name: float(np.average([getattr(row, of) for row in self.rows], weights=weights))
            for name, of in named.items()
        }


def ranked_queries(
    relevance: Sequence[ArrayLike],
    scores: Sequence[ArrayLike],
    *,
    k: int = 5,
    n_relevant: Sequence[int] | None = None,
    names: Sequence[str] | None = None,
    weights: ArrayLike | None = None,
) -> RankedQueries:
    """P@k, average precision, reciprocal rank, CG, DCG and NDCG of every query.

    Parameters
    ----------
    relevance, scores, n_relevant, names
        As in `ranking_scores`.
    k : int
        Candidates that are looked at, 1 or more.
    weights : array_like of float, shape (n_queries,), optional
        What each query counts in the means, 0 or more; 1 if not given.

    Raises
    ------
    ScoresError
        As `ranking_scores`; also if all candidates of a query have one score, or a weight cannot be used.

    Examples
    --------
    >>> found = mx.metrics.ranked_queries([[5, 3, 2, 1, 2, 4, 0]], [[7, 6, 5, 4, 3, 2, 1]], k=5)
    >>> found.summary["cg@5"], round(found.summary["ndcg_exp@5"], 4)
    (13.0, 0.8296)
    """
    check_range("k", k, "[1, ∞)", ScoresError)
    at = [f"p@{k}", "map", "mrr", *(f"{kind}@{k}" for kind in ("cg", "dcg", "ndcg", "dcg_exp", "ndcg_exp"))]
    ranking_scores(relevance, scores, metrics=at, n_relevant=n_relevant, names=names)  # checks all of them
    named = names if names is not None else [str(i + 1) for i in range(len(relevance))]
    rows = []
    for i, query in enumerate(named):
        right, values = np.asarray(relevance[i], np.float64), np.asarray(scores[i], np.float64)
        if len(values) > 1 and (values == values[0]).all():
            raise ScoresError(
                "All {n} candidates of query {query} score {score:g}: no ranking.",
                n=len(values),
                query=query,
                score=float(values[0]),
            )
        relevant = int((right > 0).sum()) if n_relevant is None else int(n_relevant[i])
        wanted = None if n_relevant is None else [relevant]
        found = ranking_scores([right], [values], metrics=at, n_relevant=wanted, names=[query])
        rows.append(QueryScores(query, len(values), relevant, *found.values()))
    without = [row.query for row in rows if not row.n_relevant]
    notice = Notice("Queries without a relevant document count as 0: {queries}.", {"queries": without})
    counted = () if weights is None else tuple(checked_weights(weights, len(rows)).tolist())
    return RankedQueries(k, tuple(rows), (notice,) if without else (), counted)


@frozen(eq=False)
class RankCurve:
    gain: NDArray[np.float64]  # (n_candidates,): discounted, in the order of the scores; ties have their mean
    ideal: NDArray[np.float64]  # (n_candidates,): in the best order
    precision: NDArray[np.float64]  # (n_candidates,): P@1, P@2, ...
    relevant: NDArray[np.float64]  # (n_candidates,): 1 where a relevant candidate stands; ties share


def rank_curve(relevance: ArrayLike, scores: ArrayLike, *, exponential: bool = False) -> RankCurve:
    """The places of one query; sums of `gain` over those of `ideal` are NDCG@k.

    `exponential`: gain 2^relevance - 1 instead of the relevance.
    """
    right, values = np.asarray(relevance, np.float64), np.asarray(scores, np.float64)
    gain = exponential_gain(right) if exponential else right
    places = np.arange(1, len(right) + 1)
    discount = 1 / np.log2(places + 1)
    relevant = _sort_documents((right > 0).astype(np.float64), values)
    return RankCurve(
        _sort_documents(gain, values) * discount,
        np.sort(gain)[::-1] * discount,
        np.cumsum(relevant) / places,
        relevant,
    )


def _sort_documents(gain: NDArray[np.float64], scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """Gains from the largest score down; candidates with equal scores gain their mean."""
    _, group, sizes = np.unique(-scores, return_inverse=True, return_counts=True)
    return np.repeat(np.bincount(group, weights=gain) / sizes, sizes)
