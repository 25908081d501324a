"""Models that no split changes: how they are told, and the test that suits them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...errors import ScoresError
from ...inference import (
    BootstrapScore,
    McNemarTest,
    RandomizationTest,
    approximate_randomization_test,
    bootstrap_score,
    mcnemar_test,
    share_interval,
)
from ...inference.checks import Alternative
from ...metrics import METRICS, oriented, unit_label_counts
from ...metrics.known_metrics import MEANS, basis_of
from ..run.folds import FoldResult
from .evaluation import Evaluation
from .result import Comparison
from .scoring import Scorer, sums_of

Floats = NDArray[np.float64]
SHARES = ("accuracy", "error_rate", "subset_accuracy")  # of items, by sums


def same_in_every_split(comparison: Comparison, *models: int | str) -> bool:
    """Whether models predicted the same for each unit, whatever they were trained on.

    One split shows nothing of it, so there the answer is no.

    >>> mx.training.same_in_every_split(result, "A")
    True
    """
    rows = [row for model in models or comparison.models for row in comparison.runs(model)]
    codes = comparison.predicted[rows]
    return bool(comparison.m > 1 and comparison.finished[rows].all() and (codes == codes[:, :1]).all())


def fixed_models_test(
    predictions: Comparison | Evaluation,
    a: int | str,
    b: int | str,
    *,
    metric: str = "f1",
    clusters: ArrayLike | None = None,
    **options: Any,
) -> RandomizationTest:
    r"""Approximate randomization test and paired bootstrap of two models that no split changes.

    Parameters
    ----------
    predictions : Comparison or Evaluation
        A comparison whose models predict the same in every split, or what
        `read_fixed_predictions` gives.
    metric : str
        A score of counts: accuracy, precision, recall, F and their averages; or mae, of numbers.
    clusters : array_like, shape (n_units,), optional
        Document of each unit, where units depend on each other.
    **options
        `alpha`, `alternative`, `n_runs` and `seed` of `approximate_randomization_test`.

    Returns
    -------
    RandomizationTest
        `difference` is how far A is ahead: B − A of an error.

    Raises
    ------
    ScoresError
        If predictions change with the split, or the metric is no score of counts.

    Examples
    --------
    >>> lines = [
    ...     f'{{"model": "{model}", "unit_id": "{id}", "predicted": "N {tag}"}}'
    ...     for model, tag in (("A", "V"), ("B", "N"))
    ...     for id in corpus.unit_ids
    ... ]
    >>> found = mx.io.read_fixed_predictions("\n".join(lines).encode(), corpus)
    >>> mx.training.fixed_models_test(found, "A", "B", metric="accuracy").difference
    0.5
    """
    if isinstance(predictions, Comparison):
        _check_fixed(predictions, a, b)
        predictions = predictions.evaluation
    counts, score = _counts_and_score(predictions.scorer, metric)
    first, second = (_sum_by_unit(predictions, model, counts) for model in (a, b))
    # Sums over as many seeds for both: then exchanging them is fair, and counts stay whole numbers.
    n_a, n_b = len(predictions.runs(a)), len(predictions.runs(b))
    first, second = first * n_b, second * n_a

    def oriented_score(sums: Floats) -> Floats:
        return oriented(score(sums), bool(predictions.known_direction(metric)))

    items = first[:, 1] if metric in MEANS else None
    clusters = _unit_clusters(predictions, clusters)
    return approximate_randomization_test(
        first, second, score=oriented_score, clusters=clusters, items=items, **options
    )


def fixed_model_score(
    predictions: Comparison | Evaluation,
    model: int | str,
    *,
    metric: str = "f1",
    clusters: ArrayLike | None = None,
    **options: Any,
) -> BootstrapScore:
    r"""The score of one model that no split changes, with an interval over units.

    Of accuracy, precision, recall and F, not of macro and weighted ones, that of `share_interval`.

    Parameters
    ----------
    predictions, metric, clusters
        As in `fixed_models_test`.
    **options
        `level`, `n_runs` and `seed` of `bootstrap_score`.

    Raises
    ------
    ScoresError
        As `fixed_models_test`.

    Examples
    --------
    >>> lines = [
    ...     f'{{"model": "{model}", "unit_id": "{id}", "predicted": "N {tag}"}}'
    ...     for model, tag in (("A", "V"), ("B", "N"))
    ...     for id in corpus.unit_ids
    ... ]
    >>> found = mx.io.read_fixed_predictions("\n".join(lines).encode(), corpus)
    >>> mx.training.fixed_model_score(found, "B", metric="accuracy").score
    0.5
    """
    if isinstance(predictions, Comparison):
        _check_fixed(predictions, model)
        predictions = predictions.evaluation
    counts, score = _counts_and_score(predictions.scorer, metric)
    of_units = _sum_by_unit(predictions, model, counts)
    together = _unit_clusters(predictions, clusters)
    found = bootstrap_score(of_units, score, clusters=together, **options)
    share: tuple[Floats, Floats, float] | None = None
    if metric in SHARES:
        share = of_units[:, 0], of_units[:, 1], 0.0
    elif basis_of(metric) != "sums":
        share = predictions.scorer.share(metric, of_units.reshape(len(of_units), -1, 3))
    if share is None:
        return found
    groups = np.arange(len(of_units)) if together is None else np.unique(together, return_inverse=True)[1]
    part, whole = (np.bincount(groups, one) for one in share[:2])
    lower, upper = share_interval(part, whole, beta=share[2], level=found.level)
    return replace(found, lower=lower, upper=upper)


def fixed_mcnemar(
    predictions: Evaluation, a: str, b: str, *, alternative: Alternative = "two-sided"
) -> McNemarTest | None:
    """McNemar's test on all units; None of numbers, which are not right or wrong, and of several seeds."""
    if predictions.task == "numbers" or predictions.seeds:
        return None
    counts = predictions.discordant(a, b).reshape(-1, 2)[:2].sum(axis=0)
    return mcnemar_test(*counts.tolist(), alternative=alternative)


