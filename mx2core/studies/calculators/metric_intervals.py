"""Metrics of a table of answers with their intervals, and the paired difference of two models."""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

from ...brief import frozen
from ...errors import Notice, ScoresError
from ...inference import expanded_tail, resampled_sums, share_interval
from ...inference.checks import check_level
from ...inference.classical.fixed_models import LEAST_RUNS, bootstrap_weights
from ...inference.out_of_fold.unit_variance import effective_units, moments, most_df
from ...metrics import AnswerTable, MetricGroup
from ...metrics.outputs.values import checked_weights
from .answer_sums import Score, answer_sums

Floats = NDArray[np.float64]
Ends = tuple[float, float]
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
    lower: float | None  # None where no draw of the bootstrap differs from another
    upper: float | None
    method: str  # "Wilson", "Newcombe" or "bootstrap"


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
    r"""Metrics of answers with intervals: Wilson's of shares, else expanded percentiles of a bootstrap.

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
        Accuracy, precision, recall and F1 (not its averages) have Wilson's interval of `share_interval`,
        their differences Newcombe's from those of both models. Percentiles are as wide as t of as many
        degrees of freedom as the items show that decide (`most_df`; ranks are bounded).

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

    of_group = np.zeros((n_groups or n_items, values.shape[1]))
    np.add.at(of_group, of_item, values)
    sums, k = values.sum(axis=0), values.shape[1] // len(models)
    scale = weight.sum() / (weight**2).sum()  # so that weights add up to Kish's number of items
    rows = list[MetricInterval]()
    scored = dict[tuple[str, str], tuple[Floats, ...]]()  # of all, of draws, and without each group
    of_shares, n_shared = dict[tuple[str, str], Ends](), dict[tuple[str, str], int]()

    def add(model: str, metric: str, ends: Ends | None, method: str) -> None:
        value, resampled, without = scored[model, metric]
        if ends is None:
            kurtosis = moments(without - without.mean())[2]
            df = float(most_df(effective_units(kurtosis, len(without))))
            tail = expanded_tail((1 - level) / 2, len(without), df)
            low, high = np.nanquantile(resampled, [tail, 1 - tail]).tolist()
            ends, method = (low, high), "bootstrap"
        low, high = ends if ends[0] < ends[1] else (None, None)
        rows.append(MetricInterval(model, metric, float(value), low, high, method))

    for place, (model, one) in enumerate(models.items()):
        here = slice(place * k, (place + 1) * k)
        for metric, score in one.scores.items():
            parts = sums[here], drawn[:, here], sums[here] - of_group[:, here]
            scored[model, metric] = tuple(map(score, parts))
        for metric, score in one.weighted.items():  # ranks are bounded: no item decides alone
            scored[model, metric] = score(weight[None])[0], item_scores(score), np.zeros(len(of_group))
        for metric, share in one.shares.items():
            part, whole = (np.bincount(of_item, scale * values) for values in share(one.values))
            ends = share_interval(part, whole, beta=float(metric == "f1"), level=level)
            of_shares[model, metric], n_shared[model, metric] = ends, int((whole > 0).sum())
        for metric in (*one.scores, *one.weighted):
            add(model, metric, of_shares.get((model, metric)), "Wilson")
    for metric in [metric for model, metric in scored if model == "A" and ("B", metric) in scored]:
        a, b = scored["A", metric], scored["B", metric]
        scored["A − B", metric] = tuple(of_a - of_b for of_a, of_b in zip(a, b, strict=True))
        both = None
        if ("A", metric) in of_shares:
            n = min(n_shared["A", metric], n_shared["B", metric])
            both = _difference_interval(a, b, of_shares["A", metric], of_shares["B", metric], n)
        add("A − B", metric, both, "Newcombe")
    return MetricIntervals(
        level,
        n_items,
        n_groups,
        {row.metric: row.value for row in rows if row.model == "A"},
        tuple(rows),
        notices,
    )


def _difference_interval(
    a: tuple[Floats, ...], b: tuple[Floats, ...], ends_a: Ends, ends_b: Ends, n: int
) -> Ends:
    """From the intervals of both, shares of n, which depend on each other as draws do, less what n may feign.

    Newcombe (1998), Improved confidence intervals for the difference between binomial proportions based on
    paired data, method 10; Zou & Donner (2008).
    """
    (low_a, high_a), (low_b, high_b) = ends_a, ends_b
    (value_a, of_a, *_), (value_b, of_b, *_) = a, b
    varies = n > 1 and np.ptp(of_a) > 0 and np.ptp(of_b) > 0
    apart = (1 - float(np.corrcoef(of_a, of_b)[0, 1])) * n / (n - 1) if varies else 1.0
    together = 2 * max(-1.0, 1 - apart)

    def length(one: Floats, other: Floats) -> float:
        return sqrt(max(0.0, float(one**2 - together * one * other + other**2)))

    low, high = length(value_a - low_a, high_b - value_b), length(high_a - value_a, value_b - low_b)
    return float(value_a - value_b) - low, float(value_a - value_b) + high


INTERVALS = MetricGroup(
    "intervals",
    ("gold", "predicted"),
    metric_intervals,
    {"level": 0.95, "positive": None, "n_runs": LEAST_RUNS, "seed": 0},
    optional=(SECOND, CLUSTER, "weight"),
)
