"""Folds on the machines of a Dask cluster."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...errors import ClusterError
from ...executors.scheduler import (
    ATTEMPT,
    PATIENCE,
    connected,
    found_worker,
    lacks,
    lost_error,
    no_worker,
    scatter,
)
from ...extras import needed
from .folds import Fold
from .pool import WorkerEnded, WorkersLost
from .worker_task import Result, Workers, WorkerTask, do_task

if TYPE_CHECKING:
    from distributed import Client

RETURN = 600.0  # seconds to wait for one that was lost to be there again, with a worker
LOSSES = 10  # of the scheduler in one run, after which it ends
UNDER_WAY = 2  # folds a worker, so that the next one is there when it has done the last


@contextmanager
def cluster(address: str, task: WorkerTask) -> Iterator[Workers]:
    """The workers of the scheduler at `address`, such as tcp://10.0.0.5:8786."""
    with needed():
        import distributed as distributed
    connection = _Connection(address, task)
    try:
        yield Workers(connection.submit, connection.width, lambda: connection.missing)
    finally:
        connection.close()


class _Connection:
    """To a scheduler, made anew when that one was lost; a width of 0 until it is there, with a worker."""

    def __init__(self, address: str, task: WorkerTask) -> None:
        self.missing: ClusterError | None = None  # why nothing is trained at the moment
        self._address, self._task = address, task
        self._client: Client | None = None
        self._lost_at: float | None = time.monotonic()
        self._losses = 0

    def _connect(self) -> Client:
        self._client = client = connected(self._address)
        self._material = scatter(client, self._task)
        self._executor = client.get_executor(pure=False)
        return client

    def close(self) -> None:
        if self._connected() is not None:  # what is still under way is of no use to anybody
            self._executor.shutdown(wait=False)
        if self._client is not None:
            self._client.close(timeout=ATTEMPT)

    def _connected(self) -> Client | None:
        return None if self._client is None or self._client.status != "running" else self._client

    def submit(self, fold: Fold) -> Future[Result]:
        ours: Future[Result] = Future()
        try:
            theirs = self._executor.submit(do_task, self._material, fold)
        except Exception as error:
            if self._connected() is not None:
                raise
            ours.set_exception(_lost_call(error))
        else:
            theirs.add_done_callback(lambda done: _pass_on(done, ours, self._address))
        return ours

    def width(self) -> int:
        """Folds to be under way; workers come and go."""
        client = self._connected()
        if self._lost_at is None and client is not None:
            n_workers = len(client.scheduler_info().get("workers", ()))
            self.missing = None if n_workers else no_worker(self._address)
            return UNDER_WAY * max(n_workers, 1)
        if self._lost_at is None:
            self._lost_at, self._losses = time.monotonic(), self._losses + 1
        if self._losses > LOSSES:
            raise lost_error(self._address)
        self.missing = self._look()
        if self.missing is None:
            self._lost_at = None
            return UNDER_WAY
        if time.monotonic() - self._lost_at > (RETURN if self._losses else PATIENCE):
            raise lost_error(self._address) if self._losses else self.missing
        return 0

    def _look(self) -> ClusterError | None:
        """What is missing, scheduler or worker, after waiting for it for a moment."""
        client = self._connected()
        try:
            if client is None:
                self.close()
                client = self._connect()
        except ClusterError as missing:
            if isinstance(missing.__cause__, ValueError) and not self._losses:
                raise  # nothing that could be an address
            time.sleep(ATTEMPT / 20)
            return missing
        return None if found_worker(client, ATTEMPT) else no_worker(self._address)


def _lost_call(cause: BaseException | None = None) -> WorkersLost:
    error = WorkersLost("the cluster was lost before this call was done")
    error.__cause__ = cause
    return error


def _pass_on(theirs: Future[Result], ours: Future[Result], address: str) -> None:
    """A result, or what ended it in the words the runner knows."""
    from distributed.scheduler import KilledWorker

    if not ours.set_running_or_notify_cancel():
        return
    if theirs.cancelled():  # as Dask says it when the scheduler is gone
        ours.set_exception(_lost_call())
        return
    error = theirs.exception()
    if error is None:
        ours.set_result(theirs.result())
    elif isinstance(error, KilledWorker):
        ended = WorkerEnded("workers of the cluster ended before this call was done")
        ended.__cause__ = error
        ours.set_exception(ended)
    elif isinstance(error, ModuleNotFoundError):
        missing = lacks(address, error)
        missing.__cause__ = error
        ours.set_exception(missing)
    else:
        ours.set_exception(error)
