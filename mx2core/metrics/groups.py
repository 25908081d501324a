"""The groups of metrics: what columns each needs, what it computes, and a table to try it on.

Page and command line take a group from `METRIC_GROUPS` and call `scored`, so they cannot differ.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from ..arguments import check_choice, check_range
from ..brief import frozen
from ..errors import Notice, ScoresError
from . import sample_tables
from .answer_table import AnswerTable
from .bias_variance import BiasVariance, Loss, bias_variance
from .chunks.segmentation_scores import SegmentationScores, segmentation_scores
from .classes.class_scores import ClassScores, class_scores, default_positive
from .classes.cost_scores import CostScores, cost_scores
from .classes.set_scores import LabelSetScores, have_sets, label_set_scores
from .classes.threshold_scores import Change, ThresholdScores, monotone_change, threshold_scores
from .cost.model_cost import GRADIENT_COPIES, ModelCost, PartCost, model_cost
from .known_answers import are_amounts, recognized, tidy
from .outputs.bleu import BleuScores, bleu_scores
from .outputs.number_scores import NumberScores, number_scores
from .outputs.ranked_queries import RankedQueries, ranked_queries

_FURTHER = re.compile(r"reference[ _]?[2-9]")  # columns of second and further references


class MetricScores(Protocol):
    """What every group's result has: the numbers that matter, and records of its parts."""

    @property
    def summary(self) -> Mapping[str, float | None]: ...

    @property
    def rows(self) -> tuple[Any, ...]: ...

    @property
    def notices(self) -> tuple[Notice, ...]: ...


@frozen
class MetricGroup:
    """A group of metrics that need the same columns."""

    name: str
    columns: tuple[str, ...]  # needed
    compute: Callable[..., MetricScores]  # of a table and options
    options: Mapping[str, Any] = field(default_factory=dict)  # that `compute` takes, with their defaults
    optional: tuple[str, ...] = ()  # columns that it uses where there are such


def _classification(table: AnswerTable, **options: Any) -> ClassScores:
    gold, predicted = table.texts("gold"), table.texts("predicted")
    recognized(Counter(predicted), dict.fromkeys(gold), file=table.name)
    return class_scores(gold, predicted, weights=_weights(table), **options)


def _labels(table: AnswerTable) -> LabelSetScores:
    gold, predicted = (table.texts(name, blank=True) for name in ("gold", "predicted"))
    return label_set_scores(gold, predicted, weights=_weights(table))


def _weights(table: AnswerTable) -> NDArray[np.float64] | None:
    """What each item counts, where the table says so."""
    return table.numbers("weight", least=0.0) if "weight" in table.columns else None


def _threshold(
    table: AnswerTable,
    *,
    positive: str | None,
    threshold: float | None,
    beta: float,
    negatives: float,
    change: Change,
) -> ThresholdScores:
    right, name = _is_positive(table, positive)
    weights = _weights(table)
    check_range("negatives", negatives, "(0, ∞)", ScoresError)
    return threshold_scores(
        right,
        monotone_change(_scores(table, name), change),
        threshold=threshold,
        beta=beta,
        weights=np.where(right, 1.0, negatives) * (1.0 if weights is None else weights),
        name=name,
    )


def _costs(
    table: AnswerTable,
    *,
    positive: str | None,
    threshold: float | None,
    miss: float,
    false_alarm: float,
    prior: float | None,
) -> CostScores:
    right, name = _is_positive(table, positive)
    return cost_scores(
        right,
        _scores(table, name),
        cost_miss=miss,
        cost_false_alarm=false_alarm,
        prior=prior,
        threshold=threshold,
        weights=_weights(table),
        name=name,
    )


def score_column(positive: str) -> str:
    """What the scores of one of several classes stand under, beside or instead of `score`."""
    return f"score of {positive}"


def _scores(table: AnswerTable, positive: str) -> NDArray[np.float64]:
    """Scores of the positive class: a column of its own, where there is one."""
    own = score_column(positive)
    return table.numbers(own if own in table.columns else "score")


