"""Results to Plotly figures: pure functions of arrays and of the translator `text`."""

from dashboard.figures.corpus import label_frequencies
from dashboard.figures.divergence import contributions, divergence_histogram, overlaps, schemes
from dashboard.figures.scores import scores_by_split
from dashboard.figures.sequential import interval
from dashboard.figures.thresholds import line, plane, survival

__all__ = [
    "contributions",
    "divergence_histogram",
    "interval",
    "label_frequencies",
    "line",
    "overlaps",
    "plane",
    "schemes",
    "scores_by_split",
    "survival",
]
