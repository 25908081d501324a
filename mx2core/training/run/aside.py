"""One long call in a worker process of its own, which can be ended, and keeps no thread waiting."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, wait
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from ...errors import Mx2Error, WorkersError
from .pool import WorkerPool

Report = Callable[[int, int], object]
R = TypeVar("R", covariant=True)
LOOK = 0.2  # seconds between two reports
STEPS_BACK = 5  # a little behind pages, and before trainings: somebody waits for it
TOLD = "told"  # the file in which a worker says how far it is

_told: Path
_next = 0.0  # when it says so again


class Work(Protocol[R]):
    """What reports how far it is, and can be pickled with its arguments."""

    def __call__(self, *, report: Report) -> R: ...


def run_in_process(work: Work[R], report: Report) -> R:
    """What `work(report=…)` gives, done in a worker process; an exception of `report` ends that.

    WorkersError if the process ends by itself.
    """
    pool = WorkerPool(1, _begin, niceness=STEPS_BACK)
    try:
        call = pool.submit(_do, work)
        told = 0, 1
        while wait([call], LOOK).not_done:
            with suppress(OSError, ValueError):  # nothing was reported yet
                done, total = (pool.folder / TOLD).read_text(encoding="ascii").split()
                told = int(done), int(total)
            report(*told)
        found = call.result()
    except BrokenExecutor as error:
        raise WorkersError(
            "Workers ended ({reason}); see their standard error.", reason=str(error)
        ) from error
    finally:
        pool.kill()
    if isinstance(found, Mx2Error):
        raise found
    return found


def made_aside(make: Callable[[], R], report: Report = lambda done, total: None) -> R:
    """What `make()` gives, which says nothing of how far it is, done in a worker process."""
    return run_in_process(partial(_call, make), report)


def _call(make: Callable[[], R], *, report: Report) -> R:
    return make()


def _begin(folder: Path) -> None:
    global _told
    _told = folder / TOLD


def _do(work: Work[R]) -> R | Mx2Error:
    try:
        return work(report=_tell)
    except Mx2Error as error:
        return error


def _tell(done: int, total: int) -> None:
    global _next
    if (now := time.monotonic()) > _next:
        _next = now + LOOK
        _told.write_text(f"{done} {total}", encoding="ascii")
