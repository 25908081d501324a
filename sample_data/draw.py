"""Seeded choices and templates with slots: what all the corpora are made with."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import TypeVar

T = TypeVar("T")
SLOT = re.compile(r"\{(\w+)\}")


class Draw:
    """Random choices that are the same in every version of Python.

    Only `random()` is used: its sequence for an integer seed is promised by the
    standard library, that of `choice`, `shuffle` and the like is not.
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed).random

    def below(self, n: int) -> int:
        return int(self._random() * n)

    def chance(self, probability: float) -> bool:
        return self._random() < probability

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def skewed(self, items: Sequence[T]) -> T:
        """Favour the first items, as frequent words are favoured in real text."""
        return items[min(self.below(len(items)), self.below(len(items)))]

    def weighted(self, weights: Mapping[T, int]) -> T:
        """Draw a key by integer weight."""
        left = self.below(sum(weights.values()))
        for item, weight in weights.items():
            left -= weight
            if left < 0:
                return item
        raise ValueError("`weights` must hold at least one positive weight.")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        result = list(items)
        for last in range(len(result) - 1, 0, -1):
            other = self.below(last + 1)
            result[last], result[other] = result[other], result[last]
        return result

    def fill(self, template: str, *slots: Mapping[str, Sequence[str]]) -> str:
        """Replace every {slot} by one of its phrases, which may hold slots again."""

        def phrase(match: re.Match[str]) -> str:
            name = match.group(1)
            for mapping in slots:
                if name in mapping:
                    return self.fill(self.choice(mapping[name]), *slots)
            raise KeyError(f"No phrases for the slot {name!r} in {template!r}.")

        return SLOT.sub(phrase, template)


def lines(text: str) -> tuple[str, ...]:
    """The non-empty lines of a block of text, one phrase a line or several between bars."""
    return tuple(part.strip() for line in text.splitlines() for part in line.split("|") if part.strip())
