"""How far one model is ahead of another on each unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ...errors import ScoresError
from ...metrics import smaller_is_better as needed_direction
from ...metrics import subtraction_order
from ..scores.scoring import Metric, metric_name

if TYPE_CHECKING:
    from ...partition import PartitionSet
    from ..scores.result import Comparison

Floats = NDArray[np.float64]


def unit_differences(
    a: Comparison,
    b: Comparison | None,
    *,
    partitions: PartitionSet,
    metric: Metric = "f1",
    smaller_is_better: bool | None = None,
    within: NDArray[np.bool_] | None = None,
) -> Floats:
    """The lead of A over B on each unit, in the run of each split that validated it.

    Parameters
    ----------
    a, b : Comparison
        Predictions of one model each, such as `comparison.select("A")`; without `b` the values
        of `a` alone.
    partitions : PartitionSet
        What both were trained on.
    metric : str or callable
        As in `Comparison.scores`.
    smaller_is_better : bool, optional
        As in `Comparison.differences`.
    within : ndarray of bool, shape (m, n_units), optional
        Score these units alone, as if folds had no others; the rest is NaN.

    Returns
    -------
    ndarray of float, shape (m, n_units)
        For `out_of_fold_t_test`. The mean over the units of a fold is the difference of the
        models' scores there: A − B, or B − A where smaller is better.

    Raises
    ------
    ScoresError
        If a comparison has more models than one, is of other splits or another corpus, has
        folds that are not finished, or the metric cannot be divided among units; also if it
        is not known which way the metric is better.

    Examples
    --------
    >>> ahead = mx.unit_differences(
    ...     result.select("A"), result.select("B"), partitions=halves, metric="accuracy"
    ... )
    >>> ahead.shape
    (2, 8)
    """
    for comparison in (a, b) if b is not None else (a,):
        if len(comparison.names) != 1:
            raise ScoresError(
                "Unit differences need one model, found {models}; use comparison.select(name).",
                models=", ".join(comparison.names),
            )
        folds = partitions.folds()
        if len(folds) != len(comparison.folds) or not all(
            np.array_equal(expected[1], np.sort(found[1]))
            for expected, found in zip(folds, comparison.folds, strict=True)
        ):
            raise ScoresError(
                "Predictions of {model} have partitions {found}, not {expected}.",
                model=comparison.names[0],
                found=comparison.signature,
                expected=partitions.signature,
            )
    if b is not None and a.corpus != b.corpus:
        raise ScoresError("Predictions of {a} and {b} have different corpora.", a=a.names[0], b=b.names[0])
    values = a.unit_scores(a.names[0], metric, within)
    if b is None:
        return values
    smaller = needed_direction(metric_name(metric), smaller_is_better)
    first, second = subtraction_order(values, b.unit_scores(b.names[0], metric, within), smaller=smaller)
    return first - second
