"""From differences of scores to conclusions about two models."""

from .classical.bayes import BayesianTTest, bayesian_correlated_t_test, bayesian_signed_rank_test
from .classical.cross_validation import (
    CrossValidationTest,
    conservative_z_test,
    cross_validation_z_test,
    nested_cross_validation_test,
)
from .classical.fixed_models import (
    BootstrapScore,
    RandomizationTest,
    approximate_randomization_test,
    bootstrap_score,
    expanded_tail,
    resampled_sums,
    share_interval,
)
from .classical.hold_out_tests import (
    ErrorThreshold,
    McNemarTest,
    binomial_test,
    error_threshold,
    hold_out_sentences,
    mcnemar_test,
)
from .classical.null_law import NullLaw
from .classical.paired_tests import (
    FiveByTwoTest,
    PairedTTest,
    alpaydin_5x2_f_test,
    corrected_resampled_t_test,
    dietterich_5x2_t_test,
    naive_paired_t_test,
    one_sample_t_test,
)
from .classical.rule_errors import HoldOut
from .classical.rules import (
    RULES,
    TestInUse,
    other_tests,
    rated_rules,
    rejection_rate,
    rejection_rates,
    type_one_error,
)
from .items.paired_difference import item_t_test
from .items.stochastic_order import almost_stochastic_order
from .many.meta_analysis import MetaAnalysis, meta_analysis
from .many.model_ranks import ModelRanks, model_ranks
from .many.multiple import adjusted_pvalues
from .many.ranks import FriedmanForms, FriedmanTest, NemenyiTest, friedman, nemenyi
from .many.signed_ranks import SignedRankPair, signed_rank_pairs
from .mx2.claimed import ClaimedDifference, claimed_difference
from .mx2.levels import USUAL_LOOKS, CorrelationBounds, overall_level, simulated_level
from .mx2.one_look import (
    Mx2TTest,
    PairRatio,
    correction,
    effective_df,
    expected_length,
    interval_floor,
    mx2_t_test,
    one_look_size,
    pair_ratio,
)
from .mx2.plan import TestPlan, plan_test
from .mx2.replay import OrderReplay, order_replay, stop_replay
from .mx2.sequential import MODES, Look, SequentialTTest, sequential_t_test
from .mx2.sequential_error import SimulatedError, overall_error, paper_rule_error, worst_case_error
from .out_of_fold.group_differences import GroupDifference, group_differences, steady_units
from .out_of_fold.memory_share import MemoryShare, memory_share
from .out_of_fold.precision import PrecisionStop, precision_stop
from .out_of_fold.unit_by_unit import OutOfFoldTTest, out_of_fold_t_test
from .seed_variance import SeedVariance, seed_variance
from .verdict import Verdict, verdict

__all__ = ["CorrelationBounds", "mx2_t_test", "out_of_fold_t_test", "plan_test", "precision_stop"]
__all__ += ["sequential_t_test", "verdict"]
__all__ += ["alpaydin_5x2_f_test", "corrected_resampled_t_test", "dietterich_5x2_t_test"]
__all__ += ["conservative_z_test", "cross_validation_z_test", "nested_cross_validation_test"]
__all__ += ["RULES", "bayesian_correlated_t_test", "bayesian_signed_rank_test", "naive_paired_t_test"]
__all__ += ["approximate_randomization_test", "binomial_test", "one_sample_t_test", "other_tests"]
__all__ += ["almost_stochastic_order", "item_t_test", "mcnemar_test"]
__all__ += ["adjusted_pvalues", "friedman", "group_differences", "meta_analysis", "nemenyi"]
__all__ += ["signed_rank_pairs"]
__all__ += ["correction", "effective_df", "interval_floor", "memory_share", "pair_ratio"]
__all__ += ["seed_variance"]
__all__ += ["HoldOut", "overall_error", "overall_level", "paper_rule_error", "rejection_rate"]
__all__ += ["type_one_error", "worst_case_error"]
__all__ += ["order_replay", "stop_replay"]
__dir__ = __all__.copy
