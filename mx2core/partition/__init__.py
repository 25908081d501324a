"""Partitions of units into two halves: how good they are, how to make them, how to pick them.

This package sees arrays: masks (True = first half) and label counts per unit. Names are looked up when
first used: who cross-validates needs few of the modules, and scikit-learn is needed by the splitters alone.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from .construct.build import default_target, regularized_partitions
    from .construct.report import partition_report
    from .design import METHODS, PartitionSet, Selection
    from .halves.blocks import block_partitions, stratified_block_partitions
    from .halves.candidates import random_divergences
    from .halves.overlap_counts import OverlapCounts, overlap_counts
    from .halves.random_halves import random_masks, random_partitions
    from .halves.ranking import Ranking, candidate_at, rank_candidates
    from .halves.scored import ScoredAttribute, ScoredHalves, score_halves
    from .halves.screened import Screened, screened_partitions
    from .halves.selected import selected_from, selected_partitions
    from .halves.selection import even_candidates, select_bad, select_good, survival_curve, survivors
    from .halves.sides import random_sides
    from .label_divergence import LabelContributions, divergence, label_contributions
    from .labels import number_ranges
    from .law import ReferenceLaw, expected, floor, overlap_law, percentiles, reference_law
    from .measures import MEASURES
    from .parts.judgement import Judgement, Standing, judge_measures, judge_parts
    from .parts.random_parts import random_parts
    from .parts.split_parts import Parts, deal_parts
    from .splitters import BalancedKFold, Mx2Split
    from .thresholds import Thresholds

__all__ = ["MEASURES", "BalancedKFold", "Mx2Split", "PartitionSet", "Parts", "Thresholds"]
__all__ += ["block_partitions", "random_partitions", "regularized_partitions", "selected_partitions"]
__all__ += ["deal_parts", "partition_report", "random_masks", "stratified_block_partitions"]
__all__ += ["divergence", "expected", "floor", "label_contributions", "percentiles", "random_divergences"]
__all__ += ["judge_parts", "number_ranges", "overlap_law", "rank_candidates", "reference_law"]
__all__ += ["screened_partitions", "select_bad", "select_good", "survival_curve", "survivors"]
__dir__ = __all__.copy

__getattr__ = lazy_names(__name__)
