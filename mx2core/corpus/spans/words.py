"""Words of a text that nobody has cut into words, as in text classification."""

from __future__ import annotations

import re

from ..columns.codes import Coder

# Scripts written without spaces: each character is a word of its own.
_UNSPACED = "\u2e80-\u2fdf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_LETTER = rf"[^\W{_UNSPACED}]"  # a letter or digit of the others
_WORD = re.compile(rf"[{_UNSPACED}]|{_LETTER}+(?:['’]{_LETTER}+)*|[^\w\s]")
LONGEST = 24  # characters between blanks; what is longer seldom comes again
MOST = 100_000  # of such pieces kept


def words(text: str) -> list[str]:
    """Runs of letters and digits, Chinese characters and other marks one by one.

    Unit identifiers are made from these words, so the rule stays as it is.
    """
    return _WORD.findall(text)


def placed_words(text: str) -> tuple[list[str], list[int], list[int]]:
    """The words and where they stand: the first character of each, and one past its last."""
    words = list(_WORD.finditer(text))
    return (
        list(map(re.Match.group, words)),
        list(map(re.Match.start, words)),
        list(map(re.Match.end, words)),
    )


class WordCodes(dict[str, bytes]):
    """Codes of the words between blanks in many texts; most words occurred before."""

    def __init__(self, coder: Coder) -> None:
        super().__init__()
        self._coder = coder

    def __missing__(self, piece: str) -> bytes:
        codes = self._coder.encode(_WORD.findall(piece)).tobytes()
        if len(piece) <= LONGEST and len(self) < MOST:
            self[piece] = codes
        return codes

    def encode(self, text: str) -> bytes:
        """The codes of its `words`, four bytes each."""
        return b"".join(map(self.__getitem__, text.split()))
