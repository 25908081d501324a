"""Numbers separated by commas, read by argparse and written."""

from __future__ import annotations

from collections.abc import Sequence


def whole_numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def decimals(text: str) -> list[float]:
    return [float(number) for number in text.split(",")]


def span(numbers: Sequence[int]) -> str:
    """`3 to 20` where none of several is left out, else all."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return f"{numbers[0]} to {numbers[-1]}"
    return ", ".join(map(str, numbers))


# argparse names them when it refuses
whole_numbers.__name__ = "list of whole numbers"
decimals.__name__ = "list of numbers"
