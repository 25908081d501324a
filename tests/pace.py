"""Limits of time that a slower machine keeps as well: seconds of a processor, as fast as it is just now."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

import numpy as np

WORK_SECONDS = 0.07  # that `_work` takes where the limits were set


def _work() -> float:
    """Processor time of a little of everything: a loop with a dictionary, sorts of an array."""
    began, counts = time.process_time(), dict[int, int]()
    for k in range(200_000):
        counts[k % 997] = counts.get(k % 997, 0) + k
    drawn = np.random.default_rng(0).integers(0, 1 << 40, 400_000)
    for _ in range(3):
        np.unique(np.sort(drawn) % 5003)
    return time.process_time() - began


def slowness() -> float:
    """How many times slower this machine is just now; at least 1."""
    return max(1.0, _work() / WORK_SECONDS)


@contextmanager
def time_limit(seconds: float) -> Iterator[SimpleNamespace]:
    """What is done inside takes no more of a processor; yields what it `took`, in seconds of a fast one."""
    before, began, clock = slowness(), time.process_time(), SimpleNamespace(took=0.0)
    yield clock
    spent = time.process_time() - began
    clock.took = spent / max(before, slowness())
    assert clock.took < seconds, f"{spent:.1f} s of a processor"
