"""The groups of metrics: what columns each needs, what it computes, and a table to try it on.

Page and command line take a group from `METRIC_GROUPS` and call `scored`, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..brief import brief
from ..errors import Notice, ScoresError
from . import sample_tables
from .answer_table import AnswerTable
from .class_scores import ClassScores, class_scores


class MetricScores(Protocol):
    """What every group's result has: the numbers that matter, and records of its parts.

    >>> import mx2core as mx
    >>> mx.metrics.scored("classification", mx.metrics.sample_table("classification")).summary["error_rate"]
    0.25
    """

    @property
    def summary(self) -> Mapping[str, float | None]: ...

    @property
    def rows(self) -> tuple[Any, ...]: ...

    @property
    def notices(self) -> tuple[Notice, ...]: ...


@brief
@dataclass(frozen=True, slots=True)
class MetricGroup:
    """A group of metrics that need the same columns.

    >>> import mx2core as mx
    >>> mx.metrics.METRIC_GROUPS["classification"].columns
    ('gold', 'predicted')
    """

    name: str
    columns: tuple[str, ...]  # needed
    compute: Callable[..., MetricScores]  # of a table and options
    options: Mapping[str, Any] = field(default_factory=dict)  # that `compute` takes, with their defaults
    optional: tuple[str, ...] = ()  # columns that it uses where there are such


def _classification(table: AnswerTable, *, beta: float, positive: str | None) -> ClassScores:
    return class_scores(table.texts("gold"), table.texts("predicted"), beta=beta, positive=positive)


_GROUPS = (
    MetricGroup(
        "classification",
        ("gold", "predicted"),
        _classification,
        {"beta": 1.0, "positive": None},
    ),
)
METRIC_GROUPS = {group.name: group for group in _GROUPS}


def scored(group: str, table: AnswerTable, **options: Any) -> MetricScores:
    """The metrics of one group.

    Parameters
    ----------
    group : str
        One of `METRIC_GROUPS`.
    table : AnswerTable
    **options
        Some of the group's `options`.

    Raises
    ------
    ScoresError
        If there is no such group or option, a column is missing, or the group cannot be computed
        from what the table holds.

    Examples
    --------
    >>> import mx2core as mx
    >>> table = mx.metrics.AnswerTable({"gold": ("a", "b"), "predicted": ("a", "a")})
    >>> mx.metrics.scored("classification", table, positive="b").summary["recall"]
    0.0
    """
    if group not in METRIC_GROUPS:
        raise ScoresError(
            "There is no group of metrics {group}; there are {groups}.",
            group=group,
            groups=list(METRIC_GROUPS),
        )
    found = METRIC_GROUPS[group]
    unknown = [name for name in options if name not in found.options]
    if unknown:
        raise ScoresError(
            "The metrics {group} have no option {option}; they have {options}.",
            group=group,
            option=unknown[0],
            options=list(found.options),
        )
    missing = [name for name in found.columns if name not in table.columns]
    if missing:
        raise ScoresError(
            "The metrics {group} need the columns {needed}; missing: {missing}. The table has {columns}.",
            file=table.name,
            group=group,
            needed=list(found.columns),
            missing=missing,
            columns=list(table.columns),
        )
    return found.compute(table, **{**found.options, **options})


def groups_for(table: AnswerTable) -> tuple[str, ...]:
    """The groups whose columns a table has, in the order of `METRIC_GROUPS`.

    >>> import mx2core as mx
    >>> table = mx.metrics.AnswerTable({"gold": ("a", "b"), "predicted": ("a", "a")})
    >>> mx.metrics.groups_for(table)
    ('classification',)
    """
    return tuple(name for name, group in METRIC_GROUPS.items() if set(group.columns) <= set(table.columns))


def sample_table(group: str) -> AnswerTable:
    """Answers to try a group on.

    >>> import mx2core as mx
    >>> len(mx.metrics.sample_table("classification"))
    120
    """
    return sample_tables.SAMPLES[group]()
