"""Scores of models on sets of splits of many corpora, and what they say: bias and two spreads.

The spread over the splits of one corpus and the spread over corpora are never mixed:
an array of scores has one axis for each.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

import mx2core as mx

METHODS = ("random", "block", "balanced", "centered", "floor", "filter")
CANDIDATES, SHARE = 1000, 0.05  # of "filter": the best 5 % of 1,000 random halves, as in section 6.2
DIFFERENCE = "A−B"
RESAMPLES = 2000

Model = Callable[..., np.ndarray]  # (sample, train) -> share of right answers for each row of train


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and its 95 % interval."""

    value: float
    lower: float
    upper: float

    @classmethod
    def of_mean(cls, values):
        """Mean of independent values and its normal interval."""
        half = 1.96 * np.std(values, ddof=1) / np.sqrt(len(values))
        return cls(float(np.mean(values)), float(np.mean(values) - half), float(np.mean(values) + half))

    @classmethod
    def of_resamples(cls, value, resampled):
        return cls(float(value), *np.quantile(resampled, [0.025, 0.975]).tolist())


def build(method, counts, m, seed):
    """Masks of m splits, shape (m, n_units)."""
    if method == "random":
        return mx.random_partitions(counts.shape[0], m, seed).masks
    if method == "block":
        return mx.block_partitions(counts.shape[0], m, seed).masks
    if method == "filter":
        return mx.selected_partitions([counts], m, share=SHARE, n_candidates=CANDIDATES, seed=seed).masks
    return mx.regularized_partitions([counts], m, seed, method).masks


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
            masks[c, k] = build(method, counts, m, seed=c * n_sets + k)
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


def true_scores(population, models, n_train, *, n_runs, n_fresh, seed):
    """Score of a model trained on n_train units and met with n_fresh others, (n_models, n_runs)."""
    result = np.empty((len(models), n_runs))
    for run in range(n_runs):
        sample = population.draw(n_train + n_fresh, (seed, run))
        train = (np.arange(len(sample.y)) < n_train)[None]
        result[:, run] = [model(sample, train)[0] for model in models.values()]
    return result


def bias(scores, truth):
    """Mean distance of set scores (n_corpora, n_sets) from the truth (n_runs,), over corpora."""
    of_corpora = Figure.of_mean(scores.mean(axis=1))
    of_truth = Figure.of_mean(truth)
    half = np.hypot(of_corpora.upper - of_corpora.value, of_truth.upper - of_truth.value)
    value = of_corpora.value - of_truth.value
    return Figure(value, value - half, value + half)


def shift(scores, random):
    """Mean distance from the scores on random halves of the same corpora."""
    return Figure.of_mean(scores.mean(axis=1) - random.mean(axis=1))


def spread(scores):
    """Standard deviation over the sets of one corpus, pooled over corpora."""
    return float(np.sqrt(scores.var(axis=1, ddof=1).mean()))


def spread_ratio(scores, random, seed=0):
    """Of the spreads of two methods, the corpora resampled."""
    variances, base = scores.var(axis=1, ddof=1), random.var(axis=1, ddof=1)
    drawn = np.random.default_rng(seed).integers(0, len(variances), (RESAMPLES, len(variances)))
    resampled = np.sqrt(variances[drawn].mean(axis=1) / base[drawn].mean(axis=1))
    return Figure.of_resamples(np.sqrt(variances.mean() / base.mean()), resampled)


def error(scores, truth):
    """Root mean square distance of one set's score from the truth, over corpora."""
    return float(np.sqrt(((scores - truth.mean()) ** 2).mean()))


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
    return Figure(float(value), float("nan"), float("nan"))
