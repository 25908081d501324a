"""What scores come to: means, spreads and shifts with intervals, tables, and repeatable designs."""

from .resampling import Estimate, Resampling
from .spread import SpreadAcrossSplits, SpreadRatio
from .summary import Ratios, Shift, Summary, ratios, shift, summarize

__all__ = [
    "Estimate",
    "Ratios",
    "Resampling",
    "Shift",
    "SpreadAcrossSplits",
    "SpreadRatio",
    "Summary",
    "ratios",
    "shift",
    "summarize",
]
