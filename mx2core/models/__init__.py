"""Models that can be compared: CRFs by CRF++ templates, text classifiers, estimators and taggers.

Results call each by its `name`.
"""

from .classifiers import TextClassifier
from .columns import feature_columns, gold_choices, gold_column
from .crf import CRF, preview
from .estimator import Estimator
from .model import Learner, Material, Model, Prediction, TrainingError, fold_key, specification
from .presets import Preset, all_presets, presets, proposed, quick
from .regressors import TextRegressor
from .seeds import draws_random_numbers, with_seeds
from .tagger import Tagger
from .template import FeatureTemplate
from .texts import gold_fields

__all__ = ["CRF", "Estimator", "FeatureTemplate", "Tagger", "TextClassifier", "TextRegressor"]
__all__ += ["Learner", "Material", "Model", "Prediction", "TrainingError"]  # for a model of one's own
__all__ += ["all_presets", "presets", "proposed", "with_seeds"]
__dir__ = __all__.copy
