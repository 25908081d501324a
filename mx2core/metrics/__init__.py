"""From right and predicted answers to counts, and from counts to scores."""

from .answer_table import AnswerTable
from .bias_variance import BiasVariance, LossParts, bias_variance, squared_parts, zero_one_parts
from .chunks.counts import correct_spans, label_counts, span_counts, unit_counts, unit_label_counts, unit_sums
from .chunks.partial_spans import span_outcomes
from .chunks.scores import PrecisionRecallF, conlleval_report, precision_recall_f
from .chunks.segmentation_scores import (
    SegmentationScores,
    intervals,
    longest_match,
    segmentation_scores,
    vocabulary_recall,
)
from .classes.class_scores import (
    AverageScores,
    ClassScores,
    LabelScores,
    class_scores,
    default_positive,
    one_against_rest,
)
from .classes.classification import Average, averaged, averaged_gradient, confusion_matrix, expected_cost
from .classes.cost_scores import CostScores, cost_scores
from .classes.curves import cost_curve, counts_above, macro_area, precision_recall_curve, roc_curve
from .classes.set_scores import LabelSetScores, have_sets, label_set_scores, label_sets
from .classes.threshold_scores import (
    ThresholdScores,
    default_threshold,
    monotone_change,
    point_at,
    threshold_scores,
)
from .cost.model_cost import (
    ModelCost,
    PartCost,
    convolution_part,
    dense_part,
    measured_machine,
    model_cost,
    part_table,
    roof,
)
from .direction import default_metric, known_direction, oriented, smaller_is_better, subtraction_order
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
from .known_answers import are_amounts, as_text, recognized
from .known_metrics import METRICS
from .margins import ProposedMargin, proposed_margin
from .outputs.bleu import BleuScores, bleu_scores, text_scores
from .outputs.edit_distance import edit_distance
from .outputs.number_scores import NumberScores, number_scores
from .outputs.ranked_queries import RankCurve, RankedQueries, rank_curve, ranked_queries
from .outputs.values import ranking_scores, regression_scores

__all__ = ["METRICS", "AnswerTable", "PrecisionRecallF", "default_metric", "proposed_margin", "sample_table"]
__all__ += ["scored", "smaller_is_better"]
__all__ += ["class_scores", "confusion_matrix", "conlleval_report", "expected_cost", "precision_recall_f"]
__all__ += ["cost_scores", "label_set_scores", "span_outcomes", "threshold_scores"]
__all__ += ["number_scores", "ranked_queries", "ranking_scores", "regression_scores"]
__all__ += ["bias_variance", "bleu_scores", "segmentation_scores", "text_scores"]
__all__ += ["dense_part", "model_cost", "roof"]
__dir__ = __all__.copy
