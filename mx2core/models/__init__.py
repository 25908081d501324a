"""Models that can be compared: CRFs by CRF++ templates, text classifiers, estimators of any kind."""

from .classifiers import TextClassifier
from .columns import feature_columns, gold_choices, gold_column
from .crf import CRF, preview
from .estimator import Estimator
from .model import Model, fold_key
from .presets import Preset, all_presets, presets, proposed
from .seeds import draws_random_numbers, with_seeds
from .template import FeatureTemplate

__all__ = [
    "CRF",
    "Estimator",
    "FeatureTemplate",
    "Model",
    "Preset",
    "TextClassifier",
    "all_presets",
    "draws_random_numbers",
    "feature_columns",
    "fold_key",
    "gold_choices",
    "gold_column",
    "presets",
    "preview",
    "proposed",
    "with_seeds",
]
