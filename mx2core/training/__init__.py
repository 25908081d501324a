"""Evaluate models on the same folds, in worker processes, with progress and cancel.

Names are looked up when first used: a worker process needs few of them, and starts
three times as fast without the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answers import answer_table as answer_table
    from .decision import Decision as Decision
    from .decision import Question as Question
    from .decision import decide as decide
    from .decision import margin_for as margin_for
    from .differences import unit_differences as unit_differences
    from .evaluation import Evaluation as Evaluation
    from .experiment import CorpusFile as CorpusFile
    from .experiment import Experiment as Experiment
    from .experiment import open_experiment as open_experiment
    from .experiment import run_experiment as run_experiment
    from .fixed_predictions import fixed_model_score as fixed_model_score
    from .fixed_predictions import fixed_models_test as fixed_models_test
    from .fixed_predictions import same_in_every_split as same_in_every_split
    from .folds import FoldFailure as FoldFailure
    from .folds import FoldResult as FoldResult
    from .jobs import ExperimentJob as ExperimentJob
    from .jobs import Job as Job
    from .jobs import Progress as Progress
    from .predictions import read_fixed_predictions as read_fixed_predictions
    from .predictions import read_predictions as read_predictions
    from .predictions import read_values as read_values
    from .predictions import write_predictions as write_predictions
    from .result import Comparison as Comparison
    from .runner import compare as compare
    from .runner import evaluate as evaluate
    from .seen_and_unseen import SeenScore as SeenScore
    from .seen_and_unseen import memory_of as memory_of
    from .seen_and_unseen import seen_scores as seen_scores
    from .steady_answers import SteadyUnit as SteadyUnit
    from .steady_answers import side_by_side as side_by_side
    from .unit_attributes import unit_clusters as unit_clusters
    from .unit_attributes import unit_groups as unit_groups

_MODULE_OF = {
    "Comparison": "result",
    "Decision": "decision",
    "Evaluation": "evaluation",
    "ExperimentJob": "jobs",
    "CorpusFile": "experiment",
    "Experiment": "experiment",
    "FoldFailure": "folds",
    "FoldResult": "folds",
    "Job": "jobs",
    "Progress": "jobs",
    "Question": "decision",
    "SeenScore": "seen_and_unseen",
    "SteadyUnit": "steady_answers",
    "answer_table": "answers",
    "compare": "runner",
    "decide": "decision",
    "evaluate": "runner",
    "fixed_model_score": "fixed_predictions",
    "fixed_models_test": "fixed_predictions",
    "margin_for": "decision",
    "memory_of": "seen_and_unseen",
    "open_experiment": "experiment",
    "read_fixed_predictions": "predictions",
    "read_predictions": "predictions",
    "read_values": "predictions",
    "run_experiment": "experiment",
    "same_in_every_split": "fixed_predictions",
    "seen_scores": "seen_and_unseen",
    "side_by_side": "steady_answers",
    "unit_clusters": "unit_attributes",
    "unit_differences": "differences",
    "unit_groups": "unit_attributes",
    "write_predictions": "predictions",
}
__all__ = [*_MODULE_OF]


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
    globals()[name] = value
    return value
