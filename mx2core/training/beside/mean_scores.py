"""Mean scores of models over folds, and what speaks against writing them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...brief import frozen
from ...corpus.model import Corpus
from ...errors import Notice, ScoresError
from ...metrics.mean_and_sd import mean_and_sd
from ...partition import PartitionSet, expected
from ..scores.result import Comparison


@frozen
class MeanScore:
    """Of a model over the folds that are done."""

    signature: str  # of the partitions
    metric: str
    model: str
    folds: int
    mean: float | None
    sd: float | None


def mean_scores(comparison: Comparison, metrics: Sequence[str] | None = None) -> list[MeanScore]:
    """Of every model in these metrics, or those usually reported."""
    rows = []
    for metric in metrics or comparison.main_metrics:
        for model, values in zip(comparison.models, comparison.scores(metric), strict=True):
            one = mean_and_sd(values)
            rows.append(MeanScore(comparison.signature, metric, model, one.n, one.mean, one.sd))
    return rows


def check_finished(comparison: Comparison) -> None:
    """Scores of some folds only are no m×2 cross-validation, and no test could use them."""
    failed = int((~comparison.finished).sum())
    if failed:
        raise ScoresError(
            "{failed} of {n_folds} folds could not be scored, so nothing was written. {reason}",
            failed=failed,
            n_folds=comparison.finished.size,
            reason=" ".join(map(str, comparison.notices)),
        )


def undefined_metrics(comparison: Comparison, metrics: Sequence[str]) -> dict[str, Notice]:
    """Metrics that a fold of some model has no value of, and why."""
    found = {}
    for metric in metrics:
        for model, values in zip(comparison.models, comparison.scores(metric), strict=True):
            if metric not in found and np.isnan(values).any():
                named = {"metric": metric, "model": model}
                if comparison.task == "numbers":
                    found[metric] = Notice("{model} predicts one number on a fold: no {metric}.", named)
                else:
                    found[metric] = Notice(
                        "{metric} of {model} needs class scores. Choose another metric.", named
                    )
    return found


def shift_notices(partitions: PartitionSet, corpus: Corpus) -> tuple[Notice, ...]:
    """A word of warning where the halves were made more alike than random ones are."""
    bounded = () if partitions.selection is None else partitions.selection.attributes
    known = {name: expected(corpus.attribute(name).counts) for name in bounded if name in corpus.attributes}
    if not partitions.flatters_beside(known):
        return ()
    return (
        Notice(
            "Scores on {method} halves shift by model: tests can reject too often. Balanced or "
            "centered ones do not.",
            {"method": partitions.method},
        ),
    )
