"""Columns made of the words alone: how they are spelt, and their first and last letters."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

LONGEST = 4  # letters of a prefix or suffix
CAPITAL, SMALL, OTHER, DIGIT = "X", "x", "c", "0"
_RUN = re.compile(r"(.)\1{2,}")
_PART = re.compile(rf"(prefix|suffix)([1-{LONGEST}])")
WORD_PARTS = ("lower", "shape", *(f"{end}{n}" for end in ("prefix", "suffix") for n in range(1, LONGEST + 1)))


def word_part(word: str, name: str) -> str:
    """What a column of `WORD_PARTS` says of a word.

    `shape` writes X for a capital, x for a small letter, c for a letter of a script without
    capitals, 0 for a digit, other characters as they are, and no more than two of a kind in a row.
    A word shorter than a prefix or suffix is that itself.
    """
    if name == "lower":
        return word.lower()
    if name == "shape":
        return _RUN.sub(r"\1\1", "".join(map(_kind, word)))
    match = _PART.fullmatch(name)
    assert match, name
    n, word = int(match[2]), word.lower()
    return word[:n] if match[1] == "prefix" else word[-n:]


def _kind(character: str) -> str:
    if character.isdigit():
        return DIGIT
    if not character.isalpha():
        return character
    return CAPITAL if character.isupper() else SMALL if character.islower() else OTHER


def has_capitals(words: Sequence[str]) -> bool:
    """Whether most words are of a script with capitals, as Latin and Cyrillic are."""
    letters = [word for word in words if word.isalpha()]
    return 2 * sum(word.upper() != word.lower() for word in letters) > len(letters) > 0


def are_characters(words: Sequence[str], times: NDArray[np.integer[Any]]) -> bool:
    """Whether tokens are single characters of a script without capitals, as in Chinese segmentation."""
    lengths = np.array([len(word) for word in words])
    return not has_capitals(words) and bool(np.average(lengths, weights=times) < 1.2)
