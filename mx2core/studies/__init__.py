"""What scores come to: means, spreads and shifts with intervals, tables, and repeatable designs."""

from ..simulation import COMPLEXITY_TASKS, ComplexityCurve, ComplexityTask, complexity_curve
from .calculators.hand_tests import HAND_TESTS, HandRow, HandTest, hand_sample, hand_test, hand_tests_for
from .calculators.metric_intervals import INTERVALS, MetricInterval, MetricIntervals, metric_intervals
from .calculators.overlap_variance import OverlapVariance, overlap_variance, share_of_variance
from .calculators.sampling import SAMPLING_SCHEMES, Sampling, sampling
from .designs import DESIGNS, design
from .directions import direction
from .methods import replicability, study, tabulate_methods
from .paper_tables import paper_snr, paper_table
from .resampling import Estimate, Resampling
from .study import Scheme, Study, run_study
from .summary import mean_shift, spread_ratios, summarize
from .table_files import table_bytes
from .tables import ResultTable, tabulate
from .template_lines import TemplateLines, leave_one_out, line_effects, template_lines

__all__ = ["COMPLEXITY_TASKS", "DESIGNS", "SAMPLING_SCHEMES", "Resampling"]
__all__ += ["complexity_curve", "design", "direction", "hand_test", "paper_table", "replicability"]
__all__ += ["leave_one_out", "metric_intervals", "summarize", "template_lines"]
__all__ += ["Scheme", "Study", "run_study", "sampling", "study", "table_bytes", "tabulate"]
__all__ += ["tabulate_methods"]
__dir__ = __all__.copy
