"""Models that can be compared: CRFs described by templates as CRF++ has them."""

from .columns import answer_column, feature_columns
from .crf import CRF
from .model import Model, fold_key
from .presets import presets
from .template import FeatureTemplate

__all__ = ["CRF", "FeatureTemplate", "Model", "answer_column", "feature_columns", "fold_key", "presets"]
