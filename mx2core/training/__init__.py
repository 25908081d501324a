"""Evaluate models on the same folds, in worker processes, with progress and cancel.

Names are looked up when first used: a worker process needs few of them, and starts
three times as fast without the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .decision import Decision, Question, decide
    from .differences import unit_differences
    from .evaluation import Evaluation
    from .fixed import fixed_model_score, fixed_models_test, same_in_every_split
    from .folds import FoldFailure, FoldResult
    from .jobs import ExperimentJob, Job, Progress
    from .predictions import read_fixed_predictions, read_predictions, read_values, write_predictions
    from .result import Comparison
    from .runner import compare, evaluate
    from .steady_answers import SteadyUnit, side_by_side
    from .unit_attributes import unit_clusters, unit_groups

__all__ = [
    "Comparison",
    "Decision",
    "Evaluation",
    "ExperimentJob",
    "FoldFailure",
    "FoldResult",
    "Job",
    "Progress",
    "Question",
    "SteadyUnit",
    "compare",
    "decide",
    "evaluate",
    "fixed_model_score",
    "fixed_models_test",
    "read_fixed_predictions",
    "read_predictions",
    "read_values",
    "same_in_every_split",
    "side_by_side",
    "unit_clusters",
    "unit_differences",
    "unit_groups",
    "write_predictions",
]

_MODULE_OF = {
    "Comparison": "result",
    "Decision": "decision",
    "Evaluation": "evaluation",
    "ExperimentJob": "jobs",
    "FoldFailure": "folds",
    "FoldResult": "folds",
    "Job": "jobs",
    "Progress": "jobs",
    "Question": "decision",
    "SteadyUnit": "steady_answers",
    "compare": "runner",
    "decide": "decision",
    "evaluate": "runner",
    "fixed_model_score": "fixed",
    "fixed_models_test": "fixed",
    "read_fixed_predictions": "predictions",
    "read_predictions": "predictions",
    "read_values": "predictions",
    "same_in_every_split": "fixed",
    "side_by_side": "steady_answers",
    "unit_clusters": "unit_attributes",
    "unit_differences": "differences",
    "unit_groups": "unit_attributes",
    "write_predictions": "predictions",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
    globals()[name] = value
    return value
