"""The Sequential test page: scores, rule, verdict, and what may be looked at beside it."""

from .page import page
from .replay import pace
from .scores import Differences, Tested, scores

__all__ = ["Differences", "Tested", "pace", "page", "scores"]
