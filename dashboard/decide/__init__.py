"""The Decide page: scores, rule, verdict, and what may be looked at beside it."""

from dashboard.decide.order_replay import pace as pace
from dashboard.decide.page import page as page
from dashboard.decide.tested_scores import Tested as Tested
from dashboard.decide.tested_scores import scores as scores
