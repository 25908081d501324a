"""What one should know of a split before trusting a score on it: its card, and a better split."""

from .better import better_parts, sampled_units
from .card import SplitCard, split_card
from .rows import CardRow
from .shared_text import copies, text_seen_in_training
from .verdict import SplitVerdict
