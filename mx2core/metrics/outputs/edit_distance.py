"""How many tokens must be inserted, deleted or replaced to make one text of another."""

from __future__ import annotations

from collections.abc import Hashable, Sequence


def edit_distance(right: Sequence[Hashable], text: Sequence[Hashable]) -> int:
    """Levenshtein distance of two sequences of tokens: the fewest insertions, deletions and replacements.

    .. [1] Levenshtein, Binary codes capable of correcting deletions, insertions, and reversals, 1966.
    .. [2] Hyyrö, A bit-vector algorithm for computing Levenshtein and Damerau edit distances, 2003.

    >>> edit_distance("the cat sat".split(), "a cat sat down".split())
    2
    """
    if not right:
        return len(text)
    # A column of the table of distances is kept as two numbers, with a bit for each token of `right`:
    # where the distance is one more than in the row above, and where it is one less.
    places: dict[Hashable, int] = {}
    for row, token in enumerate(right):
        places[token] = places.get(token, 0) | 1 << row
    every = (1 << len(right)) - 1
    last = 1 << len(right) - 1
    more, less, distance = every, 0, len(right)
    for token in text:
        same = places.get(token, 0)
        diagonal = (((same & more) + more) ^ more) | same | less
        right_more = less | ~(diagonal | more) & every
        right_less = more & diagonal
        distance += bool(right_more & last) - bool(right_less & last)
        right_more, right_less = right_more << 1 | 1, right_less << 1
        more = (right_less | ~(diagonal | right_more)) & every
        less = right_more & diagonal & every
    return distance
