"""Metrics of a table of answers with their intervals, and the paired difference of two models."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import Notice, ScoresError
from ...inference import resampled_sums, wilson_interval
from ...inference.checks import check_level
from ...inference.classical.fixed_models import LEAST_RUNS, bootstrap_weights
from ...metrics import AnswerTable, MetricGroup
from ...metrics.outputs.values import checked_weights
from .answer_sums import Score, answer_sums

Floats = NDArray[np.float64]
SECOND, CLUSTER = "predicted_b", "cluster"
_CHUNK = 2_000_000  # numbers at a time
MOST_DRAWN = 20_000_000  # items in draws of a metric that is no function of sums
FEWEST_DRAWS = 1_000


@frozen
class MetricInterval:
    """One metric of a model, or of A minus B, and between what it may lie."""

    model: str  # "A", "B" or "A − B"
    metric: str
    value: float
    lower: float
    upper: float
    method: str  # "Wilson" or "bootstrap"


@frozen(eq=False)
class MetricIntervals:
    """Every metric with its interval, over items or over clusters of them."""

    level: float
    n_items: int
    n_clusters: int | None  # None: items are drawn one by one
    summary: dict[str, float | None]
    rows: tuple[MetricInterval, ...]
    notices: tuple[Notice, ...] = ()


def metric_intervals(
    table: AnswerTable,
    *,
    level: float = 0.95,
    positive: str | None = None,
    n_runs: int = LEAST_RUNS,
    seed: int = 0,
) -> MetricIntervals:
    r"""Metrics of answers with intervals: Wilson's of a proportion, else percentiles of a bootstrap.

    Parameters
    ----------
    table : AnswerTable
        `gold`, `predicted`; `predicted_b` of a second model; `cluster` (a document, or the unit that
        several rows are about), by which rows are drawn together.
    level : float
        Of each interval, by itself.
    positive : str, optional
        The class of precision, recall and F1; by default as in `class_scores`.
    n_runs, seed
        Of the bootstrap; both models are drawn together.

    Returns
    -------
    MetricIntervals
        Of classes accuracy, precision, recall, F1 and macro F1; of sets of labels (`sport|health`) subset
        accuracy, micro, macro and sample F1 and Hamming loss; of numbers MAE, RMSE, R² and the rank
        correlation, without draws in which it is undefined (of many rows by 1,000 draws or more).

    Raises
    ------
    ScoresError, InputError
        If a column is missing, there are fewer than two rows or clusters, or an option is not possible.

    Examples
    --------
    >>> table = mx.metrics.AnswerTable({
    ...     "gold": ("x", "y") * 30, "predicted": ("x", "y") * 30, "predicted_b": ("x", "x") * 30
    ... })
    >>> found = mx.studies.metric_intervals(table)
    >>> difference = [row for row in found.rows if row.model == "A − B" and row.metric == "accuracy"][0]
    >>> difference.value, 0.3 < difference.lower < 0.5 < difference.upper < 0.7
    (0.5, True)
    """
    check_level(level)
    columns = {"A": "predicted", **({"B": SECOND} if SECOND in table.columns else {})}
    models, notices = answer_sums(table, columns, positive)
    n_items = len(next(iter(models.values())).values)
    of_item, n_groups = np.arange(n_items), None
    if CLUSTER in table.columns:
        names, of_item = np.unique(np.array(table.texts(CLUSTER)), return_inverse=True)
        n_groups = len(names)
    if (n_items if n_groups is None else n_groups) < 2:
        raise ScoresError("Intervals need at least two rows, or two clusters.", file=table.name)
    weight = np.ones(n_items)
    if "weight" in table.columns:
        weight = checked_weights(table.numbers("weight", least=0.0), n_items)
        models = {name: one.times(weight) for name, one in models.items()}
    values = np.concatenate([one.values for one in models.values()], axis=1)
    drawn = resampled_sums(values, clusters=None if n_groups is None else of_item, n_runs=n_runs, seed=seed)

    def item_scores(score: Score) -> Floats:
        """A metric that is no function of sums, on the same draws, or the first of them."""
        step, parts = max(1, _CHUNK // n_items), list[Floats]()
        for some in bootstrap_weights(n_groups or n_items, n_runs, seed):
            parts += [
                score(some[start : start + step, of_item] * weight) for start in range(0, len(some), step)
            ]
            if sum(map(len, parts)) >= max(FEWEST_DRAWS, MOST_DRAWN // n_items):
                break
        return np.concatenate(parts)

    sums, k = values.sum(axis=0), values.shape[1] // len(models)
    tails = [(1 - level) / 2, (1 + level) / 2]
    rows, scored = [], {}
    for place, (model, one) in enumerate(models.items()):
        here = slice(place * k, (place + 1) * k)
        for metric, score in one.scores.items():
            scored[model, metric] = float(score(sums[here])), score(drawn[:, here])
        for metric, score in one.weighted.items():
            scored[model, metric] = float(score(weight[None])[0]), item_scores(score)
        for metric in (*one.scores, *one.weighted):
            value, resampled = scored[model, metric]
            share = one.proportions.get(metric)
            if share is not None and n_groups is None and sums[here][share[1]]:
                low, high = wilson_interval(*sums[here][list(share)].tolist(), level=level)
                rows.append(MetricInterval(model, metric, value, low, high, "Wilson"))
            else:
                low, high = np.nanquantile(resampled, tails).tolist()
                rows.append(MetricInterval(model, metric, value, low, high, "bootstrap"))
    for metric in [metric for model, metric in scored if model == "A" and ("B", metric) in scored]:
        (a, of_a), (b, of_b) = scored["A", metric], scored["B", metric]
        low, high = np.nanquantile(of_a - of_b, tails).tolist()
        rows.append(MetricInterval("A − B", metric, a - b, low, high, "bootstrap"))
    return MetricIntervals(
        level,
        n_items,
        n_groups,
        {row.metric: row.value for row in rows if row.model == "A"},
        tuple(rows),
        notices,
    )


INTERVALS = MetricGroup(
    "intervals",
    ("gold", "predicted"),
    metric_intervals,
    {"level": 0.95, "positive": None, "n_runs": LEAST_RUNS, "seed": 0},
    optional=(SECOND, CLUSTER, "weight"),
)
