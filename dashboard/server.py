"""What all sessions of one server share: the store, and the experiments that run."""

from __future__ import annotations

import logging
import os
from collections import deque
from functools import cache
from pathlib import Path
from threading import Lock, Thread

from mx2core.compare import ExperimentJob
from mx2core.compare.experiment import open_experiment
from mx2core.errors import InputError, StoreError
from mx2core.results.jobs import DesignJob
from mx2core.store import Store

Work = ExperimentJob | DesignJob
UNDER_WAY = ("waiting", "running")
PLACE = "MX2_STORE"  # environment: a file, or the address of a PostgreSQL database
AT_ONCE = "MX2_JOBS"  # environment: how many experiments train at the same time
DEFAULT_PLACE = Path(__file__).resolve().parent.parent / "store" / "mx2core.sqlite"

log = logging.getLogger("mx2core.server")


@cache
def store() -> Store:
    """The store that projects and experiments are kept in.

    Raises
    ------
    StoreError
        If it cannot be opened.
    """
    place = os.environ.get(PLACE)
    if not place:
        DEFAULT_PLACE.parent.mkdir(exist_ok=True)
    return Store(place or DEFAULT_PLACE)


class Jobs:
    """Experiments and designs that run or wait for their turn.

    Parameters
    ----------
    at_once : int
        How many run at the same time; each uses all processors. With 0 they wait.
    """

    def __init__(self, at_once: int) -> None:
        self.at_once = at_once
        self._jobs: dict[str, Work] = {}
        self._waiting: deque[Work] = deque()
        self._running = 0
        self._lock = Lock()

    def get(self, id: str | None) -> Work | None:
        """A job while it waits or runs, or that ended; None if this server had none of that id."""
        return self._jobs.get(id or "")

    def ids(self) -> tuple[str, ...]:
        """Of all jobs this server has had."""
        return tuple(self._jobs)

    def submit(self, job: Work) -> str:
        """Have a job run when its turn comes; its id. One that is under way already is not begun again."""
        with self._lock:
            before = self._jobs.get(job.id)
            if before is not None and before.state in UNDER_WAY:
                return job.id
            self._jobs[job.id] = job
            self._waiting.append(job)
        self._advance()
        return job.id

    def running(self, id: str) -> bool:
        """Whether a job trains or waits for its turn."""
        job = self._jobs.get(id)
        return job is not None and job.state in UNDER_WAY

    def ahead(self, id: str) -> int:
        """How many experiments will begin before this one."""
        with self._lock:
            waiting = [job.id for job in self._waiting if job.state == "waiting"]
        return waiting.index(id) if id in waiting else 0

    def _advance(self) -> None:
        with self._lock:
            while self._waiting and self._running < self.at_once:
                job = self._waiting.popleft()
                if job.state == "waiting":  # and not cancelled before its turn
                    self._running += 1
                    job.start()
                    Thread(target=self._follow, args=(job,), name="mx2core-queue", daemon=True).start()

    def _follow(self, job: Work) -> None:
        job.join()
        with self._lock:
            self._running -= 1
        self._advance()


@cache
def jobs() -> Jobs:
    return Jobs(at_once=int(os.environ.get(AT_ONCE, "1")))


def resume() -> None:
    """Go on with the experiments that were running when the server last ended."""
    if not jobs().at_once:
        return  # they are another server's
    try:
        left = [record for record in store().experiments.list() if record.state == "running"]
    except StoreError as error:
        log.error("nothing can be resumed: %s", error)
        return
    for record in left:
        try:
            jobs().submit(ExperimentJob(store(), open_experiment(store(), record.id)[1]))
        except InputError as error:
            log.error("experiment %s cannot be resumed: %s", record.id, error)
            store().experiments.enter(record.id, "failed")
