"""Two estimators of scikit-learn to one answer, with no corpus file: m x 2 predictions, then the test."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ...arguments import check_finite, check_shape
from ...brief import Tabular, frozen
from ...errors import DesignError, ScoresError, Whole
from ...extras import needed
from ...metrics import default_metric
from ...partition.checks import USUAL_M
from .decision_rule import decide, usual_question

if TYPE_CHECKING:
    from ...inference.checks import Alternative
    from ...partition import PartitionSet
    from ...partition.splitters import Method
    from .decision import Decision


@frozen(eq=False)
class OutOfFoldPredictions(Tabular):
    """What an estimator predicted of every sample in each of m splits, by the half it was not fitted on.

    >>> mx.training.OutOfFoldPredictions(np.zeros((1, 2)), np.array([[True, False]])).values.shape
    (1, 2)
    """

    values: NDArray[Any]  # (m, n_samples)
    masks: NDArray[np.bool_]  # (m, n_samples): True = first half


def cross_val_predict(
    estimator: Any, X: Any, y: Any, *, partitions: PartitionSet, groups: Any = None
) -> OutOfFoldPredictions:
    """Fit a clone on each half of each split, predict the other half.

    scikit-learn's function of this name refuses m × 2 splits, since they predict every
    sample m times.

    Parameters
    ----------
    estimator : object
        With `fit`, `predict` and `get_params`.
    X : array-like, sparse matrix, data frame or list of length n_samples
    y : array-like of length n_samples
    partitions : PartitionSet
        Of the samples, as from `Mx2Split(m).partitions(X, y, groups)`.
    groups : array-like of length n_samples, optional
        Passed to an estimator that requests them of `fit` (metadata routing).

    Raises
    ------
    ScoresError
        If an estimator cannot be cloned or fitted, or predicts another number of values.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> X, y = [[0]] * 8, ["a", "b"] * 4
    >>> p = mx.block_partitions(8, 2)
    >>> mx.training.cross_val_predict(DummyClassifier(), X, y, partitions=p).values.shape
    (2, 8)
    """
    with needed():
        from sklearn.base import clone
        from sklearn.utils import _safe_indexing as rows
    y = np.asarray(y)
    if partitions.n_units != len(y):
        raise DesignError(
            "The partitions have {found} units, {corpus} has {expected}.",
            found=partitions.n_units,
            corpus=Whole("`y`"),
            expected=len(y),
        )
    sent = _group_arguments(estimator, groups)
    values = []
    for train, validation in partitions.folds():
        try:
            fitted = clone(estimator).fit(rows(X, train), y[train], **sent(train))
            values.append(np.asarray(fitted.predict(rows(X, validation))))
        except Exception as error:  # an estimator of one's own may raise anything
            raise ScoresError(
                "{estimator} could not be cloned, fitted or asked ({reason}).",
                estimator=type(estimator).__qualname__,
                reason=str(error),
            ) from error
        if values[-1].shape != validation.shape:
            raise ScoresError(
                "{estimator} predicted an array of shape {found} for {expected} samples.",
                estimator=type(estimator).__qualname__,
                found=values[-1].shape,
                expected=len(validation),
            )
    predicted = np.empty((len(partitions), len(y)), dtype=np.result_type(*values))
    for number, ((_train, validation), one) in enumerate(zip(partitions.folds(), values, strict=True)):
        predicted[number // 2, validation] = one
    return OutOfFoldPredictions(predicted, partitions.masks)


def compare_estimators(
    a: Any,
    b: Any,
    X: Any,
    y: Any,
    *,
    groups: Any = None,
    m: int = USUAL_M,
    method: Method = "block",
    metric: str | None = None,
    margin: float | None = None,
    alpha: float = 0.05,
    alternative: Alternative = "two-sided",
    random_state: int = 0,
) -> Decision:
    """Which of two estimators predicts better, by the out-of-fold test on m splits in half.

    Parameters
    ----------
    a, b : object
        Two classifiers, or two regressors, with the interface of scikit-learn; pipelines too.
    X : array-like, sparse matrix, data frame or list of length n_samples
    y : array-like of length n_samples
        Classes or, for regressors, numbers.
    groups : array-like of length n_samples, optional
        Samples of a group stay in one half, and depend on each other in the test.
    m : int
        Number of splits; each estimator is fitted 2m times.
    method : str
        As in `Mx2Split`.
    metric : str, optional
        As in `compare`: by default accuracy of classes, mean absolute error of numbers.
    margin : float, optional
        Differences below it do not matter, and the answer can be "equivalent"; by default as `margin_for`
        proposes.
    alpha, alternative
        As in `Question`.
    random_state : int
        Seed of the splits.

    Returns
    -------
    Decision
        Of models called "A" and "B".

    Raises
    ------
    ScoresError, DesignError, InputError
        As `cross_val_predict`, `Mx2Split.partitions` and `decide`; also for a classifier beside a
        regressor, and targets that are missing or all the same.

    Examples
    --------
    >>> from sklearn.dummy import DummyClassifier
    >>> from sklearn.tree import DecisionTreeClassifier
    >>> X, y = [[k % 3] for k in range(60)], [k % 3 for k in range(60)]
    >>> mx.compare_estimators(DecisionTreeClassifier(), DummyClassifier(), X, y, m=3).answer
    'A better'
    """
    with needed():
        from sklearn.base import is_regressor

        from ...partition.splitters import Mx2Split
    needs = ("fit", "predict", "get_params")
    for one in (a, b):
        if isinstance(one, type) or not all(hasattr(one, method) for method in needs):
            raise ScoresError(
                "{estimator} is not a scikit-learn estimator: it needs {methods}.",
                estimator=getattr(one, "__qualname__", type(one).__qualname__),
                methods=needs,
            )
    numbers = is_regressor(a)
    if numbers != is_regressor(b):
        raise ScoresError("A classifier and a regressor cannot be compared.")
    targets = _check_targets(y, numbers)
    partitions = Mx2Split(m, method=method, random_state=random_state).partitions(X, targets, groups)
    predictions = {
        name: cross_val_predict(one, X, targets, partitions=partitions, groups=groups)
        for name, one in (("A", a), ("B", b))
    }
    clusters = None if groups is None else tuple(map(str, np.asarray(groups).tolist()))
    found = _comparison(predictions, targets, partitions, numbers)
    metric = metric or default_metric(found.main_metrics)
    usual = usual_question(found, "A", "B", metric=metric, margin=margin)
    asked = replace(usual, alpha=alpha, alternative=alternative, clusters=clusters)
    return decide(found, "A", "B", partitions=partitions, metric=metric, question=asked)


def _group_arguments(estimator: Any, groups: Any) -> Callable[[NDArray[np.int64]], dict[str, Any]]:
    """What `fit` gets of `groups` for the samples of a fold, where the estimator requests them."""
    from sklearn.utils.metadata_routing import get_routing_for_object

    asks = groups is not None and "groups" in get_routing_for_object(estimator).consumes("fit", ["groups"])
    labels = np.asarray(groups)
    return lambda samples: {"groups": labels[samples]} if asks else {}


def _check_targets(y: Any, numbers: bool) -> NDArray[Any]:
    targets = np.asarray(y)
    check_shape("y", targets.shape, "(n_samples,)", ScoresError)
    missing = [k for k, one in enumerate(targets.tolist()) if one is None or one != one]
    if missing:
        raise ScoresError("Sample {number} has no target; delete it.", number=missing[0])
    if len(set(targets.tolist())) < 2:
        raise ScoresError("All targets are {value}: nothing to predict.", value=str(targets[0]))
    if numbers and targets.dtype.kind not in "iufb":
        raise ScoresError(
            "Regressors need numbers as targets; found {value}.", value=repr(targets.tolist()[0])
        )
    if numbers:
        check_finite("y", targets.astype(np.float64), ScoresError)
    return targets


def _comparison(
    predictions: dict[str, OutOfFoldPredictions], y: NDArray[Any], partitions: PartitionSet, numbers: bool
) -> Any:
    """The predictions as those of any models are read, so that every metric is one and the same."""
    import pandas as pd

    from ...corpus import read_corpus
    from ..scores.predictions import read_predictions

    def worded(values: NDArray[Any]) -> list[Any]:
        return values.tolist() if numbers else [f"class {value}" for value in values.tolist()]

    ids = np.array([f"sample {k}" for k in range(len(y))])
    corpus = read_corpus(pd.DataFrame({"unit_id": ids, "text": ids, "label": worded(y)}))
    rows = [
        pd.DataFrame(
            {
                "partition": number // 2 + 1,
                "fold": number % 2 + 1,
                "model": name,
                "unit_id": ids[validation],
                "predicted": worded(made.values[number // 2, validation]),
            }
        )
        for name, made in predictions.items()
        for number, (_train, validation) in enumerate(partitions.folds())
    ]
    return read_predictions(pd.concat(rows), corpus, partitions=partitions)
