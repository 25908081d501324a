"""Compare models on the same halves, in worker processes, with progress and cancel."""

from .folds import FoldCounts, FoldFailure
from .jobs import Job, Progress
from .result import Comparison
from .runner import compare

__all__ = ["Comparison", "FoldCounts", "FoldFailure", "Job", "Progress", "compare"]
