"""Partitions of units into two halves: how good they are, how to make them, how to pick them.

This package sees arrays: masks (True = first half) and label counts per unit.
"""

from typing import TYPE_CHECKING, Any

from ..extras import needed
from .construct import default_target as default_target
from .construct import partition_report as partition_report
from .construct import regularized_partitions as regularized_partitions
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
from .thresholds import Thresholds as Thresholds

if TYPE_CHECKING:
    from .splitters import BalancedKFold as BalancedKFold
    from .splitters import Mx2Split as Mx2Split

# scikit-learn takes a second to import and is needed by the splitters alone.
_SPLITTERS = ("BalancedKFold", "Mx2Split")

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
    if name in _SPLITTERS:
        with needed():
            from . import splitters
        return getattr(splitters, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
