"""What scores come to: means, spreads and shifts with intervals, tables, and repeatable designs."""

from ..simulation import COMPLEXITY_TASKS as COMPLEXITY_TASKS
from ..simulation import ComplexityCurve as ComplexityCurve
from ..simulation import ComplexityTask as ComplexityTask
from ..simulation import complexity_curve as complexity_curve
from .calculators.hand_tests import HAND_TESTS as HAND_TESTS
from .calculators.hand_tests import HandRow as HandRow
from .calculators.hand_tests import HandTest as HandTest
from .calculators.hand_tests import hand_sample as hand_sample
from .calculators.hand_tests import hand_test as hand_test
from .calculators.hand_tests import hand_tests_for as hand_tests_for
from .calculators.metric_intervals import INTERVALS as INTERVALS
from .calculators.metric_intervals import MetricInterval as MetricInterval
from .calculators.metric_intervals import MetricIntervals as MetricIntervals
from .calculators.metric_intervals import metric_intervals as metric_intervals
from .calculators.overlap_variance import OverlapVariance as OverlapVariance
from .calculators.overlap_variance import overlap_variance as overlap_variance
from .calculators.overlap_variance import share_of_variance as share_of_variance
from .calculators.sampling import SAMPLING_SCHEMES as SAMPLING_SCHEMES
from .calculators.sampling import Sampling as Sampling
from .calculators.sampling import sampling as sampling
from .designs import DESIGNS as DESIGNS
from .designs import design as design
from .directions import direction as direction
from .methods import replicability as replicability
from .methods import study as study
from .methods import tabulate_methods as tabulate_methods
from .paper_tables import paper_snr as paper_snr
from .paper_tables import paper_table as paper_table
from .resampling import Estimate as Estimate
from .resampling import Resampling as Resampling
from .study import Scheme as Scheme
from .study import Study as Study
from .study import run_study as run_study
from .summary import mean_shift as mean_shift
from .summary import spread_ratios as spread_ratios
from .summary import summarize as summarize
from .table_files import table_bytes as table_bytes
from .tables import ResultTable as ResultTable
from .tables import tabulate as tabulate
from .template_lines import TemplateLines as TemplateLines
from .template_lines import leave_one_out as leave_one_out
from .template_lines import line_effects as line_effects
from .template_lines import template_lines as template_lines

__all__ = ["COMPLEXITY_TASKS", "DESIGNS", "HAND_TESTS", "SAMPLING_SCHEMES", "Resampling"]
__all__ += ["complexity_curve", "design", "hand_sample", "hand_test", "overlap_variance", "sampling", "study"]
__all__ += ["direction", "mean_shift", "paper_snr", "paper_table", "replicability", "spread_ratios"]
__all__ += ["leave_one_out", "line_effects", "metric_intervals", "summarize", "template_lines"]
__all__ += ["tabulate", "tabulate_methods"]
__all__ += ["Scheme", "Study", "hand_tests_for", "run_study", "table_bytes"]


def __dir__() -> list[str]:
    return sorted(__all__)
