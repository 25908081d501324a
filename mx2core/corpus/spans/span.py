"""One labelled part of a text."""

from __future__ import annotations

from dataclasses import field

from ...brief import frozen

Extent = tuple[int, int]  # first character and one past the last


@frozen
class Span:
    """A labelled part of a text."""

    start: int  # first character
    end: int  # one past the last
    label: str
    column: str = "label"  # spans of different kinds are tagged, and counted, on their own
    sure: bool = field(default=False, compare=False)  # whether its place is in no doubt
    quote: str = field(default="", compare=False)  # the words that the file says it covers
    parts: tuple[Extent, ...] = field(default=(), compare=False)  # of a span with gaps
    line: int = field(default=0, compare=False)  # its own, if it has one
