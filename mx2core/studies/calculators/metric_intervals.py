"""Metrics of a table of answers with their intervals, and the paired difference of two models."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_choice
from ...brief import brief
from ...errors import Notice, ScoresError
from ...inference import resampled_sums, wilson_interval
from ...inference.checks import check_level
from ...inference.classical.fixed_models import LEAST_RUNS
from ...metrics import AnswerTable, MetricGroup, are_amounts, default_positive, precision_recall_f, recognized
from ...metrics.chunks.scores import ratio

Floats = NDArray[np.float64]
Score = Callable[[Floats], Floats]  # sums of columns (..., k) -> (...)
SECOND, CLUSTER = "predicted_b", "cluster"
MOST_AVERAGED = 50  # classes of a macro average


@brief
@dataclass(frozen=True, slots=True)
class MetricInterval:
    """One metric of a model, or of A minus B, and between what it may lie.

    >>> import mx2core as mx
    >>> found = mx.studies.metric_intervals(mx.metrics.sample_table("classification"))
    >>> row = found.rows[0]
    >>> row.metric, round(row.value, 3), row.method
    ('accuracy', 0.75, 'Wilson')
    """

    model: str  # "A", "B" or "A − B"
    metric: str
    value: float
    lower: float
    upper: float
    method: str  # "Wilson" or "bootstrap"


@brief
@dataclass(frozen=True, slots=True, eq=False)
class MetricIntervals:
    """Every metric with its interval, over items or over clusters of them.

    >>> import mx2core as mx
    >>> mx.studies.metric_intervals(mx.metrics.sample_table("classification")).n_items
    120
    """

    level: float
    n_items: int
    n_clusters: int | None  # None: items are drawn one by one
    summary: dict[str, float | None]
    rows: tuple[MetricInterval, ...]
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class _Columns:
    """What items add, and what metrics make of the sums; proportions by their part and whole."""

    values: Floats  # (n_items, k)
    scores: dict[str, Score]
    proportions: dict[str, tuple[int, int]]  # columns of a metric that is a share of items


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
        Of classes accuracy, precision, recall, F1 and macro F1; of numbers MAE, RMSE and R².

    Raises
    ------
    ScoresError, InputError
        If a column is missing, there are fewer than two rows or clusters, or an option is not possible.

    Examples
    --------
    >>> import mx2core as mx
    >>> table = mx.metrics.AnswerTable({
    ...     "gold": ("x", "y") * 30, "predicted": ("x", "y") * 30, "predicted_b": ("x", "x") * 30
    ... })
    >>> found = mx.studies.metric_intervals(table)
    >>> difference = [row for row in found.rows if row.model == "A − B" and row.metric == "accuracy"][0]
    >>> difference.value, 0.3 < difference.lower < 0.5 < difference.upper < 0.7
    (0.5, True)
    """
    check_level(level)
    gold, models = table.texts("gold"), {"A": table.texts("predicted")}
    if SECOND in table.columns:
        models["B"] = table.texts(SECOND)
    clusters = np.array(table.texts(CLUSTER)) if CLUSTER in table.columns else None
    n_groups = None if clusters is None else len(np.unique(clusters))
    if (len(gold) if n_groups is None else n_groups) < 2:
        raise ScoresError("Intervals need at least two rows, or two clusters.", file=table.name)
    if are_amounts(gold, models["A"]):
        columns = {name: _of_numbers(table, "predicted" if name == "A" else SECOND) for name in models}
    else:
        columns = _of_classes(gold, models, positive, table.name)
    if "weight" in table.columns:
        weight = table.numbers("weight", least=0.0)[:, None]
        columns = {name: _Columns(one.values * weight, one.scores, {}) for name, one in columns.items()}
    values = np.concatenate([one.values for one in columns.values()], axis=1)
    drawn = resampled_sums(values, clusters=clusters, n_runs=n_runs, seed=seed)
    sums, k = values.sum(axis=0), values.shape[1] // len(columns)
    tails = [(1 - level) / 2, (1 + level) / 2]
    rows, scored = [], {}
    for place, (model, one) in enumerate(columns.items()):
        here = slice(place * k, (place + 1) * k)
        for metric, score in one.scores.items():
            value, resampled = float(score(sums[here])), score(drawn[:, here])
            scored[model, metric] = value, resampled
            share = one.proportions.get(metric)
            if share is not None and clusters is None and sums[here][share[1]]:
                low, high = wilson_interval(*sums[here][list(share)].tolist(), level=level)
                rows.append(MetricInterval(model, metric, value, low, high, "Wilson"))
            else:
                low, high = np.quantile(resampled, tails).tolist()
                rows.append(MetricInterval(model, metric, value, low, high, "bootstrap"))
    for metric in columns["A"].scores if "B" in columns else ():
        (a, of_a), (b, of_b) = scored["A", metric], scored["B", metric]
        low, high = np.quantile(of_a - of_b, tails).tolist()
        rows.append(MetricInterval("A − B", metric, a - b, low, high, "bootstrap"))
    return MetricIntervals(
        level,
        len(gold),
        n_groups,
        {row.metric: row.value for row in rows if row.model == "A"},
        tuple(rows),
    )


