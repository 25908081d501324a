"""Results to Plotly figures: pure functions of arrays and of the translator `text`."""

from dashboard.figures.calibration import by_method, plan, rates
from dashboard.figures.corpus import label_frequencies
from dashboard.figures.deals import dealt, tested_sets
from dashboard.figures.divergence import contributions, divergence_histogram, overlaps, schemes
from dashboard.figures.guesses import guesses
from dashboard.figures.learn import (
    above_the_floor,
    block_table,
    interval_length,
    peeking,
    price,
    shared_training,
    two_halves,
)
from dashboard.figures.methods import agreement, conclusions, error_parts, estimates
from dashboard.figures.out_of_fold import (
    forest,
    half_lengths,
    intervals,
    power_by_split,
    trials,
    variance_parts,
)
from dashboard.figures.scores import confusion, scheme_scores, scores_by_split
from dashboard.figures.sequential import interval, length, needed, posterior, stops
from dashboard.figures.thresholds import Axis, line, pairs, plane, survival, survivors_of_both

__all__ = [
    "Axis",
    "above_the_floor",
    "agreement",
    "block_table",
    "by_method",
    "conclusions",
    "confusion",
    "contributions",
    "dealt",
    "divergence_histogram",
    "error_parts",
    "estimates",
    "forest",
    "guesses",
    "half_lengths",
    "interval",
    "interval_length",
    "intervals",
    "label_frequencies",
    "length",
    "line",
    "needed",
    "overlaps",
    "pairs",
    "peeking",
    "plan",
    "plane",
    "posterior",
    "power_by_split",
    "price",
    "rates",
    "scheme_scores",
    "schemes",
    "scores_by_split",
    "shared_training",
    "stops",
    "survival",
    "survivors_of_both",
    "tested_sets",
    "trials",
    "two_halves",
    "variance_parts",
]
