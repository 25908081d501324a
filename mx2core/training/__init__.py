"""Evaluate models on the same folds, in worker processes, with progress and cancel.

Names are looked up when first used: a worker process needs few of them, and starts
three times as fast without the others.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .decisions.by_group import differences_by_group as differences_by_group
    from .decisions.decision import Decision as Decision
    from .decisions.decision_rule import decide as decide
    from .decisions.decision_rule import decide_differences as decide_differences
    from .decisions.decision_rule import margin_for as margin_for
    from .decisions.differences import unit_differences as unit_differences
    from .decisions.estimators import OutOfFoldPredictions as OutOfFoldPredictions
    from .decisions.estimators import compare_estimators as compare_estimators
    from .decisions.estimators import cross_val_predict as cross_val_predict
    from .decisions.item_answers import ItemComparison as ItemComparison
    from .decisions.item_answers import TaskAnswer as TaskAnswer
    from .decisions.items import compare_items as compare_items
    from .decisions.pairs import PairAnswer as PairAnswer
    from .decisions.pairs import compare_candidates as compare_candidates
    from .decisions.pairs import decide_pairs as decide_pairs
    from .decisions.planned_tests import PlannedTest as PlannedTest
    from .decisions.question import Question as Question
    from .decisions.question import Rule as Rule
    from .decisions.seen_and_unseen import SeenScore as SeenScore
    from .decisions.seen_and_unseen import memory_of as memory_of
    from .decisions.seen_and_unseen import seen_scores as seen_scores
    from .decisions.several_metrics import decide_metrics as decide_metrics
    from .decisions.steady_answers import SteadyUnit as SteadyUnit
    from .decisions.steady_answers import side_by_side as side_by_side
    from .decisions.unit_attributes import unit_clusters as unit_clusters
    from .decisions.unit_attributes import unit_groups as unit_groups
    from .run.experiment import CorpusFile as CorpusFile
    from .run.experiment import Experiment as Experiment
    from .run.experiment import open_experiment as open_experiment
    from .run.experiment import run_experiment as run_experiment
    from .run.folds import FoldFailure as FoldFailure
    from .run.folds import FoldResult as FoldResult
    from .run.jobs import ExperimentJob as ExperimentJob
    from .run.jobs import Progress as Progress
    from .run.runner import Run as Run
    from .run.runner import compare as compare
    from .run.runner import evaluate as evaluate
    from .scores.answers import answer_table as answer_table
    from .scores.evaluation import Evaluation as Evaluation
    from .scores.fixed_predictions import fixed_model_score as fixed_model_score
    from .scores.fixed_predictions import fixed_models_test as fixed_models_test
    from .scores.fixed_predictions import same_in_every_split as same_in_every_split
    from .scores.model_use import ModelUse as ModelUse
    from .scores.model_use import model_uses as model_uses
    from .scores.predictions import read_fixed_predictions as read_fixed_predictions
    from .scores.predictions import read_predictions as read_predictions
    from .scores.predictions import read_values as read_values
    from .scores.predictions import write_predictions as write_predictions
    from .scores.result import Comparison as Comparison

_HOME = {
    "scores.answers": ("answer_table",),
    "decisions.planned_tests": ("PlannedTest",),
    "decisions.by_group": ("differences_by_group",),
    "decisions.decision": ("Decision",),
    "decisions.decision_rule": ("decide", "decide_differences", "margin_for"),
    "decisions.differences": ("unit_differences",),
    "scores.evaluation": ("Evaluation",),
    "run.experiment": ("CorpusFile", "Experiment", "open_experiment", "run_experiment"),
    "scores.fixed_predictions": ("fixed_model_score", "fixed_models_test", "same_in_every_split"),
    "run.folds": ("FoldFailure", "FoldResult"),
    "run.jobs": ("ExperimentJob", "Progress"),
    "scores.model_use": ("ModelUse", "model_uses"),
    "decisions.estimators": ("OutOfFoldPredictions", "compare_estimators", "cross_val_predict"),
    "decisions.item_answers": ("ItemComparison", "TaskAnswer"),
    "decisions.items": ("compare_items",),
    "decisions.pairs": ("PairAnswer", "compare_candidates", "decide_pairs"),
    "decisions.several_metrics": ("decide_metrics",),
    "scores.predictions": ("read_fixed_predictions", "read_predictions", "read_values", "write_predictions"),
    "decisions.question": ("Question", "Rule"),
    "scores.result": ("Comparison",),
    "run.runner": ("Run", "compare", "evaluate"),
    "decisions.seen_and_unseen": ("SeenScore", "memory_of", "seen_scores"),
    "decisions.steady_answers": ("SteadyUnit", "side_by_side"),
    "decisions.unit_attributes": ("unit_clusters", "unit_groups"),
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
