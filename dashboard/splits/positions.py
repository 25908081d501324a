"""The positions of a threshold slider."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Positions:
    """The positions of a slider over the values of one attribute."""

    low: float
    high: float
    step: float
    places: int

    def __iter__(self) -> Iterator[float]:
        """Each of them, from the lowest."""
        for number in range(round((self.high - self.low) / self.step) + 1):
            yield round(self.low + self.step * number, self.places)

    def at(self, value: float) -> float:
        """The position nearest to a value."""
        return float(min(max(round(value, self.places), self.low), self.high))
