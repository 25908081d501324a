"""The metrics of compared models, one record for each; commands and pages list what `METRICS` has.

Names in tables of somebody else's scores are free; `direction.py` knows which way those are better.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ..brief import frozen
from ..errors import Notice
from . import fold_sums
from .chunks.partial_spans import WAYS
from .classes.curves import Area, macro_area
from .fold_sums import AnsweredItems, ratio, set_scores, span_f1
from .outputs.rank_correlation import spearman

Basis = Literal["counts", "sums", "seen words", "unseen words", "fold"]
Floats = NDArray[np.float64]


@frozen(eq=False)
class KnownMetric:
    """What a metric is called, where it belongs, and what it is computed from."""

    key: str
    name: Notice
    tasks: tuple[
        str, ...
    ]  # "class", "labels" (sets of them), "numbers", "tags", "words" (tags that cut a text)
    main: tuple[str, ...] = ()  # tasks of which it is usually reported
    smaller_is_better: bool = False
    # Counts of labels make those whose names `Scorer` takes apart, as in macro_f1; a fold makes `score`.
    basis: Basis = "counts"
    score: Callable[[AnsweredItems], float] | None = None  # NaN where it cannot be computed
    # The same of items that count as often as a row says, (n_rows, n_items) -> (n_rows,).
    weighted: Callable[[AnsweredItems, Floats], Floats] | None = None
    sums: Callable[[AnsweredItems], Floats] | None = None  # of each sentence, (n_sentences, k)
    of_sums: Callable[[Floats], Floats] = ratio


def _area(kind: Area) -> Callable[[AnsweredItems], float]:
    def area(fold: AnsweredItems) -> float:
        return (
            float("nan") if fold.class_scores is None else macro_area(fold.gold, fold.class_scores, kind=kind)
        )

    return area


def _rank_correlation(fold: AnsweredItems, weights: Floats) -> Floats:
    return spearman(*fold.amounts, weights)


TAGS, SETS, NUMBERS = ("tags", "words"), ("labels",), ("numbers",)
ALL = ("class", *SETS, *TAGS)
_ALL = (
    KnownMetric("precision", Notice("precision"), ALL, TAGS),
    KnownMetric("recall", Notice("recall"), ALL, TAGS),
    KnownMetric("f1", Notice("F1"), ALL, (*TAGS, *SETS)),
    KnownMetric("oov_recall", Notice("recall of unseen words"), ("words",), ("words",), basis="unseen words"),
    KnownMetric("iv_recall", Notice("recall of known words"), ("words",), ("words",), basis="seen words"),
    KnownMetric(
        "subset_accuracy", Notice("subset accuracy"), SETS, SETS, basis="sums", sums=fold_sums.right_sets
    ),
    KnownMetric(
        "accuracy", Notice("accuracy"), ("class", *TAGS), ("class",), basis="sums", sums=fold_sums.right_items
    ),
    KnownMetric(
        "error_rate",
        Notice("error rate"),
        ("class",),
        smaller_is_better=True,
        basis="sums",
        sums=fold_sums.wrong_items,
    ),
    KnownMetric("macro_precision", Notice("macro precision"), ALL, ("class",)),
    KnownMetric("macro_recall", Notice("macro recall"), ALL, ("class",)),
    KnownMetric("macro_f1", Notice("macro F1"), ALL, ("class", *SETS)),
    KnownMetric("weighted_precision", Notice("weighted precision"), ("class", *SETS)),
    KnownMetric("weighted_recall", Notice("weighted recall"), ("class", *SETS)),
    KnownMetric("weighted_f1", Notice("weighted F1"), ("class", *SETS)),
    *(
        KnownMetric(key, name, SETS, SETS[: weights == (1, 1)], basis="sums", sums=set_scores(*weights))
        for key, name, weights in (
            ("samples_precision", Notice("sample precision"), (1, 0)),
            ("samples_recall", Notice("sample recall"), (0, 1)),
            ("samples_f1", Notice("sample F1"), (1, 1)),
        )
    ),
    KnownMetric(
        "hamming_loss",
        Notice("Hamming loss"),
        SETS,
        SETS,
        smaller_is_better=True,
        basis="sums",
        sums=fold_sums.wrong_labels,
    ),
    KnownMetric("roc_auc", Notice("area under ROC"), ("class",), basis="fold", score=_area("roc")),
    KnownMetric(
        "average_precision",
        Notice("average precision"),
        ("class",),
        basis="fold",
        score=_area("precision_recall"),
    ),
    *(
        KnownMetric(f"{way}_f1", name, ("tags",), basis="sums", sums=span_f1(way))
        for way, name in zip(
            WAYS,
            (Notice("strict F1"), Notice("exact-boundary F1"), Notice("partial F1"), Notice("type F1")),
            strict=True,
        )
    ),
    KnownMetric(
        "mae",  # in the unit of the numbers
        Notice("mean absolute error"),
        NUMBERS,
        NUMBERS,
        smaller_is_better=True,
        basis="sums",
        sums=fold_sums.absolute_errors,
    ),
    KnownMetric(
        "rmse",
        Notice("root mean squared error"),
        NUMBERS,
        NUMBERS,
        smaller_is_better=True,
        basis="sums",
        sums=fold_sums.squared_errors,
        of_sums=fold_sums.root,
    ),
    KnownMetric(
        "r2",
        Notice("R²"),
        NUMBERS,
        NUMBERS,
        basis="sums",
        sums=fold_sums.squared_errors,
        of_sums=fold_sums.explained,
    ),
    KnownMetric(
        "spearman",
        Notice("rank correlation"),
        NUMBERS,
        NUMBERS,
        basis="fold",
        score=lambda fold: float(_rank_correlation(fold, np.ones((1, len(fold.gold))))[0]),
        weighted=_rank_correlation,
    ),
)
METRICS = {one.key: one for one in _ALL}
# Means over items, each from 0 to 1, whatever was predicted; their number is the second of the `sums`.
_MEANS = "accuracy error_rate subset_accuracy hamming_loss samples_precision samples_recall samples_f1"
MEANS = tuple(_MEANS.split())


def basis_of(metric: object) -> Basis | None:
    """What a metric is computed from; None of a function, and of a name such as recall:PER or f2."""
    known = METRICS.get(metric) if isinstance(metric, str) else None
    return None if known is None else known.basis
