"""What a model costs to apply: operations, memory traffic, arithmetic intensity, and the roof of a machine.

An operation is a multiply-add, as in 1·2 + 3: data sheets that count multiplication and addition apart
give twice as many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite
from time import perf_counter

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ...arguments import check_choice, check_range
from ...brief import frozen
from ...errors import Notice, ScoresError
from ..answer_table import AnswerTable

WIDTHS = (1, 2, 4, 8)  # bytes of a number; 4 is float32
GRADIENT_COPIES = 3  # of the weights while training: themselves, their gradient, its momentum
MOST_BATCH = 1_000_000


@frozen
class PartCost:
    """One part of a model, such as a layer; of one sample, but for `intensity` and what follows it."""

    part: str
    operations: float  # multiply-adds of one sample
    weights: float  # numbers that are learned
    outputs: float  # numbers that it hands on, of one sample
    touched: float | None = None  # weights that one sample reads, where not all of them
    traffic: float = 0.0  # bytes of a batch: the weights it reads, once, and outputs of every sample
    intensity: float = 0.0  # operations of the batch per byte of traffic
    attainable: float | None = None  # operations a second under the roof
    seconds: float | None = None  # the least for a batch
    bound: str | None = None  # "memory" or "operations": what limits it


@frozen
class ModelCost:
    """A model by its parts, and where it stands under the roof of a machine."""

    operations: float  # of one sample
    weights: float
    outputs: float
    traffic: float  # bytes of a batch
    intensity: float  # operations per byte
    batch: int
    width: int  # bytes of a number
    copies: int
    training_memory: float  # bytes: width × (copies × weights + batch × outputs)
    peak: float | None  # operations a second
    bandwidth: float | None  # bytes a second
    ridge: float | None  # the intensity from which on operations are the limit: peak / bandwidth
    attainable: float | None  # operations a second: min(peak, bandwidth × intensity)
    seconds: float | None  # the least for a batch, part by part
    bound: str | None
    rows: tuple[PartCost, ...]
    notices: tuple[Notice, ...] = ()

    @property
    def summary(self) -> dict[str, float | None]:
        return {
            "operations": self.operations,
            "weights": self.weights,
            "traffic_bytes": self.traffic,
            "intensity": self.intensity,
            "training_memory_bytes": self.training_memory,
            "ridge": self.ridge,
            "attainable": self.attainable,
            "seconds": self.seconds,
        }


def convolution_part(part: str, *, side: int, kernel: int, channels_in: int, channels_out: int) -> PartCost:
    """A convolution: side² · kernel² · channels_in · channels_out operations, without bias."""
    weights = float(kernel**2 * channels_in * channels_out)
    return PartCost(part, side**2 * weights, weights, float(side**2 * channels_out))


def dense_part(part: str, *, n_in: float, n_out: float) -> PartCost:
    """A layer in which every output is a weighted sum of all inputs.

    >>> dense_part("1·2 + 3·4 + 4·5", n_in=3, n_out=1).operations
    3.0
    """
    return PartCost(part, float(n_in) * n_out, float(n_in) * n_out, float(n_out))


def part_table(parts: Sequence[PartCost], name: str) -> AnswerTable:
    columns = {"part": tuple(one.part for one in parts)}
    for column in ("operations", "weights", "outputs"):
        columns[column] = tuple(f"{getattr(one, column):.12g}" for one in parts)
    if any(one.touched is not None for one in parts):
        columns["touched"] = tuple(
            f"{one.weights if one.touched is None else one.touched:.12g}" for one in parts
        )
    return AnswerTable(columns, name=name)


def model_cost(
    parts: Sequence[PartCost],
    *,
    batch: int = 1,
    width: int = 4,
    copies: int = GRADIENT_COPIES,
    peak: float | None = None,
    bandwidth: float | None = None,
) -> ModelCost:
    """Operations, memory traffic and intensity of a model, and the roofline of a machine.

    The weights of a part are read once for a batch, but no more of them than its samples touch:
    a sparse model looks up those of the features that a sample has.

    Parameters
    ----------
    parts : sequence of PartCost
        Operations, weights, outputs and, where not all weights are read, those touched.
    batch : int
        Samples that are done together: their weights are read once.
    width : int
        Bytes of a number: 1, 2, 4 or 8.
    copies : int
        Of the weights while training; 3 with gradient and momentum, 1 to predict.
    peak, bandwidth : float, optional
        Multiply-adds and bytes a second; both or none. `measured_machine` measures them here.

    Raises
    ------
    ScoresError
        If there is no part, a number is negative or not finite, nothing is computed or moved, or a
        setting cannot be used.

    References
    ----------
    .. [1] Williams, Waterman & Patterson, Roofline: an insightful visual performance model for multicore
       architectures, CACM 52(4), 2009.

    Examples
    --------
    >>> layer = mx.metrics.dense_part("layer", n_in=1000, n_out=10)
    >>> found = mx.metrics.model_cost([layer], peak=1e9, bandwidth=1e9)
    >>> round(found.intensity, 4), found.bound
    (0.2498, 'memory')
    """
    _check(parts, batch, width, copies, peak, bandwidth)
    operations, weights, outputs = (
        float(sum(getattr(one, name) for one in parts)) for name in ("operations", "weights", "outputs")
    )
    rows = tuple(_price_part(one, batch, width, peak, bandwidth) for one in parts)
    traffic = float(sum(one.traffic for one in rows))
    intensity = batch * operations / traffic
    attainable, bound = _attainable(intensity, peak=peak, bandwidth=bandwidth)
    times = [one.seconds for one in rows if one.seconds is not None]
    return ModelCost(
        operations=operations,
        weights=weights,
        outputs=outputs,
        traffic=traffic,
        intensity=intensity,
        batch=batch,
        width=width,
        copies=copies,
        training_memory=width * (copies * weights + batch * outputs),
        peak=peak,
        bandwidth=bandwidth,
        ridge=None if peak is None or bandwidth is None else peak / bandwidth,
        attainable=attainable,
        seconds=sum(times) if times else None,
        bound=bound,
        rows=rows,
    )


def roof(intensity: ArrayLike, *, peak: float, bandwidth: float) -> NDArray[np.float64]:
    """Operations a second that can be attained: min(peak, bandwidth × intensity).

    >>> roof([0.5, 2.0, 100.0], peak=10.0, bandwidth=4.0).tolist()
    [2.0, 8.0, 10.0]
    """
    attained: NDArray[np.float64] = np.minimum(peak, bandwidth * np.asarray(intensity, dtype=np.float64))
    return attained


def _price_part(
    part: PartCost, batch: int, width: int, peak: float | None, bandwidth: float | None
) -> PartCost:
    read = part.weights if part.touched is None else min(part.weights, batch * part.touched)
    traffic = width * (read + batch * part.outputs)
    intensity = batch * part.operations / traffic if traffic else 0.0
    attainable, bound = _attainable(intensity, peak=peak, bandwidth=bandwidth)
    seconds = None
    if peak is not None and bandwidth is not None:
        seconds = max(batch * part.operations / peak, traffic / bandwidth)
    return replace(
        part, traffic=traffic, intensity=intensity, attainable=attainable, seconds=seconds, bound=bound
    )


def _attainable(
    intensity: float, peak: float | None, bandwidth: float | None
) -> tuple[float | None, str | None]:
    if peak is None or bandwidth is None:
        return None, None
    return float(
        roof(intensity, peak=peak, bandwidth=bandwidth)
    ), "memory" if bandwidth * intensity < peak else "operations"


def _check(
    parts: Sequence[PartCost],
    batch: int,
    width: int,
    copies: int,
    peak: float | None,
    bandwidth: float | None,
) -> None:
    for part in parts:
        for name in ("operations", "weights", "outputs", "touched"):
            value = getattr(part, name)
            if value is not None and not (isfinite(value) and value >= 0):
                raise ScoresError(
                    "Part {part} has {value} {name}; it must be 0 or more.",
                    part=part.part,
                    value=value,
                    name=name,
                )
    if not sum(one.operations for one in parts) or not sum(one.weights + one.outputs for one in parts):
        raise ScoresError("The model needs a part with operations, and one with weights or outputs.")
    check_range("batch", batch, f"[1, {MOST_BATCH}]", ScoresError)
    check_choice("width", width, WIDTHS, ScoresError)
    check_range("copies", copies, "[1, ∞)", ScoresError)
    if (peak is None) != (bandwidth is None):
        raise ScoresError("A roofline needs both operations and bytes per second.")
    for name, speed in (("peak", peak), ("bandwidth", bandwidth)):
        if speed is not None:
            check_range(name, speed, "(0, ∞)", ScoresError)


SIDE = 512  # of the matrices that are multiplied
NUMBERS = 8_000_000  # that are copied: more than fit into a cache
FEWEST = 3  # rounds, however long each takes
MOST_SECONDS = 30.0


@frozen
class MeasuredMachine:
    """The best of several rounds, in float32, with the threads that NumPy uses."""

    peak: float  # multiply-adds a second
    bandwidth: float  # bytes a second, read and written
    seconds: float  # that measuring took


def measured_machine(seconds: float = 1.0) -> MeasuredMachine:
    """Multiply matrices and copy memory for about so many seconds in all, above 0 and at most 30.

    Three rounds of each are done in any case, which takes a tenth of a second. What other programs do
    meanwhile makes the numbers smaller: measure on a quiet machine.
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
