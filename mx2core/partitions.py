"""Partitions: made, measured, chosen and judged. `mx.partitions` is this.

>>> import mx2core as mx
>>> halves = mx.partitions.random_masks(1000, range(10), seed=0)
>>> halves.shape
(10, 1000)
"""

from typing import TYPE_CHECKING, Any

from . import partition
from .partition import (
    METHODS,
    DesignReport,
    Extreme,
    LabelContributions,
    OverlapLaw,
    PartitionSet,
    Ranking,
    ReferenceLaw,
    ScoredAttribute,
    ScoredHalves,
    Selection,
    SplitJudgement,
    Standing,
    SurvivalCurve,
    SurvivalGrid,
    Thresholds,
    block_partitions,
    candidate_at,
    default_target,
    divergence,
    even_candidates,
    expected,
    floor,
    judge_split,
    label_contributions,
    overlap_law,
    partition_report,
    percentiles,
    pick_even,
    random_divergences,
    random_masks,
    random_partitions,
    random_sides,
    rank_candidates,
    reference_law,
    regularized_partitions,
    score_halves,
    select_bad,
    select_good,
    selected_from,
    selected_partitions,
    standings,
    stratified_block_partitions,
    survival_curve,
    survival_grid,
    survivors,
    wasserstein,
)

if TYPE_CHECKING:
    from .partition import Mx2Split

__all__ = [
    "METHODS",
    "DesignReport",
    "Extreme",
    "LabelContributions",
    "Mx2Split",
    "OverlapLaw",
    "PartitionSet",
    "Ranking",
    "ReferenceLaw",
    "ScoredAttribute",
    "ScoredHalves",
    "Selection",
    "SplitJudgement",
    "Standing",
    "SurvivalCurve",
    "SurvivalGrid",
    "Thresholds",
    "block_partitions",
    "candidate_at",
    "default_target",
    "divergence",
    "even_candidates",
    "expected",
    "floor",
    "judge_split",
    "label_contributions",
    "overlap_law",
    "partition_report",
    "percentiles",
    "pick_even",
    "random_divergences",
    "random_masks",
    "random_partitions",
    "random_sides",
    "rank_candidates",
    "reference_law",
    "regularized_partitions",
    "score_halves",
    "select_bad",
    "select_good",
    "selected_from",
    "selected_partitions",
    "standings",
    "stratified_block_partitions",
    "survival_curve",
    "survival_grid",
    "survivors",
    "wasserstein",
]


def __getattr__(name: str) -> Any:
    if name == "Mx2Split":  # scikit-learn is needed by the splitter alone
        return partition.Mx2Split
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