def _check_fixed(predictions: Comparison, *models: int | str) -> None:
    if not same_in_every_split(predictions, *models):
        raise ScoresError(
            "Predictions of {models} differ between splits, or are single; use the out-of-fold test.",
            models=", ".join(map(str, models)),
        )


def _counts_and_score(
    scorer: Scorer, metric: str
) -> tuple[Callable[[FoldResult], Floats], Callable[[Floats], Floats]]:
    """Counts of units, and what a metric makes of their sums."""
    scorer.check_metric(metric)
    n_labels = len(scorer.labels)
    empty = np.zeros((n_labels, 3), np.int64)
    of_sums = METRICS[metric].of_sums if basis_of(metric) == "sums" else None
    if of_sums is None and scorer.score_counts(empty, metric) is None:
        raise ScoresError(
            "{metric} is not made of counts; choose accuracy, precision, recall or F.", metric=metric
        )

    def counts(result: FoldResult) -> Floats:
        fold = scorer.answered(result)
        if of_sums is not None:
            return np.stack([np.bincount(fold.units, column) for column in sums_of(fold, metric).T], axis=1)
        by_label = unit_label_counts(
            *scorer.chunks(result), starts=fold.starts, units=fold.units, labels=scorer.labels
        )
        return by_label.reshape(len(by_label), -1).astype(np.float64)

    def score(sums: Floats) -> Floats:
        if of_sums is not None:
            return of_sums(sums)
        scores = scorer.score_counts(sums.astype(np.int64).reshape(len(sums), n_labels, 3), metric)
        assert scores is not None  # asked above
        return scores

    return counts, score


def _sum_by_unit(evaluation: Evaluation, model: int | str, counts: Callable[[FoldResult], Floats]) -> Floats:
    """What one model adds on every unit, from the folds that cover each unit once; over seeds the sum."""
    rows = evaluation.runs(model)
    covered = _covered(evaluation)
    values: Floats | None = None
    for result in evaluation.results:
        if result.model in rows and result.fold < 2:
            of_fold = counts(result)
            values = np.zeros((len(covered), of_fold.shape[1])) if values is None else values
            values[np.isin(covered, evaluation.folds[result.fold][1])] += of_fold
    assert values is not None  # a finished model has folds
    return values


def _covered(evaluation: Evaluation) -> NDArray[np.int64]:
    """The units that were predicted, ascending: all, or those of a part of the corpus."""
    return np.unique(np.concatenate([units for _, units in evaluation.folds[:2]]))


def _unit_clusters(evaluation: Evaluation, clusters: ArrayLike | None) -> ArrayLike | None:
    return None if clusters is None else np.asarray(clusters)[_covered(evaluation)]
