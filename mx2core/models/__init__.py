"""Models that can be compared: CRFs by CRF++ templates, text classifiers, estimators and taggers."""

from .classifiers import TextClassifier as TextClassifier
from .columns import feature_columns as feature_columns
from .columns import gold_choices as gold_choices
from .columns import gold_column as gold_column
from .crf import CRF as CRF
from .crf import preview as preview
from .estimator import Estimator as Estimator
from .model import Learner as Learner
from .model import Material as Material
from .model import Model as Model
from .model import Prediction as Prediction
from .model import TrainingError as TrainingError
from .model import fold_key as fold_key
from .model import specification as specification
from .presets import Preset as Preset
from .presets import all_presets as all_presets
from .presets import presets as presets
from .presets import proposed as proposed
from .presets import quick as quick
from .regressors import TextRegressor as TextRegressor
from .seeds import draws_random_numbers as draws_random_numbers
from .seeds import with_seeds as with_seeds
from .tagger import Tagger as Tagger
from .template import FeatureTemplate as FeatureTemplate
from .texts import gold_fields as gold_fields

__all__ = ["CRF", "Estimator", "FeatureTemplate", "Tagger", "TextClassifier", "TextRegressor"]
__all__ += ["Learner", "Material", "Model", "Prediction", "TrainingError"]  # for a model of one's own
__all__ += ["all_presets", "feature_columns", "gold_column", "presets", "preview", "proposed", "quick"]
__all__ += ["with_seeds"]


def __dir__() -> list[str]:
    return sorted(__all__)
