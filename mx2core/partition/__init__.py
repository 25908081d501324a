"""Partitions of units into two halves: how good they are, how to make them, how to pick them.

This package sees arrays: masks (True = first half) and label counts per unit.
"""

from .candidates import random_divergences
from .design import METHODS, PartitionSet, Selection
from .divergence import LabelContributions, divergence, label_contributions
from .halves import random_masks, random_partitions

__all__ = [
    "METHODS",
    "LabelContributions",
    "PartitionSet",
    "Selection",
    "divergence",
    "label_contributions",
    "random_divergences",
    "random_masks",
    "random_partitions",
]
