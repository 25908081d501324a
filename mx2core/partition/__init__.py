"""Partitions of units into two halves: how good they are, how to make them, how to pick them.

This package sees arrays: masks (True = first half) and label counts per unit. Names are looked up when
first used: who cross-validates needs few of the modules, and scikit-learn is needed by the splitters alone.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..extras import needed

if TYPE_CHECKING:
    from .construct.build import default_target as default_target
    from .construct.build import regularized_partitions as regularized_partitions
    from .construct.report import partition_report as partition_report
    from .design import METHODS as METHODS
    from .design import PartitionSet as PartitionSet
    from .design import Selection as Selection
    from .halves.blocks import block_partitions as block_partitions
    from .halves.blocks import stratified_block_partitions as stratified_block_partitions
    from .halves.candidates import random_divergences as random_divergences
    from .halves.overlap_counts import OverlapCounts as OverlapCounts
    from .halves.overlap_counts import overlap_counts as overlap_counts
    from .halves.random_halves import random_masks as random_masks
    from .halves.random_halves import random_partitions as random_partitions
    from .halves.ranking import Ranking as Ranking
    from .halves.ranking import candidate_at as candidate_at
    from .halves.ranking import rank_candidates as rank_candidates
    from .halves.scored import ScoredAttribute as ScoredAttribute
    from .halves.scored import ScoredHalves as ScoredHalves
    from .halves.scored import score_halves as score_halves
    from .halves.screened import Screened as Screened
    from .halves.screened import screened_partitions as screened_partitions
    from .halves.selected import selected_from as selected_from
    from .halves.selected import selected_partitions as selected_partitions
    from .halves.selection import even_candidates as even_candidates
    from .halves.selection import select_bad as select_bad
    from .halves.selection import select_good as select_good
    from .halves.selection import survival_curve as survival_curve
    from .halves.selection import survivors as survivors
    from .halves.sides import random_sides as random_sides
    from .halves.survival import survival_grid as survival_grid
    from .label_divergence import LabelContributions as LabelContributions
    from .label_divergence import divergence as divergence
    from .label_divergence import label_contributions as label_contributions
    from .labels import number_ranges as number_ranges
    from .law import ReferenceLaw as ReferenceLaw
    from .law import expected as expected
    from .law import floor as floor
    from .law import overlap_law as overlap_law
    from .law import percentiles as percentiles
    from .law import reference_law as reference_law
    from .measures import MEASURES as MEASURES
    from .parts.judgement import Judgement as Judgement
    from .parts.judgement import Standing as Standing
    from .parts.judgement import judge_measures as judge_measures
    from .parts.judgement import judge_parts as judge_parts
    from .parts.random_parts import random_parts as random_parts
    from .parts.split_parts import Parts as Parts
    from .parts.split_parts import deal_parts as deal_parts
    from .splitters import BalancedKFold as BalancedKFold
    from .splitters import Mx2Split as Mx2Split
    from .thresholds import Thresholds as Thresholds

_HOME = {
    "construct.build": ("default_target", "regularized_partitions"),
    "construct.report": ("partition_report",),
    "design": ("METHODS", "PartitionSet", "Selection"),
    "halves.blocks": ("block_partitions", "stratified_block_partitions"),
    "halves.candidates": ("random_divergences",),
    "halves.overlap_counts": ("OverlapCounts", "overlap_counts"),
    "halves.random_halves": ("random_masks", "random_partitions"),
    "halves.ranking": ("Ranking", "candidate_at", "rank_candidates"),
    "halves.scored": ("ScoredAttribute", "ScoredHalves", "score_halves"),
    "halves.screened": ("Screened", "screened_partitions"),
    "halves.selected": ("selected_from", "selected_partitions"),
    "halves.selection": ("even_candidates", "select_bad", "select_good", "survival_curve", "survivors"),
    "halves.sides": ("random_sides",),
    "halves.survival": ("survival_grid",),
    "label_divergence": ("LabelContributions", "divergence", "label_contributions"),
    "labels": ("number_ranges",),
    "law": ("ReferenceLaw", "expected", "floor", "overlap_law", "percentiles", "reference_law"),
    "measures": ("MEASURES",),
    "parts.judgement": ("Judgement", "Standing", "judge_measures", "judge_parts"),
    "parts.random_parts": ("random_parts",),
    "parts.split_parts": ("Parts", "deal_parts"),
    "splitters": ("BalancedKFold", "Mx2Split"),
    "thresholds": ("Thresholds",),
}
_HOME_OF = {name: module for module, names in _HOME.items() for name in names}

__all__ = ["MEASURES", "BalancedKFold", "Mx2Split", "PartitionSet", "Parts", "Thresholds"]
__all__ += ["block_partitions", "random_partitions", "regularized_partitions", "selected_partitions"]
__all__ += ["stratified_block_partitions"]
__all__ += ["deal_parts", "default_target", "partition_report", "random_masks", "random_parts"]
__all__ += ["random_sides"]
__all__ += ["divergence", "expected", "floor", "label_contributions", "percentiles", "random_divergences"]
__all__ += ["reference_law"]
__all__ += ["overlap_counts", "overlap_law", "score_halves", "select_bad", "select_good", "survival_curve"]
__all__ += ["survival_grid", "survivors"]
__all__ += ["judge_measures", "judge_parts", "number_ranges"]
__all__ += ["screened_partitions"]
__all__ += ["candidate_at", "even_candidates", "rank_candidates", "selected_from"]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    with needed():
        value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
