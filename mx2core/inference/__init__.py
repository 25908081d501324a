"""From differences of scores to what may be said about two models."""

from .classical.bayes import BayesianTTest as BayesianTTest
from .classical.bayes import bayesian_correlated_t_test as bayesian_correlated_t_test
from .classical.bayes import bayesian_signed_rank_test as bayesian_signed_rank_test
from .classical.cross_validation import CrossValidationTest as CrossValidationTest
from .classical.cross_validation import conservative_z_test as conservative_z_test
from .classical.cross_validation import cross_validation_z_test as cross_validation_z_test
from .classical.cross_validation import nested_cross_validation_test as nested_cross_validation_test
from .classical.error_threshold import ErrorThreshold as ErrorThreshold
from .classical.error_threshold import error_threshold as error_threshold
from .classical.fixed_models import BootstrapScore as BootstrapScore
from .classical.fixed_models import RandomizationTest as RandomizationTest
from .classical.fixed_models import approximate_randomization_test as approximate_randomization_test
from .classical.fixed_models import bootstrap_score as bootstrap_score
from .classical.fixed_models import resampled_sums as resampled_sums
from .classical.fixed_models import wilson_interval as wilson_interval
from .classical.hold_out_tests import McNemarTest as McNemarTest
from .classical.hold_out_tests import binomial_test as binomial_test
from .classical.hold_out_tests import hold_out_sentences as hold_out_sentences
from .classical.hold_out_tests import mcnemar_test as mcnemar_test
from .classical.null_law import NullLaw as NullLaw
from .classical.paired_tests import FiveByTwoTest as FiveByTwoTest
from .classical.paired_tests import PairedTTest as PairedTTest
from .classical.paired_tests import alpaydin_5x2_f_test as alpaydin_5x2_f_test
from .classical.paired_tests import corrected_resampled_t_test as corrected_resampled_t_test
from .classical.paired_tests import dietterich_5x2_t_test as dietterich_5x2_t_test
from .classical.paired_tests import kfold_paired_t_test as kfold_paired_t_test
from .classical.paired_tests import naive_paired_t_test as naive_paired_t_test
from .classical.paired_tests import one_sample_t_test as one_sample_t_test
from .classical.rule_errors import HoldOut as HoldOut
from .classical.rules import RULES as RULES
from .classical.rules import TestInUse as TestInUse
from .classical.rules import other_tests as other_tests
from .classical.rules import rated_rules as rated_rules
from .classical.rules import rejection_rate as rejection_rate
from .classical.rules import rejection_rates as rejection_rates
from .classical.rules import type_one_error as type_one_error
from .items.item_test import item_t_test as item_t_test
from .items.stochastic_order import almost_stochastic_order as almost_stochastic_order
from .many.meta_analysis import MetaAnalysis as MetaAnalysis
from .many.meta_analysis import meta_analysis as meta_analysis
from .many.model_ranks import ModelRanks as ModelRanks
from .many.model_ranks import model_ranks as model_ranks
from .many.multiple import adjusted_pvalues as adjusted_pvalues
from .many.ranks import FriedmanForms as FriedmanForms
from .many.ranks import FriedmanTest as FriedmanTest
from .many.ranks import NemenyiTest as NemenyiTest
from .many.ranks import friedman as friedman
from .many.ranks import nemenyi as nemenyi
from .many.signed_ranks import SignedRankPair as SignedRankPair
from .many.signed_ranks import signed_rank_pairs as signed_rank_pairs
from .mx2.claimed import ClaimedDifference as ClaimedDifference
from .mx2.claimed import claimed_difference as claimed_difference
from .mx2.levels import USUAL_LOOKS as USUAL_LOOKS
from .mx2.levels import CorrelationBounds as CorrelationBounds
from .mx2.levels import overall_level as overall_level
from .mx2.levels import simulated_level as simulated_level
from .mx2.plan import TestPlan as TestPlan
from .mx2.plan import plan_test as plan_test
from .mx2.replay import OrderReplay as OrderReplay
from .mx2.replay import order_replay as order_replay
from .mx2.replay import stop_replay as stop_replay
from .mx2.sequential import MODES as MODES
from .mx2.sequential import Look as Look
from .mx2.sequential import SequentialTTest as SequentialTTest
from .mx2.sequential import sequential_t_test as sequential_t_test
from .mx2.sequential_error import SimulatedError as SimulatedError
from .mx2.sequential_error import overall_error as overall_error
from .mx2.sequential_error import paper_rule_error as paper_rule_error
from .mx2.sequential_error import worst_case_error as worst_case_error
from .mx2.t_test import Mx2TTest as Mx2TTest
from .mx2.t_test import PairRatio as PairRatio
from .mx2.t_test import correction as correction
from .mx2.t_test import effective_df as effective_df
from .mx2.t_test import expected_length as expected_length
from .mx2.t_test import interval_floor as interval_floor
from .mx2.t_test import mx2_t_test as mx2_t_test
from .mx2.t_test import one_look_size as one_look_size
from .mx2.t_test import pair_ratio as pair_ratio
from .mx2.variances import mean_variances as mean_variances
from .out_of_fold.group_differences import GroupDifference as GroupDifference
from .out_of_fold.group_differences import group_differences as group_differences
from .out_of_fold.group_differences import steady_units as steady_units
from .out_of_fold.memory_share import MemoryShare as MemoryShare
from .out_of_fold.memory_share import memory_share as memory_share
from .out_of_fold.precision import PrecisionStop as PrecisionStop
from .out_of_fold.precision import precision_stop as precision_stop
from .out_of_fold.t_test import OutOfFoldTTest as OutOfFoldTTest
from .out_of_fold.t_test import out_of_fold_t_test as out_of_fold_t_test
from .seed_variance import SeedVariance as SeedVariance
from .seed_variance import seed_variance as seed_variance
from .verdict import Verdict as Verdict
from .verdict import verdict as verdict

__all__ = ["CorrelationBounds", "mx2_t_test", "out_of_fold_t_test", "plan_test", "precision_stop"]
__all__ += ["sequential_t_test", "verdict"]
__all__ += ["alpaydin_5x2_f_test", "corrected_resampled_t_test", "dietterich_5x2_t_test"]
__all__ += ["conservative_z_test", "cross_validation_z_test", "kfold_paired_t_test"]
__all__ += ["nested_cross_validation_test"]
__all__ += ["RULES", "bayesian_correlated_t_test", "bayesian_signed_rank_test", "naive_paired_t_test"]
__all__ += ["one_sample_t_test", "other_tests", "rated_rules"]
__all__ += ["approximate_randomization_test", "binomial_test", "bootstrap_score", "error_threshold"]
__all__ += ["almost_stochastic_order", "item_t_test", "mcnemar_test"]
__all__ += ["resampled_sums", "wilson_interval"]
__all__ += ["adjusted_pvalues", "friedman", "group_differences", "meta_analysis", "nemenyi"]
__all__ += ["signed_rank_pairs", "steady_units"]
__all__ += ["correction", "effective_df", "interval_floor", "mean_variances", "memory_share", "pair_ratio"]
__all__ += ["seed_variance"]
__all__ += ["HoldOut", "overall_error", "overall_level", "paper_rule_error", "rejection_rate"]
__all__ += ["type_one_error", "worst_case_error"]
__all__ += ["order_replay", "stop_replay"]


def __dir__() -> list[str]:
    return sorted(__all__)
