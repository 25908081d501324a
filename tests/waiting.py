"""Waiting for a state of another process or thread: a test says what must come, not how soon."""

import sys
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PATIENCE = 240.0  # seconds after which something hangs; a machine that is only busy makes nothing wrong


def wait_until(holds: Callable[[], T], says: Callable[[], object] = lambda: "it never came true") -> T:
    """What `holds` returns once it is true; `says` tells what there is instead."""
    deadline = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < deadline, says()
        time.sleep(0.02)
    return found


def loaded() -> list[str]:
    """What a worker has imported that can do a fold: defined where nothing heavy is imported beside it."""
    import mx2core.training.run.workers  # noqa: F401

    return sorted(sys.modules)
