"""From differences of scores to what may be said about two models."""

from .bayes import (
    BayesianSignedRankTest,
    BayesianTTest,
    bayesian_correlated_t_test,
    bayesian_signed_rank_test,
)
from .calibration import (
    SimulatedError,
    overall_error,
    paper_rule_error,
    worst_case_error,
)
from .error_threshold import (
    ErrorThreshold,
    error_threshold,
)
from .fixed_models import (
    BootstrapScore,
    RandomizationTest,
    approximate_randomization_test,
    bootstrap_score,
)
from .group_differences import (
    GroupDifference,
    group_differences,
    steady_units,
)
from .hold_out_tests import (
    BinomialTest,
    McNemarTest,
    binomial_test,
    mcnemar_test,
)
from .levels import (
    USUAL_LOOKS,
    CorrelationBounds,
    SimulatedLevel,
    guaranteed_level,
    simulated_level,
)
from .memory_share import (
    MemoryShare,
    memory_share,
)
from .meta_analysis import (
    ForestRow,
    MetaAnalysis,
    meta_analysis,
)
from .multiple import (
    adjusted_pvalues,
)
from .mx2 import (
    Mx2TTest,
    PairRatio,
    correction,
    effective_df,
    expected_length,
    interval_floor,
    mx2_t_test,
    one_look_size,
    pair_ratio,
    true_interval_floor,
)
from .null_law import (
    NullLaw,
)
from .out_of_fold import (
    OutOfFoldTTest,
    out_of_fold_t_test,
)
from .paired_tests import (
    OtherTest,
    alpaydin_5x2_f_test,
    corrected_resampled_t_test,
    dietterich_5x2_t_test,
    kfold_paired_t_test,
    naive_paired_t_test,
    one_sample_t_test,
)
from .plan import (
    TestPlan,
    plan_test,
)
from .precision import (
    PrecisionLook,
    PrecisionStop,
    precision_stop,
)
from .ranks import (
    FriedmanForms,
    FriedmanTest,
    NemenyiTest,
    friedman,
    nemenyi,
)
from .replay import (
    OrderReplay,
    order_replay,
    stop_replay,
)
from .rules import (
    RULES,
    HoldOut,
    rejection_rate,
    rejection_rates,
    type_one_error,
)
from .seed_variance import (
    SeedVariance,
    seed_variance,
)
from .sequential import (
    MODES,
    Look,
    SequentialTTest,
    sequential_t_test,
)
from .signed_ranks import (
    SignedRankPair,
    signed_rank_pairs,
)
from .tests_in_use import (
    TestInUse,
    error_at_one_look,
    other_tests,
)
from .variances import (
    VarianceEstimate,
    mean_variances,
)
from .verdict import (
    Verdict,
    verdict,
)

__all__ = [
    "MODES",
    "RULES",
    "USUAL_LOOKS",
    "BayesianSignedRankTest",
    "BayesianTTest",
    "BinomialTest",
    "BootstrapScore",
    "CorrelationBounds",
    "ErrorThreshold",
    "ForestRow",
    "FriedmanForms",
    "FriedmanTest",
    "GroupDifference",
    "HoldOut",
    "Look",
    "McNemarTest",
    "MemoryShare",
    "MetaAnalysis",
    "Mx2TTest",
    "NemenyiTest",
    "NullLaw",
    "OrderReplay",
    "OtherTest",
    "OutOfFoldTTest",
    "PairRatio",
    "PrecisionLook",
    "PrecisionStop",
    "RandomizationTest",
    "SeedVariance",
    "SequentialTTest",
    "SignedRankPair",
    "SimulatedError",
    "SimulatedLevel",
    "TestInUse",
    "TestPlan",
    "VarianceEstimate",
    "Verdict",
    "adjusted_pvalues",
    "alpaydin_5x2_f_test",
    "approximate_randomization_test",
    "bayesian_correlated_t_test",
    "bayesian_signed_rank_test",
    "binomial_test",
    "bootstrap_score",
    "corrected_resampled_t_test",
    "correction",
    "dietterich_5x2_t_test",
    "effective_df",
    "error_at_one_look",
    "error_threshold",
    "expected_length",
    "friedman",
    "group_differences",
    "guaranteed_level",
    "interval_floor",
    "kfold_paired_t_test",
    "mcnemar_test",
    "mean_variances",
    "memory_share",
    "meta_analysis",
    "mx2_t_test",
    "naive_paired_t_test",
    "nemenyi",
    "one_look_size",
    "one_sample_t_test",
    "order_replay",
    "other_tests",
    "out_of_fold_t_test",
    "overall_error",
    "pair_ratio",
    "paper_rule_error",
    "plan_test",
    "precision_stop",
    "rejection_rate",
    "rejection_rates",
    "seed_variance",
    "sequential_t_test",
    "signed_rank_pairs",
    "simulated_level",
    "steady_units",
    "stop_replay",
    "true_interval_floor",
    "type_one_error",
    "verdict",
    "worst_case_error",
]
