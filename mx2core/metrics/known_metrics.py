"""The metrics of compared models, one record for each; commands and pages list what `METRICS` has.

Names in tables of somebody else's scores are free; `direction.py` knows which way those are better.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from ..brief import brief
from ..errors import Notice
from .classes.curves import Area, macro_area

Basis = Literal["counts", "items", "errors", "seen words", "unseen words", "fold"]


class AnsweredItems(Protocol):
    """Right and predicted answers of a fold, as codes into `values`."""

    @property
    def gold(self) -> NDArray[np.int32]: ...
    @property
    def predicted(self) -> NDArray[np.int32]: ...
    @property
    def values(self) -> tuple[str, ...]: ...
    @property
    def class_scores(self) -> NDArray[np.float32] | None: ...


@brief
@dataclass(frozen=True, slots=True, eq=False)
class KnownMetric:
    """What a metric is called, where it belongs, and what it is computed from.

    >>> import mx2core as mx
    >>> known = mx.metrics.METRICS["error_rate"]
    >>> str(known.name), known.smaller_is_better
    ('error rate', True)
    """

    key: str
    name: Notice
    tasks: tuple[str, ...]  # "class", "tags", "words" (tags that cut a text into words), "numbers"
    main: tuple[str, ...] = ()  # tasks of which it is usually reported
    smaller_is_better: bool = False
    # Counts of labels make those whose names `Scorer` takes apart, as in macro_f1; a fold makes `score`.
    basis: Basis = "counts"
    score: Callable[[AnsweredItems], float] | None = None  # NaN where it cannot be computed


def _area(kind: Area) -> Callable[[AnsweredItems], float]:
    def area(fold: AnsweredItems) -> float:
        return (
            float("nan") if fold.class_scores is None else macro_area(fold.gold, fold.class_scores, kind=kind)
        )

    return area


TAGS, ALL = ("tags", "words"), ("class", "tags", "words")
_ALL = (
    KnownMetric("precision", Notice("precision"), ALL, TAGS),
    KnownMetric("recall", Notice("recall"), ALL, TAGS),
    KnownMetric("f1", Notice("F1"), ALL, TAGS),
    KnownMetric("oov_recall", Notice("recall of unseen words"), ("words",), ("words",), basis="unseen words"),
    KnownMetric("iv_recall", Notice("recall of known words"), ("words",), ("words",), basis="seen words"),
    KnownMetric("accuracy", Notice("accuracy"), ALL, ("class",), basis="items"),
    KnownMetric("error_rate", Notice("error rate"), ("class",), smaller_is_better=True, basis="items"),
    KnownMetric("macro_precision", Notice("macro precision"), ALL, ("class",)),
    KnownMetric("macro_recall", Notice("macro recall"), ALL, ("class",)),
    KnownMetric("macro_f1", Notice("macro F1"), ALL, ("class",)),
    KnownMetric("weighted_precision", Notice("weighted precision"), ("class",)),
    KnownMetric("weighted_recall", Notice("weighted recall"), ("class",)),
    KnownMetric("weighted_f1", Notice("weighted F1"), ("class",)),
    KnownMetric("roc_auc", Notice("area under ROC"), ("class",), basis="fold", score=_area("roc")),
    KnownMetric(
        "average_precision",
        Notice("average precision"),
        ("class",),
        basis="fold",
        score=_area("precision_recall"),
    ),
    KnownMetric(
        "mae",  # in the unit of the numbers
        Notice("mean absolute error"),
        ("numbers",),
        ("numbers",),
        smaller_is_better=True,
        basis="errors",
    ),
)
METRICS = {one.key: one for one in _ALL}


def basis_of(metric: object) -> Basis | None:
    """What a metric is computed from; None of a function, and of a name such as recall:PER or f2."""
    known = METRICS.get(metric) if isinstance(metric, str) else None
    return None if known is None else known.basis
