"""One labelled part of a text."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import field
from functools import cached_property
from itertools import accumulate

from ...brief import frozen

Extent = tuple[int, int]  # first character and one past the last
LONGEST = 200  # characters of a span's words that are kept: each may cover the whole text


@frozen
class Span:
    start: int  # first character
    end: int  # one past the last
    label: str
    column: str = "label"  # spans of different kinds are tagged, and counted, on their own
    sure: bool = field(default=False, compare=False)  # whether its place is in no doubt
    quote: str = field(default="", compare=False)  # the words that the file says it covers
    parts: tuple[Extent, ...] = field(default=(), compare=False)  # of a span with gaps
    line: int = field(default=0, compare=False)  # its own, if it has one


def covered_words(text: str, start: int, end: int) -> str:
    """The words that a span covers, cut where they are many."""
    return text[start : min(end, start + LONGEST)]


class Letters:
    """A text without its white space, asked for what spans cover of it."""

    def __init__(self, text: str) -> None:
        self._text = text

    @cached_property
    def _letters(self) -> str:
        return bare(self._text)

    @cached_property
    def _blanks(self) -> array[int]:
        """How much white space stands before each place."""
        return array("I", accumulate(map(str.isspace, self._text), initial=0))

    def covered(self, places: Sequence[tuple[int | None, int | None]]) -> str:
        """The letters at these places; nothing if one lies outside or inside a character, or they overlap."""
        parts = []
        for start, end in places:
            if start is None or end is None or not 0 <= start <= end <= len(self._text):
                return ""
            parts.append((start - self._blanks[start], end - self._blanks[end]))
        if sum(end - start for start, end in parts) > len(self._letters):
            return ""
        return "".join(self._letters[start:end] for start, end in parts)


def bare(words: str) -> str:
    """Words without white space."""
    return "".join(words.split())
