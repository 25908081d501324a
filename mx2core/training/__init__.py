"""Evaluate models on the same folds, in worker processes, with progress and cancel.

Names are looked up when first used: a worker process needs few of them, and starts
three times as fast without the others.
"""

from typing import TYPE_CHECKING

from ..lazy import lazy_names

if TYPE_CHECKING:
    from ..executors.pieces import on_executor
    from .decisions.by_group import differences_by_group
    from .decisions.decision import Decision
    from .decisions.decision_rule import decide, decide_differences, margin_for
    from .decisions.differences import unit_differences
    from .decisions.estimators import OutOfFoldPredictions, compare_estimators, cross_val_predict
    from .decisions.item_answers import ItemComparison, TaskAnswer
    from .decisions.items import compare_items
    from .decisions.pairs import PairAnswer, compare_candidates, decide_metrics, decide_pairs
    from .decisions.planned_tests import PlannedTest
    from .decisions.question import Question, Rule
    from .decisions.seen_and_unseen import SeenScore, memory_of, seen_scores
    from .decisions.steady_answers import SteadyUnit, side_by_side
    from .decisions.unit_attributes import unit_clusters, unit_groups
    from .run.experiment import CorpusFile, Experiment, open_experiment, run_experiment
    from .run.folds import FoldFailure, FoldResult
    from .run.jobs import ExperimentJob, Progress
    from .run.runner import Run, compare, evaluate
    from .scores.answers import answer_table
    from .scores.evaluation import Evaluation
    from .scores.fixed_predictions import fixed_model_score, fixed_models_test, same_in_every_split
    from .scores.gold_tables import read_gold_table
    from .scores.model_use import ModelUse, model_uses
    from .scores.predictions import read_fixed_predictions, read_predictions, read_values, write_predictions
    from .scores.result import Comparison

__all__ = ["Comparison", "CorpusFile", "Decision", "Evaluation", "Experiment", "ExperimentJob"]
__all__ += ["FoldFailure", "FoldResult", "ItemComparison", "OutOfFoldPredictions", "PairAnswer"]
__all__ += ["PlannedTest", "Progress", "Question", "Rule", "Run", "SeenScore", "SteadyUnit", "TaskAnswer"]
__all__ += ["answer_table", "compare", "compare_candidates", "compare_estimators", "compare_items"]
__all__ += ["cross_val_predict", "decide", "decide_differences", "decide_metrics", "decide_pairs"]
__all__ += ["differences_by_group", "evaluate", "fixed_model_score", "fixed_models_test"]
__all__ += ["memory_of", "on_executor", "open_experiment", "read_fixed_predictions", "read_gold_table"]
__all__ += ["read_predictions", "read_values", "run_experiment", "same_in_every_split", "seen_scores"]
__all__ += ["side_by_side", "unit_clusters", "unit_differences", "unit_groups", "write_predictions"]
__dir__ = __all__.copy

__getattr__ = lazy_names(__name__)
