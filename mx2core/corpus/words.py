"""Words of a text that nobody has cut into words, as in text classification."""

from __future__ import annotations

import re

# Scripts written without spaces: each character is a word of its own.
_UNSPACED = "\u2e80-\u2fdf\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_WORD = re.compile(rf"[{_UNSPACED}]|(?:(?![{_UNSPACED}])\w)+(?:['’](?:(?![{_UNSPACED}])\w)+)*|[^\w\s]")


def words(text: str) -> list[str]:
    """Runs of letters and digits, Chinese characters and other marks one by one.

    Unit identifiers are made from these words, so the rule stays as it is.

    >>> words("I haven't paid 3 €. 我没付款")
    ['I', "haven't", 'paid', '3', '€', '.', '我', '没', '付', '款']
    """
    return _WORD.findall(text)


def word_places(text: str) -> list[tuple[int, int]]:
    """Where the words stand: the first character of each, and one past its last.

    >>> word_places("不 go")
    [(0, 1), (2, 4)]
    """
    return [match.span() for match in _WORD.finditer(text)]
