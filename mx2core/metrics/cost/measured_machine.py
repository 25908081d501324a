"""How fast this machine multiplies and how fast it moves memory, measured in a second or two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from ...arguments import check_range
from ...brief import brief
from ...errors import ScoresError

SIDE = 512  # of the matrices that are multiplied
NUMBERS = 8_000_000  # that are copied: more than fit into a cache
FEWEST = 3  # rounds, however long each takes
MOST_SECONDS = 30.0


@brief
@dataclass(frozen=True, slots=True)
class MeasuredMachine:
    """The best of several rounds, in float32, with the threads that NumPy uses."""

    peak: float  # multiply-adds a second
    bandwidth: float  # bytes a second, read and written
    seconds: float  # that measuring took


def measured_machine(seconds: float = 1.0) -> MeasuredMachine:
    """Multiply matrices and copy memory for about so many seconds in all.

    What other programs do meanwhile makes the numbers smaller: measure on a quiet machine.

    Parameters
    ----------
    seconds : float
        Above 0, at most 30. Three rounds of each are done in any case, which takes a tenth of a second.

    Raises
    ------
    ScoresError
        If `seconds` is not possible.

    Examples
    --------
    >>> mx.metrics.measured_machine(0.05).peak > 1e6
    True
    """
    check_range("seconds", seconds, f"(0, {MOST_SECONDS:g}]", ScoresError)
    began = perf_counter()
    a = np.full((SIDE, SIDE), 0.5, dtype=np.float32)
    product = np.empty_like(a)
    multiply = _shortest(lambda: np.matmul(a, a, out=product), seconds / 2)
    source = np.zeros(NUMBERS, dtype=np.float32)
    target = np.empty_like(source)
    copy = _shortest(lambda: np.copyto(target, source), seconds / 2)
    return MeasuredMachine(
        peak=SIDE**3 / multiply, bandwidth=2 * source.nbytes / copy, seconds=perf_counter() - began
    )


def _shortest(work: Callable[[], object], seconds: float) -> float:
    """The shortest of the rounds that fit into so many seconds."""
    work()  # the first one prepares threads and pages
    end, best, rounds = perf_counter() + seconds, float("inf"), 0
    while rounds < FEWEST or perf_counter() < end:
        began = perf_counter()
        work()
        best = min(best, perf_counter() - began)
        rounds += 1
    return max(best, 1e-9)
