"""What scores come to: means, spreads and shifts with intervals, tables, and repeatable designs."""

from ..simulation import (
    COMPLEXITY_TASKS,
    ComplexityCurve,
    ComplexityRow,
    ComplexityTask,
    complexity_curve,
)
from .design_run import run_design
from .designs import DESIGNS, Design, Scheme, design
from .directions import Direction, direction
from .hand_tests import HAND_TESTS, HandRow, HandTest, hand_sample, hand_test, hand_tests_for
from .learners import LearnerResult, LearnerTrial, run_learners
from .methods import methods_csv, methods_json, replicability, study, tabulate_methods
from .overlap_variance import OverlapPoint, OverlapVariance, overlap_variance, share_of_variance
from .pairs import PairDecision, PairDecisions, pair_decisions
from .paper_tables import PaperTable, paper_snr, paper_table
from .resampling import Estimate, Resampling
from .sampling import SAMPLING_SCHEMES, Sampling, SamplingRound, sampling
from .spread import SpreadAcrossSplits, SpreadRatio
from .summary import Ratios, Shift, Summary, mean_shift, spread_ratios, summarize
from .table_files import pairs_csv, pairs_markdown, table_csv, table_document, table_json, table_markdown
from .tables import Cell, ResultTable, Row, tabulate

__all__ = [
    "COMPLEXITY_TASKS",
    "DESIGNS",
    "HAND_TESTS",
    "SAMPLING_SCHEMES",
    "Cell",
    "ComplexityCurve",
    "ComplexityRow",
    "ComplexityTask",
    "Design",
    "Direction",
    "Estimate",
    "HandRow",
    "HandTest",
    "LearnerResult",
    "LearnerTrial",
    "OverlapPoint",
    "OverlapVariance",
    "PairDecision",
    "PairDecisions",
    "PaperTable",
    "Ratios",
    "Resampling",
    "ResultTable",
    "Row",
    "Sampling",
    "SamplingRound",
    "Scheme",
    "Shift",
    "SpreadAcrossSplits",
    "SpreadRatio",
    "Summary",
    "complexity_curve",
    "design",
    "direction",
    "hand_sample",
    "hand_test",
    "hand_tests_for",
    "mean_shift",
    "methods_csv",
    "methods_json",
    "overlap_variance",
    "pair_decisions",
    "pairs_csv",
    "pairs_markdown",
    "paper_snr",
    "paper_table",
    "replicability",
    "run_design",
    "run_learners",
    "sampling",
    "share_of_variance",
    "spread_ratios",
    "study",
    "summarize",
    "table_csv",
    "table_document",
    "table_json",
    "table_markdown",
    "tabulate",
    "tabulate_methods",
]
