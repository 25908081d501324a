"""For argparse: numbers separated by commas."""

from __future__ import annotations


def whole_numbers(text: str) -> list[int]:
    return [int(number) for number in text.split(",")]


def decimals(text: str) -> list[float]:
    return [float(number) for number in text.split(",")]


# argparse names them when it refuses
whole_numbers.__name__ = "list of whole numbers"
decimals.__name__ = "list of numbers"
