"""From gold and predicted tags to counts, and from counts to scores."""

from .counts import label_counts, span_counts, token_accuracy, token_counts, unit_counts
from .scores import PrecisionRecallF, precision_recall_f

__all__ = [
    "PrecisionRecallF",
    "label_counts",
    "precision_recall_f",
    "span_counts",
    "token_accuracy",
    "token_counts",
    "unit_counts",
]
