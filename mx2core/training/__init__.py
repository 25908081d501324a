"""Evaluate models on the same folds, in worker processes, with progress and cancel.

Names are looked up when first used: a worker process needs few of them, and starts
three times as fast without the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .differences import unit_differences
    from .evaluation import Evaluation
    from .fixed import fixed_models_test, same_in_every_split
    from .folds import FoldFailure, FoldResult
    from .jobs import ExperimentJob, Job, Progress
    from .predictions import read_fixed_predictions, read_predictions, read_values, write_predictions
    from .result import Comparison
    from .runner import compare, evaluate

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

_MODULE_OF = {
    "Comparison": "result",
    "Evaluation": "evaluation",
    "ExperimentJob": "jobs",
    "FoldFailure": "folds",
    "FoldResult": "folds",
    "Job": "jobs",
    "Progress": "jobs",
    "compare": "runner",
    "evaluate": "runner",
    "fixed_models_test": "fixed",
    "read_fixed_predictions": "predictions",
    "read_predictions": "predictions",
    "read_values": "predictions",
    "same_in_every_split": "fixed",
    "unit_differences": "differences",
    "write_predictions": "predictions",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
    globals()[name] = value
    return value
