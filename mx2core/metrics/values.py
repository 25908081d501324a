"""Scores of predicted numbers, rankings and texts, as systems of other kinds give them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..errors import ScoresError

REGRESSION = ("mae", "mse", "rmse", "r2", "mape")
RANKING = ("map", "ndcg", "mrr")
TEXT = ("bleu", "recall")


def regression_scores(gold: NDArray[np.float64], predicted: NDArray[np.float64]) -> dict[str, float]:
    """MAE, MSE, RMSE, R² and MAPE by the names of `REGRESSION`.

    Parameters
    ----------
    gold, predicted : ndarray of float, shape (n_items,)

    Raises
    ------
    ScoresError
        If there are fewer than two items, or the arrays differ in length.
    """
    from sklearn import metrics

    if gold.shape != predicted.shape or len(gold) < 2:
        raise ScoresError(
            "Scores of numbers need two items or more, as many predicted as right ones; found {n_gold} and "
            "{n_predicted}.",
            n_gold=len(gold),
            n_predicted=len(predicted),
        )
    return {
        "mae": float(metrics.mean_absolute_error(gold, predicted)),
        "mse": float(metrics.mean_squared_error(gold, predicted)),
        "rmse": float(metrics.root_mean_squared_error(gold, predicted)),
        "r2": float(metrics.r2_score(gold, predicted)),
        "mape": float(metrics.mean_absolute_percentage_error(gold, predicted)),
    }


def ranking_scores(
    relevance: Sequence[NDArray[np.float64]], scores: Sequence[NDArray[np.float64]]
) -> dict[str, float]:
    """MAP, NDCG and MRR, means over queries, by the names of `RANKING`.

    Parameters
    ----------
    relevance : sequence of ndarray of float
        For each query how relevant its candidates are, 0 or more; above 0 counts as
        relevant for MAP and MRR.
    scores : sequence of ndarray of float
        What the system ranks the candidates by, larger first; of equal ones the worst
        order counts for MRR.

    Raises
    ------
    ScoresError
        If there is no query with a relevant candidate and two candidates or more.
    """
    from sklearn.metrics import average_precision_score, ndcg_score

    usable = [
        (gold, found)
        for gold, found in zip(relevance, scores, strict=True)
        if len(gold) > 1 and (gold > 0).any()
    ]
    if not usable:
        raise ScoresError("No query has two candidates or more and a relevant one among them.")
    return {
        "map": float(np.mean([average_precision_score(gold > 0, found) for gold, found in usable])),
        "ndcg": float(np.mean([ndcg_score([gold], [found]) for gold, found in usable])),
        "mrr": float(np.mean([1 / _first_rank(gold > 0, found) for gold, found in usable])),
    }


def text_scores(
    references: Sequence[str], predicted: Sequence[str], tokenize: str | None = None
) -> dict[str, float]:
    """BLEU of the corpus (sacrebleu's, on the 0-1 scale) and recall of reference words.

    Parameters
    ----------
    references, predicted : sequence of str
    tokenize : str, optional
        A tokenizer of sacrebleu, such as "zh"; its usual one by default.

    Returns
    -------
    dict
        `bleu`, and `recall`: the share of all tokens of the references that the
        predictions have too, each counted as often as it stands in both.

    Raises
    ------
    ScoresError
        If sacrebleu is not installed.
    """
    try:
        from sacrebleu.metrics.bleu import BLEU
    except ImportError as error:
        raise ScoresError("BLEU needs the package {package}; install it.", package="sacrebleu") from error
    bleu = BLEU(tokenize=tokenize)
    pairs = [
        (Counter(bleu.tokenizer(reference).split()), Counter(bleu.tokenizer(text).split()))
        for reference, text in zip(references, predicted, strict=True)
    ]
    n_words = sum(reference.total() for reference, _ in pairs)
    n_found = sum((reference & text).total() for reference, text in pairs)
    return {
        "bleu": float(bleu.corpus_score(list(predicted), [list(references)]).score) / 100,
        "recall": n_found / n_words if n_words else 0.0,
    }


def _first_rank(relevant: NDArray[np.bool_], scores: NDArray[np.float64]) -> int:
    best = scores[relevant].max()
    return 1 + int((scores[~relevant] >= best).sum())
