"""Models that can be compared: CRFs described by templates as CRF++ has them."""

from .columns import answer_column, feature_columns
from .crf import CRF
from .presets import presets
from .template import FeatureTemplate

__all__ = ["CRF", "FeatureTemplate", "answer_column", "feature_columns", "presets"]
