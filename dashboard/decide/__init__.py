"""The Decide page: scores, rule, verdict, and what may be looked at beside it."""

from dashboard.decide.order_replay import pace
from dashboard.decide.page import page
from dashboard.decide.tested_scores import Tested, scores

__all__ = ["Tested", "pace", "page", "scores"]
