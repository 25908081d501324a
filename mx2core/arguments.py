"""What many functions ask of an argument, each in one sentence.

Intervals and shapes are written as in mathematics, so that a message needs no words for them.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from numbers import Integral
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from .errors import InputError, Mx2Error, Whole

P = TypeVar("P", bound=Mx2Error)


def check_choice(
    name: str,
    value: object,
    known: Collection[Any],
    problem: type[Mx2Error] = InputError,
    file: str | None = None,
) -> None:
    """`value` is one of those `known`.

    >>> check_choice("unit", "page", ["sentence", "text"])
    Traceback (most recent call last):
    mx2core.errors.InputError: `unit` must be one of sentence, text, found 'page'.
    """
    if value not in known:
        raise wrong_choice(name, value, known, problem, file)


def wrong_choice(
    name: str, value: object, known: Collection[Any], problem: type[P], file: str | None = None
) -> P:
    return problem(
        "`{name}` must be one of {known}, found {value!r}.",
        file=file,
        name=name,
        known=[one for one in known if one is not None],
        value=value,
    )


def check_range(
    name: str,
    value: float,
    interval: str,
    problem: type[Mx2Error] = InputError,
    *,
    cell: object = None,
    **where: Any,
) -> None:
    """`value` lies in an interval such as "(0, 0.5)"; `where` a file has it, and as which `cell`."""
    low, high = (float(end.replace("∞", "inf")) for end in interval[1:-1].split(","))
    try:
        above = low <= value if interval[0] == "[" else low < value
        below = value <= high if interval[-1] == "]" else value < high
        inside = bool(above and below)
    except (TypeError, ValueError):  # a word, or many numbers
        inside = False
    if not inside:
        found: Any = value if cell is None else cell
        raise problem(
            "`{name}` must lie in {interval}, found {value!r}.",
            name=name,
            interval=Whole(interval),
            value=found if np.ndim(found) == 0 else type(found).__name__,
            **where,
        )


def check_whole(name: str, value: object, interval: str, problem: type[Mx2Error] = InputError) -> int:
    """`value` as an int of an interval; True is not a number of anything."""
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise problem("`{name}` must be a whole number, found {value!r}.", name=name, value=value)
    check_range(name, int(value), interval, problem)
    return int(value)


def check_shape(
    name: str, shape: tuple[int, ...], expected: str, problem: type[Mx2Error] = InputError
) -> None:
    """`shape` is as `expected`, such as "(m, 2)", where a letter stands for any number but 0."""
    sizes = [size.strip() for size in expected.strip("()").split(",") if size.strip()]
    if len(sizes) != len(shape) or not all(
        here == int(size) if size.isdigit() else here > 0 for here, size in zip(shape, sizes, strict=True)
    ):
        raise problem(
            "`{name}` must have shape {expected}, found {shape}.",
            name=name,
            expected=Whole(expected),
            shape=shape,
        )


def check_bool(
    name: str, array: NDArray[Any], *shapes: tuple[int, ...], problem: type[Mx2Error] = InputError
) -> None:
    """`array` is of bool and has one of the shapes."""
    if array.dtype != bool or array.shape not in shapes:
        raise problem(
            "`{name}` must be bool of shape {expected}, found {dtype} of shape {shape}.",
            name=name,
            expected=Whole(" / ".join(map(str, shapes))),
            dtype=array.dtype.name,
            shape=array.shape,
        )


def check_finite(name: str, array: NDArray[Any], problem: type[Mx2Error] = InputError) -> None:
    """No number of `array` is missing or infinite; the message names the first that is."""
    missing = np.argwhere(~np.isfinite(array))
    if len(missing):
        place = ", ".join(map(str, missing[0]))
        raise problem("`{name}` is missing or not finite.", name=f"{name}[{place}]")


def finite(value: object) -> float | None:
    """The number that a cell holds; None of what is no finite number, True and False among it."""
    try:
        number = math.nan if isinstance(value, bool) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
