"""Mean scores of models, as `compare` and `runs` show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..text import columns

if TYPE_CHECKING:
    from ...training import Comparison

MEANS = columns("metric model folds mean sd")


@dataclass(frozen=True, slots=True)
class MeanScore:
    """Of a model over the folds that are done."""

    signature: str  # of the partitions
    metric: str
    model: str
    folds: int
    mean: float | None
    sd: float | None


def mean_scores(comparison: Comparison, metrics: Sequence[str]) -> list[MeanScore]:
    """Of every model in these metrics, or those usually reported."""
    from ...metrics.mean_and_sd import mean_and_sd

    rows = []
    for metric in metrics or comparison.main_metrics:
        for model, values in zip(comparison.models, comparison.scores(metric), strict=True):
            one = mean_and_sd(values)
            rows.append(MeanScore(comparison.signature, metric, model, one.n, one.mean, one.sd))
    return rows
