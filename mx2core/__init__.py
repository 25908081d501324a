"""Quality of train/validation partitions of annotated text, and tests on them.

What most programs need stands here; the rest is in groups: `mx.partitions`, `mx.inference`, `mx.metrics`,
`mx.io`, `mx.models`, `mx.studies`, `mx.plot`, and `mx.corpus`, `mx.training`, `mx.store`, `mx.errors`.
Names are looked up when first used, so that importing the package costs nothing. Examples take
`import mx2core as mx` and `import numpy as np` for granted.

>>> import mx2core as mx
>>> p = mx.block_partitions(n_units=8, m=3, seed=7)
>>> len(p.folds())
6
>>> int(p.overlaps()[0, 1])
2
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the same table as below, for those who read types
    from . import corpus as corpus
    from . import errors as errors
    from . import inference as inference
    from . import io as io
    from . import metrics as metrics
    from . import models as models
    from . import partitions as partitions
    from . import plot as plot
    from . import store as store
    from . import studies as studies
    from . import training as training
    from .corpus import read_corpus as read_corpus
    from .corpus import sample as sample
    from .exchange import load_partitions as load_partitions
    from .exchange import save_partitions as save_partitions
    from .inference import mx2_t_test as mx2_t_test
    from .inference import out_of_fold_t_test as out_of_fold_t_test
    from .inference import sequential_t_test as sequential_t_test
    from .inference import verdict as verdict
    from .partition import BalancedKFold as BalancedKFold
    from .partition import Mx2Split as Mx2Split
    from .partition import block_partitions as block_partitions
    from .partition import divergence as divergence
    from .partition import judge_parts as judge_parts
    from .partition import random_divergences as random_divergences
    from .partition import random_partitions as random_partitions
    from .partition import regularized_partitions as regularized_partitions
    from .training import compare as compare
    from .training import compare_estimators as compare_estimators
    from .training import compare_items as compare_items
    from .training import evaluate as evaluate
    from .training import read_predictions as read_predictions
    from .training import unit_differences as unit_differences

__version__ = "0.1.0"

_GROUPS = (
    *("corpus", "errors", "inference", "io", "metrics", "models"),
    *("partitions", "plot", "store", "studies", "training"),
)
_HOME = {
    "corpus": ("read_corpus", "sample"),
    "exchange": ("load_partitions", "save_partitions"),
    "inference": ("mx2_t_test", "out_of_fold_t_test", "sequential_t_test", "verdict"),
    "partition": (
        "BalancedKFold",
        "Mx2Split",
        "block_partitions",
        "divergence",
        "judge_parts",
        "random_divergences",
        "random_partitions",
        "regularized_partitions",
    ),
    "training": (
        *("compare", "compare_estimators", "compare_items", "evaluate"),
        *("read_predictions", "unit_differences"),
    ),
}
_HOME_OF = {name: package for package, names in _HOME.items() for name in names}

__all__ = ["__version__", *_GROUPS, *_HOME_OF]


def __getattr__(name: str) -> Any:
    if name in _GROUPS:
        return import_module(f".{name}", __name__)
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_HOME_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