def _ranking(table: AnswerTable, *, k: int, found_only: bool) -> RankedQueries:
    places = query_rows(table)
    relevance, scores = table.numbers("relevance", least=0.0), table.numbers("score")
    among = None
    if "n_relevant" in table.columns and not found_only:
        stated = table.numbers("n_relevant", least=0.0)
        among = [_single_value(stated[rows], query, table) for query, rows in places.items()]
    return ranked_queries(
        [relevance[rows] for rows in places.values()],
        [scores[rows] for rows in places.values()],
        k=k,
        n_relevant=among,
        names=list(places),
        weights=_weights_of_queries(table, places),
    )


def _weights_of_queries(table: AnswerTable, places: Mapping[str, NDArray[np.int64]]) -> list[float] | None:
    """What each query counts, which is the same in each of its rows."""
    weights = _weights(table)
    if weights is None:
        return None
    for query, rows in places.items():
        if (weights[rows] != weights[rows[0]]).any():
            raise ScoresError(
                "Query {query} needs one weight, the same in each row.", file=table.name, query=query
            )
    return [float(weights[rows[0]]) for rows in places.values()]


def query_rows(table: AnswerTable) -> dict[str, NDArray[np.int64]]:
    """The rows of each query, in order of first appearance."""
    places: dict[str, list[int]] = {}
    for row, query in enumerate(table.texts("query")):
        places.setdefault(query, []).append(row)
    return {query: np.array(rows) for query, rows in places.items()}


def _single_value(values: NDArray[np.float64], query: str, table: AnswerTable) -> int:
    if (values != values[0]).any() or values[0] != int(values[0]):
        raise ScoresError(
            "Query {query} needs one whole number of relevant documents, the same in each row.",
            file=table.name,
            query=query,
        )
    return int(values[0])


def _regression(table: AnswerTable, **options: float) -> NumberScores:
    gold, predicted = table.numbers("gold"), table.numbers("predicted")
    return number_scores(gold, predicted, weights=_weights(table), **options)


def _text(table: AnswerTable, **options: Any) -> BleuScores:
    further = [table.texts(name, blank=True) for name in table.columns if _FURTHER.fullmatch(name)]
    several = [
        [first, *(one for one in others if one.strip())]
        for first, *others in zip(table.texts("reference"), *further, strict=True)
    ]
    return bleu_scores(several, table.texts("text", blank=True), **options)


def _segmentation(
    table: AnswerTable, *, train: int | None, backward: bool, baseline: bool
) -> SegmentationScores:
    """The first `train` texts give the vocabulary, the others are scored."""
    words = table.texts("words")
    n = len(words) // 2 if train is None else train
    if not 0 <= n < len(words):
        raise ScoresError(
            "The vocabulary takes at most {most} of {n} texts, found {train}.",
            n=len(words),
            most=len(words) - 1,
            train=n,
        )
    predicted = None if baseline or "segmented" not in table.columns else table.texts("segmented")[n:]
    vocabulary = {word for text in words[:n] for word in text.split()}
    return segmentation_scores(words[n:], predicted, vocabulary=vocabulary, backward=backward)


def _bias_variance(table: AnswerTable, *, loss: Loss | None) -> BiasVariance:
    units, gold, predicted = (table.texts(name) for name in ("unit", "gold", "predicted"))
    known = recognized(Counter(predicted), dict.fromkeys(gold), refused=False)
    predicted = tuple(map(known.answer, predicted))
    return bias_variance(tuple(map(tidy, gold)), predicted, units=units, loss=loss, name=table.name)


def _model_cost(table: AnswerTable, **options: Any) -> ModelCost:
    names = ["operations", "weights", "outputs", *(["touched"] if "touched" in table.columns else [])]
    counted = [table.numbers(name, least=0.0).tolist() for name in names]
    parts = [PartCost(*row) for row in zip(table.texts("part"), *counted, strict=True)]
    return model_cost(parts, **options)


def _is_positive(table: AnswerTable, positive: str | None) -> tuple[NDArray[np.bool_], str]:
    """Which items are of the positive class, and what it is called."""
    gold = np.array(table.texts("gold"))
    labels, counts = np.unique(gold, return_counts=True)
    if positive is None:
        positive = default_positive(labels.tolist(), counts)
    elif positive not in labels:
        check_choice("positive", positive, labels.tolist(), ScoresError)
    return gold == positive, positive


