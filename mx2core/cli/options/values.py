"""What turns the words of an option into a value, or says what was expected."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TypeVar

from ..text import Text, comma_list, sentence, term

EQUALS = re.compile("[=＝]")  # as Chinese keyboards write it, too
PROPOSED = "proposed"
T = TypeVar("T")


def reads(expected: Text) -> Callable[[Callable[[str], T]], Callable[[str], T]]:
    """Above a function from words to a value: where it raises ValueError, argparse says what was expected."""

    def decorated(read: Callable[[str], T]) -> Callable[[str], T]:
        @wraps(read)
        def value(text: str) -> T:
            try:
                return read(text)
            except ValueError:
                problem = sentence("expected {expected}, got {text!r}", expected=expected, text=text)
                raise argparse.ArgumentTypeError(str(problem)) from None

        return value

    return decorated


@reads(term("names separated by commas"))
def names(text: str) -> list[str]:
    listed = [name.strip() for name in text.split(",") if name.strip()]
    if not listed:
        raise ValueError
    return listed


whole_numbers = reads(term("whole numbers separated by commas"))(lambda text: list(map(int, text.split(","))))
decimals = reads(term("numbers separated by commas"))(lambda text: list(map(float, text.split(","))))


def at_least(smallest: int) -> Callable[[str], int]:
    """A whole number that is not smaller."""

    @reads(sentence("a whole number of at least {smallest}", smallest=smallest))
    def whole(text: str) -> int:
        if int(text) < smallest:
            raise ValueError
        return int(text)

    return whole


@reads(term("a number above 0"))
def positive(text: str) -> float:
    if not 0 < float(text) < float("inf"):
        raise ValueError
    return float(text)


@reads(term("KEY=VALUE"))
def pair(text: str) -> tuple[str, str]:
    key, _equals, value = (part.strip() for part in EQUALS.sub("=", text, count=1).partition("="))
    if not (key and value):
        raise ValueError
    return key, value


def pairs(text: str) -> dict[str, str]:
    return dict(map(pair, names(text)))


def columns(text: str) -> list[str] | dict[str, str]:
    """Names in file order, or meanings with the names that a file has for them."""
    listed = [name.strip() for name in re.split("[,，]", text)]
    return dict(map(pair, listed)) if EQUALS.search(text) else listed


@reads(term("RIGHT>PREDICTED=COST"))
def costs(text: str) -> dict[tuple[str, str], float]:
    """`ill>well=5` as {("ill", "well"): 5.0}."""
    found = {}
    for entry in names(text):
        classes, _equals, cost = entry.rpartition("=")
        right, _sign, predicted = (part.strip() for part in classes.partition(">"))
        if not (right and predicted):
            raise ValueError
        found[right, predicted] = float(cost)
    return found


@reads(term("sizes above 0 such as 8:1:1"))
def ratio(text: str) -> list[float]:
    """`8:1:1` or `80/10/10` as numbers."""
    shares = [float(part) for part in re.split("[:/]", text)]
    if len(shares) < 2 or not all(0 < size < float("inf") for size in shares):
        raise ValueError
    return shares


@reads(term("an upper bound or LOWER:UPPER for each attribute"))
def bounds(text: str) -> list[tuple[float | None, float | None]]:
    """`0.9,0.55` or `0.8:0.9,:0.55` as (lower, upper) for each attribute."""
    found = []
    for part in text.split(","):
        lower, _, upper = part.rpartition(":")
        bound = (float(lower) if lower.strip() else None, float(upper) if upper.strip() else None)
        if any(value is not None and not 0 <= value < float("inf") for value in bound):
            raise ValueError
        found.append(bound)
    return found


@reads(sentence("a number or {proposed}", proposed=PROPOSED))
def margin(text: str) -> float | str:
    """A number, or a share such as `2%`, or what is proposed for the metric."""
    number = text.rstrip("%％")
    return text if text == PROPOSED else float(number) / (100 if number != text else 1)


def span(numbers: Sequence[int]) -> Text:
    """`3 to 20` where none of several is left out, else all."""
    if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
        return sentence("{lower} to {upper}", lower=numbers[0], upper=numbers[-1])
    return comma_list(numbers)
