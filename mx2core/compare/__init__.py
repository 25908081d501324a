"""Evaluate models on the same folds, in worker processes, with progress and cancel."""

from .evaluation import Evaluation
from .fixed import fixed_models_test, same_in_every_split
from .folds import FoldFailure, FoldResult
from .jobs import ExperimentJob, Job, Progress
from .predictions import read_fixed_predictions, read_predictions, read_values, write_predictions
from .result import Comparison
from .runner import compare, evaluate
from .unit_values import unit_differences

__all__ = [
    "Comparison",
    "Evaluation",
    "ExperimentJob",
    "FoldFailure",
    "FoldResult",
    "Job",
    "Progress",
    "compare",
    "evaluate",
    "fixed_models_test",
    "read_fixed_predictions",
    "read_predictions",
    "read_values",
    "same_in_every_split",
    "unit_differences",
    "write_predictions",
]