COMPARED = ("predicted_b", "cluster")  # of intervals: a second model, and what depends on each other
_GROUPS = (
    MetricGroup(
        "classification",
        ("gold", "predicted"),
        _classification,
        {"beta": 1.0, "positive": None, "costs": None},
        optional=("weight", *COMPARED),
    ),
    MetricGroup("labels", ("gold", "predicted"), _labels, optional=("weight", *COMPARED)),
    MetricGroup(
        "threshold",
        ("gold", "score"),
        _threshold,
        {"positive": None, "threshold": None, "beta": 1.0, "negatives": 1.0, "change": "none"},
        optional=("weight",),
    ),
    MetricGroup(
        "costs",
        ("gold", "score"),
        _costs,
        {"positive": None, "threshold": None, "miss": 1.0, "false_alarm": 1.0, "prior": None},
        optional=("weight",),
    ),
    MetricGroup(
        "ranking",
        ("query", "relevance", "score"),
        _ranking,
        {"k": 5, "found_only": False},
        optional=("n_relevant", "weight"),
    ),
    MetricGroup(
        "regression",
        ("gold", "predicted"),
        _regression,
        {"quantile": 0.5, "stretch": 1.0},
        optional=("weight", *COMPARED),
    ),
    MetricGroup("text", ("reference", "text"), _text, {"order": 4, "tokenize": None, "smooth": True}),
    MetricGroup(
        "segmentation",
        ("words",),
        _segmentation,
        {"train": None, "backward": False, "baseline": False},
        optional=("segmented",),
    ),
    MetricGroup("bias_variance", ("unit", "gold", "predicted"), _bias_variance, {"loss": None}),
    MetricGroup(
        "model_cost",
        ("part", "operations", "weights", "outputs"),
        _model_cost,
        {"batch": 1, "width": 4, "copies": GRADIENT_COPIES, "peak": None, "bandwidth": None},
        optional=("touched",),
    ),
)
_KINDS = ("classification", "labels", "regression")  # of answers, with the same columns
METRIC_GROUPS = {group.name: group for group in _GROUPS}


def scored(
    group: str, table: AnswerTable, *, groups: Mapping[str, MetricGroup] | None = None, **options: Any
) -> MetricScores:
    """The metrics of one group.

    Parameters
    ----------
    group : str
        One of `groups`.
    groups : mapping of str to MetricGroup, optional
        `METRIC_GROUPS` if not given.
    **options
        Some of the group's `options`.

    Raises
    ------
    ScoresError
        If there is no such group or option, a column is missing, or the group cannot be computed
        from what the table holds.

    Examples
    --------
    >>> table = mx.metrics.AnswerTable({"gold": ("a", "b"), "predicted": ("a", "a")})
    >>> mx.metrics.scored("classification", table, positive="b").summary["recall"]
    0.0
    """
    among = METRIC_GROUPS if groups is None else groups
    check_choice("group", group, among, ScoresError)
    entry = among[group]
    unknown = [name for name in options if name not in entry.options]
    if unknown:
        raise ScoresError(
            "{group} has no option {option}; it has {options}.",
            group=group,
            option=unknown[0],
            options=list(entry.options),
        )
    missing = [name for name in entry.columns if name not in table.columns]
    if missing:
        raise ScoresError(
            "{group} needs the columns {needed}; missing: {missing}. The table has {columns}.",
            file=table.name,
            group=group,
            needed=list(entry.columns),
            missing=missing,
            columns=list(table.columns),
        )
    return entry.compute(table, **{**entry.options, **options})


def groups_for(table: AnswerTable) -> tuple[str, ...]:
    """The groups whose columns a table has, in the order of `METRIC_GROUPS`.

    Answers are numbers, as `are_amounts` tells, sets of labels, where one has several, or classes.
    """
    having = [name for name, group in METRIC_GROUPS.items() if set(group.columns) <= set(table.columns)]
    if "regression" not in having:
        return tuple(having)
    gold = table.columns["gold"]
    kind = "labels" if have_sets(gold) else "classification"
    kind = "regression" if are_amounts(gold, table.columns["predicted"]) else kind
    return tuple(name for name in having if name == kind or name not in _KINDS)


def sample_table(group: str, language: Literal["en", "zh"] = "en") -> AnswerTable:
    """Sample answers for a group, with names and texts of a language.

    >>> len(mx.metrics.sample_table("classification"))
    120
    """
    table = sample_tables.SAMPLES[group]()
    return sample_tables.chinese_table(table) if language == "zh" else table
