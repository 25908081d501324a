"""From right and predicted answers to counts, and from counts to scores."""

from .answer_table import AnswerTable
from .bias_variance import (
    BiasVariance,
    LossParts,
    UnitSpread,
    bias_variance,
    squared_parts,
    zero_one_parts,
)
from .bleu import BleuScores, NgramCounts, bleu_scores, text_scores
from .class_scores import (
    AverageScores,
    ClassScores,
    LabelScores,
    class_scores,
    default_positive,
    one_against_rest,
)
from .classification import Average, averaged, confusion_matrix, expected_cost
from .cost_scores import CostScores, cost_scores
from .counts import (
    found_in,
    label_counts,
    span_counts,
    token_accuracy,
    token_counts,
    unit_counts,
    unit_label_counts,
    unit_sums,
)
from .curves import (
    CountsAbove,
    Curve,
    cost_curve,
    counts_above,
    macro_area,
    precision_recall_curve,
    roc_curve,
)
from .defaults import default_metric
from .direction import in_order, known_direction, oriented, smaller_is_better
from .edit_distance import edit_distance
from .gradients import averaged_gradient
from .groups import (
    METRIC_GROUPS,
    MetricGroup,
    MetricScores,
    groups_for,
    query_rows,
    sample_table,
    score_column,
    scored,
)
from .margins import ProposedMargin, proposed_margin
from .measured_machine import MeasuredMachine, measured_machine
from .model_cost import ModelCost, PartCost, convolution_part, dense_part, model_cost, part_table, roof
from .number_scores import NumberError, NumberScores, number_scores
from .ranked_queries import QueryScores, RankCurve, RankedQueries, rank_curve, ranked_queries
from .report import conlleval_report
from .scores import PrecisionRecallF, precision_recall_f
from .segmentation import VocabularyRecall, vocabulary_recall
from .segmentation_scores import (
    SegmentationScores,
    SegmentedText,
    intervals,
    longest_match,
    segmentation_scores,
)
from .threshold_scores import (
    ThresholdPoint,
    ThresholdScores,
    default_threshold,
    monotone_change,
    point_at,
    threshold_scores,
)
from .values import ranking_scores, regression_scores

__all__ = [
    "METRIC_GROUPS",
    "AnswerTable",
    "Average",
    "AverageScores",
    "BiasVariance",
    "BleuScores",
    "ClassScores",
    "CostScores",
    "CountsAbove",
    "Curve",
    "LabelScores",
    "LossParts",
    "MeasuredMachine",
    "MetricGroup",
    "MetricScores",
    "ModelCost",
    "NgramCounts",
    "NumberError",
    "NumberScores",
    "PartCost",
    "PrecisionRecallF",
    "ProposedMargin",
    "QueryScores",
    "RankCurve",
    "RankedQueries",
    "SegmentationScores",
    "SegmentedText",
    "ThresholdPoint",
    "ThresholdScores",
    "UnitSpread",
    "VocabularyRecall",
    "averaged",
    "averaged_gradient",
    "bias_variance",
    "bleu_scores",
    "class_scores",
    "confusion_matrix",
    "conlleval_report",
    "convolution_part",
    "cost_curve",
    "cost_scores",
    "counts_above",
    "default_metric",
    "default_positive",
    "default_threshold",
    "dense_part",
    "edit_distance",
    "expected_cost",
    "found_in",
    "groups_for",
    "in_order",
    "intervals",
    "known_direction",
    "label_counts",
    "longest_match",
    "macro_area",
    "measured_machine",
    "model_cost",
    "monotone_change",
    "number_scores",
    "one_against_rest",
    "oriented",
    "part_table",
    "point_at",
    "precision_recall_curve",
    "precision_recall_f",
    "proposed_margin",
    "query_rows",
    "rank_curve",
    "ranked_queries",
    "ranking_scores",
    "regression_scores",
    "roc_curve",
    "roof",
    "sample_table",
    "score_column",
    "scored",
    "segmentation_scores",
    "smaller_is_better",
    "span_counts",
    "squared_parts",
    "text_scores",
    "threshold_scores",
    "token_accuracy",
    "token_counts",
    "unit_counts",
    "unit_label_counts",
    "unit_sums",
    "vocabulary_recall",
    "zero_one_parts",
]
