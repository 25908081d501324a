"""From right and predicted answers to counts, and from counts to scores."""

from .answer_table import AnswerTable as AnswerTable
from .bias_variance import BiasVariance as BiasVariance
from .bias_variance import LossParts as LossParts
from .bias_variance import UnitSpread as UnitSpread
from .bias_variance import bias_variance as bias_variance
from .bias_variance import squared_parts as squared_parts
from .bias_variance import zero_one_parts as zero_one_parts
from .bleu import BleuScores as BleuScores
from .bleu import NgramCounts as NgramCounts
from .bleu import bleu_scores as bleu_scores
from .bleu import text_scores as text_scores
from .class_scores import AverageScores as AverageScores
from .class_scores import ClassScores as ClassScores
from .class_scores import LabelScores as LabelScores
from .class_scores import class_scores as class_scores
from .class_scores import default_positive as default_positive
from .class_scores import one_against_rest as one_against_rest
from .classification import Average as Average
from .classification import averaged as averaged
from .classification import confusion_matrix as confusion_matrix
from .classification import expected_cost as expected_cost
from .cost_scores import CostScores as CostScores
from .cost_scores import cost_scores as cost_scores
from .counts import found_in as found_in
from .counts import label_counts as label_counts
from .counts import span_counts as span_counts
from .counts import token_accuracy as token_accuracy
from .counts import token_counts as token_counts
from .counts import unit_counts as unit_counts
from .counts import unit_label_counts as unit_label_counts
from .counts import unit_sums as unit_sums
from .curves import CountsAbove as CountsAbove
from .curves import Curve as Curve
from .curves import cost_curve as cost_curve
from .curves import counts_above as counts_above
from .curves import macro_area as macro_area
from .curves import precision_recall_curve as precision_recall_curve
from .curves import roc_curve as roc_curve
from .defaults import default_metric as default_metric
from .direction import in_order as in_order
from .direction import known_direction as known_direction
from .direction import oriented as oriented
from .direction import smaller_is_better as smaller_is_better
from .edit_distance import edit_distance as edit_distance
from .gradients import averaged_gradient as averaged_gradient
from .groups import METRIC_GROUPS as METRIC_GROUPS
from .groups import MetricGroup as MetricGroup
from .groups import MetricScores as MetricScores
from .groups import groups_for as groups_for
from .groups import query_rows as query_rows
from .groups import sample_table as sample_table
from .groups import score_column as score_column
from .groups import scored as scored
from .known_answers import are_amounts as are_amounts
from .known_answers import as_text as as_text
from .known_answers import recognized as recognized
from .known_answers import tidy as tidy
from .known_metrics import METRICS as METRICS
from .margins import ProposedMargin as ProposedMargin
from .margins import proposed_margin as proposed_margin
from .measured_machine import MeasuredMachine as MeasuredMachine
from .measured_machine import measured_machine as measured_machine
from .model_cost import ModelCost as ModelCost
from .model_cost import PartCost as PartCost
from .model_cost import convolution_part as convolution_part
from .model_cost import dense_part as dense_part
from .model_cost import model_cost as model_cost
from .model_cost import part_table as part_table
from .model_cost import roof as roof
from .number_scores import NumberError as NumberError
from .number_scores import NumberScores as NumberScores
from .number_scores import number_scores as number_scores
from .ranked_queries import QueryScores as QueryScores
from .ranked_queries import RankCurve as RankCurve
from .ranked_queries import RankedQueries as RankedQueries
from .ranked_queries import rank_curve as rank_curve
from .ranked_queries import ranked_queries as ranked_queries
from .report import conlleval_report as conlleval_report
from .scores import PrecisionRecallF as PrecisionRecallF
from .scores import precision_recall_f as precision_recall_f
from .segmentation import VocabularyRecall as VocabularyRecall
from .segmentation import vocabulary_recall as vocabulary_recall
from .segmentation_scores import SegmentationScores as SegmentationScores
from .segmentation_scores import SegmentedText as SegmentedText
from .segmentation_scores import intervals as intervals
from .segmentation_scores import longest_match as longest_match
from .segmentation_scores import segmentation_scores as segmentation_scores
from .threshold_scores import ThresholdPoint as ThresholdPoint
from .threshold_scores import ThresholdScores as ThresholdScores
from .threshold_scores import default_threshold as default_threshold
from .threshold_scores import monotone_change as monotone_change
from .threshold_scores import point_at as point_at
from .threshold_scores import threshold_scores as threshold_scores
from .values import ranking_scores as ranking_scores
from .values import regression_scores as regression_scores

__all__ = ["METRICS", "AnswerTable", "PrecisionRecallF", "default_metric", "proposed_margin", "sample_table"]
__all__ += ["scored", "smaller_is_better"]
__all__ += ["class_scores", "confusion_matrix", "conlleval_report", "expected_cost", "precision_recall_f"]
__all__ += ["vocabulary_recall"]
__all__ += ["edit_distance", "label_counts", "longest_match", "span_counts", "token_accuracy", "token_counts"]
__all__ += ["unit_counts"]
__all__ += ["cost_curve", "cost_scores", "macro_area", "precision_recall_curve", "roc_curve"]
__all__ += ["threshold_scores"]
__all__ += ["number_scores", "rank_curve", "ranked_queries", "ranking_scores", "regression_scores"]
__all__ += ["bias_variance", "bleu_scores", "segmentation_scores", "text_scores"]
__all__ += ["convolution_part", "dense_part", "measured_machine", "model_cost", "part_table", "roof"]


def __dir__() -> list[str]:
    return sorted(__all__)
