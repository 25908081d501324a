"""Quality of train/validation partitions of annotated text, and tests on them.

Names are looked up when first used, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .compare import Comparison, Job
    from .corpus import Attribute, Corpus, detect, read_corpus
    from .errors import (
        CorpusFormatError,
        DesignError,
        InputError,
        Notice,
        PartitionFileError,
        ScoresError,
        TemplateError,
    )
    from .exchange import (
        load_partitions,
        partitions_json,
        read_partition_file,
        read_scores,
        save_partitions,
        write_scores,
    )
    from .inference import (
        alpaydin_5x2_f_test,
        bayesian_correlated_t_test,
        corrected_resampled_t_test,
        dietterich_5x2_t_test,
        guaranteed_level,
        mx2_t_test,
        naive_paired_t_test,
        overall_error,
        sequential_t_test,
        worst_case_error,
    )
    from .metrics import precision_recall_f, span_counts
    from .models import CRF, FeatureTemplate, presets
    from .partition import (
        Mx2Split,
        PartitionSet,
        block_partitions,
        divergence,
        expected,
        floor,
        judge_split,
        label_contributions,
        percentiles,
        pick_even,
        random_divergences,
        random_masks,
        random_partitions,
        reference_law,
        regularized_partitions,
        select_bad,
        select_good,
        selected_partitions,
        survival_curve,
        survival_grid,
        survivors,
    )

__version__ = "0.1.0"

__all__ = [
    "CRF",
    "Attribute",
    "Comparison",
    "Corpus",
    "CorpusFormatError",
    "DesignError",
    "FeatureTemplate",
    "InputError",
    "Job",
    "Mx2Split",
    "Notice",
    "PartitionFileError",
    "PartitionSet",
    "ScoresError",
    "TemplateError",
    "__version__",
    "alpaydin_5x2_f_test",
    "bayesian_correlated_t_test",
    "block_partitions",
    "corrected_resampled_t_test",
    "detect",
    "dietterich_5x2_t_test",
    "divergence",
    "expected",
    "floor",
    "guaranteed_level",
    "judge_split",
    "label_contributions",
    "load_partitions",
    "mx2_t_test",
    "naive_paired_t_test",
    "overall_error",
    "partitions_json",
    "percentiles",
    "pick_even",
    "precision_recall_f",
    "presets",
    "random_divergences",
    "random_masks",
    "random_partitions",
    "read_corpus",
    "read_partition_file",
    "read_scores",
    "reference_law",
    "regularized_partitions",
    "save_partitions",
    "select_bad",
    "select_good",
    "selected_partitions",
    "sequential_t_test",
    "span_counts",
    "survival_curve",
    "survival_grid",
    "survivors",
    "worst_case_error",
    "write_scores",
]

_HOME = {
    "compare": (
        "Comparison",
        "Job",
    ),
    "corpus": (
        "Attribute",
        "Corpus",
        "detect",
        "read_corpus",
    ),
    "errors": (
        "CorpusFormatError",
        "DesignError",
        "InputError",
        "Notice",
        "PartitionFileError",
        "ScoresError",
        "TemplateError",
    ),
    "exchange": (
        "load_partitions",
        "partitions_json",
        "read_partition_file",
        "read_scores",
        "save_partitions",
        "write_scores",
    ),
    "inference": (
        "alpaydin_5x2_f_test",
        "bayesian_correlated_t_test",
        "corrected_resampled_t_test",
        "dietterich_5x2_t_test",
        "guaranteed_level",
        "mx2_t_test",
        "naive_paired_t_test",
        "overall_error",
        "sequential_t_test",
        "worst_case_error",
    ),
    "metrics": (
        "precision_recall_f",
        "span_counts",
    ),
    "models": (
        "CRF",
        "FeatureTemplate",
        "presets",
    ),
    "partition": (
        "Mx2Split",
        "PartitionSet",
        "block_partitions",
        "divergence",
        "expected",
        "floor",
        "judge_split",
        "label_contributions",
        "percentiles",
        "pick_even",
        "random_divergences",
        "random_masks",
        "random_partitions",
        "reference_law",
        "regularized_partitions",
        "select_bad",
        "select_good",
        "selected_partitions",
        "survival_curve",
        "survival_grid",
        "survivors",
    ),
}

_PACKAGE_OF = {name: package for package, names in _HOME.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _PACKAGE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_PACKAGE_OF[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
