"""What each unit adds to the score of the fold that validated it, so that the mean is that score."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ...errors import ScoresError
from ...metrics import METRICS, correct_spans, label_counts, unit_sums
from ...metrics.fold_sums import ratio
from ...metrics.known_metrics import basis_of
from ..run.folds import FoldResult
from .scoring import Answered, Metric, Scorer, metric_name, sums_of

Floats = NDArray[np.float64]
_CHUNK = 2_000_000  # numbers at a time


def unit_values(
    scorer: Scorer, result: FoldResult, metric: Metric, within: NDArray[np.bool_] | None = None
) -> Floats:
    """Each validated unit's share of a fold's score, (n_units,) ascending; their mean is the score.

    `within`, bool of the validated units ascending, scores these units alone, as if the fold had no
    others.

    Scores of counts, and ratios of sums, are linearized: with the derivatives g by tp, fp and fn a
    unit with counts c has score + n (g . c). Others are divided by the jackknife: score + (n - 1)
    (mean of the scores without one unit - score without this unit).
    """
    scorer.check_metric(metric)
    fold = scorer.answered(result) if within is None else _subset(scorer.answered(result), within)
    n_units = int(fold.units.max(initial=-1)) + 1
    if n_units == 0:
        return np.zeros(0)
    basis = basis_of(metric)
    if isinstance(metric, str) and basis == "sums":
        return _sum_shares(fold, metric, n_units)
    if isinstance(metric, str):
        gold, predicted = fold.chunks
        by_label = label_counts(gold, predicted, labels=scorer.labels)
        gradient = scorer.gradient(metric, by_label)
        if gradient is not None:
            sums = unit_sums(
                gold, predicted, starts=fold.starts, units=fold.units, labels=scorer.labels, weights=gradient
            )
            score = scorer.score_counts(by_label, metric)
            assert score is not None
            return float(score) + n_units * sums
        if basis in ("seen words", "unseen words"):
            return _vocabulary(scorer, result, metric, within)
    return _jackknife(scorer, fold, metric, n_units)


def has_unit_parts(scorer: Scorer, metric: Metric) -> bool:
    """Whether a score is divided among units without scoring a fold once for each of them."""
    if not isinstance(metric, str):
        return False
    if basis_of(metric) not in (None, "counts", "fold") or (
        metric in METRICS and METRICS[metric].weighted is not None
    ):
        return True
    return scorer.gradient(metric, np.zeros((len(scorer.labels), 3), np.int64)) is not None


def _vocabulary(scorer: Scorer, result: FoldResult, metric: str, within: NDArray[np.bool_] | None) -> Floats:
    """Known or unknown words that were found, of all units or of some."""
    fold = scorer.answered(result)
    gold, predicted, is_known = scorer.vocabulary(result)
    asked = is_known if basis_of(metric) == "seen words" else ~is_known
    unit = fold.units[np.searchsorted(fold.starts, gold.start, side="right") - 1]
    n_units = int(fold.units.max()) + 1
    recalled, wholes = (
        np.bincount(unit, counted, n_units).astype(float)
        for counted in (asked & correct_spans(predicted, gold), asked)
    )
    return _shares(recalled, wholes) if within is None else _shares(recalled[within], wholes[within])


def _sum_shares(fold: Answered, metric: str, n_units: int) -> Floats:
    """Shares of a ratio of sums, or the jackknife of another function of sums."""
    rows = sums_of(fold, metric)
    sums = np.stack([np.bincount(fold.units, column, n_units).astype(float) for column in rows.T], axis=1)
    of_sums = METRICS[metric].of_sums
    if of_sums is ratio:
        return _shares(sums[:, 0], sums[:, 1])
    total = sums.sum(axis=0)
    return _pseudo_values(float(of_sums(total)), of_sums(total - sums), metric)


def _shares(parts: Floats, wholes: Floats) -> Floats:
    """Each unit's share of a ratio of sums; 0 where there is nothing to divide by."""
    whole = wholes.sum()
    if not whole:
        return np.zeros(len(parts))
    ratio = parts.sum() / whole
    values: Floats = ratio + len(parts) * (parts - ratio * wholes) / whole
    return values


def _jackknife(scorer: Scorer, fold: Answered, metric: Metric, n_units: int) -> Floats:
    score = scorer.score_of(fold, metric)
    units = np.arange(n_units)
    weighted = METRICS[metric].weighted if isinstance(metric, str) else None
    if weighted is None:
        without = np.array([scorer.score_of(_subset(fold, units != unit), metric) for unit in units])
    else:
        of_item = np.repeat(fold.units, np.diff(fold.starts))
        step = max(1, _CHUNK // len(of_item))
        parts = [units[start : start + step, None] != of_item for start in range(0, n_units, step)]
        without = np.concatenate([weighted(fold, rest.astype(np.float64)) for rest in parts])
    return _pseudo_values(score, without, metric)


def _pseudo_values(score: float, jackknife: Floats, metric: Metric) -> Floats:
    if not (np.isfinite(score) and np.isfinite(jackknife).all()):
        raise ScoresError(
            "{metric} cannot be divided among units; choose another metric.", metric=metric_name(metric)
        )
    values: Floats = score + (len(jackknife) - 1) * (jackknife.mean() - jackknife)
    return values


def _subset(fold: Answered, within: NDArray[np.bool_]) -> Answered:
    """The fold as if it had some of its units only."""
    lengths = np.diff(fold.starts)
    stay = within[fold.units]
    items = np.repeat(stay, lengths)
    return replace(
        fold,
        gold=fold.gold[items],
        predicted=fold.predicted[items],
        starts=np.concatenate(([0], np.cumsum(lengths[stay]))),
        units=np.cumsum(within)[fold.units[stay]] - 1,
        class_scores=None if fold.class_scores is None else fold.class_scores[items],
    )
