"""Partitions of units into two halves: how good they are, how to make them, how to pick them.

This package sees arrays: masks (True = first half) and label counts per unit.
"""

from typing import TYPE_CHECKING, Any

from ..extras import needed
from .blocks import block_partitions, stratified_block_partitions
from .candidates import random_divergences
from .construct import DesignReport, default_target, partition_report, regularized_partitions
from .design import METHODS, PartitionSet, Selection
from .divergence import LabelContributions, divergence, label_contributions, wasserstein
from .halves import random_masks, random_partitions
from .judgement import SplitJudgement, Standing, judge_split, standings
from .law import OverlapLaw, ReferenceLaw, expected, floor, overlap_law, percentiles, reference_law
from .overlap_counts import OverlapCounts, overlap_counts
from .part_standing import PartsStanding, judge_parts, part_standings
from .parts import Parts, deal_parts
from .random_parts import random_parts
from .ranking import Ranking, candidate_at, rank_candidates
from .scored import ScoredAttribute, ScoredHalves, score_halves
from .selected import selected_from, selected_partitions
from .selection import (
    Extreme,
    SurvivalCurve,
    even_candidates,
    pick_even,
    select_bad,
    select_good,
    survival_curve,
    survivors,
)
from .sides import random_sides
from .survival import SurvivalGrid, survival_grid
from .thresholds import Thresholds

if TYPE_CHECKING:
    from .splitters import BalancedKFold, Mx2Split

__all__ = [
    "METHODS",
    "BalancedKFold",
    "DesignReport",
    "Extreme",
    "LabelContributions",
    "Mx2Split",
    "OverlapCounts",
    "OverlapLaw",
    "PartitionSet",
    "Parts",
    "PartsStanding",
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
    "deal_parts",
    "default_target",
    "divergence",
    "even_candidates",
    "expected",
    "floor",
    "judge_parts",
    "judge_split",
    "label_contributions",
    "overlap_counts",
    "overlap_law",
    "part_standings",
    "partition_report",
    "percentiles",
    "pick_even",
    "random_divergences",
    "random_masks",
    "random_partitions",
    "random_parts",
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
    # scikit-learn takes a second to import and is needed by the splitters alone.
    if name in ("BalancedKFold", "Mx2Split"):
        with needed():
            from . import splitters
        return getattr(splitters, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
