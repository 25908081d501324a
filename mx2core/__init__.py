r"""Quality of train/validation partitions of annotated text, and tests on them.

What most programs need stands here; the rest is in groups: `mx.partitions`, `mx.inference`, `mx.metrics`,
`mx.io`, `mx.models`, `mx.studies`, `mx.plot`, and `mx.corpus`, `mx.training`, `mx.store`, `mx.errors`.
Names are looked up when first used, so that importing the package costs nothing.

Examples begin with

>>> import numpy as np
>>> import mx2core as mx
>>> corpus = mx.read_corpus(b"cat\tN\nsits\tV\n\ndog\tN\nran\tV\n\n" * 4, columns=["word", "pos"])
>>> halves = mx.random_partitions(len(corpus), 2)
>>> result = mx.compare(corpus, mx.models.presets(corpus), partitions=halves, n_workers=0)

>>> p = mx.block_partitions(n_units=8, m=3, seed=7)
>>> len(p.folds())
6
>>> int(p.overlaps()[0, 1])
2
"""

from .lazy import TYPE_CHECKING, lazy_names

if TYPE_CHECKING:  # and `lazy_names` reads it
    from . import corpus, errors, inference, io, metrics, models, partitions, plot, store, studies, training
    from .corpus import read_corpus, sample
    from .exchange import load_partitions, save_partitions
    from .inference import mx2_t_test, out_of_fold_t_test, sequential_t_test, verdict
    from .partition import (
        BalancedKFold,
        Mx2Split,
        block_partitions,
        divergence,
        random_divergences,
        random_partitions,
        regularized_partitions,
    )
    from .training import compare, compare_estimators, compare_items, read_predictions, unit_differences

__version__ = "0.1.0"

__all__ = ["corpus", "errors", "inference", "io", "metrics", "models", "partitions", "plot", "store"]
__all__ += ["studies", "training"]
__all__ += ["BalancedKFold", "Mx2Split", "block_partitions", "compare", "compare_estimators"]
__all__ += ["compare_items", "divergence", "load_partitions", "mx2_t_test"]
__all__ += ["out_of_fold_t_test", "random_divergences", "random_partitions", "read_corpus"]
__all__ += ["read_predictions", "regularized_partitions", "sample", "save_partitions", "sequential_t_test"]
__all__ += ["unit_differences", "verdict"]
__all__ += ["__version__"]
__dir__ = __all__.copy

__getattr__ = lazy_names(__name__)
