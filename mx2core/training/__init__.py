"""Evaluate models on the same folds, in worker processes, with progress and cancel.

Names are looked up when first used: a worker process needs few of them, and starts
three times as fast without the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .answers import answer_table as answer_table
    from .asked import Asked as Asked
    from .by_group import differences_by_group as differences_by_group
    from .decision import Decision as Decision
    from .decision_rule import decide as decide
    from .decision_rule import decide_differences as decide_differences
    from .decision_rule import margin_for as margin_for
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
    from .jobs import Progress as Progress
    from .model_use import ModelUse as ModelUse
    from .model_use import model_uses as model_uses
    from .pairs import PairAnswer as PairAnswer
    from .pairs import decide_pairs as decide_pairs
    from .predictions import read_fixed_predictions as read_fixed_predictions
    from .predictions import read_predictions as read_predictions
    from .predictions import read_values as read_values
    from .predictions import write_predictions as write_predictions
    from .question import Question as Question
    from .question import Rule as Rule
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

_HOME = {
    "answers": ("answer_table",),
    "asked": ("Asked",),
    "by_group": ("differences_by_group",),
    "decision": ("Decision",),
    "decision_rule": ("decide", "decide_differences", "margin_for"),
    "differences": ("unit_differences",),
    "evaluation": ("Evaluation",),
    "experiment": ("CorpusFile", "Experiment", "open_experiment", "run_experiment"),
    "fixed_predictions": ("fixed_model_score", "fixed_models_test", "same_in_every_split"),
    "folds": ("FoldFailure", "FoldResult"),
    "jobs": ("ExperimentJob", "Progress"),
    "model_use": ("ModelUse", "model_uses"),
    "pairs": ("PairAnswer", "decide_pairs"),
    "predictions": ("read_fixed_predictions", "read_predictions", "read_values", "write_predictions"),
    "question": ("Question", "Rule"),
    "result": ("Comparison",),
    "runner": ("compare", "evaluate"),
    "seen_and_unseen": ("SeenScore", "memory_of", "seen_scores"),
    "steady_answers": ("SteadyUnit", "side_by_side"),
    "unit_attributes": ("unit_clusters", "unit_groups"),
}
_HOME_OF = {name: module for module, names in _HOME.items() for name in names}

_ELSEWHERE = ("predictions", "folds")  # in `mx.io`, or what other functions return

__all__ = [name for name, home in _HOME_OF.items() if home not in _ELSEWHERE]


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
