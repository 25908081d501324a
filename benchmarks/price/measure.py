"""Scores of models on sets of splits of many corpora, and all that they say of one method.

The spread over the splits of one corpus and the spread over corpora are never mixed:
an array of scores has one axis for each.
"""

from collections.abc import Callable, Mapping

import numpy as np

from benchmarks.trials.known_truth import bias, error, masks_of, shift, spread, spread_ratio
from mx2core.studies.resampling import Estimate

DIFFERENCE = "A−B"

Model = Callable[..., np.ndarray]  # (sample, train) -> share of right answers for each row of train


def designs(labels, method, m, n_sets):
    """n_sets sets of m splits of each corpus, shape (n_corpora, n_sets, m, n_units).

    Parameters
    ----------
    labels : ndarray of int, shape (n_corpora, n_units)
        The class of each unit, which is the attribute that splits are to share.
    """
    n_corpora, n_units = labels.shape
    masks = np.empty((n_corpora, n_sets, m, n_units), bool)
    for c, y in enumerate(labels):
        counts = np.eye(labels.max() + 1, dtype=np.int64)[y]
        for k in range(n_sets):
            masks[c, k] = masks_of(method, counts, m, seed=c * n_sets + k)
    return masks


def set_scores(samples, masks, models: Mapping[str, Model]):
    """Mean score of each set of splits, every split used both ways, shape (n_models, n_corpora, n_sets)."""
    n_corpora, n_sets, m, n_units = masks.shape
    result = np.empty((len(models), n_corpora, n_sets))
    for c, sample in enumerate(samples):
        folds = np.concatenate([masks[c], ~masks[c]], axis=1).reshape(-1, n_units)
        for a, model in enumerate(models.values()):
            result[a, c] = model(sample, folds).reshape(n_sets, 2 * m).mean(axis=1)
    return result


def with_difference(scores):
    """Scores of models A and B, and of A minus B, from an array with the two along its first axis."""
    return {"A": scores[0], "B": scores[1], DIFFERENCE: scores[0] - scores[1]}


def found(scores, base, truth):
    """All the figures of one method, by name; `base` are the scores on random halves.

    spread: over the sets of one corpus, where there are several. error: root mean
    square distance of a set's score from the truth, over corpora. Ratios are to
    random halves.
    """
    result = {"bias": bias(scores, truth), "error": plain(error(scores, truth))}
    several = scores.shape[1] > 1
    if several:
        result["spread"] = plain(spread(scores))
    if scores is not base:
        result["shift"] = shift(scores, base)
        result["error ratio"] = plain(error(scores, truth) / error(base, truth))
        if several:
            result["spread ratio"] = spread_ratio(scores, base)
    return result


def plain(value):
    """A number whose interval was not asked for."""
    return Estimate(value, None, None)
