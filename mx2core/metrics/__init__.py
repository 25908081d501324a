"""From right and predicted answers to counts, and from counts to scores."""

from .answer_table import AnswerTable as AnswerTable
from .bias_variance import BiasVariance as BiasVariance
from .bias_variance import LossParts as LossParts
from .bias_variance import bias_variance as bias_variance
from .bias_variance import squared_parts as squared_parts
from .bias_variance import zero_one_parts as zero_one_parts
from .chunks.counts import correct_spans as correct_spans
from .chunks.counts import label_counts as label_counts
from .chunks.counts import span_counts as span_counts
from .chunks.counts import token_accuracy as token_accuracy
from .chunks.counts import token_counts as token_counts
from .chunks.counts import unit_counts as unit_counts
from .chunks.counts import unit_label_counts as unit_label_counts
from .chunks.counts import unit_sums as unit_sums
from .chunks.gradients import averaged_gradient as averaged_gradient
from .chunks.partial_spans import span_outcomes as span_outcomes
from .chunks.report import conlleval_report as conlleval_report
from .chunks.scores import PrecisionRecallF as PrecisionRecallF
from .chunks.scores import precision_recall_f as precision_recall_f
from .chunks.segmentation import vocabulary_recall as vocabulary_recall
from .chunks.segmentation_scores import SegmentationScores as SegmentationScores
from .chunks.segmentation_scores import intervals as intervals
from .chunks.segmentation_scores import longest_match as longest_match
from .chunks.segmentation_scores import segmentation_scores as segmentation_scores
from .classes.class_scores import AverageScores as AverageScores
from .classes.class_scores import ClassScores as ClassScores
from .classes.class_scores import LabelScores as LabelScores
from .classes.class_scores import class_scores as class_scores
from .classes.class_scores import default_positive as default_positive
from .classes.class_scores import one_against_rest as one_against_rest
from .classes.classification import Average as Average
from .classes.classification import averaged as averaged
from .classes.classification import confusion_matrix as confusion_matrix
from .classes.classification import expected_cost as expected_cost
from .classes.cost_scores import CostScores as CostScores
from .classes.cost_scores import cost_scores as cost_scores
from .classes.curves import cost_curve as cost_curve
from .classes.curves import counts_above as counts_above
from .classes.curves import macro_area as macro_area
from .classes.curves import precision_recall_curve as precision_recall_curve
from .classes.curves import roc_curve as roc_curve
from .classes.set_scores import LabelSetScores as LabelSetScores
from .classes.set_scores import have_sets as have_sets
from .classes.set_scores import label_set_scores as label_set_scores
from .classes.set_scores import label_sets as label_sets
from .classes.threshold_scores import ThresholdScores as ThresholdScores
from .classes.threshold_scores import default_threshold as default_threshold
from .classes.threshold_scores import monotone_change as monotone_change
from .classes.threshold_scores import point_at as point_at
from .classes.threshold_scores import threshold_scores as threshold_scores
from .cost.measured_machine import measured_machine as measured_machine
from .cost.model_cost import ModelCost as ModelCost
from .cost.model_cost import PartCost as PartCost
from .cost.model_cost import convolution_part as convolution_part
from .cost.model_cost import dense_part as dense_part
from .cost.model_cost import model_cost as model_cost
from .cost.model_cost import part_table as part_table
from .cost.model_cost import roof as roof
from .defaults import default_metric as default_metric
from .direction import known_direction as known_direction
from .direction import oriented as oriented
from .direction import smaller_is_better as smaller_is_better
from .direction import subtraction_order as subtraction_order
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
from .known_metrics import METRICS as METRICS
from .margins import ProposedMargin as ProposedMargin
from .margins import proposed_margin as proposed_margin
from .outputs.bleu import BleuScores as BleuScores
from .outputs.bleu import bleu_scores as bleu_scores
from .outputs.bleu import text_scores as text_scores
from .outputs.edit_distance import edit_distance as edit_distance
from .outputs.number_scores import NumberScores as NumberScores
from .outputs.number_scores import number_scores as number_scores
from .outputs.ranked_queries import RankCurve as RankCurve
from .outputs.ranked_queries import RankedQueries as RankedQueries
from .outputs.ranked_queries import rank_curve as rank_curve
from .outputs.ranked_queries import ranked_queries as ranked_queries
from .outputs.values import ranking_scores as ranking_scores
from .outputs.values import regression_scores as regression_scores

__all__ = ["METRICS", "AnswerTable", "PrecisionRecallF", "default_metric", "proposed_margin", "sample_table"]
__all__ += ["scored", "smaller_is_better"]
__all__ += ["class_scores", "confusion_matrix", "conlleval_report", "expected_cost", "precision_recall_f"]
__all__ += ["label_set_scores", "vocabulary_recall"]
__all__ += ["edit_distance", "label_counts", "longest_match", "span_counts", "token_accuracy", "token_counts"]
__all__ += ["span_outcomes", "unit_counts"]
__all__ += ["cost_curve", "cost_scores", "macro_area", "precision_recall_curve", "roc_curve"]
__all__ += ["threshold_scores"]
__all__ += ["number_scores", "rank_curve", "ranked_queries", "ranking_scores", "regression_scores"]
__all__ += ["bias_variance", "bleu_scores", "segmentation_scores", "text_scores"]
__all__ += ["convolution_part", "dense_part", "measured_machine", "model_cost", "part_table", "roof"]


def __dir__() -> list[str]:
    return sorted(__all__)
