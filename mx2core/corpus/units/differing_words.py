"""Where two texts differ, word by word."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

Marked = list[tuple[str, bool]]


def differing_words(one: Sequence[str], other: Sequence[str]) -> tuple[Marked, Marked]:
    """The words of both texts, each with whether it is missing at its place in the other one."""
    differs = [True] * len(one), [True] * len(other)
    for first, second, size in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
        differs[0][first : first + size] = [False] * size
        differs[1][second : second + size] = [False] * size
    return list(zip(one, differs[0], strict=True)), list(zip(other, differs[1], strict=True))
