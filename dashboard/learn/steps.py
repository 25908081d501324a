"""The ten steps, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dashboard.learn import halves, sets, tests
from dashboard.words.text import _


@dataclass(frozen=True, slots=True)
class Step:
    title: str
    show: Callable[[], None]


def steps() -> tuple[Step, ...]:
    """The steps in the language of the session."""
    return (
        Step(_("The same corpus, split twice"), halves.split_twice),
        Step(_("χ²/J: the difference as one number"), halves.number_to_see),
        Step(_("Why half?"), halves.why_half),
        Step(_("Overlap, and blocks that are orthogonal"), sets.orthogonal_blocks),
        Step(_("Thresholds, and what survives them"), sets.survivors),
        Step(_("Pairs, and the floor"), sets.pairs),
        Step(_("The price of the floor"), sets.price),
        Step(_("Why the interval does not shrink like 1/√m"), tests.interval),
        Step(_("Peeking, and what it costs"), tests.peeking),
        Step(_("What the halves still tell us"), tests.what_halves_know),
    )