def _of_classes(
    gold: Sequence[str], models: Mapping[str, Sequence[str]], positive: str | None, file: str | None
) -> dict[str, _Columns]:
    known = {
        name: recognized(Counter(answers), dict.fromkeys(gold), model=name, file=file).answer
        for name, answers in models.items()
    }
    answers = {name: list(map(known[name], given)) for name, given in models.items()}
    labels = sorted({*gold, *(answer for given in answers.values() for answer in given)})
    code = {label: k for k, label in enumerate(labels)}
    right = np.array([code[label] for label in gold])
    if positive is None:
        positive = default_positive(labels, np.bincount(right, minlength=len(labels)))
    check_choice("positive", positive, labels, ScoresError)
    return {
        name: _class_columns(right, np.array([code[one] for one in given]), len(labels), code[positive])
        for name, given in answers.items()
    }


def _class_columns(
    right: NDArray[np.int64], given: NDArray[np.int64], n_labels: int, positive: int
) -> _Columns:
    """Right and all items; found, predicted and right ones of the positive class; tp, fp, fn of each."""
    hit = right == given
    of_positive = [right == positive, given == positive]
    first = [hit, np.ones(len(hit)), of_positive[0] & of_positive[1], of_positive[1], of_positive[0]]
    each: list[NDArray[np.bool_]] = []
    if n_labels <= MOST_AVERAGED:
        for label in range(n_labels):
            is_right, is_given = right == label, given == label
            each += [is_right & is_given, is_given & ~is_right, is_right & ~is_given]

    def macro(sums: Floats) -> Floats:
        counts = np.moveaxis(sums[..., len(first) :].reshape(*sums.shape[:-1], n_labels, 3), -1, 0)
        f = precision_recall_f(*counts).f
        there = counts.any(axis=0)
        return ratio((f * there).sum(axis=-1), there.sum(axis=-1).astype(np.float64))

    scores: dict[str, Score] = {
        "accuracy": lambda sums: ratio(sums[..., 0], sums[..., 1]),
        "precision": lambda sums: ratio(sums[..., 2], sums[..., 3]),
        "recall": lambda sums: ratio(sums[..., 2], sums[..., 4]),
        "f1": lambda sums: ratio(2 * sums[..., 2], sums[..., 3] + sums[..., 4]),
        **({"macro_f1": macro} if each else {}),
    }
    shares = {"accuracy": (0, 1), "precision": (2, 3), "recall": (2, 4)}
    return _Columns(np.stack([*first, *each], axis=1).astype(np.float64), scores, shares)


def _of_numbers(table: AnswerTable, name: str) -> _Columns:
    gold, predicted = table.numbers("gold"), table.numbers(name)
    around = gold - np.median(gold)
    errors = np.abs(gold - predicted)
    values = np.stack([errors, errors**2, around, around**2, np.ones(len(gold))], axis=1)

    def explained(sums: Floats) -> Floats:
        spread = sums[..., 3] - sums[..., 2] ** 2 / sums[..., 4]
        return 1 - ratio(sums[..., 1], spread)

    scores: dict[str, Score] = {
        "mae": lambda sums: ratio(sums[..., 0], sums[..., 4]),
        "rmse": lambda sums: np.sqrt(ratio(sums[..., 1], sums[..., 4])),
        "r2": explained,
    }
    if not np.ptp(gold):
        scores.pop("r2")
    return _Columns(values, scores, {})


INTERVALS = MetricGroup(
    "intervals",
    ("gold", "predicted"),
    metric_intervals,
    {"level": 0.95, "positive": None, "n_runs": LEAST_RUNS, "seed": 0},
    optional=(SECOND, CLUSTER, "weight"),
)
