"""Models that can be compared: CRFs by CRF++ templates, text classifiers, estimators of any kind."""

from .classifiers import TextClassifier
from .columns import answer_choices, answer_column, feature_columns
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
    "answer_choices",
    "answer_column",
    "draws_random_numbers",
    "feature_columns",
    "fold_key",
    "presets",
    "preview",
    "proposed",
    "with_seeds",
]
