"""What each unit adds to the score of the fold that validated it, so that the mean is that score."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..errors import ScoresError
from ..metrics import found_in, token_counts, unit_sums
from .folds import FoldResult
from .scoring import VOCABULARY, Answered, Metric, Scorer, metric_name

Floats = NDArray[np.float64]


def unit_values(scorer: Scorer, result: FoldResult, metric: Metric) -> Floats:
    """Each validated unit's share of a fold's score, (n_units,) ascending; their mean is the score.

    Scores of counts are linearised: with the derivatives g by tp, fp and fn a unit with counts
    c has score + n (g . c). Others are divided by the jackknife: score + (n - 1) (mean of the
    scores without one unit - score without this unit).

    Raises
    ------
    ScoresError
        If the metric is not known, or not defined without one of the units.
    """
    scorer.check_metric(metric)
    fold = scorer.answered(result)
    n_units = int(fold.units.max(initial=-1)) + 1
    if isinstance(metric, str):
        gradient = scorer.gradient(metric, scorer.counts(result).by_label)
        if gradient is not None:
            sums = unit_sums(
                *scorer.chunks(result),
                starts=fold.starts,
                units=fold.units,
                labels=scorer.labels,
                weights=gradient,
            )
            return scorer.score(result, metric) + n_units * sums
        if metric in ("accuracy", "error_rate"):
            right, items = token_counts(
                fold.gold, fold.predicted, starts=fold.starts, units=fold.units
            ).T.astype(float)
            shares = _shares(right, items)
            return shares if metric == "accuracy" else 1 - shares
        if metric in VOCABULARY:
            gold, predicted, is_known = scorer.vocabulary(result)
            asked = is_known if metric == "iv_recall" else ~is_known
            sentence = np.searchsorted(fold.starts, gold.start, side="right") - 1
            unit = fold.units[sentence]
            found = np.bincount(unit, asked & found_in(predicted, gold), n_units)
            return _shares(found.astype(float), np.bincount(unit, asked, n_units).astype(float))
    return _jackknife(scorer, result, fold, metric, n_units)


def has_unit_parts(scorer: Scorer, metric: Metric) -> bool:
    """Whether a score of counts is asked for, which is divided among units without a jackknife."""
    if not isinstance(metric, str):
        return False
    if metric in ("accuracy", "error_rate") or metric in VOCABULARY:
        return True
    return scorer.gradient(metric, np.zeros((len(scorer.labels), 3), np.int64)) is not None


def _shares(parts: Floats, wholes: Floats) -> Floats:
    """Each unit's share of a ratio of sums; 0 where there is nothing to divide by."""
    whole = wholes.sum()
    if not whole:
        return np.zeros(len(parts))
    ratio = parts.sum() / whole
    values: Floats = ratio + len(parts) * (parts - ratio * wholes) / whole
    return values


def _jackknife(scorer: Scorer, result: FoldResult, fold: Answered, metric: Metric, n_units: int) -> Floats:
    score = scorer.score(result, metric)
    without = np.array([scorer.score_of(_without(fold, unit), metric) for unit in range(n_units)])
    if not (np.isfinite(score) and np.isfinite(without).all()):
        raise ScoresError(
            "The score {metric} cannot be divided among units: it is not defined for a fold, or without one "
            "of its units. Choose a score of counts, such as accuracy or f1.",
            metric=metric_name(metric),
        )
    values: Floats = score + (n_units - 1) * (without.mean() - without)
    return values


def _without(fold: Answered, unit: int) -> Answered:
    """The fold as if a unit had not been in it."""
    lengths = np.diff(fold.starts)
    stay = fold.units != unit
    items = np.repeat(stay, lengths)
    units = fold.units[stay]
    return replace(
        fold,
        gold=fold.gold[items],
        predicted=fold.predicted[items],
        starts=np.concatenate(([0], np.cumsum(lengths[stay]))),
        units=units - (units > unit),
        class_scores=None if fold.class_scores is None else fold.class_scores[items],
    )
