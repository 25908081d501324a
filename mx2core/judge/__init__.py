"""What one should know of a split before trusting a score on it: its card, and a better split."""

from .better import better_parts as better_parts
from .better import sampled_units as sampled_units
from .card import SplitCard as SplitCard
from .card import split_card as split_card
from .rows import CardRow as CardRow
from .shared_text import text_seen_in_training as text_seen_in_training
from .verdict import SplitVerdict as SplitVerdict
